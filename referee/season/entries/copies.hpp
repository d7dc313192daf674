#pragma once

/// Entries with the same files, or with much code in common: referee/season/README.md, "Copies".
/// Only the organiser hears of them, and decides.

#include "season/entries/likeness.hpp"
#include "tournament/store/excluded.hpp"
#include "tournament/store/results.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace referee {

/// What the organiser decides about two entries that have copies of one program.
enum class CopyDecision {
    both,  ///< both play
    first, ///< the entry that had it first plays
    none   ///< neither plays
};

constexpr auto enum_names(CopyDecision) {
    return std::to_array<std::string_view>({"both", "first", "none"});
}

/// By pair of entries, the smaller name first.
using CopyDecisions = std::map<std::pair<std::string, std::string>, CopyDecision>;

/// Reads "first alice bob". Throws UserError.
void read_decision(const std::string& text, CopyDecisions& decisions);

/// Two accepted versions of different entries that are equal or alike.
struct Copies {
    std::size_t earlier = 0; ///< index in Results::versions()
    std::size_t later = 0;
    bool are_same = true; ///< they have the same files
    Likeness likeness{};  ///< else
    bool is_alike = true; ///< false: not quite any more; only a decision about them still holds
};

/// Compares versions as they come; each folder is read once.
class CopyFinder {
  public:
    CopyFinder(std::string folder, std::string_view game);

    /// The copies among all versions that were accepted once, also those that a decision keeps from
    /// playing.
    std::vector<Copies> find(const Results& store);

  private:
    std::string folder_;
    Likenesses likenesses_;
    std::map<int, std::size_t> numbers_; ///< by AI, in likenesses_
    std::map<std::string, std::size_t, std::less<>> entries_;
    /// By numbers. What was alike when the later one came stays so.
    std::map<std::pair<std::size_t, std::size_t>, Likenesses::Pair> alike_;
};

/// "bob 2 has the same files as alice 1", or "bob 2 is like alice 1: they have 94 % of the smaller
/// one's own code in common, and 90 % of the larger one's".
std::string text_of(const Copies& copies, const Results& store);

/// The decision about two entries; nothing if there is none.
const CopyDecision*
decision_about(const CopyDecisions& decisions, const std::string& one, const std::string& other);

} // namespace referee
