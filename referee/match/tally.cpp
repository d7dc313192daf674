#include "match/tally.hpp"

#include "match/limits.hpp"

#include <cstddef>
#include <utility>

namespace referee {
namespace {

/// All measurements but the times of moves: a preparation has none.
Measurements measured_in(const ResourceUse& use) {
    Measurements measured;
    measured.cpu_ns = use.cpu_ns;
    measured.peak_kb = use.peak_kb;
    measured.leftovers = use.leftovers;
    return measured;
}

} // namespace

GameTally::GameTally(
    std::span<Player* const> players, const std::function<void(const FaultNote&)>& notify,
    GameResult& result)
    : players_(players), notify_(notify), result_(result) {
    result_.tallies.resize(players.size());
}

SeatTally& GameTally::tally(Seat seat) const {
    return result_.tallies[static_cast<std::size_t>(seat) - 1];
}

void GameTally::add(Seat seat, const Run& run, const Effect& effect, int turn, Phase phase) {
    const bool in_preparation = phase == Phase::prepare;
    Measurements measured = measured_in(run.use);
    if (!in_preparation) { // these are times of moves
        measured.moves = 1;
        measured.wall_ns = measured.longest_ns = run.use.wall_ns;
        tally(seat).times.add(run.use.wall_ns);
    }
    const bool is_starved_program =
        !player(seat).is_person() && is_starved(effect.fault, run.use.wall_ns, run.own_ns);
    measured.starved = is_starved_program ? 1 : 0;
    last_faults_[seat] = effect.fault;
    last_wall_ns_[seat] = run.use.wall_ns;
    const std::string& errors = player(seat).last_errors();
    // A program that failed in the preparation often says so only then.
    std::string printed = in_preparation ? "" : std::exchange(preparation_errors_[seat], "");
    if (effect.fault != Fault::none) {
        ++tally(seat).faults[static_cast<std::size_t>(effect.fault)];
        note(
            {.turn = turn,
             .seat = seat,
             .in_preparation = in_preparation,
             .fault = effect.fault,
             .reason = effect.reason,
             .printed = printed.append(errors),
             .output = player(seat).last_output(),
             .legal_if = effect.legal_if,
             .wall_ns = run.use.wall_ns,
             .cpu_ns = run.use.cpu_ns,
             .machine_was_busy = run.machine_was_busy,
             .empty_files = in_preparation ? empty_files_ : std::vector<std::string_view>()});
    }
    if (!run.restart.empty()) {
        measured.restarts = 1;
        measured.starved += run.is_starved ? 1 : 0;
        note(
            {.turn = turn,
             .seat = seat,
             .in_preparation = in_preparation,
             .fault = Fault::none,
             .reason = run.restart,
             .printed = ""});
    }
    referee::add(tally(seat).measured, measured);
    if (in_preparation) {
        preparation_errors_[seat] = effect.fault == Fault::none ? errors : "";
    }
}

void GameTally::add_fault(Seat seat, const Run& run, int turn) {
    ++tally(seat).faults[static_cast<std::size_t>(run.fault)];
    note({.turn = turn, .seat = seat, .fault = run.fault, .reason = run.reason, .printed = ""});
}

void GameTally::add_end(Seat seat, const ResourceUse& use, const std::string& note, int turn) {
    referee::add(tally(seat).measured, measured_in(use));
    if (!note.empty()) {
        this->note(
            {.turn = turn, .seat = seat, .fault = Fault::none, .reason = note, .printed = ""});
    }
}

void GameTally::note(FaultNote note) {
    if (notify_) {
        notify_(note);
    }
    if (result_.faults.size() < max_fault_notes) {
        result_.faults.push_back(std::move(note));
    }
}

} // namespace referee
