#include "match/game_tally.hpp"

#include "match/game_runner.hpp"
#include "match/player.hpp"

#include <utility>

namespace referee {
namespace {

constexpr std::size_t max_fault_notes = 100;

/// All measurements but the times of moves: a preparation has none.
Measurements measured_in(const ResourceUse& use) {
    Measurements measured;
    measured.cpu_ns = use.cpu_ns;
    measured.peak_kb = use.peak_kb;
    measured.leftovers = use.leftovers;
    return measured;
}

} // namespace

GameTally::GameTally(const GameRequest& request, GameResult& result)
    : request_(request), result_(result) {
    result_.tallies.resize(request.by_seat.size());
}

void GameTally::add(
    Seat seat, const Run& run, const Effect& effect, int turn, bool in_preparation) {
    const Player* const program = request_.by_seat[seat - 1];
    SeatTally& tally = result_.tallies[seat - 1];
    Measurements measured = measured_in(run.use);
    if (!in_preparation) { // these are times of moves
        measured.moves = 1;
        measured.wall_ns = measured.longest_ns = run.use.wall_ns;
        tally.times.add(run.use.wall_ns);
    }
    const bool is_starved_program =
        program != nullptr && is_starved(effect.fault, run.use.wall_ns, run.use.cpu_ns);
    measured.starved = is_starved_program ? 1 : 0;
    last_faults_[seat] = effect.fault;
    // A program that failed in the preparation often says so only then.
    std::string printed = in_preparation ? "" : std::exchange(preparation_errors_[seat], "");
    if (effect.fault != Fault::none) {
        ++tally.faults[static_cast<std::size_t>(effect.fault)];
        notify(
            {turn, seat, in_preparation, effect.fault, effect.reason,
             printed.append(last_errors(seat)),
             program == nullptr ? std::string() : program->last_output(), effect.legal_if,
             run.use.wall_ns, run.use.cpu_ns});
    }
    if (!run.restart.empty()) {
        measured.restarts = 1;
        measured.starved += run.is_starved ? 1 : 0;
        notify({turn, seat, in_preparation, Fault::none, run.restart, ""});
    }
    referee::add(tally.measured, measured);
    if (in_preparation) {
        preparation_errors_[seat] = effect.fault == Fault::none ? last_errors(seat) : "";
    }
}

void GameTally::add_end(Seat seat, const ResourceUse& use) {
    referee::add(result_.tallies[seat - 1].measured, measured_in(use));
}

std::string_view GameTally::last_errors(Seat seat) const {
    const Player* const program = request_.by_seat[seat - 1];
    return program == nullptr ? std::string_view() : program->last_errors();
}

void GameTally::notify(const FaultNote& note) {
    if (request_.watcher.fault) {
        request_.watcher.fault(note);
    }
    if (result_.faults.size() < max_fault_notes) {
        result_.faults.push_back(note);
    }
}

} // namespace referee
