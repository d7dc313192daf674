// The state of a season, and its games. Accepting versions: from scan() on; the copy:
// admission.cpp.

#include "season/season.hpp"

#include "ai/contestant.hpp"
#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "os/clock.hpp"
#include "season/admission.hpp"
#include "season/entries/copies.hpp"
#include "season/notes.hpp"
#include "season/queue.hpp"
#include "tournament/play/stored_plan.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <system_error>
#include <tuple>
#include <utility>

namespace referee {

namespace {

/// Between two looks at the entries; a test that wants none by itself replaces it.
std::int64_t scan_ns() {
    const char* const seconds = std::getenv("REFEREE_TEST_SCAN");
    return (seconds == nullptr ? 10 : std::atoi(seconds)) * second_ns;
}

constexpr std::int64_t site_interval_ns = 60 * second_ns;
/// The ratings that choose opponents are refitted after this many games.
constexpr int games_per_fit = 16;
constexpr int max_failures = 3;
constexpr int max_failures_in_row = 20;
constexpr std::string_view files_are_gone = "its files were deleted: it is withdrawn";
constexpr std::string_view not_completed =
    "the check was not completed; submit it again as a new version";

} // namespace

Season::Season(
    const SeasonConfig& config, Store& store, WorkerPool& pool, Progress& progress,
    WakeUpSignal& signal, bool once)
    : config_(config), store_(store), pool_(pool), progress_(progress), signal_(signal),
      once_(once), generations_(pool.size(), -1), deadline_record_(config.path("deadline.json")),
      copy_finder_(config.folder, config.game->name), announcement_(config.announcement),
      queue_(queue_config(config, !once)), streaks_(config.rest_after) {
    for (const StoredField& field : config.fields) {
        setup_.fields.push_back(field.path);
        setup_.hashes.push_back(field.sha256);
    }
    setup_.contestants = &contestants_;
    setup_.game = config.game;
    setup_.seats = config.seats;
    setup_.config = config.match;
    setup_.records = config.records ? config.path("records") : "";
    read_baselines();
    read_contestants_of_store();
    read_games();
    update_ratings();
    keep_copies_apart();
    update_candidates();
}

/// The current path of its program: the folder of a season may be moved, and baselines too.
std::string Season::path_of(const StoredAi& ai) const {
    for (const StoredVersion& version : store_.versions()) {
        const bool is_it = version.ai >= 0 && version.is_baseline &&
                           store_.ais()[static_cast<std::size_t>(version.ai)].name == ai.name;
        for (const Baseline& baseline : config_.baselines) {
            if (is_it && baseline.name == version.entry) {
                return baseline.path;
            }
        }
    }
    return config_.path(ai.path);
}

Contestant Season::playable(const StoredAi& ai) const {
    std::error_code code;
    if (!ai.is_command_line && !std::filesystem::exists(path_of(ai), code)) {
        throw UserError(std::string(files_are_gone));
    }
    Contestant contestant = read_contestants({ai.name + "=" + path_of(ai)})[0];
    if (contestant.sha256 != ai.sha256) {
        throw UserError("its files have changed since it was accepted; submit a new version");
    }
    return contestant;
}

/// One without a program can't play yet.
void Season::add_contestant(Contestant contestant) {
    can_play_.push_back(!contestant.sha256.empty());
    progress_.add(contestant.name);
    contestants_.push_back(std::move(contestant));
    ++generation_;
}

void Season::read_contestants_of_store() {
    for (std::size_t ai = contestants_.size(); ai < store_.ais().size(); ++ai) {
        Contestant unread;
        unread.name = store_.ais()[ai].name;
        add_contestant(std::move(unread));
    }
    // Without a version that can't be played any more, the one before it is active again.
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        const std::vector<VersionState> states = states_of(store_.versions(), streaks_);
        for (std::size_t i = 0; i < states.size(); ++i) {
            const int ai = store_.versions()[i].ai;
            const auto index = static_cast<std::size_t>(ai);
            if (states[i] != VersionState::active || can_play_[index]) {
                continue;
            }
            try {
                contestants_[index] = playable(store_.ais()[index]);
                can_play_[index] = true;
                ++generation_;
            } catch (const UserError& problem) {
                break_ai(ai, problem.what());
                goes_on = true;
            }
        }
    }
}

/// Counts the stored games, and finds the matches with missing games.
void Season::read_games() {
    next_index_ = store_.next_match();
    for_each_match(
        config_, store_, [this](const GameOutcome& game) { stored(game); },
        [this](const PlannedMatch& match, int games) {
            queue_.count({match.field, match.group});
            const bool can_go_on =
                std::all_of(match.group.begin(), match.group.end(), [this](int ai) {
                    return can_play_[static_cast<std::size_t>(ai)];
                });
            if (games < store_.tournament().games_per_match && can_go_on) {
                unfinished_.push_back(match);
            }
        });
}

