#pragma once

/// How much programs have in common that others don't: referee/season/README.md, "Copies".

#include "season/entries/fingerprint.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace referee {

/// The common part of two programs, or of two files, as shares of both. Each gram weighs the less
/// the more entries have it; what more than a twentieth of the entries, or ten, have weighs
/// nothing.
struct Shares {
    double of_smaller = 0;
    double of_larger = 0;
};

struct Likeness {
    Shares shares;
    // Names of the files that are alike though the programs aren't; else empty.
    std::string file_of_one;
    std::string file_of_other;
};

/// From these shares on two programs are alike. Much of the larger one's code must be common, too:
/// else whoever has only a public library is like all that use it.
inline constexpr Shares alike{0.6, 0.2};
/// From these on two files, in which only counts what no third entry has.
inline constexpr Shares alike_files{0.7, 0.4};
/// With this part of the shares a decision about two programs still holds: what others hand in
/// later changes the weights.
inline constexpr double nearly_alike = 0.75;
/// Only grams that weigh something count. With fewer, programs may be alike by chance.
inline constexpr std::size_t min_grams = 80;

/// Compares programs as they come.
class Likenesses {
  public:
    /// `common`: what weighs nothing. `known`: programs outside the season that also have what the
    /// language makes common.
    Likenesses(Fingerprint common, std::vector<Fingerprint> known);

    /// Adds a program of an entry, and numbers it from 0.
    std::size_t add(std::size_t entry, std::vector<FileFingerprint> files);

    struct Pair {
        std::size_t one = 0; ///< the smaller number
        std::size_t other = 0;
        Likeness likeness;
        bool is_alike = true; ///< false: not quite any more, see nearly_alike
    };
    /// The pairs of programs of different entries that are alike, for each program from `first` on
    /// with all that were added.
    std::vector<Pair> pairs(std::size_t first) const;

  private:
    struct Document {
        std::size_t program;
        std::string name;
        Fingerprint grams;
    };
    struct Program {
        std::size_t entry;
        std::vector<std::uint32_t> documents;
        Fingerprint grams;
    };
    struct Weight {
        double weight = 0;
        bool is_rare = false; ///< at most two entries have it
    };
    struct Sums {
        double weight = 0;
        std::size_t count = 0; ///< of those that weigh something
    };

    struct Occurrences {
        std::vector<std::uint32_t> programs;
        std::uint32_t entries = 0; ///< in how many
    };

    Weight weight_of(std::uint64_t gram, const Occurrences* occurrences) const;
    Sums sums_of(const Fingerprint& grams, bool only_rare) const;
    void compare(std::size_t program, std::vector<Pair>& pairs) const;
    Likeness likeness_of_files(std::size_t one, std::size_t other) const;

    Fingerprint common_;
    std::unordered_map<std::uint64_t, std::uint32_t> known_; ///< in how many of `known`
    std::vector<Document> documents_;
    std::vector<Program> programs_;
    std::unordered_map<std::size_t, std::vector<std::uint32_t>> entries_; ///< their programs
    std::unordered_map<std::uint64_t, Occurrences> occurrences_;          ///< by gram
};

} // namespace referee
