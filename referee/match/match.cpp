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

} // namespace

std::vector<std::vector<int>> seat_plan(int seats, SeatOrders orders) {
    std::vector<int> base(seats);
    std::iota(base.begin(), base.end(), 0);
    std::vector<std::vector<int>> plan;
    if (orders == SeatOrders::all) {
        do {
            plan.push_back(base);
        } while (std::next_permutation(base.begin(), base.end()));
        return plan;
    }
    for (int rotation = 0; rotation < (orders == SeatOrders::rotate ? seats : 1); ++rotation) {
        std::vector<int> by_seat;
        for (int seat = 1; seat <= seats; ++seat) {
            by_seat.push_back(base[(seat - 1 + rotation) % seats]);
        }
        plan.push_back(by_seat);
    }
    return plan;
}

Match::Match(
    const LoadedField& field, const std::vector<Contestant>& contestants, const MatchConfig& config,
    const Position* from, People* people)
    : field_(field), config_(config), from_(from),
      plan_(seat_plan(field.field->seats(), config.seat_orders)),
      players_(std::make_unique<PlayerPool>(
          contestants, field.game->info(), config, cores_for(field.game->info(), config), people)) {
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

MatchResult sum_up(std::vector<GameResult> games, const std::vector<double>& by_rank) {
    MatchResult match;
    for (const GameResult& game : games) {
        match.points.resize(game.contestants.size());
        match.scores.resize(game.contestants.size());
        for (std::size_t seat = 0; seat < game.contestants.size(); ++seat) {
            match.points[game.contestants[seat]] += game.points[seat];
            match.scores[game.contestants[seat]] += game.ending.scores[seat];
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