void Season::update_candidates() {
    std::vector<Candidate> candidates =
        candidates_of(config_, store_, states_of(store_.versions(), streaks_), ratings_);
    std::erase_if(candidates, [this](const Candidate& candidate) {
        return !can_play_[static_cast<std::size_t>(candidate.ai)];
    });
    queue_.set_candidates(std::move(candidates));
    notes_are_old_ = true;
}

void Season::update_ratings() {
    ratings_ = quick_ratings(orders_, static_cast<int>(store_.ais().size()));
    games_since_ratings_ = 0;
}

void Season::stored(const GameOutcome& outcome) {
    streaks_.count(outcome);
    add_order(orders_, outcome);
    failures_in_row_ = 0;
    site_is_old_ = true;
    ++games_since_ratings_;
    for (const SeatOutcome& seat : outcome.seats) {
        failures_.erase(seat.ai);
        if (is_lost_by_faults(seat)) { // it may rest now, and its author gets a note
            has_faults_ = true;
            due_ns_ = std::min(due_ns_, monotonic_ns() + second_ns);
        }
    }
}

void Season::attend() {
    if (games_since_ratings_ >= games_per_fit) {
        update_ratings();
        update_candidates();
    }
    if (std::exchange(has_faults_, false)) {
        update_candidates();
    }
    const auto now = static_cast<std::int64_t>(std::time(nullptr));
    if (next_moment_ && now >= *next_moment_) {
        site_is_old_ = true;
    }
    next_moment_ = announcement_.calendar.next(now);
    progress_.status(status_text());
    const bool is_asked = signal_.take();
    if (!is_asked && monotonic_ns() < due_ns_) {
        return;
    }
    const std::int64_t now_ns = realtime_ns();
    due_ns_ = monotonic_ns() + scan_ns();
    read_announcement();
    scan();
    attend_deadline(now_ns);
    update_candidates();
    write_notes();
}

bool Season::next_match(PlannedMatch& match) {
    if (!unfinished_.empty()) {
        match = unfinished_.front();
        unfinished_.pop_front();
        open_[match.index] = {match.field, match.group};
        return true;
    }
    const std::optional<QueuedMatch> next = queue_.next();
    if (!next) {
        return false;
    }
    queue_.count(*next);
    match.index = next_index_++;
    match.field = next->field;
    match.group = next->group;
    open_[match.index] = *next;
    return true;
}

bool Season::is_done() const {
    return once_ && !is_behind_ && arrivals_.empty() && admissions_.empty() && to_tell_.empty() &&
           !telling_ && unfinished_.empty() && !queue_.next();
}

bool Season::site_is_due() const {
    return site_is_old_ && !is_making_site_ && !once_ &&
           (site_ns_ == 0 || monotonic_ns() >= site_ns_ + site_interval_ns);
}

/// True if a worker is needed for its own renewal, to admit a version, or to make the site. At most
/// half of the workers admit versions.
bool Season::wants(std::size_t worker) {
    const std::size_t max_admissions = std::max<std::size_t>(1, pool_.size() / 2);
    if (!reserved_.contains(worker) && reserved_.size() < arrivals_.ready(checked_entries()) &&
        reserved_.size() + admissions_.size() < max_admissions) {
        reserved_.insert(worker);
    }
    return generations_[worker] != generation_ || reserved_.contains(worker) || site_is_due() ||
           (!to_tell_.empty() && !telling_);
}

