// The state of a season, and its games. Accepting versions: season_arrivals.cpp.

#include "season/season.hpp"

#include "error.hpp"
#include "match/contestant.hpp"
#include "season/candidates.hpp"
#include "season/own_command.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
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

} // namespace

Season::Season(
    const SeasonConfig& config, Store& store, WorkerPool& pool, Progress& progress,
    WakeUpSignal& signal, bool once)
    : config_(config), store_(store), pool_(pool), progress_(progress), signal_(signal),
      once_(once), generations_(pool.size(), -1), queue_(queue_config(config, !once)),
      streaks_(config.rest_after) {
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
    progress_.status(status_text());
    const bool is_asked = signal_.take();
    if (!is_asked && monotonic_ns() < due_ns_) {
        return;
    }
    due_ns_ = monotonic_ns() + scan_ns();
    scan();
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
    return once_ && arrivals_.empty() && admissions_.empty() && unfinished_.empty() &&
           !queue_.next();
}

bool Season::site_is_due() const {
    return site_is_old_ && !is_making_site_ && !once_ &&
           (site_ns_ == 0 || monotonic_ns() >= site_ns_ + site_interval_ns);
}

/// True if a worker is needed for its own renewal, to admit a version, or to make the site. At most
/// half of the workers admit versions.
bool Season::wants(std::size_t worker) {
    const std::size_t max_admissions = std::max<std::size_t>(1, pool_.size() / 2);
    if (!reserved_.contains(worker) && reserved_.size() < arrivals_.size() &&
        reserved_.size() + admissions_.size() < max_admissions) {
        reserved_.insert(worker);
    }
    return generations_[worker] != generation_ || reserved_.contains(worker) || site_is_due();
}

bool Season::occupy(std::size_t worker) {
    if (reserved_.erase(worker) > 0 && !arrivals_.empty()) {
        const Arrival arrival = arrivals_.front();
        arrivals_.pop_front();
        admissions_[worker] = arrival;
        generations_[worker] = -1;
        progress_.status(status_text());
        const std::string target = config_.path(target_of(arrival));
        pool_.run(worker, [this, arrival, target](const std::vector<int>& cores) {
            return text_of(admit(config_, arrival.entry, target, cores));
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

void Season::job_failed(std::size_t worker, const std::string& why) {
    if (site_workers_.contains(worker)) {
        site_is_old_ = true;
        job_done(worker, why);
    } else {
        job_done(worker, ""); // no admission
    }
}

void Season::job_done(std::size_t worker, const std::string& text) {
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
            arrivals_.push_back(arrival);
            return;
        }
        admission.text = "the check was not completed; submit it again as a new version";
    }
    decide(arrival, admission);
}

/// The message names an AI whose files have changed. Otherwise any AI of the game may be the cause;
/// one that was in several such games in a row is treated as the cause.
void Season::failed(std::size_t worker, std::span<const GameToPlay> games, const std::string& why) {
    generations_[worker] = -1;
    if (games.empty() || ++failures_in_row_ > max_failures_in_row) {
        throw InternalError(why);
    }
    progress_.line(fmt::format("game {} could not be played: {}", games[0].index + 1, why));
    for (const GameToPlay& game : games) {
        const auto open = open_.find(game.match);
        if (open != open_.end()) {
            queue_.uncount(open->second);
            open_.erase(open);
        }
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

} // namespace referee
