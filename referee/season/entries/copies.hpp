#pragma once

/// Entries that are nearly the same program: referee/season/README.md, "Copies". Only the organiser
/// is told, and decides.

#include "tournament/store/store.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace referee {

/// The 5-grams of the tokens of all texts in a folder, as sorted hashes. A token is a word or
/// number, or one other character; blanks separate.
using Fingerprint = std::vector<std::uint64_t>;

/// Of the file or folder; what isn't text, and what is beyond 8 MB, doesn't count.
Fingerprint fingerprint_of(const std::string& path);
/// Of one text.
Fingerprint fingerprint_of_text(std::string_view text);
/// Of all the starters of a game, which everybody may have.
Fingerprint fingerprint_of_starters(std::string_view game);

/// The share of the smaller one's 5-grams that the other has, too, without those of the starters.
/// 0 if fewer than 40 are left: two short programs may be alike by chance.
double overlap(const Fingerprint& one, const Fingerprint& other, const Fingerprint& starters);

/// From this overlap on two versions are nearly the same.
inline constexpr double near_copy = 0.9;

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

/// Two accepted versions of different entries that are equal or nearly so.
struct Copies {
    std::size_t earlier = 0; ///< index in Store::versions()
    std::size_t later = 0;
    double overlap = 1; ///< 1: the same files
};

/// Compares versions as they come; each folder is read once.
class CopyFinder {
  public:
    CopyFinder(std::string folder, std::string_view game);

    /// The copies among all versions that were accepted once, also those that a decision keeps from
    /// playing.
    std::vector<Copies> find(const Store& store);

  private:
    std::string folder_;
    Fingerprint starters_;
    std::map<int, Fingerprint> fingerprints_;        ///< by AI
    std::map<std::pair<int, int>, double> overlaps_; ///< by AIs
};

/// The text of a version that a decision keeps from playing begins with it.
inline constexpr std::string_view copy_mark = "the organiser has decided that it doesn't play: ";

bool is_kept_from_playing(const StoredVersion& version);

/// "bob 2 has the same files as alice 1" or "… has 94 % of the code of …".
std::string text_of(const Copies& copies, const Store& store);

/// The decision about two entries; nothing if there is none.
const CopyDecision*
decision_about(const CopyDecisions& decisions, const std::string& one, const std::string& other);

} // namespace referee
