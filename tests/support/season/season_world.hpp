#pragma once

/// A season without processes, files or time: the surroundings that it moves are plain values, and
/// a test moves them. SeasonWorld is what a season finds; SeasonRun runs one in it by the loop of a
/// tournament, which it moves step by step.

#include "season/admission.hpp"
#include "season/engine.hpp"
#include "season/season.hpp"
#include "season/surroundings.hpp"
#include "support/season/memory_book.hpp"
#include "tournament/play/progress.hpp"
#include "tournament/play/tournament.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tests {

constexpr std::int64_t second = 1'000'000'000;

struct FakeSeasonClock : referee::SeasonClock {
    std::int64_t now_ns = 2'000'000 * second; ///< since 1970
    bool is_asked = false;

    std::int64_t now() const { return now_ns / second; }
    std::int64_t monotonic_ns() const override { return now_ns - 1'500'000 * second; }
    std::int64_t realtime_ns() const override { return now_ns; }
    bool take_request() override { return std::exchange(is_asked, false); }
    int descriptor() const override { return -1; }
};

/// What lies in entries/NAME/VERSION. Its content stands for its hash, too.
struct Upload {
    std::string content;
    std::int64_t changed_ns = 0;
    bool is_closed = false; ///< it can't be read
};

class FakeSeasonFolder : public referee::SeasonFolder {
  public:
    explicit FakeSeasonFolder(std::string folder) : folder_(std::move(folder)) {}

    std::map<std::string, std::map<std::string, Upload>> entries;    ///< by entry and version
    std::map<std::string, std::string> programs;                     ///< content, by absolute path
    std::map<std::string, std::string> drafts;                       ///< content, by path
    std::map<std::pair<std::string, std::string>, std::string> told; ///< status
    /// What the last notes said: the state of each version.
    std::vector<referee::VersionState> noted;
    std::vector<std::string> removed; ///< by make_room()
    int notes_written = 0;            ///< calls of write_notes()
    /// Called before everything that reads or writes files, as "read /cup/…"; may throw.
    std::function<void(const std::string& call)> may_fail = [](const std::string&) {};
    std::uint64_t upload_size = 1; ///< of each upload, in bytes

    Upload* upload(const std::string& entry, const std::string& version);

    referee::ScannedEntries scan() override;
    std::string hash_of(const referee::HandedIn& version) override;
    referee::EntrySpace make_room(const referee::RoomRequest& request) override;
    bool has(const std::string& path) const override {
        may_fail("look for " + path);
        return programs.contains(path);
    }
    referee::Contestant contestant(const std::string& name, const std::string& path) override;
    void keep(const std::string& draft, const std::string& path) override;
    void discard(const std::string& draft) override { drafts.erase(draft); }
    std::vector<referee::Copies> find_copies(const referee::Results& results) override;
    referee::DeadlineRecord& deadline_record() override { return record_; }
    void write_notes(
        const referee::Results& results, const referee::FaultStreaks& streaks,
        const referee::Queue& queue) override;
    std::vector<referee::NoteToTell>
    notes_to_tell(const referee::Results& results, const referee::FaultStreaks& streaks) override;
    void mark_told(const referee::NoteToTell& note) override {
        may_fail("mark " + note.entry);
        told[{note.entry, note.version}] = note.status;
    }

  private:
    std::string folder_;
    referee::DeadlineRecord record_;
};

/// A worker's process: what it knows, or what it does.
struct FakeWorker {
    std::optional<referee::SeasonJob> job;
    referee::DeadlineRecord record;                ///< as it was when the job began
    std::optional<referee::Admission> admission;   ///< of a check that has copied the version
    std::optional<std::vector<std::string>> known; ///< contents by AI; none: it can't play
    std::optional<referee::GameToPlay> game;
};

class FakeSeasonWorkers : public referee::SeasonWorkers {
  public:
    FakeSeasonWorkers(std::size_t count, FakeSeasonFolder& folder) : all(count), folder_(folder) {}
    std::vector<FakeWorker> all;

    std::size_t size() const override { return all.size(); }
    void renew(std::size_t worker, const referee::WorkerSetup& setup) override;
    void start(std::size_t worker, const referee::SeasonJob& job) override;

  private:
    FakeSeasonFolder& folder_;
};

struct FakeSeasonLog : referee::SeasonLog {
    std::vector<std::string> lines;
    std::string now;
    std::vector<std::string> ais;

    void line(const std::string& text) override { lines.push_back(text); }
    void status(const std::string& text) override { now = text; }
    void joined() override {}
    void add(const std::string& ai) override { ais.push_back(ai); }
    /// True if one of the lines contains the text.
    bool has(const std::string& text) const;
};

