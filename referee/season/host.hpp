#pragma once

/// The surroundings of a season that runs on a machine: the system's clock, the season's folder,
/// the workers of a tournament, and its progress line.

#include "os/interrupt.hpp"
#include "os/own_command.hpp"
#include "season/config.hpp"
#include "season/deadline.hpp"
#include "season/entries/copies.hpp"
#include "season/surroundings.hpp"
#include "tournament/play/progress.hpp"
#include "tournament/play/worker.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace referee {

/// The time; SIGUSR1 asks for a look at the entries.
class HostClock : public SeasonClock {
  public:
    explicit HostClock(WakeUpSignal& signal) : signal_(signal) {}
    std::int64_t monotonic_ns() const override;
    std::int64_t realtime_ns() const override;
    bool take_request() override { return signal_.take(); }
    int descriptor() const override { return signal_.descriptor(); }

  private:
    WakeUpSignal& signal_;
};

class HostFolder : public SeasonFolder {
  public:
    explicit HostFolder(const SeasonConfig& config);

    ScannedEntries scan() override;
    std::string hash_of(const HandedIn& version) override;
    EntrySpace make_room(const RoomRequest& request) override;
    bool has(const std::string& path) const override;
    Contestant contestant(const std::string& name, const std::string& path) override;
    void keep(const std::string& draft, const std::string& path) override;
    void discard(const std::string& draft) override;
    std::vector<Copies> find_copies(const Results& results) override;
    DeadlineRecord& deadline_record() override { return deadline_record_; }
    void
    write_notes(const Results& results, const FaultStreaks& streaks, const Queue& queue) override;
    std::vector<NoteToTell>
    notes_to_tell(const Results& results, const FaultStreaks& streaks) override;
    void mark_told(const NoteToTell& note) override;

  private:
    const SeasonConfig& config_;
    DeadlineRecord deadline_record_;
    CopyFinder copy_finder_;
};

/// What the command that makes the site says to the organiser. Throws EnvironmentError if it
/// failed: the season then makes the site again.
std::string messages_of_site(const CommandResult& result);

/// The workers of the tournament.
class HostWorkers : public SeasonWorkers {
  public:
    HostWorkers(const SeasonConfig& config, const DeadlineRecord& record, WorkerPool& pool)
        : config_(config), record_(record), pool_(pool) {}
    std::size_t size() const override { return pool_.size(); }
    void renew(std::size_t worker, const WorkerSetup& setup) override {
        pool_.renew(worker, setup);
    }
    void start(std::size_t worker, const SeasonJob& job) override;

  private:
    const SeasonConfig& config_;
    const DeadlineRecord& record_;
    WorkerPool& pool_;
};

class HostLog : public SeasonLog {
  public:
    explicit HostLog(Progress& progress) : progress_(progress) {}
    void line(const std::string& text) override { progress_.line(text); }
    void status(const std::string& text) override { progress_.status(text); }
    void joined() override { progress_.finished(); }
    void add(const std::string& ai) override { progress_.add(ai); }

  private:
    Progress& progress_;
};

/// All of them.
class SeasonHost {
  public:
    /// Keeps references to all arguments.
    SeasonHost(
        const SeasonConfig& config, WorkerPool& pool, Progress& progress, WakeUpSignal& signal)
        : clock_(signal), folder_(config), workers_(config, folder_.deadline_record(), pool),
          log_(progress) {}
    SeasonClock& clock() { return clock_; }
    SeasonLog& log() { return log_; }
    const DeadlineRecord& deadline_record() { return folder_.deadline_record(); }
    /// With an engine that plays the games.
    Surroundings surroundings(SeasonEngine& engine) {
        return {clock_, folder_, workers_, log_, engine};
    }

  private:
    HostClock clock_;
    HostFolder folder_;
    HostWorkers workers_;
    HostLog log_;
};

} // namespace referee
