#include "season/entries/likeness.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace referee {

namespace {

Shares shares_of(double common, double one, double other) {
    const double smaller = std::min(one, other);
    return smaller <= 0 ? Shares{} : Shares{common / smaller, common / std::max(one, other)};
}

bool reaches(const Shares& shares, const Shares& wanted, double part) {
    return shares.of_smaller >= part * wanted.of_smaller &&
           shares.of_larger >= part * wanted.of_larger;
}

Fingerprint common_grams(const Fingerprint& one, const Fingerprint& other) {
    Fingerprint both;
    std::set_intersection(
        one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(both));
    return both;
}

} // namespace

Likenesses::Likenesses(Fingerprint common, std::vector<Fingerprint> known)
    : common_(std::move(common)) {
    for (const Fingerprint& grams : known) {
        for (const std::uint64_t gram : grams) {
            ++known_[gram];
        }
    }
}

std::size_t Likenesses::add(std::size_t entry, std::vector<FileFingerprint> files) {
    const std::size_t number = programs_.size();
    Program program{entry, {}, {}};
    for (FileFingerprint& file : files) {
        // What weighs nothing needn't be kept.
        Fingerprint grams;
        std::set_difference(
            file.grams.begin(), file.grams.end(), common_.begin(), common_.end(),
            std::back_inserter(grams));
        Fingerprint all;
        std::set_union(
            program.grams.begin(), program.grams.end(), grams.begin(), grams.end(),
            std::back_inserter(all));
        program.grams = std::move(all);
        program.documents.push_back(static_cast<std::uint32_t>(documents_.size()));
        documents_.push_back({number, std::move(file.name), std::move(grams)});
    }
    std::vector<std::uint32_t>& earlier = entries_[entry];
    for (const std::uint64_t gram : program.grams) {
        const bool is_known = std::any_of(earlier.begin(), earlier.end(), [&](std::uint32_t known) {
            const Fingerprint& grams = programs_[known].grams;
            return std::binary_search(grams.begin(), grams.end(), gram);
        });
        Occurrences& all = occurrences_[gram];
        all.entries += is_known ? 0 : 1;
        all.programs.push_back(static_cast<std::uint32_t>(number));
    }
    earlier.push_back(static_cast<std::uint32_t>(number));
    programs_.push_back(std::move(program));
    return number;
}

Likenesses::Weight Likenesses::weight_of(std::uint64_t gram, const Occurrences* occurrences) const {
    const auto known = known_.find(gram);
    const double count = (occurrences == nullptr ? 0 : occurrences->entries) +
                         (known == known_.end() ? 0 : known->second);
    const double max = std::max(10.0, static_cast<double>(entries_.size()) / 20);
    // Less than in proportion: several who copied one program and added to it must be found.
    return {count > max ? 0 : count <= 2 ? 1 : 1 / std::sqrt(count - 1), count <= 2};
}

Likenesses::Sums Likenesses::sums_of(const Fingerprint& grams, bool only_rare) const {
    Sums sums;
    for (const std::uint64_t gram : grams) {
        const auto found = occurrences_.find(gram);
        const Weight weight =
            weight_of(gram, found == occurrences_.end() ? nullptr : &found->second);
        if (weight.weight > 0 && (weight.is_rare || !only_rare)) {
            sums.weight += weight.weight;
            ++sums.count;
        }
    }
    return sums;
}

void Likenesses::compare(std::size_t program, std::vector<Pair>& pairs) const {
    struct Common {
        double weight = 0;
        std::size_t rare = 0;
    };
    const Program& own = programs_[program];
    Sums own_sums;
    std::unordered_map<std::size_t, Common> common; // by program
    for (const std::uint64_t gram : own.grams) {
        const Occurrences& all = occurrences_.at(gram);
        const Weight weight = weight_of(gram, &all);
        if (weight.weight <= 0) {
            continue;
        }
        own_sums.weight += weight.weight;
        ++own_sums.count;
        for (const std::uint32_t other : all.programs) {
            if (programs_[other].entry != own.entry) {
                common[other].weight += weight.weight;
                common[other].rare += weight.is_rare ? 1 : 0;
            }
        }
    }
    for (const auto& [other, both] : common) {
        const std::size_t first = std::min(program, other);
        const std::size_t second = std::max(program, other);
        Likeness whole;
        if (both.weight >= nearly_alike * alike.of_larger * own_sums.weight) {
            const Sums sums = sums_of(programs_[other].grams, false);
            if (std::min(sums.count, own_sums.count) >= min_grams) {
                whole.shares = shares_of(both.weight, own_sums.weight, sums.weight);
            }
        }
        if (reaches(whole.shares, alike, 1)) {
            pairs.push_back({first, second, whole, true});
            continue;
        }
        const Likeness files =
            both.rare >= min_grams ? likeness_of_files(first, second) : Likeness();
        if (reaches(files.shares, alike_files, 1)) {
            pairs.push_back({first, second, files, true});
        } else if (reaches(whole.shares, alike, nearly_alike)) {
            pairs.push_back({first, second, whole, false});
        } else if (reaches(files.shares, alike_files, nearly_alike)) {
            pairs.push_back({first, second, files, false});
        }
    }
}

/// A copy among other files. What no third entry has is enough: a library has its own files, too.
Likeness Likenesses::likeness_of_files(std::size_t one, std::size_t other) const {
    Likeness best;
    for (const std::uint32_t mine : programs_[one].documents) {
        for (const std::uint32_t theirs : programs_[other].documents) {
            const Document& first = documents_[mine];
            const Document& second = documents_[theirs];
            const Sums common = sums_of(common_grams(first.grams, second.grams), true);
            if (common.count < min_grams) {
                continue;
            }
            const Shares shares = shares_of(
                common.weight, sums_of(first.grams, true).weight,
                sums_of(second.grams, true).weight);
            const bool is_better =
                reaches(shares, alike_files, 1) || !reaches(best.shares, alike_files, 1);
            if (is_better && reaches(shares, alike_files, nearly_alike) &&
                shares.of_smaller > best.shares.of_smaller) {
                best = {shares, first.name, second.name};
            }
        }
    }
    return best;
}

std::vector<Likenesses::Pair> Likenesses::pairs(std::size_t first) const {
    std::vector<Pair> pairs;
    for (std::size_t program = first; program < programs_.size(); ++program) {
        compare(program, pairs);
    }
    const auto names = [](const Pair& pair) { return std::pair(pair.one, pair.other); };
    std::sort(pairs.begin(), pairs.end(), [&](const Pair& a, const Pair& b) {
        return names(a) < names(b);
    });
    pairs.erase(
        std::unique(
            pairs.begin(), pairs.end(),
            [&](const Pair& a, const Pair& b) { return names(a) == names(b); }),
        pairs.end());
    return pairs;
}

} // namespace referee
