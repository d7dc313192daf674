#include "match/match.hpp"

#include "base/error.hpp"
#include "match/players.hpp"
#include "os/cores.hpp"
#include "os/machine.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace referee {
namespace {

/// The cores for a single match: the configured ones, starting with the one we run on.
std::vector<int> cores_for(const GameInfo& info, const MatchConfig& config) {
    std::vector<int> cores = config.cores.empty() ? allowed_cores() : config.cores;
    if (config.cores.empty() && info.simultaneous) {
        cores = core_share(cores).cores; // AIs that move at once get physical cores first
    }
    // The kernel chose an idle core for us, so two matches started together use different ones.
    const auto own = std::find(cores.begin(), cores.end(), current_core());
    if (own != cores.end()) {
        std::rotate(cores.begin(), own, cores.end());
    }
    // With a single mover, either one AI or the referee runs at a time, and a wake-up on the same
    // core is the fastest.
    if (config.pin && !info.simultaneous) {
        pin_to_core(cores[0]);
    }
    return cores;
}

/// The contestants by seat: those of the teams (indexes) that have the places.
std::vector<int> members_by_seat(const Teams& teams, const std::vector<int>& by_place) {
    std::vector<int> by_seat;
    for (Seat seat = 1; seat <= teams.seats(); ++seat) {
        const auto team = static_cast<std::size_t>(by_place[teams.place_of(seat)]);
        by_seat.push_back(teams.seats_of(team)[teams.member_of(seat)] - 1);
    }
    return by_seat;
}

} // namespace

std::vector<std::vector<int>> seat_plan(int places, SeatOrders orders) {
    std::vector<int> base(places);
    std::iota(base.begin(), base.end(), 0);
    std::vector<std::vector<int>> plan;
    if (orders == SeatOrders::all) {
        do {
            plan.push_back(base);
        } while (std::next_permutation(base.begin(), base.end()));
        return plan;
    }
    for (int rotation = 0; rotation < (orders == SeatOrders::rotate ? places : 1); ++rotation) {
        std::vector<int> by_place;
        for (int place = 0; place < places; ++place) {
            by_place.push_back(base[(place + rotation) % places]);
        }
        plan.push_back(by_place);
    }
    return plan;
}

Match::Match(
    const LoadedField& field, const std::vector<Contestant>& contestants, const MatchConfig& config,
    const Position* from, People* people)
    : field_(field), config_(config), from_(from),
      players_(std::make_unique<PlayerPool>(
          contestants, field.game->info(), config, cores_for(field.game->info(), config), people)) {
    const Teams teams = field.teams();
    for (const std::vector<int>& by_place : seat_plan(teams.places(), config.seat_orders)) {
        plan_.push_back(members_by_seat(teams, by_place));
    }
    std::vector<int> all(contestants.size());
    std::iota(all.begin(), all.end(), 0);
    players_->acquire(all);
    notes_ = players_->take_notes();
}

Match::~Match() = default;

const std::string& Match::work_path() const {
    return players_->work_path();
}

GameResult Match::play(int game, GameListener* listener, const GameWatcher& watcher) {
    return play(game, 0, listener, watcher);
}

GameResult Match::play_some(int turns, const GameWatcher& watcher) {
    return play(0, turns, nullptr, watcher);
}

GameResult
Match::play(int game, int max_turns, GameListener* listener, const GameWatcher& watcher) {
    GameRequest request;
    request.field = &field_;
    request.number = game + 1;
    request.config = &config_;
    request.from = from_;
    request.listener = listener;
    request.max_turns = max_turns;
    request.watcher = watcher;
    GameResult result = play_until_there_is_room(*players_, plan_[game], request);
    result.contestants = plan_[game];
    return result;
}

MatchResult sum_up(
    std::vector<GameResult> games, const std::vector<double>& by_rank,
    const std::vector<std::vector<Seat>>& teams) {
    MatchResult match;
    for (const GameResult& game : games) {
        const Teams places(static_cast<int>(game.contestants.size()), teams);
        match.points.resize(static_cast<std::size_t>(places.places()));
        match.scores.resize(match.points.size());
        for (std::size_t place = 0; place < match.points.size(); ++place) {
            const auto seat = static_cast<std::size_t>(places.seats_of(place).front()) - 1;
            const std::size_t contestant = places.place_of(game.contestants[seat] + 1);
            match.points[contestant] += game.points[seat];
            match.scores[contestant] += game.ending.scores[seat];
        }
    }
    if (!games.empty() && games.front().match_decides) {
        Ending ending;
        ending.scores = match.scores;
        for (const double score : match.scores) {
            const auto better =
                std::count_if(match.scores.begin(), match.scores.end(), [score](double other) {
                    return other > score;
                });
            ending.ranks.push_back(1 + static_cast<int>(better));
        }
        match.points = points_of(ending, by_rank);
    }
    match.games = std::move(games);
    return match;
}

} // namespace referee
