#include "season/entries/copies.hpp"

#include "base/error.hpp"
#include "base/names.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace referee {

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

std::string text_of(const Copies& copies, const Results& store) {
    const StoredVersion& later = store.versions()[copies.later];
    const StoredVersion& earlier = store.versions()[copies.earlier];
    const auto name = [](const StoredVersion& version) {
        return fmt::format("{} {}", version.entry, version.version);
    };
    if (copies.are_same) {
        return fmt::format("{} has the same files as {}", name(later), name(earlier));
    }
    const auto percent = [](double share) { return fmt::format("{:.0f} %", 100 * share); };
    const auto& [shares, file_of_one, file_of_other] = copies.likeness;
    if (file_of_one.empty()) {
        return fmt::format(
            "{} is like {}: they have {} of the smaller one's own code in common, and {} of the "
            "larger one's",
            name(later), name(earlier), percent(shares.of_smaller), percent(shares.of_larger));
    }
    return fmt::format(
        "{} has a file like one of {}: {} and {} have {} of the smaller one's own code in common, "
        "and {} of the larger one's",
        name(later), name(earlier), safe_text(file_of_other), safe_text(file_of_one),
        percent(shares.of_smaller), percent(shares.of_larger));
}

CopyFinder::CopyFinder(std::string folder, std::string_view game)
    : folder_(std::move(folder)),
      likenesses_(fingerprint_of_starters(game), fingerprints_of_other_starters(game)) {}

std::vector<Copies> CopyFinder::find(const Results& store) {
    std::vector<std::size_t> compared; // versions
    const std::size_t first_new = numbers_.size();
    for (std::size_t i = 0; i < store.versions().size(); ++i) {
        const StoredVersion& version = store.versions()[i];
        const bool counts =
            !version.is_baseline && version.ai >= 0 &&
            (version.status == StoredVersion::Status::accepted || is_kept_from_playing(version));
        if (!counts) {
            continue;
        }
        compared.push_back(i);
        if (!numbers_.contains(version.ai)) {
            const std::string& path = store.ais()[static_cast<std::size_t>(version.ai)].path;
            const std::size_t entry =
                entries_.try_emplace(version.entry, entries_.size()).first->second;
            numbers_[version.ai] = likenesses_.add(entry, fingerprints_of(folder_ + "/" + path));
        }
    }
    for (const Likenesses::Pair& pair : likenesses_.pairs(first_new)) {
        alike_[{pair.one, pair.other}] = pair;
    }
    std::vector<Copies> copies;
    for (std::size_t later = 0; later < compared.size(); ++later) {
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            const StoredVersion& one = store.versions()[compared[earlier]];
            const StoredVersion& other = store.versions()[compared[later]];
            if (one.entry == other.entry) {
                continue;
            }
            if (one.sha256 == other.sha256) {
                copies.push_back({compared[earlier], compared[later]});
                continue;
            }
            const auto at = alike_.find(std::minmax(numbers_.at(one.ai), numbers_.at(other.ai)));
            if (at != alike_.end()) {
                Likeness likeness = at->second.likeness;
                if (numbers_.at(one.ai) > numbers_.at(other.ai)) {
                    std::swap(likeness.file_of_one, likeness.file_of_other);
                }
                copies.push_back(
                    {compared[earlier], compared[later], false, std::move(likeness),
                     at->second.is_alike});
            }
        }
    }
    return copies;
}

} // namespace referee
