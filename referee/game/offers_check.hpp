#pragma once

/// Is every legal answer offered, and every offered one legal? In random positions, offered answers
/// are given, and so are answers that look like them: numbers in the gaps and beyond the ends of
/// those that are offered, words of other turns and seats in their places, words of
/// the game's description of answers in any place, commands of its examples, several answers in
/// one.

#include "game/breach.hpp"
#include "game/game.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace referee {

class Rng;

/// Knows the answers of all fields of one game that it has looked at.
class OffersCheck {
  public:
    /// Keeps a reference.
    explicit OffersCheck(const GameInfo& info);

    /// Remembers what is offered in a position, without trying anything.
    void know(const Position& position);

    /// Tries answers in a position in which somebody moves.
    void look(const Position& position, Rng& rng, Breaches& breaches);

    int positions() const { return positions_; }
    std::int64_t answers() const { return answers_; }

    /// Answers that were offered in other positions, as a player might try them.
    std::vector<std::string> some_known(std::size_t count, Rng& rng) const;

  private:
    class Mover;

    void know(const LegalAnswers& legal);
    void know_answer(const std::string& answer);
    void know_word(const std::string& word);

    /// Words that were seen in a place: of answers with the same command (the first word, if it is
    /// no number) and the same number of words, by index.
    using Place = std::pair<std::string, std::size_t>;

    const GameInfo& info_;
    std::vector<std::string> known_;
    std::set<std::string> known_set_;
    std::vector<std::string> tried_words_; ///< of the description and the examples
    std::map<Place, std::vector<std::set<std::string>>> words_;
    std::set<std::string> vocabulary_; ///< words of answers and of their description, no numbers
    std::map<std::tuple<Place, std::size_t, std::string>, int> times_; ///< a word was tried there
    std::set<std::string> slot_words_;
    /// By the word that begins a row of slots: what was offered after it.
    std::map<std::string, std::string> rows_;
    int positions_ = 0;
    std::int64_t answers_ = 0;
};

/// The same for one field: some positions of a random game.
std::vector<Breach> wrong_offers(const GameInfo& info, const Field& field, std::uint64_t seed);

} // namespace referee
