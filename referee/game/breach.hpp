#pragma once

/// What the checks of a game's contract find: which promise is broken, where, and by which answer.

#include "game/game.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// What a game promises, as far as a check can tell.
enum class Promise {
    end,
    turn,
    simultaneous,
    files,
    frames,
    effects,
    faults,
    reasons,
    ranks,
    replay,
    fields,
    offers,
    legal,
    deal,
    secrets,
    reply,
    page
};

constexpr auto enum_names(Promise) {
    return std::to_array<std::string_view>(
        {"end", "turn", "simultaneous", "files", "frames", "effects", "faults", "reasons", "ranks",
         "replay", "fields", "offers", "legal", "deal", "secrets", "reply", "page"});
}

/// The rule as the guide has it (referee/game_programs/README.md, "What is checked").
std::string_view rule_of(Promise promise);

/// An answer as it was given.
struct GivenAnswer {
    Seat seat = 1;
    Fault fault = Fault::none;
    std::string text;
};

/// Carries them out as the answers of a turn.
std::vector<Effect> apply_given(
    Position& position, std::span<const GivenAnswer> answers, const StepWatcher& watcher = {});

/// A broken promise, with the first place where it was seen. Made by one of the functions below, so
/// that each kind has what it takes to find the mistake.
struct Breach {
    Promise promise = Promise::reply;
    std::string what;              ///< "an offered answer is refused"
    int turn = -1;                 ///< -1: nowhere in a game
    Seat seat = everybody;         ///< whose answer or view it is
    std::vector<std::string> more; ///< lines of `key: value`: "answer: '1 2'"
    /// The position that shows it, or the one before the answers that show it.
    std::shared_ptr<const Position> before{};
    std::vector<GivenAnswer> given{};
};

/// Of the game as a whole: no turn shows it.
Breach breach_of_game(Promise promise, std::string what);
/// Of a position as a seat sees it, or everybody.
Breach breach_of_view(
    Promise promise, std::string what, const Position& position, Seat seat,
    std::vector<std::string> more = {});
/// Of an answer, given in the position together with those of others. `first`: what the seat
/// answered before, if this one only repeats it.
Breach breach_of_answer(
    Promise promise, std::string what, std::shared_ptr<const Position> before,
    std::vector<GivenAnswer> given, std::size_t index, const std::vector<std::string>& more = {},
    const GivenAnswer* first = nullptr);
/// Of all answers of a turn together, as `viewer` sees it, or everybody.
Breach breach_of_turn(
    Promise promise, std::string what, std::shared_ptr<const Position> before,
    std::vector<GivenAnswer> given, Seat viewer, const std::vector<std::string>& more = {});

/// "turn 4, seat 2"; empty if it was seen nowhere in a game.
std::string place_of(const Breach& breach);

/// In one line: place, what it is, and more.
std::string line_of(const Breach& breach);

/// Broken promises, each kind once.
class Breaches {
  public:
    /// True if it is the first of its kind.
    bool add(Breach breach);

    /// By promise and text.
    std::vector<Breach> all() const;
    bool empty() const { return found_.empty(); }

  private:
    std::map<std::pair<Promise, std::string>, Breach> found_;
};

/// An answer for people: in quotes, shortened; or the fault in its place.
std::string shown_answer(const GivenAnswer& answer);

/// An effect for people: "illegal '1 9' (there is no heap 9)".
std::string shown_effect(const Effect& effect);

} // namespace referee
