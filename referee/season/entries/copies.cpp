#include "season/entries/copies.hpp"

#include "ai/starters.hpp"
#include "base/error.hpp"
#include "base/names.hpp"
#include "base/text.hpp"
#include "os/beneath.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>

namespace referee {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t gram = 5;
constexpr std::size_t min_grams = 40;
constexpr std::uint64_t max_bytes = 8'000'000;

/// FNV-1a of 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/
constexpr std::uint64_t fnv_basis = 14695981039346656037ULL;

std::uint64_t hash_of(std::string_view text, std::uint64_t hash = fnv_basis) {
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    }
    return hash;
}

void sort_out(Fingerprint& grams) {
    std::sort(grams.begin(), grams.end());
    grams.erase(std::unique(grams.begin(), grams.end()), grams.end());
}

void add_text(std::string_view text, Fingerprint& grams) {
    std::array<std::uint64_t, gram> last{};
    std::size_t count = 0;
    const auto is_word = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
               static_cast<unsigned char>(c) >= 0x80;
    };
    for (std::size_t begin = 0; begin < text.size();) {
        if (std::isspace(static_cast<unsigned char>(text[begin])) != 0) {
            ++begin;
            continue;
        }
        std::size_t end = begin + 1;
        while (is_word(text[begin]) && end < text.size() && is_word(text[end])) {
            ++end;
        }
        last[count++ % gram] = hash_of(text.substr(begin, end - begin));
        begin = end;
        if (count >= gram) {
            std::uint64_t all = fnv_basis;
            for (std::size_t i = 0; i < gram; ++i) {
                all = (all ^ last[(count + i) % gram]) * 1099511628211ULL;
                all ^= all >> 29U;
            }
            grams.push_back(all);
        }
    }
}

/// The file's text; empty if it isn't text.
std::string text_of_file(const std::string& path, std::uint64_t max) {
    std::string text;
    const UniqueFd file = open_regular(path);
    read_through(file.get(), path, max, [&](std::string_view bytes) { text += bytes; });
    return text.find('\0') == std::string::npos && text.size() <= max ? text : "";
}

} // namespace

Fingerprint fingerprint_of_text(std::string_view text) {
    Fingerprint grams;
    add_text(text, grams);
    sort_out(grams);
    return grams;
}

namespace {

/// What `referee new` writes into every folder beside the program: no code of an entrant's.
bool is_of_starter(const fs::path& path, std::string_view text) {
    return path.filename() == "README.md" || path.filename() == "ai.ini" ||
           (path.filename() == "try" &&
            text.find(first_line_of_try) == std::string_view("#!/bin/sh\n").size());
}

} // namespace

Fingerprint fingerprint_of(const std::string& path) {
    std::vector<std::string> files;
    std::error_code code;
    if (fs::is_regular_file(fs::symlink_status(path, code))) {
        files.push_back(path);
    } else {
        for (fs::recursive_directory_iterator at(path, code), end; !code && at != end;
             at.increment(code)) {
            if (fs::is_regular_file(at->symlink_status(code))) {
                files.push_back(at->path().string());
            }
        }
    }
    std::sort(files.begin(), files.end());
    Fingerprint grams;
    std::uint64_t left = max_bytes;
    for (const std::string& file : files) {
        try {
            const std::string text = text_of_file(file, left);
            if (!is_of_starter(file, text)) {
                add_text(text, grams);
            }
            left -= text.size();
        } catch (const UserError&) { // what can't be read can't be compared
        }
    }
    sort_out(grams);
    return grams;
}

Fingerprint fingerprint_of_starters(std::string_view game) {
    Fingerprint grams;
    const std::string part = fmt::format("/{}/", game);
    for (const StarterFile& file : starter_files()) {
        if (file.path.find(part) != std::string_view::npos) {
            add_text(file.text, grams);
        }
    }
    sort_out(grams);
    return grams;
}

double overlap(const Fingerprint& one, const Fingerprint& other, const Fingerprint& starters) {
    Fingerprint a;
    Fingerprint b;
    Fingerprint both;
    std::set_difference(
        one.begin(), one.end(), starters.begin(), starters.end(), std::back_inserter(a));
    std::set_difference(
        other.begin(), other.end(), starters.begin(), starters.end(), std::back_inserter(b));
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    const std::size_t smaller = std::min(a.size(), b.size());
    return smaller < min_grams ? 0
                               : static_cast<double>(both.size()) / static_cast<double>(smaller);
}

void read_decision(const std::string& text, CopyDecisions& decisions) {
    std::istringstream words(text);
    std::string what;
    std::string one;
    std::string other;
    std::string more;
    words >> what >> one >> other;
    const auto decision = named<CopyDecision>(what);
    if (!decision || other.empty() || one == other || words >> more) {
        throw UserError(fmt::format(
            "--decide '{}': write both, first or none, and two entries, e.g. 'first alice bob'",
            printable(text)));
    }
    decisions[std::minmax(one, other)] = *decision;
}

const CopyDecision*
decision_about(const CopyDecisions& decisions, const std::string& one, const std::string& other) {
    const auto found = decisions.find(std::minmax(one, other));
    return found == decisions.end() ? nullptr : &found->second;
}

bool is_kept_from_playing(const StoredVersion& version) {
    return version.status == StoredVersion::Status::broken && version.text.starts_with(copy_mark);
}

std::string text_of(const Copies& copies, const Store& store) {
    const StoredVersion& later = store.versions()[copies.later];
    const StoredVersion& earlier = store.versions()[copies.earlier];
    return copies.overlap >= 1 && later.sha256 == earlier.sha256
               ? fmt::format(
                     "{} {} has the same files as {} {}", later.entry, later.version, earlier.entry,
                     earlier.version)
               : fmt::format(
                     "{} {} is nearly the same as {} {}: they share {:.0f} % of their code",
                     later.entry, later.version, earlier.entry, earlier.version,
                     100 * copies.overlap);
}

CopyFinder::CopyFinder(std::string folder, std::string_view game)
    : folder_(std::move(folder)), starters_(fingerprint_of_starters(game)) {}

std::vector<Copies> CopyFinder::find(const Store& store) {
    std::vector<std::size_t> compared;
    for (std::size_t i = 0; i < store.versions().size(); ++i) {
        const StoredVersion& version = store.versions()[i];
        const bool counts =
            !version.is_baseline && version.ai >= 0 &&
            (version.status == StoredVersion::Status::accepted || is_kept_from_playing(version));
        if (!counts) {
            continue;
        }
        compared.push_back(i);
        if (!fingerprints_.contains(version.ai)) {
            const std::string& path = store.ais()[static_cast<std::size_t>(version.ai)].path;
            fingerprints_[version.ai] = fingerprint_of(folder_ + "/" + path);
        }
    }
    std::vector<Copies> copies;
    for (std::size_t later = 0; later < compared.size(); ++later) {
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            const StoredVersion& one = store.versions()[compared[earlier]];
            const StoredVersion& other = store.versions()[compared[later]];
            if (one.entry == other.entry) {
                continue;
            }
            const auto [at, is_new] = overlaps_.try_emplace({one.ai, other.ai}, 0);
            if (is_new) {
                at->second =
                    one.sha256 == other.sha256
                        ? 1
                        : overlap(fingerprints_[one.ai], fingerprints_[other.ai], starters_);
            }
            if (at->second >= near_copy) {
                copies.push_back({compared[earlier], compared[later], at->second});
            }
        }
    }
    return copies;
}

} // namespace referee
