#pragma once

/// The page of a running match, through which people play, too: `--watch` and `--ai human` of
/// `play`.

#include "commands/arguments.hpp"
#include "games/registry.hpp"
#include "match/config.hpp"
#include "match/contestant.hpp"
#include "match/people.hpp"

#include <memory>
#include <vector>

namespace referee {

class LiveFeed;
class SeatLinks;
class Watch;
struct LiveConfig;

class MatchPage {
  public:
    /// Starts the server if it is asked for or a person plays, and prints the links of people.
    /// Keeps references to the field and the contestants. Takes a core off those of `config` as
    /// Watch does. Throws UserError.
    MatchPage(
        const Arguments& arguments, const LoadedField& field,
        const std::vector<Contestant>& contestants, MatchConfig& config);
    ~MatchPage();

    /// What the page shows; null if there is no page.
    LiveFeed* feed() const;
    /// Serves the page until it has received everything. Call it at the end, when everything is
    /// printed.
    void finish() const;
    /// Null if nobody plays.
    People* people() const { return people_.get(); }

  private:
    void seat_people(
        const Arguments& arguments, const std::vector<Contestant>& contestants, LiveConfig& live);

    std::unique_ptr<People> people_;
    std::unique_ptr<SeatLinks> links_;
    std::unique_ptr<Watch> watch_; ///< its thread uses the links, so it ends before them
};

} // namespace referee
