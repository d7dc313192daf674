#pragma once

/// A running season: it accepts versions while the tournament plays its queue, writes notes, and
/// keeps the site up to date. Its whole state is in the database or follows from it.

#include "season/announcement.hpp"
#include "season/config.hpp"
#include "season/engine.hpp"
#include "season/games.hpp"
#include "season/intake.hpp"
#include "season/job.hpp"
#include "season/publication.hpp"
#include "season/surroundings.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/play/tournament.hpp"
#include "tournament/store/season_book.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace referee {

class Season : public Attendant {
  public:
    /// Reads what is stored. `once`: ends when every active version has its games. Keeps references
    /// to config, book and all surroundings.
    Season(
        const SeasonConfig& config, SeasonBook& book, const Surroundings& surroundings, bool once);
    Season(const Season&) = delete;
    Season& operator=(const Season&) = delete;

    /// What the workers of this process play: by default the matches that are unfinished, then
    /// those of the queue.
    std::unique_ptr<Plan> plan() { return surroundings_.engine.plan(); }
    /// Writes the notes that are due.
    void write_notes() { publication_.write_notes(); }

    void attend() override;
    bool is_done() const override;
    std::int64_t due_ns() const override {
        return std::min(agenda_.look_ns, surroundings_.engine.due_ns());
    }
    int descriptor() const override { return surroundings_.clock.descriptor(); }
    bool wants(std::size_t worker) override;
    bool occupy(std::size_t worker) override;
    void job_done(std::size_t worker, const std::string& text) override;
    void job_failed(std::size_t worker, const WorkerFailure& failure) override;
    void stored(const GameOutcome& outcome) override { games_.stored(outcome); }
    void failed(std::size_t worker, std::span<const GameToPlay> games, const WorkerFailure& failure)
        override;
    void rules_failed(const GameToPlay& game) override { games_.rules_failed(game); }

  private:
    struct Worker {
        int generation = -1;      ///< of its setup; −1: it must be renewed
        bool is_reserved = false; ///< it will check a version
        std::optional<SeasonJob> job{};
    };

    void read_announcement();
    std::string status_text() const;
    std::size_t reserved() const;
    std::optional<SeasonJob> next_job(std::size_t worker);
    SeasonJob end_job(std::size_t worker);
    void end_if_full(const WorkerFailure& failure) const;

    const SeasonConfig& config_;
    Surroundings surroundings_;
    bool once_;
    Agenda agenda_;
    Announcement announcement_;
    SeasonGames games_;
    Intake intake_;
    Publication publication_;
    std::vector<Worker> workers_;
};

} // namespace referee
