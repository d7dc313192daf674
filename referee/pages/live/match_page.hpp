#pragma once

/// The page of a running match, through which people play, too: `--watch` and `--ai human` of
/// `play`.

#include "ai/contestant.hpp"
#include "game/registry.hpp"
#include "match/config.hpp"
#include "match/people.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace referee {

class GameDisplay;
class SeatLinks;
class Watch;
struct LiveConfig;

/// What is asked for; people play without `watch`, too.
struct PageRequest {
    std::optional<std::string> watch;                    ///< where to listen: read_listen()
    std::optional<std::chrono::milliseconds> human_time; ///< for each answer of a person
};

class MatchPage {
  public:
    /// Starts the server if it is asked for or a person plays, and prints the links of people.
    /// Keeps references to the field and the contestants. Takes a core off those of `config` as
    /// Watch does. Throws UserError.
    MatchPage(
        const PageRequest& asked, const LoadedField& field,
        const std::vector<Contestant>& contestants, MatchConfig& config);
    ~MatchPage();

    /// What the page shows; null if there is no page.
    GameDisplay* display() const;
    /// Serves the page until it has received everything. Call it at the end, when everything is
    /// printed.
    void finish() const;
    /// Null if nobody plays.
    People* people() const { return people_.get(); }

  private:
    void seat_people(
        std::chrono::milliseconds time, const std::vector<Contestant>& contestants,
        LiveConfig& live);

    std::unique_ptr<People> people_;
    std::unique_ptr<SeatLinks> links_;
    std::unique_ptr<Watch> watch_; ///< its thread uses the links, so it ends before them
};

} // namespace referee
