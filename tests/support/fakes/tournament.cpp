#include "support/fakes/tournament.hpp"

#include "tournament/plan/plan.hpp"

#include <algorithm>
#include <fmt/format.h>

using namespace referee;

namespace tests {

GameOutcome fake_outcome(const GameToPlay& game, int seats) {
    GameOutcome outcome;
    outcome.index = game.index;
    outcome.match = game.match;
    outcome.field = game.field;
    outcome.record = fmt::format("game-{}", game.index);
    std::string seating = fmt::format("field {}", game.field);
    for (int seat = 0; seat < seats; ++seat) {
        const int ai = game.ais[static_cast<std::size_t>(seat)];
        seating += fmt::format(" {}", ai);
        outcome.seats.emplace_back().ai = ai;
    }
    const std::uint64_t drawn = seating_key(seating);
    outcome.turns = static_cast<int>(drawn % 997);
    SeatOutcome& winner = outcome.seats[drawn / 997 % outcome.seats.size()];
    winner.share = 1;
    winner.score = static_cast<double>(drawn % 13);
    return outcome;
}

GameOutcome faulty_outcome(const GameToPlay& game, int seats, Fault fault) {
    GameOutcome outcome = fake_outcome(game, seats);
    outcome.seats[0].faults[static_cast<std::size_t>(fault)] = 1;
    return outcome;
}

GameToPlay FakeWorkers::take_first(std::size_t worker) {
    REQUIRE(!each_[worker].games.empty());
    const GameToPlay game = each_[worker].games.front();
    each_[worker].games.pop_front();
    return game;
}

std::vector<std::size_t> FakeWorkers::playing() const {
    std::vector<std::size_t> all;
    for (std::size_t worker = 0; worker < each_.size(); ++worker) {
        if (!each_[worker].games.empty()) {
            all.push_back(worker);
        }
    }
    return all;
}

std::vector<std::size_t> FakeWorkers::ready() const {
    std::vector<std::size_t> all;
    for (std::size_t worker = 0; worker < each_.size(); ++worker) {
        if (has_message(worker)) {
            all.push_back(worker);
        }
    }
    return all;
}

void FakeWorkers::send(std::size_t worker, const GameToPlay& game) {
    if (sees_send) {
        sees_send(worker, game);
    }
    each_[worker].games.push_back(game);
    sent_.push_back(game.index);
}

std::vector<std::size_t> FakeWorkers::wait(std::int64_t due_ns, int other) {
    due_ns_ = due_ns;
    other_ = other;
    signal("wait");
    if (ready().empty()) {
        next(due_ns);
    }
    constexpr int too_many = 10'000; // waits in which nothing comes: the loop hangs
    idle_waits_ = ready().empty() ? idle_waits_ + 1 : 0;
    REQUIRE(idle_waits_ < too_many);
    return ready();
}

WorkerMessage FakeWorkers::receive(std::size_t worker) {
    REQUIRE(has_message(worker));
    WorkerMessage message = each_[worker].messages.front();
    each_[worker].messages.pop_front();
    if (sees_message) {
        sees_message(worker, message);
    }
    return message;
}

std::vector<std::string> MemoryBook::lines() const {
    std::vector<std::string> all;
    for (const auto& [index, game] : games) {
        std::string line = fmt::format(
            "{} of match {} on {}, {} turns:", index, game.match, game.field, game.turns);
        for (const SeatOutcome& seat : game.seats) {
            line += fmt::format(" {} {}", seat.ai, seat.share);
        }
        all.push_back(line);
    }
    return all;
}

std::vector<std::int64_t>
MemoryBook::games_between(std::int64_t first, std::int64_t end, std::int64_t max) const {
    std::vector<std::int64_t> indexes;
    for (auto at = games.lower_bound(first); at != games.end() && at->first < end; ++at) {
        if (max >= 0 && static_cast<std::int64_t>(indexes.size()) == max) {
            break;
        }
        indexes.push_back(at->first);
    }
    return indexes;
}

void MemoryBook::for_each(
    std::int64_t first, std::int64_t end,
    const std::function<void(const GameOutcome&)>& look) const {
    for (auto at = games.lower_bound(first); at != games.end() && at->first < end; ++at) {
        look(at->second);
    }
}

void MemoryBook::add(const GameOutcome& outcome) {
    if (adds_++ == full_at) {
        throw InternalError("book.sqlite: the disk is full");
    }
    if (sees_add) {
        sees_add(outcome);
    }
    INFO("game " << outcome.index);
    REQUIRE(games.emplace(outcome.index, outcome).second);
    order.push_back(outcome.index);
}

std::multimap<std::vector<int>, std::int64_t> MemoryBook::set_aside_on(int field) const {
    const auto found = set_aside.find(field);
    return found == set_aside.end() ? std::multimap<std::vector<int>, std::int64_t>()
                                    : found->second;
}

void MemoryBook::adopt(const std::vector<Adoption>& adopted) {
    for (const Adoption& adoption : adopted) {
        for (auto& [field, waiting] : set_aside) {
            const auto found = std::find_if(waiting.begin(), waiting.end(), [&](const auto& game) {
                return game.second == adoption.id;
            });
            if (found == waiting.end()) {
                continue;
            }
            GameToPlay game;
            game.index = adoption.index;
            game.match = adoption.match;
            game.field = field;
            std::copy(found->first.begin(), found->first.end(), game.ais.begin());
            games.emplace(game.index, fake_outcome(game, static_cast<int>(found->first.size())));
            waiting.erase(found);
            break;
        }
    }
}

} // namespace tests