struct SeasonWorld {
    /// A season of games of two, with so many workers and fields.
    explicit SeasonWorld(std::size_t workers = 2, int fields = 3);

    referee::SeasonConfig config;
    /// What season.ini says now. The season reads it at each look; nothing: it can't be read.
    std::optional<referee::Announcement> announcement;
    FakeSeasonClock clock;
    FakeSeasonFolder folder;
    FakeSeasonWorkers workers;
    FakeSeasonLog log;
    MemorySeason book;
    referee::SeasonEngine* engine = nullptr; ///< null: the workers play

    void pass(std::int64_t seconds) { clock.now_ns += seconds * second; }
    /// Puts a version in place now.
    void submit(const std::string& entry, const std::string& version, const std::string& content);
    /// Removes what an entry submitted and its copies, as an organiser withdraws it.
    void withdraw(const std::string& entry);
    /// Sets a moment of the calendar, so many seconds from now.
    void
    set_moment(std::optional<referee::ZonedTime> referee::Calendar::*moment, std::int64_t seconds);
    /// The status of the last decision about a version; nothing without one.
    std::optional<referee::StoredVersion::Status>
    status(const std::string& entry, const std::string& version) const;
};

/// The workers as the loop of the tournament sees them: one message at a time comes from them.
class FakePool : public referee::TournamentWorkers {
  public:
    explicit FakePool(SeasonWorld& world) : world_(world) {}

    /// What the next wait() brings.
    void say(std::size_t worker, referee::WorkerMessage message) {
        message_.emplace(worker, std::move(message));
    }
    /// Every game that a worker got, in this order.
    std::vector<referee::GameToPlay> given;

    std::size_t size() const override { return world_.workers.all.size(); }
    void send(std::size_t worker, const referee::GameToPlay& game) override;
    std::vector<std::size_t> wait(std::int64_t due_ns, int other) override;
    referee::WorkerMessage receive(std::size_t worker) override;
    std::int64_t now_ns() const override { return world_.clock.monotonic_ns(); }
    void throw_if_interrupted() override {}
    void await_own_signal() override {}

  private:
    SeasonWorld& world_;
    std::optional<std::pair<std::size_t, referee::WorkerMessage>> message_;
};

/// How a check ends.
enum class CheckEnd { accept, reject };

/// A season and its games, from a start of the command to its end.
class SeasonRun {
  public:
    explicit SeasonRun(SeasonWorld& world, bool once = false);

    referee::Season& season() { return *season_; }

    /// The season attends, and idle workers get what there is to do.
    void look();
    /// Looks at the entries after a signal to do so.
    void look_at_once();
    bool is_over() const;

    /// The workers with a job of this kind.
    template <typename Kind>
    std::vector<std::size_t> with() const {
        std::vector<std::size_t> found;
        for (std::size_t worker = 0; worker < world_.workers.all.size(); ++worker) {
            const auto& job = world_.workers.all[worker].job;
            if (job && std::holds_alternative<Kind>(*job)) {
                found.push_back(worker);
            }
        }
        return found;
    }
    std::vector<std::size_t> playing() const;

    /// A check copies the version, as it lies in entries/ now.
    void copy(std::size_t worker);
    /// Ends a check, after its copy.
    void end_check(std::size_t worker, CheckEnd verdict = CheckEnd::accept);
    void end_job(std::size_t worker, const std::string& text);
    void fail_job(std::size_t worker, const referee::WorkerFailure& failure);
    /// `loser`: the seat that loses, from 1; by faults if `has_faults`: then it counts a second
    /// later, which passes here.
    void end_game(std::size_t worker, int loser = 2, bool has_faults = false);
    void fail_game(std::size_t worker, const referee::WorkerFailure& failure);
    /// The rules fail in its game.
    void break_game(std::size_t worker);

    /// Ends every job well and every game without faults until nothing happens for minutes. Throws
    /// std::runtime_error if that never comes.
    void settle();

    /// Every game that a worker got, in this order.
    const std::vector<referee::GameToPlay>& given() const { return pool_.given; }

  private:
    void say(std::size_t worker, referee::WorkerMessage message);
    void discard_draft(std::size_t worker);

    SeasonWorld& world_;
    referee::TournamentConfig tournament_;
    referee::Progress progress_;
    FakePool pool_;
    referee::LocalEngine local_;
    std::unique_ptr<referee::Season> season_;
    std::unique_ptr<referee::Tournament> loop_;
};

} // namespace tests
