#pragma once

/// How versions come into a season: what is found in entries/ waits, is checked by a worker or a
/// job of a cluster, and gets a decision. Late versions, and those for which there is no room, are
/// refused at once.

#include "season/admission.hpp"
#include "season/announcement.hpp"
#include "season/config.hpp"
#include "season/entries/entries.hpp"
#include "season/entries/quota.hpp"
#include "season/entries/waiting.hpp"
#include "season/games.hpp"
#include "season/surroundings.hpp"
#include "tournament/store/season_book.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace referee {

class Intake {
  public:
    /// Keeps references to all arguments; `announcement` may change.
    Intake(
        const SeasonConfig& config, const Announcement& announcement, SeasonBook& book,
        SeasonGames& games, const Surroundings& surroundings, Agenda& agenda);

    /// Looks at the entries.
    void scan();
    /// The announcement has changed: every version is looked at again.
    void forget_seen() { seen_.clear(); }
    /// What waits when the deadline comes is read at once: only this, and what was read before,
    /// counts as submitted in time. `now_ns`: before the entries were looked at.
    void attend_deadline(std::int64_t now_ns);

    /// True if an entry has more versions than may wait, or one waits or is being checked.
    bool is_busy() const { return is_behind_ || !arrivals_.empty() || !checked_.empty(); }
    std::size_t waiting() const { return arrivals_.size(); }
    std::size_t checked() const { return checked_.size(); }
    /// The number of versions that can be checked now.
    std::size_t ready() const { return arrivals_.ready(checked_entries()); }
    /// "checking alice 3, bob 1 and 2 more"; empty if nothing is being checked.
    std::string status() const;

    /// The next version to be checked; nothing if there is none. `checker`: a number of who checks
    /// it, a worker or a job of a cluster. It has no other check meanwhile.
    std::optional<Arrival> begin_check(std::size_t checker);
    /// Its check has ended with the text of an Admission.
    void checked(std::size_t checker, const std::string& text);
    /// The referee failed at it, not the version.
    void check_failed(std::size_t checker, const std::string& why);
    /// As it is when a check begins now.
    const Calendar& calendar() const { return announcement_.calendar; }

  private:
    /// A version that the season hasn't seen as it is, with its hash if it was read.
    struct Unseen {
        HandedIn version;
        std::string sha256;
    };
    using Places = std::vector<std::pair<std::string, std::int64_t>>;

    void tell_gone(const std::vector<HandedIn>& present);
    void look_at(
        const std::string& entry, const std::vector<HandedIn>& versions, Places& seen,
        std::vector<Arrival>& found);
    bool look_at(const Unseen& unseen, const std::string& objection, std::vector<Arrival>& found);
    std::string hash_of(const HandedIn& version);
    bool is_settled(const HandedIn& version, const std::string& sha256) const;
    bool
    is_known(const std::string& entry, const std::string& version, const std::string& sha256) const;
    std::size_t decisions_about(const std::string& entry, const std::string& version = "") const;
    std::set<std::string> checked_entries() const;
    EntrySpace room_of(const std::string& entry, const std::vector<Unseen>& undecided);
    std::string objection_to_space(const std::string& entry, const EntrySpace& space) const;
    Arrival end_check(std::size_t checker);
    void try_again(Arrival arrival, const std::string& why);
    void decide(const Arrival& arrival, const Admission& admission);
    void accept(StoredVersion& version, const std::string& draft);
    void refuse(
        StoredVersion::Status status, const std::string& entry, const std::string& name,
        const std::string& sha256, const std::string& why);

    const SeasonConfig& config_;
    const Announcement& announcement_;
    SeasonBook& book_;
    SeasonGames& games_;
    Surroundings surroundings_;
    Agenda& agenda_;

    Places seen_;                     ///< paths and times already examined
    std::set<std::string> told_gone_; ///< entries whose folder is gone, already reported
    WaitingVersions arrivals_;
    std::map<std::size_t, Arrival> checked_; ///< by who checks it
    std::vector<Arrival> unchecked_; ///< the referee failed at them; until the season starts again
    std::map<std::string, EntrySpace> spaces_;     ///< by entry, as measured last
    std::set<std::string> to_measure_;             ///< entries that have changed since
    bool is_behind_ = false;                       ///< some entry has more versions than may wait
    std::optional<std::int64_t> watched_deadline_; ///< that was to come when it was looked at last
};

} // namespace referee
