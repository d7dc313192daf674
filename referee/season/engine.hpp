#pragma once

/// Where the games of a season are played. A season decides who plays whom (games.hpp), and an
/// engine has the matches played: it takes them from SeasonGames::next() when it has room for them,
/// and says what became of each. LocalEngine plays with the workers of the season's own process,
/// ClusterEngine (cluster/engine.hpp) with the jobs of a batch system, which check versions, too; a
/// test brings its own.
/// referee/season/README.md, "On a cluster".

#include "season/games.hpp"
#include "tournament/plan/plan.hpp"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>

namespace referee {

class Intake; // intake.hpp

class SeasonEngine {
  public:
    virtual ~SeasonEngine() = default;
    /// Called once, before all else, when the games have read what is stored. An engine whose
    /// matches outlive this process takes those of an earlier start back (SeasonGames::resume()).
    /// An engine that checks versions takes them from the intake. It keeps references to both.
    virtual void begin(SeasonGames& games, Intake& intake) = 0;
    /// True if it checks versions (Intake::begin_check()), so that the workers of this process
    /// don't.
    virtual bool checks_versions() const = 0;
    /// What the workers of this process play.
    virtual std::unique_ptr<Plan> plan() = 0;
    /// Called at each step of the season, and when due_ns() has passed. It may add games to the
    /// book. Throws EnvironmentError, InternalError, UserError if the season can't go on.
    virtual void attend() = 0;
    /// When attend() is due next, on the monotonic clock.
    virtual std::int64_t due_ns() const = 0;
    /// True if it has no match but those that the workers of this process play.
    virtual bool is_idle() const = 0;
    /// What it does, for people, in a few words; empty: nothing to say.
    virtual std::string status() const = 0;
};

/// Plays with the workers of this process: the loop of the tournament takes the matches, one for
/// each idle worker, and tells the season what came of them.
class LocalEngine final : public SeasonEngine {
  public:
    void begin(SeasonGames& games, Intake& /*intake*/) override { games_ = &games; }
    bool checks_versions() const override { return false; }
    std::unique_ptr<Plan> plan() override { return games_->plan(); }
    void attend() override {}
    std::int64_t due_ns() const override { return std::numeric_limits<std::int64_t>::max(); }
    bool is_idle() const override { return true; }
    std::string status() const override { return ""; }

  private:
    SeasonGames* games_ = nullptr;
};

} // namespace referee
