#include "season/games.hpp"

#include "base/error.hpp"
#include "os/clock.hpp"
#include "os/interrupt.hpp"
#include "season/entries/copies.hpp"
#include "tournament/play/stored_plan.hpp"

#include <algorithm>
#include <exception>
#include <fmt/format.h>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace referee {

// Every version that was ever accepted is an AI of the tournament, by its number in the book. Those
// that may play are candidates of the queue: the active version of each entry, unless its program
// can't be read. A match is open from the moment at which the tournament takes it until all its
// games are stored, or one of them could not be played; then the queue forgets that it was given.
// A version is broken for good only if its files are gone or are others. Whatever else keeps it
// from playing is the machine's: it is tried again, after three games in a row not before ten
// minutes have passed.
// What the queue knows is made from the book alone, so a season that was killed goes on with the
// same numbers, and matches of which some games are stored come first.

namespace {

/// The entry of an AI: "alice" of "alice@2".
std::string entry_of(const std::string& ai) {
    return ai.substr(0, ai.rfind('@'));
}

/// The ratings that choose opponents are refitted after this many games, or after this share of the
/// number of AIs: with many AIs a fit takes longer, and so many games tell less of each.
constexpr int games_per_fit = 16;
constexpr std::size_t ais_per_fit_game = 4;
constexpr int max_failures = 3;
constexpr int max_failures_in_row = 20;
constexpr std::int64_t pause_ns = 600 * second_ns;
constexpr std::string_view files_are_gone = "its files were deleted: it is withdrawn";
constexpr std::string_view files_are_others =
    "its files have changed since it was accepted; submit a new version";

/// The queue of a season as a tournament's plan.
class SeasonPlan : public Plan {
  public:
    SeasonPlan(SeasonGames& games, std::int64_t size) : games_(games), size_(size) {}

    std::int64_t size() const override { return size_; }
    std::int64_t expected() const override { return games_.expected(); }
    bool depends_on_results() const override { return true; }
    Step next(PlannedMatch& match) override {
        return games_.next(match) ? Step::match : Step::wait;
    }
    void finished(const PlannedMatch& match, const std::vector<double>&, const std::vector<double>&)
        override {
        games_.finished(match.index);
    }

  private:
    SeasonGames& games_;
    std::int64_t size_;
};

} // namespace

bool may_pass(const std::exception& problem) {
    const auto* const own = dynamic_cast<const InternalError*>(&problem);
    return own == nullptr || own->error_number != 0 ||
           dynamic_cast<const EnvironmentError*>(own) != nullptr;
}

SeasonGames::SeasonGames(
    const SeasonConfig& config, SeasonBook& book, const Surroundings& surroundings, Agenda& agenda,
    bool plays_on)
    : config_(config), book_(book), surroundings_(surroundings), agenda_(agenda),
      queue_(queue_config(config, plays_on)), streaks_(config.rest_after) {
    for (const StoredField& field : config.fields) {
        setup_.fields.push_back(field.path);
        setup_.hashes.push_back(field.sha256);
    }
    setup_.contestants = &contestants_;
    setup_.game = config.game;
    setup_.teams = config.teams;
    setup_.config = config.match;
    setup_.records = config.records ? config.path("records") : "";
    seating_.seats = config.seats;
    seating_.seed = config.match.seed;
    seating_.draws_seats = config.head.draws_seats;
    read_baselines();
    read_contestants();
    read_games();
    update_ratings();
    keep_copies_apart();
    update_candidates();
}

/// Baselines that season.ini names are versions of their own; those that it no longer names rest.
void SeasonGames::read_baselines() {
    using Status = StoredVersion::Status;
    std::vector<bool> is_named(book_.versions().size());
    for (const Baseline& baseline : config_.baselines) {
        const Contestant contestant = surroundings_.folder.contestant(baseline.name, baseline.path);
        const auto& versions = book_.versions();
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
            const StoredVersion version{
                .entry = baseline.name,
                .version = std::to_string(count + 1),
                .sha256 = contestant.sha256,
                .is_baseline = true,
                .text = "a baseline"};
            const StoredAi ai{
                .name = ai_name(version, book_.ais()),
                .path = baseline.path,
                .sha256 = contestant.sha256,
                .is_command_line = contestant.program.is_command_line};
            book_.add_version(version, &ai);
        }
    }
    for (std::size_t i = 0; i < is_named.size(); ++i) {
        const StoredVersion& version = book_.versions()[i];
        const bool is_broken = version.status == Status::broken;
        if (version.is_baseline && is_named[i] == is_broken) {
            book_.change_version(
                i, is_named[i] ? Status::accepted : Status::broken,
                is_named[i] ? "a baseline" : "season.ini no longer names it");
        }
    }
}

