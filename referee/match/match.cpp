#include "match/match.hpp"

#include "error.hpp"
#include "process/cores.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <numeric>

namespace referee {
namespace {

/// The cores for the players: for a game in which all move at once one each, as far as there are
/// enough; for one with a single mover the same for all and for the referee itself, because only one
/// of them runs at a time and a wake-up on the same core is the fastest.
std::vector<int> cores_for(const GameInfo& info, std::size_t players, const MatchSettings& settings) {
    std::vector<int> cores = settings.cores.empty() ? allowed_cores() : settings.cores;
    // The one we are on was found idle by the kernel: two matches begun together don't meet.
    const auto own = std::find(cores.begin(), cores.end(), current_core());
    if (own != cores.end()) {
        std::rotate(cores.begin(), own, cores.end());
    }
    std::vector<int> chosen;
    for (std::size_t i = 0; i < players; ++i) {
        chosen.push_back(info.moves_at_once ? cores[i % cores.size()] : cores[0]);
    }
    if (settings.pin && !info.moves_at_once) {
        pin_to_core(cores[0]);
    }
    return chosen;
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
    const LoadedField& field, const std::vector<Contestant>& contestants,
    const MatchSettings& settings)
    : field_(field), contestants_(contestants), settings_(settings),
      plan_(seat_plan(field.field->seats(), settings.seat_orders)),
      root_(settings.work, settings.keep_work, uses_private_users()) {
    const std::vector<int> cores = cores_for(field.game->info(), contestants.size(), settings);
    for (std::size_t i = 0; i < contestants.size(); ++i) {
        players_.push_back(std::make_unique<Player>(
            contestants[i], field.game->info(), root_, static_cast<int>(i + 1), cores[i],
            settings));
    }
    test_confinement();
}

/// The canary: before anything is played, each box is tried from inside.
void Match::test_confinement() {
    for (std::size_t i = 0; i < players_.size(); ++i) {
        players_[i]->require_refused("", "the network");
        for (const auto& [path, what] : settings_.hidden) {
            players_[i]->require_refused(std::filesystem::absolute(path).string(), what);
        }
        for (std::size_t other = 0; other < players_.size(); ++other) {
            if (other != i) {
                players_[i]->require_refused(players_[other]->work_path(), "another AI's folder");
            }
        }
    }
}

std::vector<std::string> Match::notes() const {
    std::vector<std::string> notes;
    for (const auto& player : players_) {
        if (!player->note().empty()) {
            notes.push_back(player->note());
        }
    }
    return notes;
}

GameResult Match::play(int game, RecordWriter* record, const GameWatcher& watcher) {
    return play(game, 0, record, watcher);
}

GameResult Match::play_some(int turns, const GameWatcher& watcher) {
    return play(0, turns, nullptr, watcher);
}

GameResult
Match::play(int game, int most_turns, RecordWriter* record, const GameWatcher& watcher) {
    GameOrder order;
    order.field = &field_;
    for (const int index : plan_[game]) {
        order.by_seat.push_back(players_[index].get());
    }
    order.number = game + 1;
    order.settings = &settings_;
    order.record = record;
    order.most_turns = most_turns;
    order.watcher = watcher;
    GameResult result = play_game(order);
    result.contestants = plan_[game];
    for (const auto& player : players_) {
        player->end_games();
    }
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
            const auto better = std::count_if(
                match.scores.begin(), match.scores.end(),
                [score](double other) { return other > score; });
            ending.ranks.push_back(1 + static_cast<int>(better));
        }
        match.points = points_of(ending, by_rank);
    }
    match.games = std::move(games);
    return match;
}

} // namespace referee
