#include "record/rerun/rerun.hpp"

#include "match/clock.hpp"
#include "os/cores.hpp"

#include <fmt/format.h>

namespace referee {
namespace {

std::vector<int> cores_of(const MatchConfig& config) {
    return config.cores.empty() ? allowed_cores() : config.cores;
}

ProgramPlayer* acquired(PlayerPool& pool) {
    pool.acquire({0});
    return &pool.program(0);
}

} // namespace

RecordedFiles::RecordedFiles(const LoadedField& field, const RecordedGame& game)
    : game_(game), facts_(facts_of(game, field.sha256)),
      files_(field.game->info(), match_file_of(game)) {}

std::uint32_t RecordedFiles::environment_seed(std::size_t index) const {
    return referee::environment_seed(game_, facts_, index);
}

void RecordedFiles::fill(const RecordedRun& run) {
    files_.fill(run.position, game_.moves[run.index].seat, facts_[run.index]);
}

Rerun compared(const RecordedRun& at, const RecordedMove& move, Run run) {
    Rerun rerun;
    rerun.index = at.index;
    rerun.effect = effect_in(at, move, {move.seat, run.fault, run.text});
    if (run.fault != Fault::none) {
        rerun.effect.reason = run.reason;
    }
    rerun.is_same = rerun.effect.fault == move.fault && rerun.effect.text == move.effect;
    rerun.run = std::move(run);
    return rerun;
}

Rerunner::Rerunner(
    const LoadedField& field, const RecordedGame& game, Seat seat,
    const std::vector<Contestant>& contestants, const MatchConfig& config, bool takes_memory)
    : game_(game), info_(field.game->info()), config_(config), contestant_(contestants[0]),
      seat_(seat), takes_memory_(takes_memory),
      is_resident_(contestant_.program.resident || config.resident), files_(field, game),
      pool_(contestants, info_, config, cores_of(config)), player_(acquired(pool_)),
      notes_(pool_.take_notes()) {
    begin();
}

Rerunner::~Rerunner() {
    try {
        player_->end_game();
        player_->end_games();
    } catch (const std::exception&) {
        // Its keeper is gone, or we are interrupted; the folder is removed anyway.
    }
}

bool Rerunner::takes_part_in(const RecordedMove& move) const {
    return move.seat == seat_ &&
           (!move.is_preparation || info_.has_prepare || contestant_.program.wants_prepare);
}

bool Rerunner::needs_no_past(std::size_t index) const {
    return takes_memory_ && !is_resident_ && !config_.free_folder &&
           contestant_.program.files.empty() && memory_before(game_, index);
}

std::string Rerunner::what_it_keeps() {
    if (is_resident_) {
        return "it is resident and may keep data in variables";
    }
    if (config_.free_folder) {
        return "it may have created files in its folder";
    }
    std::vector<std::string> names{"memory.dat"};
    names.insert(names.end(), contestant_.program.files.begin(), contestant_.program.files.end());
    for (const std::string& name : names) {
        if (!player_->read(name).value_or("?").empty()) {
            return name + " isn't empty after its first move";
        }
    }
    return "";
}

void Rerunner::begin() {
    player_->begin_game("");
    is_prepared_ = false;
}

Rerun Rerunner::run(const RecordedRun& at) {
    const RecordedMove& move = game_.moves[at.index];
    prepare_before(at);
    files_.fill(at);
    Run run =
        ask(files_.facts(at.index), takes_memory_ ? memory_before(game_, at.index) : std::nullopt);
    Rerun rerun = compared(at, move, std::move(run));
    rerun.errors = player_->last_errors();
    is_prepared_ = is_prepared_ || move.is_preparation;
    return rerun;
}

/// An AI that asks for a preparation in a game without one gets it, as in a match, even if the
/// recorded AI had none.
void Rerunner::prepare_before(const RecordedRun& at) {
    if (is_prepared_ || game_.moves[at.index].is_preparation || info_.has_prepare ||
        !contestant_.program.wants_prepare) {
        return;
    }
    is_prepared_ = true;
    MatchFacts facts = files_.facts(at.index);
    facts.phase = Phase::prepare;
    facts.limit = Clock(info_.time, config_).prepare_limit();
    facts.last_wall_ns = 0;
    facts.last_fault = Fault::none;
    files_.fill(at.position, seat_, facts);
    ask(facts, std::nullopt);
}

/// Gives it the filled files and waits for its answer.
Run Rerunner::ask(const MatchFacts& facts, const std::optional<std::string>& memory) {
    player_->prepare_move();
    files_.write_to(*player_);
    if (memory) {
        player_->write("memory.dat", *memory);
    }
    const auto fixed = config_.fixed_limit(contestant_.name);
    const std::chrono::nanoseconds limit = fixed ? std::chrono::nanoseconds(*fixed) : facts.limit;
    player_->start(
        {.phase = facts.phase,
         .seat = seat_,
         .turn = facts.turn,
         .limit = limit.count() == 0 ? limit : limit + config_.margin,
         .seed = facts.seed});
    Player* const player = player_;
    await_answers(std::span(&player, 1));
    return player_->finish(facts.phase == Phase::move);
}

std::string Rerunner::file_before(std::size_t index, const std::string& name) {
    const std::optional<std::string> recorded =
        takes_memory_ && name == "memory.dat" ? memory_before(game_, index) : std::nullopt;
    return recorded ? *recorded : player_->read(name).value_or("");
}

Approach approach(
    const LoadedField& field, const RecordedGame& game, Rerunner& rerunner, std::size_t target,
    const std::function<void(const RecordedRun&)>& arrive) {
    Approach approach;
    bool needs_past = !rerunner.needs_no_past(target);
    bool is_first_move = true;
    const std::size_t first = game.from ? game.from->moves : 0;
    approach.differences = visit_runs(field, game, [&](const RecordedRun& run) {
        const RecordedMove& move = game.moves[run.index];
        if (run.index == target) {
            arrive(run);
        }
        if (run.index >= target || run.index < first || !needs_past ||
            !rerunner.takes_part_in(move)) {
            return;
        }
        rerunner.run(run);
        ++approach.earlier_runs;
        if (move.is_preparation || !std::exchange(is_first_move, false)) {
            return;
        }
        approach.why = rerunner.what_it_keeps();
        needs_past = !approach.why.empty();
        if (!needs_past) {
            rerunner.begin();
            approach.earlier_runs = 0;
        }
    });
    return approach;
}

} // namespace referee