/// The current path of its program: the folder of a season may be moved, and baselines too.
std::string SeasonGames::path_of(const StoredAi& ai) const {
    for (const StoredVersion& version : book_.versions()) {
        const bool is_it = version.ai >= 0 && version.is_baseline &&
                           book_.ais()[static_cast<std::size_t>(version.ai)].name == ai.name;
        for (const Baseline& baseline : config_.baselines) {
            if (is_it && baseline.name == version.entry) {
                return baseline.path;
            }
        }
    }
    return config_.path(ai.path);
}

/// Throws if that can't be told.
bool SeasonGames::is_there(const StoredAi& ai) const {
    return ai.is_command_line || surroundings_.folder.has(path_of(ai));
}

/// Reads the program of an AI, so that it can play. Returns why it never can; else nothing, also if
/// it can't be read now: that is tried at the next look.
std::optional<std::string> SeasonGames::read(int ai) {
    const auto index = static_cast<std::size_t>(ai);
    const StoredAi& stored = book_.ais()[index];
    try {
        if (!is_there(stored)) {
            return std::string(files_are_gone);
        }
        Contestant contestant = surroundings_.folder.contestant(stored.name, path_of(stored));
        if (contestant.sha256 != stored.sha256) {
            return std::string(files_are_others);
        }
        contestants_[index] = std::move(contestant);
        can_play_[index] = true;
        ++generation_;
    } catch (const Interrupted&) {
        throw;
    } catch (const std::exception& problem) {
        if (!may_pass(problem)) {
            throw;
        }
        surroundings_.log.line_once(
            entry_of(stored.name),
            fmt::format("{} can't be read now: {}", stored.name, problem.what()));
    }
    return std::nullopt;
}

/// Why an AI that has played never can again; empty if it can, or if that can't be told now.
std::string SeasonGames::why_broken(int ai) const {
    const StoredAi& stored = book_.ais()[static_cast<std::size_t>(ai)];
    try {
        if (!is_there(stored)) {
            return std::string(files_are_gone);
        }
        const Contestant now = surroundings_.folder.contestant(stored.name, path_of(stored));
        return now.sha256 == stored.sha256 ? "" : std::string(files_are_others);
    } catch (const Interrupted&) {
        throw;
    } catch (const std::exception& problem) {
        if (!may_pass(problem)) {
            throw;
        }
    }
    return "";
}

/// One without a program can't play yet.
void SeasonGames::add(Contestant contestant) {
    can_play_.push_back(!contestant.sha256.empty());
    surroundings_.log.add(contestant.name);
    contestants_.push_back(std::move(contestant));
    ++generation_;
}

void SeasonGames::read_contestants() {
    for (std::size_t ai = contestants_.size(); ai < book_.ais().size(); ++ai) {
        Contestant unread;
        unread.name = book_.ais()[ai].name;
        add(std::move(unread));
    }
    // Without a version that can't be played any more, the one before it is active again.
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        const std::vector<VersionState> all = states();
        for (std::size_t i = 0; i < all.size(); ++i) {
            const int ai = book_.versions()[i].ai;
            if (all[i] != VersionState::active || can_play_[static_cast<std::size_t>(ai)]) {
                continue;
            }
            if (const std::optional<std::string> why = read(ai)) {
                break_ai(ai, *why);
                goes_on = true;
            }
        }
    }
}

/// Counts the stored games, and finds the matches with missing games.
void SeasonGames::read_games() {
    next_index_ = book_.next_match();
    for_each_match(
        config_, book_, [this](const GameOutcome& game) { stored(game); },
        [this](const PlannedMatch& match, int games) {
            queue_.count({match.field, match.group});
            const bool can_go_on =
                std::all_of(match.group.begin(), match.group.end(), [this](int ai) {
                    return can_play_[static_cast<std::size_t>(ai)];
                });
            if (games < book_.tournament().games_per_match && can_go_on) {
                unfinished_.push_back(match);
            }
        });
}

