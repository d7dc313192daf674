#pragma once

/// A running season: it accepts versions while the tournament plays its queue, writes notes, and
/// keeps the site up to date. Its whole state is in the database or follows from it.

#include "os/interrupt.hpp"
#include "season/admission.hpp"
#include "season/config.hpp"
#include "season/deadline.hpp"
#include "season/entries/entries.hpp"
#include "season/entries/quota.hpp"
#include "season/entries/versions.hpp"
#include "season/entries/waiting.hpp"
#include "season/on_note.hpp"
#include "season/queue.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/play/progress.hpp"
#include "tournament/play/tournament.hpp"
#include "tournament/play/worker.hpp"
#include "tournament/statistics/plackett_luce.hpp"
#include "tournament/store/store.hpp"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace referee {

class Season : public Attendant {
  public:
    /// Reads what is stored. `once`: ends when every active version has its games. Keeps references
    /// to all arguments.
    Season(
        const SeasonConfig& config, Store& store, WorkerPool& pool, Progress& progress,
        WakeUpSignal& signal, bool once);

    /// The matches that are unfinished, then those of the queue.
    std::unique_ptr<Plan> plan();
    /// Writes the notes that are due.
    void write_notes();

    void attend() override;
    bool is_done() const override;
    std::int64_t due_ns() const override { return due_ns_; }
    int descriptor() const override { return signal_.descriptor(); }
    bool wants(std::size_t worker) override;
    bool occupy(std::size_t worker) override;
    void job_done(std::size_t worker, const std::string& text) override;
    void job_failed(std::size_t worker, const std::string& why) override;
    void stored(const GameOutcome& outcome) override;
    void
    failed(std::size_t worker, std::span<const GameToPlay> games, const std::string& why) override;

  private:
    friend class SeasonPlan;

    /// A version that the season hasn't seen as it is, with its hash if it was read.
    struct Unseen {
        HandedIn version;
        std::string sha256;
    };
    using Places = std::vector<std::pair<std::string, std::int64_t>>;

    void read_baselines();
    void read_contestants_of_store();
    void read_games();
    std::string path_of(const StoredAi& ai) const;
    Contestant playable(const StoredAi& ai) const;
    void add_contestant(Contestant contestant);
    void scan();
    void tell_once(const std::string& text);
    void read_announcement();
    void refuse(
        StoredVersion::Status status, const std::string& entry, const std::string& name,
        const std::string& sha256, const std::string& why);
    void tell_gone(const std::vector<HandedIn>& present);
    void look_at(
        const std::string& entry, const std::vector<HandedIn>& versions, Places& seen,
        std::vector<Arrival>& found);
    bool look_at(const Unseen& unseen, const std::string& objection, std::vector<Arrival>& found);
    std::string hash_of(const HandedIn& version);
    bool is_settled(const HandedIn& version, const std::string& sha256) const;
    std::size_t decisions_about(const std::string& entry, const std::string& version = "") const;
    EntrySpace room_of(const std::string& entry, const std::vector<Unseen>& undecided);
    std::string objection_to_space(const std::string& entry, const EntrySpace& space) const;
    std::set<std::string> checked_entries() const;
    void attend_deadline(std::int64_t now_ns);
    bool
    is_known(const std::string& entry, const std::string& version, const std::string& sha256) const;
    void decide(const Arrival& arrival, const Admission& admission);
    void admission_failed(std::size_t worker, const std::string& why);
    void end_if_full(const std::string& why) const;
    void break_ai(int ai, const std::string& why);
    std::string status_text() const;
    void update_candidates();
    void update_ratings();
    bool site_is_due() const;
    void find_notes_to_tell();
    void keep_copies_apart();
    void told(const std::string& why);
    std::optional<int> withdrawn_in(const GameToPlay& game) const;
    bool next_match(PlannedMatch& match);

    const SeasonConfig& config_;
    Store& store_;
    WorkerPool& pool_;
    Progress& progress_;
    WakeUpSignal& signal_;
    bool once_;

    std::vector<Contestant> contestants_; ///< by AI
    std::vector<bool> can_play_;          ///< by AI: its contestant was read
    WorkerSetup setup_;
    int generation_ = 0;           ///< of setup_
    std::vector<int> generations_; ///< by worker: of its setup; −1: it must be renewed

    Places seen_;                        ///< paths and times already examined
    std::set<std::string> told_gone_;    ///< entries whose folder is gone, already reported
    std::set<std::string> told_ignored_; ///< ignored files already reported
    WaitingVersions arrivals_;
    std::map<std::size_t, Arrival> admissions_; ///< by worker
    std::vector<Arrival> unchecked_; ///< the referee failed at them; until the season starts again
    std::set<std::size_t> reserved_; ///< workers that will take an arrival
    std::map<std::string, EntrySpace> spaces_; ///< by entry, as measured last
    std::set<std::string> to_measure_;         ///< entries that have changed since
    bool is_behind_ = false;                   ///< some entry has more versions than may wait
    DeadlineRecord deadline_record_;
    std::optional<std::int64_t> watched_deadline_; ///< that was to come when attend() looked last
    CopyFinder copy_finder_;
    std::deque<NoteToTell> to_tell_;
    std::optional<std::pair<std::size_t, NoteToTell>> telling_; ///< worker, and what it tells
    std::map<std::string, int> not_told_; ///< by entry, version and status: failed tries
    bool is_making_site_ = false;
    std::set<std::size_t> site_workers_;
    std::int64_t site_ns_ = 0; ///< when it was made last
    bool site_is_old_ = true;
    Announcement announcement_;
    std::optional<std::int64_t> next_moment_; ///< at which pages change

    Queue queue_;
    FaultStreaks streaks_;
    FinishingOrders orders_;
    std::map<std::int64_t, QueuedMatch> open_; ///< by index: matches that are being played
    std::deque<PlannedMatch> unfinished_;
    std::int64_t next_index_ = 0;
    int games_since_ratings_ = 0;
    std::vector<QuickRating> ratings_; ///< by AI
    std::map<int, int> failures_;      ///< by AI: games in a row that could not be played
    int failures_in_row_ = 0;
    bool notes_are_old_ = true;
    bool has_faults_ = false; ///< games were lost by faults since the candidates were found
    std::int64_t due_ns_ = 0;
};

} // namespace referee