bool Season::occupy(std::size_t worker) {
    const std::optional<Arrival> next =
        reserved_.erase(worker) > 0 ? arrivals_.take(checked_entries()) : std::nullopt;
    if (next) {
        const Arrival arrival = *next;
        admissions_[worker] = arrival;
        generations_[worker] = -1;
        progress_.status(status_text());
        pool_.run(worker, [this, arrival](const std::vector<int>& cores) {
            return text_of(admit(
                config_, announcement_.calendar, deadline_record_, arrival.entry,
                config_.path("versions"), cores));
        });
        return true;
    }
    if (!to_tell_.empty() && !telling_) {
        telling_.emplace(worker, to_tell_.front());
        to_tell_.pop_front();
        generations_[worker] = -1;
        pool_.run(worker, [this](const std::vector<int>&) {
            constexpr std::chrono::milliseconds limit{60'000};
            return run_on_note(config_.on_note, config_.folder, telling_->second, limit);
        });
        return true;
    }
    if (site_is_due()) {
        is_making_site_ = true;
        site_is_old_ = false;
        site_workers_.insert(worker);
        generations_[worker] = -1;
        pool_.run(worker, [this](const std::vector<int>&) {
            std::vector<std::string> words{
                "site",
                config_.database(),
                config_.path("site"),
                "--title",
                config_.title,
                "--rest-after",
                std::to_string(config_.rest_after)};
            if (config_.publishes_errors) {
                words.emplace_back("--errors");
            }
            words.insert(words.end(), announcement_.words.begin(), announcement_.words.end());
            words.emplace_back("--force"); // the folder is the season's, whatever is in it
            return run_own_command(words, config_.folder).errors;
        });
        return true;
    }
    if (generations_[worker] != generation_) {
        pool_.renew(worker, setup_);
        generations_[worker] = generation_;
    }
    return false;
}

/// Nobody's fault: the season's own disk has no room left. It must be told by the name of the file,
/// because an AI may fill its work folder.
void Season::end_if_full(const std::string& why) const {
    for (const int error : {ENOSPC, EDQUOT}) {
        if (why.find(std::generic_category().message(error)) != std::string::npos &&
            why.find(config_.folder + "/") != std::string::npos) {
            throw InternalError(why + "; make room, then run the same command again");
        }
    }
}

void Season::job_failed(std::size_t worker, const std::string& why) {
    end_if_full(why);
    if (telling_ && telling_->first == worker) {
        told(why);
    } else if (site_workers_.contains(worker)) {
        site_is_old_ = true;
        job_done(worker, why);
    } else {
        admission_failed(worker, why);
    }
}

/// The referee failed, not the version. It is tried once more; then the organiser is told, and it
/// waits until the season is started again, because a version that makes the referee fail must not
/// keep a worker busy.
void Season::admission_failed(std::size_t worker, const std::string& why) {
    const auto at = admissions_.find(worker);
    Arrival arrival = at->second;
    admissions_.erase(at);
    constexpr int max_attempts = 2;
    if (++arrival.attempts < max_attempts) {
        arrivals_.add(std::move(arrival));
        return;
    }
    std::string line = why;
    std::replace(line.begin(), line.end(), '\n', ' ');
    progress_.line(fmt::format(
        "{} {}: it waits, because it couldn't be checked: {}; mend that, and start the season "
        "again",
        arrival.entry.entry, arrival.entry.version, line));
    unchecked_.push_back(std::move(arrival));
}

void Season::job_done(std::size_t worker, const std::string& text) {
    if (telling_ && telling_->first == worker) {
        told(text);
        return;
    }
    if (site_workers_.erase(worker) > 0) {
        is_making_site_ = false;
        site_ns_ = monotonic_ns();
        if (!text.empty()) {
            progress_.line("site: " + text);
        }
        return;
    }
    const auto at = admissions_.find(worker);
    Arrival arrival = at->second;
    admissions_.erase(at);
    Admission admission;
    constexpr int max_attempts = 2;
    if (!read_admission(text, admission)) {
        if (++arrival.attempts < max_attempts) {
            arrivals_.add(std::move(arrival));
            return;
        }
        admission.text = not_completed;
    }
    decide(arrival, admission);
}

/// The first AI of a game whose copy in versions/ is gone: the organiser has withdrawn it.
std::optional<int> Season::withdrawn_in(const GameToPlay& game) const {
    for (int seat = 0; seat < config_.seats; ++seat) {
        const int ai = game.ais[static_cast<std::size_t>(seat)];
        std::error_code code;
        if (!std::filesystem::exists(path_of(store_.ais()[static_cast<std::size_t>(ai)]), code)) {
            return ai;
        }
    }
    return std::nullopt;
}

/// The message names an AI whose files have changed. Otherwise any AI of the game may be the cause;
/// one that was in several such games in a row is treated as the cause.
void Season::failed(std::size_t worker, std::span<const GameToPlay> games, const std::string& why) {
    generations_[worker] = -1;
    end_if_full(why);
    if (games.empty() || ++failures_in_row_ > max_failures_in_row) {
        throw InternalError(why);
    }
    const std::optional<int> withdrawn = withdrawn_in(games[0]);
    if (!withdrawn) {
        progress_.line(fmt::format("game {} could not be played: {}", games[0].index + 1, why));
    }
    for (const GameToPlay& game : games) {
        const auto open = open_.find(game.match);
        if (open != open_.end()) {
            queue_.uncount(open->second);
            open_.erase(open);
        }
    }
    if (withdrawn) {
        break_ai(*withdrawn, std::string(files_are_gone));
        update_candidates();
        return;
    }
    for (int seat = 0; seat < config_.seats; ++seat) {
        const int ai = games[0].ais[static_cast<std::size_t>(seat)];
        const Contestant& contestant = contestants_[static_cast<std::size_t>(ai)];
        const bool is_named = why.find(contestant.program.path) != std::string::npos;
        if (is_named || ++failures_[ai] >= max_failures) {
            break_ai(ai, why);
        }
    }
    update_candidates();
}

// The queue of a season as a tournament's plan.

class SeasonPlan : public Plan {
  public:
    explicit SeasonPlan(Season& season) : season_(season) {
        config_.seats = season.config_.seats;
        config_.seed = season.config_.match.seed;
        config_.draws_seats = season.config_.head.draws_seats;
    }

    std::int64_t size() const override { return season_.config_.head.matches; }
    std::int64_t expected() const override {
        return season_.next_index_ + season_.queue_.missing();
    }
    bool depends_on_results() const override { return true; }

    Step next(PlannedMatch& match) override {
        const bool is_new = season_.unfinished_.empty();
        if (!season_.next_match(match)) {
            return Step::wait;
        }
        if (is_new) {
            config_.ai_keys.clear();
            config_.field_keys.clear();
            set_keys(config_, season_.store_.ais(), season_.store_.fields());
            seat(config_, match);
        }
        return Step::match;
    }

    void finished(const PlannedMatch& match, const std::vector<double>&, const std::vector<double>&)
        override {
        season_.open_.erase(match.index);
    }

  private:
    Season& season_;
    PlanConfig config_;
};

std::unique_ptr<Plan> Season::plan() {
    return std::make_unique<SeasonPlan>(*this);
}

// Accepting versions, and notifying their authors.

namespace fs = std::filesystem;

/// Strangers choose the names in the folder of entries; they must not fill the log with them.
constexpr std::size_t max_told = 1000;

/// Baselines that season.ini names are versions of their own; those that it no longer names rest.
void Season::read_baselines() {
    std::vector<bool> is_named(store_.versions().size());
    for (const Baseline& baseline : config_.baselines) {
        const Contestant contestant = read_contestants({baseline.name + "=" + baseline.path})[0];
        const auto& versions = store_.versions();
        int count = 0;
        bool is_there = false;
        for (std::size_t i = 0; i < is_named.size(); ++i) {
            if (versions[i].is_baseline && versions[i].entry == baseline.name) {
                ++count;
                is_named[i] = versions[i].sha256 == contestant.sha256;
                is_there = is_there || is_named[i];
            }
        }
        if (!is_there) {
            StoredVersion version{baseline.name, std::to_string(count + 1),       contestant.sha256,
                                  true,          StoredVersion::Status::accepted, -1,
                                  "a baseline"};
            const StoredAi ai{
                ai_name(version, store_.ais()), baseline.path, contestant.sha256,
                contestant.program.is_command_line};
            store_.add_version(version, &ai);
        }
    }
    for (std::size_t i = 0; i < is_named.size(); ++i) {
        const StoredVersion& version = store_.versions()[i];
        const bool is_broken = version.status == StoredVersion::Status::broken;
        if (version.is_baseline && is_named[i] == is_broken) {
            store_.change_version(
                i, is_named[i] ? StoredVersion::Status::accepted : StoredVersion::Status::broken,
                is_named[i] ? "a baseline" : "season.ini no longer names it");
        }
    }
}

void Season::tell_once(const std::string& text) {
    if (told_ignored_.size() < max_told && told_ignored_.insert(text).second) {
        progress_.line(text);
    }
}

/// A deadline that is moved counts at once, also for versions that were late.
void Season::read_announcement() {
    try {
        Announcement now = config_.read_announcement();
        if (now.words != announcement_.words && !announcement_.words.empty()) {
            progress_.line("season.ini: the new moments and texts count from now on");
        }
        if (now.words != announcement_.words || now.about != announcement_.about) {
            site_is_old_ = true;
            seen_.clear();
        }
        announcement_ = std::move(now);
    } catch (const UserError& problem) {
        tell_once(fmt::format("{}; what was read before still counts", problem.what()));
    }
}

void Season::scan() {
    Places seen;
    const ScannedEntries scanned = scan_entries(config_.path("entries"));
    for (const std::string& ignored : scanned.ignored) {
        tell_once("entries/" + ignored);
    }
    tell_gone(scanned.versions);
    std::map<std::string, std::vector<HandedIn>> unseen;
    for (const HandedIn& version : scanned.versions) {
        std::pair place(version.path, version.changed_ns);
        if (std::binary_search(seen_.begin(), seen_.end(), place)) {
            seen.push_back(std::move(place));
        } else {
            unseen[version.entry].push_back(version);
        }
    }
    for (const std::string& entry : std::exchange(to_measure_, {})) {
        unseen.try_emplace(entry);
    }
    std::vector<Arrival> found;
    is_behind_ = false;
    for (const auto& [entry, versions] : unseen) {
        look_at(entry, versions, seen, found);
    }
    if (is_behind_) {
        due_ns_ = std::min(due_ns_, monotonic_ns() + second_ns);
    }
    std::sort(found.begin(), found.end(), [](const Arrival& a, const Arrival& b) {
        return std::tie(a.entry.changed_ns, a.entry.entry, a.entry.version) <
               std::tie(b.entry.changed_ns, b.entry.entry, b.entry.version);
    });
    for (Arrival& arrival : found) {
        arrivals_.add(std::move(arrival));
    }
    std::sort(seen.begin(), seen.end());
    seen_ = std::move(seen);
}

/// An accepted version is a copy, so it plays on without the folder that it came from.
void Season::tell_gone(const std::vector<HandedIn>& present) {
    for (const StoredVersion& version : store_.versions()) {
        const bool is_gone =
            !version.is_baseline && version.status == StoredVersion::Status::accepted &&
            std::none_of(present.begin(), present.end(), [&](const HandedIn& entry) {
                return entry.entry == version.entry;
            });
        if (is_gone && told_gone_.size() < max_told && told_gone_.insert(version.entry).second) {
            progress_.line(fmt::format(
                "{0}: entries/{0} has no version, but the accepted one plays on; to withdraw it, "
                "delete versions/{0}, too",
                version.entry));
        }
    }
}

bool Season::is_known(
    const std::string& entry, const std::string& version, const std::string& sha256) const {
    return std::any_of(
        store_.versions().begin(), store_.versions().end(), [&](const StoredVersion& known) {
            return !known.is_baseline && known.entry == entry && known.version == version &&
                   known.sha256 == sha256 && known.status != StoredVersion::Status::late;
        });
}

namespace {

/// Of a version that was refused without being read, in the place of its files' hash.
std::string hash_of_unread(const HandedIn& version) {
    return sha256(fmt::format("{} {} {}", version.entry, version.version, version.changed_ns));
}

} // namespace

/// Its hash; empty if it must be read again.
std::string Season::hash_of(const HandedIn& version) {
    try {
        return sha256_of_entry(version, config_.build.size);
    } catch (const UserError& problem) { // gone, or its folder is closed
        tell_once(fmt::format("{}/{}: {}", version.entry, version.version, problem.what()));
        return "";
    }
}

/// True if it waits for its check, or has a decision that counts.
bool Season::is_settled(const HandedIn& version, const std::string& sha256) const {
    const auto waits = [&](const Arrival& arrival) {
        return arrival.entry.path == version.path && arrival.sha256 == sha256;
    };
    return std::any_of(arrivals_.all().begin(), arrivals_.all().end(), waits) ||
           std::any_of(unchecked_.begin(), unchecked_.end(), waits) ||
           std::any_of(
               admissions_.begin(), admissions_.end(),
               [&](const auto& admission) { return waits(admission.second); }) ||
           is_known(version.entry, version.version, sha256);
}

/// About an entry's version, or about all of them.
std::size_t Season::decisions_about(const std::string& entry, const std::string& version) const {
    return static_cast<std::size_t>(std::count_if(
        store_.versions().begin(), store_.versions().end(), [&](const StoredVersion& known) {
            return !known.is_baseline && known.entry == entry &&
                   (version.empty() || known.version == version);
        }));
}

std::set<std::string> Season::checked_entries() const {
    std::set<std::string> entries;
    for (const auto& [worker, arrival] : admissions_) {
        entries.insert(arrival.entry.entry);
    }
    return entries;
}

/// Measures an entry, and removes what it no longer needs if it has too much.
EntrySpace Season::room_of(const std::string& entry, const std::vector<Unseen>& undecided) {
    const std::vector<VersionState> states = states_of(store_.versions(), streaks_);
    std::map<std::string, Stage> stages; // of several with one name, the last decision counts
    RoomRequest request{config_.folder, entry, config_.quota, {}, {}};
    const auto plays = [&](int ai) {
        const auto has = [&](const std::vector<int>& group) {
            return std::find(group.begin(), group.end(), ai) != group.end();
        };
        return std::any_of(
                   open_.begin(), open_.end(),
                   [&](const auto& match) { return has(match.second.group); }) ||
               std::any_of(unfinished_.begin(), unfinished_.end(), [&](const PlannedMatch& match) {
                   return has(match.group);
               });
    };
    for (std::size_t i = 0; i < states.size(); ++i) {
        const StoredVersion& version = store_.versions()[i];
        if (version.is_baseline || version.entry != entry) {
            continue;
        }
        stages[version.version] = states[i] == VersionState::rejected ? Stage::rejected
                                  : states[i] == VersionState::late   ? Stage::late
                                  : states[i] == VersionState::old    ? Stage::replaced
                                                                      : Stage::playing;
        if (states[i] == VersionState::old && !plays(version.ai)) {
            const std::string& path = store_.ais()[static_cast<std::size_t>(version.ai)].path;
            request.spare_copies.push_back(fs::path(path).filename().string());
        }
    }
    if (!request.spare_copies.empty()) { // the last one plays if the active one breaks
        request.spare_copies.pop_back();
    }
    for (const Arrival& arrival : arrivals_.all()) {
        if (arrival.entry.entry == entry) {
            stages[arrival.entry.version] = Stage::waiting;
        }
    }
    for (const auto& [worker, arrival] : admissions_) {
        if (arrival.entry.entry == entry) {
            stages[arrival.entry.version] = Stage::waiting;
        }
    }
    for (const Unseen& unseen : undecided) {
        stages[unseen.version.version] = Stage::waiting;
    }
    request.stage = [&](const std::string& version) {
        const auto at = stages.find(version);
        return at == stages.end() ? Stage::waiting : at->second;
    };
    EntrySpace space = make_room(request);
    if (!space.removed.empty()) {
        progress_.line(fmt::format(
            "{}: it had too much; the files of {} that don't play were removed: {}", entry,
            counted(static_cast<std::int64_t>(space.removed.size()), "version"),
            fmt::join(space.removed, ", ")));
    }
    spaces_[entry] = space;
    return space;
}

std::string Season::objection_to_space(const std::string& entry, const EntrySpace& space) const {
    return space.has_room(config_.quota)
               ? ""
               : fmt::format(
                     "there is no room for it: with it {} would have {}; an entry may have {}. Submit "
                     "it again with fewer or smaller files, or when others of its versions were "
                     "removed. Its files weren't read\n",
                     entry, text_of(space), text_of(config_.quota));
}

/// Looks at what is new in an entry, the oldest first.
void Season::look_at(
    const std::string& entry, const std::vector<HandedIn>& versions, Places& seen,
    std::vector<Arrival>& found) {
    /// So many decisions that nobody has them by chance.
    constexpr std::size_t max_decisions = 10'000;
    std::vector<Unseen> undecided;
    for (const HandedIn& version : versions) {
        if (decisions_about(entry, version.version) == 0) {
            undecided.push_back({version, ""});
            continue;
        }
        const bool was_refused = is_known(version.entry, version.version, hash_of_unread(version));
        std::string hash = was_refused ? "" : hash_of(version);
        if (was_refused || (!hash.empty() && is_settled(version, hash))) {
            seen.emplace_back(version.path, version.changed_ns);
        } else if (!hash.empty()) {
            undecided.push_back({version, std::move(hash)});
        }
    }
    EntrySpace space = room_of(entry, undecided);
    // Those that nobody has looked at count one after the other.
    for (const Unseen& unseen : undecided) {
        const Space own = space.submitted[unseen.version.version];
        space.all.size -= own.size;
        space.all.files -= own.files;
        --space.versions;
    }
    std::size_t waiting = arrivals_.of(entry) + checked_entries().count(entry);
    for (const Unseen& unseen : undecided) {
        if (decisions_about(entry) >= max_decisions) {
            tell_once(
                fmt::format("{}: it has had {} versions; no more are read", entry, max_decisions));
            return;
        }
        if (waiting >= config_.quota.waiting) {
            is_behind_ = true;
            tell_once(fmt::format(
                "{}: it has more versions than the {} that may wait for their check; the others are "
                "read when these have their notes",
                entry, config_.quota.waiting));
            return;
        }
        ++waiting;
        const Space own = space.submitted[unseen.version.version];
        space.all += own;
        ++space.versions;
        const std::string objection = objection_to_space(entry, space);
        if (look_at(unseen, objection, found)) {
            seen.emplace_back(unseen.version.path, unseen.version.changed_ns);
        }
        if (!objection.empty()) {
            space.all.size -= own.size;
            space.all.files -= own.files;
            --space.versions;
        }
    }
}

/// Handles a new version. Its hash only says that it is new: the version is what the copy holds.
/// `objection`: why it is refused. False if it must be looked at again.
bool Season::look_at(
    const Unseen& unseen, const std::string& objection, std::vector<Arrival>& found) {
    const HandedIn& version = unseen.version;
    if (!objection.empty()) {
        if (decisions_about(version.entry, version.version) == 0) {
            refuse(
                StoredVersion::Status::rejected, version.entry, version.version,
                hash_of_unread(version), objection);
            to_measure_.insert(version.entry);
        }
        return true;
    }
    const std::string hash = unseen.sha256.empty() ? hash_of(version) : unseen.sha256;
    if (hash.empty()) {
        return false;
    }
    if (is_settled(version, hash)) {
        return true;
    }
    const std::int64_t read_ns = realtime_ns();
    const std::string late = lateness(
        announcement_.calendar, deadline_record_, {version.entry, version.version, hash},
        version.changed_ns, read_ns);
    if (!late.empty()) {
        refuse(StoredVersion::Status::late, version.entry, version.version, hash, late);
        return true;
    }
    found.push_back({version, hash, read_ns, 0});
    return true;
}

/// A refused version is told once. A late one is played if the deadline is moved.
void Season::refuse(
    StoredVersion::Status status, const std::string& entry, const std::string& name,
    const std::string& sha256, const std::string& why) {
    const bool is_told = std::any_of(
        store_.versions().begin(), store_.versions().end(), [&](const StoredVersion& known) {
            return known.entry == entry && known.version == name && known.sha256 == sha256 &&
                   known.status == status;
        });
    if (is_told) {
        return;
    }
    StoredVersion version{entry, name, sha256};
    version.status = status;
    version.text = why;
    store_.add_version(version, nullptr);
    progress_.line(fmt::format(
        "{} {}: {}: {}", entry, name, status == StoredVersion::Status::late ? "late" : "rejected",
        why.substr(0, why.find('\n'))));
    site_is_old_ = true;
    notes_are_old_ = true;
}

/// What waits when the deadline comes is read at once: only this, and what was read before, counts
/// as submitted in time. `now_ns`: before the entries were looked at.
void Season::attend_deadline(std::int64_t now_ns) {
    const Calendar& calendar = announcement_.calendar;
    if (!calendar.deadline || deadline_record_.is_of(calendar)) {
        return;
    }
    const std::int64_t deadline_ns = calendar.deadline->time * second_ns;
    if (!calendar.is_late(now_ns)) {
        constexpr std::int64_t millisecond_ns = 1'000'000;
        watched_deadline_ = calendar.deadline->time;
        due_ns_ = std::min(due_ns_, monotonic_ns() + deadline_ns - now_ns + millisecond_ns);
        return;
    }
    // A process that was stopped meanwhile, or whose deadline was moved back, wasn't there.
    constexpr std::int64_t max_delay_ns = 60 * second_ns;
    const bool was_there =
        watched_deadline_ == calendar.deadline->time && now_ns - deadline_ns <= max_delay_ns;
    watched_deadline_.reset();
    if (!was_there) {
        return;
    }
    std::vector<ReadVersion> versions;
    const auto read = [&](Arrival& arrival) {
        if (!calendar.is_late(arrival.read_ns)) {
            const std::string hash = hash_of(arrival.entry);
            if (hash.empty()) {
                return;
            }
            arrival.sha256 = hash;
            arrival.read_ns = realtime_ns();
        }
        versions.push_back({arrival.entry.entry, arrival.entry.version, arrival.sha256});
    };
    for (Arrival& arrival : arrivals_.all()) {
        read(arrival);
    }
    for (auto& [worker, arrival] : admissions_) {
        read(arrival);
    }
    deadline_record_.write(calendar, versions);
    progress_.line(fmt::format(
        "the deadline has come; {} waited and {} read",
        counted(static_cast<std::int64_t>(versions.size()), "version"),
        versions.size() == 1 ? "was" : "were"));
}

namespace {

/// The place of the copy that is played, from the season's folder.
std::string target_of(const StoredVersion& version) {
    return fmt::format(
        "versions/{}/{}-{}", version.entry, version.version, version.sha256.substr(0, 8));
}

} // namespace

void Season::decide(const Arrival& arrival, const Admission& admission) {
    StoredVersion version{
        arrival.entry.entry, arrival.entry.version,
        admission.sha256.empty() ? arrival.sha256 : admission.sha256};
    if (is_known(version.entry, version.version, version.sha256)) {
        fs::remove_all(admission.draft); // its files were exchanged between the scan and the copy
        return;
    }
    // It may have been copied while the deadline came.
    const std::string late =
        admission.is_late ? admission.text
        : admission.sha256.empty()
            ? ""
            : lateness(
                  announcement_.calendar, deadline_record_,
                  {version.entry, version.version, version.sha256}, 0, admission.read_ns);
    if (!late.empty()) {
        fs::remove_all(admission.draft);
        refuse(StoredVersion::Status::late, version.entry, version.version, version.sha256, late);
        due_ns_ = 0;
        return;
    }
    const std::string doubt =
        by_change_times(announcement_.calendar, deadline_record_, admission.read_ns);
    if (!doubt.empty()) {
        progress_.line(fmt::format(
            "{} {}: {}", version.entry, version.version, doubt.substr(0, doubt.find('\n'))));
    }
    version.text = fmt::format(
        "{}\n{}This entry has {}; it may have {}, and {} that wait for their check. When there is more, "
        "the files of its oldest rejected versions go first.\n",
        admission.text, doubt, text_of(spaces_[version.entry]), text_of(config_.quota),
        config_.quota.waiting);
    version.status =
        admission.is_accepted ? StoredVersion::Status::accepted : StoredVersion::Status::rejected;
    if (admission.is_accepted) {
        try {
            const std::string path = target_of(version);
            fs::remove_all(config_.path(path)); // of a season killed before it stored the result
            fs::rename(admission.draft, config_.path(path));
            StoredAi ai{ai_name(version, store_.ais()), path, ""};
            Contestant contestant = read_contestants({ai.name + "=" + config_.path(path)})[0];
            ai.sha256 = contestant.sha256;
            store_.add_version(version, &ai);
            add_contestant(std::move(contestant));
        } catch (const UserError& problem) {
            version.status = StoredVersion::Status::rejected;
            version.text = problem.what();
        } catch (const fs::filesystem_error&) { // the organiser has removed the folder
            version.status = StoredVersion::Status::rejected;
            version.text = not_completed;
        }
    }
    if (version.status == StoredVersion::Status::rejected) {
        store_.add_version(version, nullptr);
    }
    to_measure_.insert(version.entry);
    const bool has_changed =
        std::count_if(
            store_.versions().begin(), store_.versions().end(), [&](const StoredVersion& known) {
                return !known.is_baseline && known.entry == version.entry &&
                       known.version == version.version;
            }) > 1;
    progress_.line(fmt::format(
        "{} {}: {}{}", version.entry, version.version,
        version.status == StoredVersion::Status::accepted
            ? "accepted"
            : fmt::format("rejected; see notes/{}/{}.txt", version.entry, version.version),
        has_changed ? " (its files have changed; a new version should have a new name)" : ""));
    if (version.status == StoredVersion::Status::accepted) {
        keep_copies_apart();
    }
    site_is_old_ = true;
    update_ratings();
    update_candidates();
    due_ns_ = 0; // its author is waiting
}

/// Tells the organiser about copies, keeps those with the same files from meeting, and does what
/// was decided.
void Season::keep_copies_apart() {
    std::set<std::pair<int, int>> apart;
    std::map<std::size_t, std::string> kept; // by version: why it doesn't play
    for (const Copies& copies : copy_finder_.find(store_)) {
        const StoredVersion& earlier = store_.versions()[copies.earlier];
        const StoredVersion& later = store_.versions()[copies.later];
        const CopyDecision* const decision =
            decision_about(config_.decisions, earlier.entry, later.entry);
        if (decision == nullptr && !copies.is_alike) {
            continue;
        }
        const std::string text = text_of(copies, store_);
        if (decision == nullptr) {
            tell_once(fmt::format(
                "note: {}; {}write 'decide = both|first|none {} {}' into season.ini", text,
                copies.are_same ? "" : "look at them, and if you want to decide, ", earlier.entry,
                later.entry));
        }
        if (copies.are_same) {
            apart.insert(std::minmax(earlier.ai, later.ai));
        }
        if (decision != nullptr && *decision != CopyDecision::both) {
            kept[copies.later] = text;
        }
        if (decision != nullptr && *decision == CopyDecision::none) {
            kept[copies.earlier] = text;
        }
    }
    for (std::size_t i = 0; i < store_.versions().size(); ++i) {
        const auto why = kept.find(i);
        const bool was_kept = is_kept_from_playing(store_.versions()[i]);
        if (why != kept.end() && !was_kept) {
            store_.change_version(
                i, StoredVersion::Status::broken, std::string(copy_mark) + why->second + "\n");
        } else if (why == kept.end() && was_kept) { // the decision was taken back
            store_.change_version(i, StoredVersion::Status::accepted, "accepted again\n");
        }
    }
    queue_.set_apart(std::move(apart));
}

void Season::break_ai(int ai, const std::string& why) {
    can_play_[static_cast<std::size_t>(ai)] = false;
    for (std::size_t i = 0; i < store_.versions().size(); ++i) {
        const StoredVersion& version = store_.versions()[i];
        if (version.ai == ai && version.status == StoredVersion::Status::accepted) {
            progress_.line(
                fmt::format("{} {} can't be played: {}", version.entry, version.version, why));
            store_.change_version(i, StoredVersion::Status::broken, why);
            return;
        }
    }
}

/// The messages on the terminal besides the games. Names have at most 64 plain letters each.
std::string Season::status_text() const {
    std::vector<std::string> checked;
    for (const auto& [worker, arrival] : admissions_) {
        checked.push_back(arrival.entry.entry + " " + arrival.entry.version);
    }
    if (!checked.empty()) {
        return fmt::format(
            "checking {}{}", fmt::join(checked, ", "),
            arrivals_.empty() ? "" : fmt::format(" and {} more", arrivals_.size()));
    }
    if (!arrivals_.empty() || queue_.missing() > 0 || !open_.empty()) {
        return "";
    }
    return queue_.candidates().size() < static_cast<std::size_t>(config_.seats)
               ? "waiting for versions to be submitted"
               : "every version has its games; waiting for new ones";
}

void Season::write_notes() {
    if (notes_are_old_) {
        write_all_notes(config_.path("notes"), store_, streaks_, queue_);
        notes_are_old_ = false;
        find_notes_to_tell();
    }
}

/// Decisions that their authors haven't been told, and that aren't given up.
void Season::find_notes_to_tell() {
    if (config_.on_note.empty()) {
        return;
    }
    constexpr int max_tries = 5;
    to_tell_.clear();
    for (NoteToTell& note : notes_to_tell(config_.path("notes"), store_, streaks_)) {
        const auto failed = not_told_.find(note.entry + " " + note.version + " " + note.status);
        const bool is_being_told = telling_ && telling_->second.entry == note.entry &&
                                   telling_->second.version == note.version;
        if (!is_being_told && (failed == not_told_.end() || failed->second < max_tries)) {
            to_tell_.push_back(std::move(note));
        }
    }
}

/// The command of on-note has ended. `why`: it failed.
void Season::told(const std::string& why) {
    const NoteToTell note = std::move(telling_->second);
    telling_.reset();
    if (why.empty()) {
        mark_told(config_.path("notes"), note);
        return;
    }
    ++not_told_[note.entry + " " + note.version + " " + note.status];
    progress_.line(fmt::format("on-note for {} {}: {}", note.entry, note.version, why));
}

} // namespace referee