bool SeasonGames::plays(int ai) const {
    const auto has = [&](const std::vector<int>& group) {
        return std::find(group.begin(), group.end(), ai) != group.end();
    };
    return std::any_of(
               open_.begin(), open_.end(),
               [&](const auto& match) { return has(match.second.group); }) ||
           std::any_of(unfinished_.begin(), unfinished_.end(), [&](const PlannedMatch& match) {
               return has(match.group);
           });
}

void SeasonGames::update_candidates() {
    read_contestants(); // a version may have become the active one of its entry
    std::vector<Candidate> candidates = candidates_of(config_, book_, states(), ratings_, seconds_);
    const std::int64_t now_ns = surroundings_.clock.monotonic_ns();
    std::erase_if(paused_, [now_ns](const auto& paused) { return paused.second <= now_ns; });
    for (const auto& [ai, until_ns] : paused_) {
        agenda_.look_by(until_ns);
    }
    std::erase_if(candidates, [this](const Candidate& candidate) {
        return !can_play_[static_cast<std::size_t>(candidate.ai)] || paused_.contains(candidate.ai);
    });
    std::vector<bool> is_over_budget;
    for (const Candidate& candidate : candidates) {
        is_over_budget.push_back(candidate.is_over_budget);
    }
    queue_.set_candidates(std::move(candidates));
    Noted now{states(), std::move(is_over_budget)};
    if (noted_ != now) {
        noted_ = std::move(now);
        agenda_.notes_are_old = true;
    }
}

void SeasonGames::update_ratings() {
    ratings_ = quick_ratings(orders_, static_cast<int>(book_.ais().size()), ratings_);
    seconds_ = time_of_entries(book_);
    games_since_ratings_ = 0;
}

void SeasonGames::refresh() {
    if (games_since_ratings_ >=
        std::max(games_per_fit, static_cast<int>(book_.ais().size() / ais_per_fit_game))) {
        update_ratings();
        update_candidates();
    }
    if (std::exchange(has_faults_, false)) {
        update_candidates();
    }
}

std::unique_ptr<Plan> SeasonGames::plan() {
    return std::make_unique<SeasonPlan>(*this, config_.head.matches);
}

bool SeasonGames::next(PlannedMatch& match) {
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
    seating_.ai_keys.clear();
    seating_.field_keys.clear();
    set_keys(seating_, book_.ais(), book_.fields());
    seat(seating_, match);
    return true;
}

bool SeasonGames::resume(const PlannedMatch& match) {
    const int games = book_.tournament().games_per_match;
    const std::int64_t first = game_index(match.index, games, 0);
    int stored = 0;
    book_.for_each(first, first + games, [&](const GameOutcome&) { ++stored; });
    if (stored == games) {
        return false;
    }
    if (stored == 0) {
        queue_.count({match.field, match.group});
    } else {
        std::erase_if(
            unfinished_, [&](const PlannedMatch& other) { return other.index == match.index; });
    }
    open_[match.index] = {match.field, match.group};
    next_index_ = std::max(next_index_, match.index + 1);
    return true;
}

void SeasonGames::give_back(std::int64_t match) {
    const auto open = open_.find(match);
    if (open != open_.end()) {
        queue_.uncount(open->second);
        open_.erase(open);
    }
}

void SeasonGames::stored(const GameOutcome& outcome) {
    streaks_.count(outcome);
    add_order(orders_, outcome);
    failures_in_row_ = 0;
    agenda_.site_is_old = true;
    ++games_since_ratings_;
    for (const SeatOutcome& seat : outcome.seats) {
        failures_.erase(seat.ai);
        if (std::any_of(seat.faults.begin(), seat.faults.end(), [](int n) { return n > 0; })) {
            agenda_.notes_are_old = true; // they show the first of each kind
        }
        if (is_lost_by_faults(seat)) { // it may rest now, and its author gets a note
            has_faults_ = true;
            agenda_.look_by(surroundings_.clock.monotonic_ns() + second_ns);
        }
    }
}

