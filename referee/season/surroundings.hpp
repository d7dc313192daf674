#pragma once

/// What a season moves, behind interfaces: its clock, its folder, its workers, its messages, and
/// what plays its games. The season itself only decides. On a machine they are those of host.hpp; a
/// test brings its own and tries any order of events in microseconds (tests/support/season/).

#include "ai/contestant.hpp"
#include "season/deadline.hpp"
#include "season/entries/copies.hpp"
#include "season/entries/entries.hpp"
#include "season/entries/quota.hpp"
#include "season/entries/versions.hpp"
#include "season/job.hpp"
#include "season/on_note.hpp"
#include "season/queue.hpp"
#include "tournament/play/worker.hpp"
#include "tournament/store/results.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace referee {

class SeasonClock {
  public:
    virtual ~SeasonClock() = default;
    virtual std::int64_t monotonic_ns() const = 0;
    /// Since 1970.
    virtual std::int64_t realtime_ns() const = 0;
    /// True if the organiser has asked, since the last call, to look at the entries at once.
    virtual bool take_request() = 0;
    /// A descriptor that is readable when there is such a request.
    virtual int descriptor() const = 0;
};

/// The folder of a season: what was submitted, the copies that are played, the notes.
class SeasonFolder {
  public:
    virtual ~SeasonFolder() = default;

    virtual ScannedEntries scan() = 0;
    /// The hash of a submitted version. Throws UserError if it can't be read.
    virtual std::string hash_of(const HandedIn& version) = 0;
    /// Measures an entry, and makes room in it (quota.hpp).
    virtual EntrySpace make_room(const RoomRequest& request) = 0;

    /// True if there is a program at this path. Throws InternalError if that can't be told.
    virtual bool has(const std::string& path) const = 0;
    /// Reads the program. Throws UserError, InternalError.
    virtual Contestant contestant(const std::string& name, const std::string& path) = 0;
    /// Makes the draft of a check the copy that is played, at a path from the season's folder.
    /// Throws std::filesystem::filesystem_error if the draft is gone.
    virtual void keep(const std::string& draft, const std::string& path) = 0;
    virtual void discard(const std::string& draft) = 0;
    /// Entries with the same files or much code in common.
    virtual std::vector<Copies> find_copies(const Results& results) = 0;
    /// What was read when the deadline came.
    virtual DeadlineRecord& deadline_record() = 0;

    virtual void
    write_notes(const Results& results, const FaultStreaks& streaks, const Queue& queue) = 0;
    virtual std::vector<NoteToTell>
    notes_to_tell(const Results& results, const FaultStreaks& streaks) = 0;
    virtual void mark_told(const NoteToTell& note) = 0;
};

class SeasonWorkers {
  public:
    virtual ~SeasonWorkers() = default;
    virtual std::size_t size() const = 0;
    /// Makes an idle worker ready for games with this setup.
    virtual void renew(std::size_t worker, const WorkerSetup& setup) = 0;
    /// Gives an idle worker a job. It has to be renewed before it plays again.
    virtual void start(std::size_t worker, const SeasonJob& job) = 0;
};

/// Messages for the organiser.
class SeasonLog {
  public:
    virtual ~SeasonLog() = default;
    virtual void line(const std::string& text) = 0;
    /// What is going on, until the next call.
    virtual void status(const std::string& text) = 0;
    /// A game was stored that no worker of this process has played.
    virtual void joined() = 0;
    /// An AI takes part from now on.
    virtual void add(const std::string& ai) = 0;

    /// Like line(), but only the first time. Strangers choose the names in such lines: there are at
    /// most 100 about one entry, so that they don't fill the log, and nobody's lines keep others
    /// from being told. `entry`: whom it is about; empty for what only the organiser can cause.
    void line_once(const std::string& entry, const std::string& text) {
        constexpr std::size_t max_told = 100;
        std::set<std::string>& told = told_[entry];
        if (told.size() < max_told && told.insert(text).second) {
            line(text);
        }
    }

  private:
    std::map<std::string, std::set<std::string>> told_; ///< by entry
};

class SeasonEngine; // engine.hpp

struct Surroundings {
    SeasonClock& clock;
    SeasonFolder& folder;
    SeasonWorkers& workers;
    SeasonLog& log;
    SeasonEngine& engine;
};

/// What has to be done again. The parts of a season that change something note it here.
struct Agenda {
    bool site_is_old = true;
    bool notes_are_old = true;
    std::int64_t look_ns = 0; ///< when the entries are looked at next, on the monotonic clock

    void look_by(std::int64_t time) { look_ns = time < look_ns ? time : look_ns; }
    void look_now() { look_ns = 0; }
    /// A decision has been made: everybody sees it.
    void has_news() { site_is_old = notes_are_old = true; }
};

} // namespace referee