/// Looks at the files of all who take part. If these are as they were, the machine is the cause. A
/// failure may name the AI that couldn't be started; otherwise any AI of the game may be the one
/// with which games fail.
void SeasonGames::failed(std::span<const GameToPlay> games, const WorkerFailure& failure) {
    count_failure(failure);
    if (games.empty()) {
        surroundings_.log.line("a worker without a game has ended: " + failure.why);
        return;
    }
    const std::string& why = failure.why;
    for (const GameToPlay& game : games) {
        give_back(game.match);
    }
    std::vector<int> ais;
    std::vector<int> named;
    bool is_any_broken = false;
    for (int seat = 0; seat < config_.seats; ++seat) {
        const int ai = games[0].ais[static_cast<std::size_t>(seat)];
        if (const std::string reason = why_broken(ai); !reason.empty()) {
            break_ai(ai, reason);
            is_any_broken = true;
        }
        ais.push_back(ai);
        if (contestants_[static_cast<std::size_t>(ai)].name == failure.contestant) {
            named.push_back(ai);
        }
    }
    if (!is_any_broken) {
        surroundings_.log.line(
            fmt::format("game {} could not be played: {}", games[0].index + 1, why));
        for (const int ai : named.empty() ? ais : named) {
            if (++failures_[ai] >= max_failures) {
                pause(ai);
            }
        }
    }
    update_candidates();
}

/// Failures that are long apart have nothing to do with one another: somebody kills an idle worker
/// now and then.
void SeasonGames::count_failure(const WorkerFailure& failure) {
    const std::int64_t now_ns = surroundings_.clock.monotonic_ns();
    if (now_ns > last_failure_ns_ + pause_ns + pause_ns) {
        failures_in_row_ = 0;
    }
    last_failure_ns_ = now_ns;
    if (++failures_in_row_ <= max_failures_in_row) {
        return;
    }
    if (failure.is_ours) {
        throw InternalError(failure.why);
    }
    throw EnvironmentError(failure.why);
}

/// After the pause one more failure is enough for the next one.
void SeasonGames::pause(int ai) {
    paused_[ai] = surroundings_.clock.monotonic_ns() + pause_ns;
    const std::string& name = book_.ais()[static_cast<std::size_t>(ai)].name;
    surroundings_.log.line_once(
        entry_of(name),
        fmt::format(
            "{}: {} games in a row with it could not be played; it gets none for ten minutes, then "
            "they are tried again",
            name, max_failures));
}

void SeasonGames::break_ai(int ai, const std::string& why) {
    can_play_[static_cast<std::size_t>(ai)] = false;
    for (std::size_t i = 0; i < book_.versions().size(); ++i) {
        const StoredVersion& version = book_.versions()[i];
        if (version.ai == ai && version.status == StoredVersion::Status::accepted) {
            surroundings_.log.line(
                fmt::format("{} {} can't be played: {}", version.entry, version.version, why));
            book_.change_version(i, StoredVersion::Status::broken, why);
            agenda_.has_news();
            return;
        }
    }
}

void SeasonGames::keep_copies_apart() {
    std::set<std::pair<int, int>> apart;
    std::map<std::size_t, std::string> kept; // by version: why it doesn't play
    for (const Copies& copies : surroundings_.folder.find_copies(book_)) {
        const StoredVersion& earlier = book_.versions()[copies.earlier];
        const StoredVersion& later = book_.versions()[copies.later];
        const CopyDecision* const decision =
            decision_about(config_.decisions, earlier.entry, later.entry);
        if (decision == nullptr && !copies.is_alike) {
            continue;
        }
        const std::string text = text_of(copies, book_);
        if (decision == nullptr) {
            surroundings_.log.line_once(
                later.entry,
                fmt::format(
                    "note: {}; {}write 'decide = both|first|none {} {}' into season.ini", text,
                    copies.are_same ? "" : "look at them, and if you want to decide, ",
                    earlier.entry, later.entry));
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
    const auto name_of = [this](std::size_t i) {
        return book_.versions()[i].entry + " " + book_.versions()[i].version;
    };
    for (std::size_t i = 0; i < book_.versions().size(); ++i) {
        const auto why = kept.find(i);
        const bool was_kept = is_kept_from_playing(book_.versions()[i]);
        if (why != kept.end() && !was_kept) {
            surroundings_.log.line(
                fmt::format("{}: excluded by the organiser: {}", name_of(i), why->second));
            book_.change_version(
                i, StoredVersion::Status::broken, std::string(copy_mark) + why->second + "\n");
        } else if (why == kept.end() && was_kept) { // the decision was taken back
            surroundings_.log.line(name_of(i) + ": accepted again");
            book_.change_version(i, StoredVersion::Status::accepted, "accepted again\n");
        }
    }
    queue_.set_apart(std::move(apart));
}

} // namespace referee
