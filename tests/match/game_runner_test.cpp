// The loop of a game, with players that do what a test tells them: no processes, no waiting. Random
// games are compared, step by step, with a plain model of what README.md promises.

#include "support/catch.hpp"
#include "support/fake_player.hpp"
#include "support/games/scripted_game.hpp"
#include "support/rounds.hpp"

#include "ai/contestant.hpp"
#include "base/error.hpp"
#include "base/random.hpp"
#include "keeper/work_folder.hpp"
#include "match/config.hpp"
#include "match/game_runner.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>
#include <set>

namespace {

using namespace referee;
using namespace std::chrono_literals;
using tests::FakeListener;
using tests::FakeMachine;
using tests::FakeNature;
using tests::FakePlayer;
using tests::FakeRun;
using tests::one_ms;
using tests::ScriptedField;
using tests::ScriptedRules;

/// A game, who plays it, and what each does in each of its runs.
struct Script {
    ScriptedRules rules{};
    MatchConfig config{};
    int max_turns = 0;
    bool awaits_own_signal = true;
    std::vector<FakeNature> natures{};
    std::vector<bool> wants_prepare{};
    std::vector<bool> wants_end{};
    std::vector<FakeRun> preparation{};        ///< by seat
    std::vector<std::vector<FakeRun>> moves{}; ///< by seat; after the last one the first again

    explicit Script(int seats = 2) { set_seats(seats); }
    void set_seats(int seats) {
        const auto count = static_cast<std::size_t>(seats);
        rules.seats = seats;
        natures.resize(count);
        wants_prepare.resize(count);
        wants_end.resize(count);
        preparation.resize(count);
        moves.resize(count, std::vector<FakeRun>(1));
        for (std::size_t i = 0; i < count; ++i) {
            natures[i].core = static_cast<int>(i);
        }
    }
    const FakeRun& run(Seat seat, Phase phase, int asked) const {
        const auto at = static_cast<std::size_t>(seat) - 1;
        const std::vector<FakeRun>& own = moves[at];
        static const FakeRun end;
        return phase == Phase::prepare ? preparation[at]
               : phase == Phase::end   ? end
                                       : own[static_cast<std::size_t>(asked) % own.size()];
    }
};

/// A script being played.
struct ScriptedMatch {
    explicit ScriptedMatch(Script what) : script(std::move(what)), field(observed(script.rules)) {
        for (int seat = 1; seat <= script.rules.seats; ++seat) {
            const auto at = static_cast<std::size_t>(seat) - 1;
            Contestant& contestant = contestants.emplace_back();
            contestant.name = fmt::format("p{}", seat);
            contestant.is_human = script.natures[at].is_person;
            contestant.program.wants_prepare = script.wants_prepare[at];
            contestant.program.wants_end = script.wants_end[at];
        }
        for (int seat = 1; seat <= script.rules.seats; ++seat) {
            players.push_back(std::make_unique<FakePlayer>(
                machine, seat, script.natures[static_cast<std::size_t>(seat) - 1],
                [this, seat, asked = 0](const RunRequest& request) mutable {
                    const int number = asked;
                    asked += request.phase == Phase::move ? 1 : 0;
                    return script.run(seat, request.phase, number);
                }));
        }
    }
    ScriptedMatch(const ScriptedMatch&) = delete;
    ScriptedMatch& operator=(const ScriptedMatch&) = delete;

    GameRequest request() {
        GameRequest request;
        request.field = &field.loaded();
        request.config = &script.config;
        request.listener = &listener;
        request.max_turns = script.max_turns;
        request.awaits_own_signal = script.awaits_own_signal;
        request.watcher.fault = [this](const FaultNote& note) { notes.push_back(note); };
        request.time = machine.time();
        for (std::size_t i = 0; i < players.size(); ++i) {
            request.contestants.push_back(&contestants[i]);
            request.by_seat.push_back(players[i].get());
        }
        return request;
    }
    GameResult play() {
        GameRequest asked = request();
        return play_game(asked);
    }
    FakePlayer& player(Seat seat) { return *players[static_cast<std::size_t>(seat) - 1]; }

    Script script;
    FakeMachine machine;
    ScriptedField field;
    std::vector<Contestant> contestants;
    std::vector<std::unique_ptr<FakePlayer>> players;
    FakeListener listener{machine};
    std::vector<FaultNote> notes;

  private:
    /// The rules' turns stand in the log, too.
    ScriptedRules observed(ScriptedRules rules) {
        rules.on_call = [this](const std::string& what) {
            if (what.starts_with("apply")) {
                machine.step(what);
            }
        };
        return rules;
    }
};

// The model: what happens in a game, in the words of referee/match/README.md, without regard to how
// it is programmed.

/// What a note on a fault or restart says.
std::string note_line(
    int turn, Seat seat, bool in_preparation, Fault fault, const std::string& printed,
    std::int64_t wall_ns) {
    return fmt::format(
        "{} {} {} {} '{}' {}", turn, seat, in_preparation ? "preparation" : "move", name_of(fault),
        printed, wall_ns);
}

struct Model {
    explicit Model(const Script& what)
        : script(what), field([&] {
              ScriptedRules rules = what.rules;
              rules.on_call = nullptr;
              return rules;
          }()),
          position(field.loaded().field->start()) {
        const auto seats = static_cast<std::size_t>(what.rules.seats);
        tallies.resize(seats);
        match_lines.resize(seats);
        const TimeControl& control = what.config.clock ? *what.config.clock : what.rules.time;
        left.assign(seats, control.start);
    }

    bool is_person(Seat seat) const { return script.natures[index(seat)].is_person; }
    static std::size_t index(Seat seat) { return static_cast<std::size_t>(seat) - 1; }
    int core(Seat seat) const { return script.natures[index(seat)].core; }

    std::vector<Seat> programs() const {
        std::vector<Seat> all;
        for (Seat seat = 1; seat <= script.rules.seats; ++seat) {
            if (!is_person(seat)) {
                all.push_back(seat);
            }
        }
        return all;
    }

    bool has_clock(Seat seat) const {
        const bool is_clock = script.config.clock || script.rules.time.start.count() > 0;
        return is_clock && !script.config.time_limit && !own_limit(seat);
    }
    std::optional<std::chrono::milliseconds> own_limit(Seat seat) const {
        for (const OwnLimit& own : script.config.own_limits) {
            if (own.ai == fmt::format("p{}", seat)) {
                return own.limit;
            }
        }
        return std::nullopt;
    }
    std::chrono::nanoseconds move_limit(Seat seat) const {
        if (is_person(seat)) {
            return script.natures[index(seat)].own_limit;
        }
        if (const auto own = own_limit(seat)) {
            return *own;
        }
        if (script.config.time_limit) {
            return *script.config.time_limit;
        }
        if (has_clock(seat)) {
            return std::max<std::chrono::nanoseconds>(left[index(seat)], 1ms);
        }
        const TimeControl& control = script.config.clock ? *script.config.clock : script.rules.time;
        return position->time_limit().value_or(control.per_move);
    }
    std::chrono::nanoseconds prepare_limit() const {
        if (script.config.prepare_limit) {
            return *script.config.prepare_limit;
        }
        return script.rules.time.prepare.count() > 0 ? script.rules.time.prepare : 10s;
    }

    void log_step(const std::string& what) { log.push_back(what); }

    void files(Seat seat, Phase phase, std::chrono::nanoseconds limit) {
        log_step(fmt::format("files {}", seat));
        match_lines[index(seat)].push_back(fmt::format(
            "{} {} {} {} {} {}", name_of(phase), position->turn(), limit / 1ms,
            last_wall[seat] / one_ms, name_of(last_fault[seat]),
            has_clock(seat) ? "clock" : "no clock"));
    }

    /// What becomes of a run with this limit, the margin aside.
    FakeRun outcome(Seat seat, Phase phase, std::chrono::nanoseconds limit) {
        FakeRun run = script.run(seat, phase, asked[seat]);
        asked[seat] += phase == Phase::move ? 1 : 0;
        if (limit.count() > 0 && !is_person(seat)) {
            limit += script.config.margin;
        }
        if (limit.count() > 0 && run.wall_ns > limit.count() && run.fault == Fault::none) {
            run.fault = Fault::timeout;
            run.wall_ns = limit.count();
            run.cpu_ns = std::min(run.cpu_ns, run.wall_ns);
        }
        return run;
    }

    void start(Seat seat, Phase phase) {
        log_step(fmt::format("start {} {} turn {}", seat, name_of(phase), position->turn()));
    }

    /// Asks them all about the same state.
    void ask(const std::vector<Seat>& seats, Phase phase) {
        const auto limit = [&](Seat seat) {
            return phase == Phase::prepare ? prepare_limit() : move_limit(seat);
        };
        std::vector<Seat> waiting;
        for (const Seat seat : seats) {
            runs[seat] = outcome(seat, phase, limit(seat));
            if (is_person(seat)) {
                start(seat, phase);
            } else {
                files(seat, phase, limit(seat));
                waiting.push_back(seat);
            }
        }
        while (!waiting.empty()) {
            std::vector<Seat> wave;
            std::set<int> cores;
            for (const Seat seat : waiting) {
                if (cores.insert(core(seat)).second) {
                    wave.push_back(seat);
                }
            }
            std::erase_if(waiting, [&](Seat seat) {
                return std::find(wave.begin(), wave.end(), seat) != wave.end();
            });
            for (const Seat seat : programs()) {
                if (was_notified.contains(seat) && cores.contains(core(seat))) {
                    log_step(fmt::format("suspend {}", seat));
                }
            }
            for (const Seat seat : wave) {
                start(seat, phase);
            }
            bool is_in_doubt = false;
            for (const Seat seat : wave) {
                log_step(fmt::format("finish {}", seat));
                own_ns += runs[seat].cpu_ns;
                if (runs[seat].may_be_interrupted && doubted.insert(seat).second) {
                    is_in_doubt = true;
                }
            }
            if (is_in_doubt && script.awaits_own_signal) {
                log_step("await signal");
            }
        }
        for (const Seat seat : seats) {
            if (is_person(seat)) {
                log_step(fmt::format("finish {}", seat));
            }
        }
    }

    void count(Seat seat, Fault fault, Phase phase) {
        const FakeRun& run = runs[seat];
        const bool is_move = phase == Phase::move;
        SeatTally& tally = tallies[index(seat)];
        tally.measured.moves += is_move ? 1 : 0;
        tally.measured.wall_ns += is_move ? run.wall_ns : 0;
        tally.measured.longest_ns = std::max(tally.measured.longest_ns, is_move ? run.wall_ns : 0);
        tally.measured.cpu_ns += run.cpu_ns;
        tally.measured.peak_kb = std::max(tally.measured.peak_kb, run.peak_kb);
        tally.measured.leftovers += run.leftovers;
        last_wall[seat] = run.wall_ns;
        last_fault[seat] = fault;
        std::string printed = is_move ? std::exchange(prepared_errors[seat], "") : "";
        if (fault != Fault::none) {
            ++tally.faults[static_cast<std::size_t>(fault)];
            notes.push_back(note_line(
                position->turn() - (is_move ? 1 : 0), seat, !is_move, fault, printed + run.errors,
                run.wall_ns));
            const bool is_late = fault == Fault::timeout && run.cpu_ns < run.wall_ns / 2;
            tally.measured.starved += is_late && !is_person(seat) ? 1 : 0;
        } else if (!is_move) {
            prepared_errors[seat] = run.errors;
        }
        if (!run.restart.empty()) {
            tally.measured.restarts += 1;
            tally.measured.starved += run.is_starved ? 1 : 0;
            notes.push_back(note_line(
                position->turn() - (is_move ? 1 : 0), seat, !is_move, Fault::none, "", 0));
        }
    }

    void tell_end(Seat seat, bool is_over) {
        const bool is_resident = script.natures[index(seat)].is_resident;
        if ((!is_resident && !script.wants_end[index(seat)]) ||
            (was_notified.contains(seat) && !is_over)) {
            return;
        }
        was_notified.insert(seat);
        files(seat, Phase::end, 1s);
        if (is_resident) {
            log_step(fmt::format("notify {}", seat));
        } else {
            start(seat, Phase::end);
            log_step(fmt::format("finish {}", seat));
        }
    }

    void end_all() {
        for (const Seat seat : programs()) {
            log_step(fmt::format("end {}", seat));
            const ResourceUse& use = script.natures[index(seat)].at_end;
            Measurements& measured = tallies[index(seat)].measured;
            measured.cpu_ns += use.cpu_ns;
            measured.peak_kb = std::max(measured.peak_kb, use.peak_kb);
            measured.leftovers += use.leftovers;
        }
    }

    void move() {
        const std::vector<Seat> movers(
            position->players_to_move().begin(), position->players_to_move().end());
        const int turn = position->turn();
        ask(movers, Phase::move);
        std::vector<Answer> answers;
        std::string what = fmt::format("apply {}:", turn);
        for (const Seat seat : movers) {
            const FakeRun& run = runs[seat];
            const std::string text = run.fault == Fault::none ? run.text : "";
            answers.push_back({seat, run.fault, std::string_view(run.text)});
            what += fmt::format(" {}={}", seat, text.empty() ? name_of(run.fault) : text);
            if (has_clock(seat) && !is_person(seat)) {
                const std::chrono::nanoseconds kept =
                    run.fault == Fault::timeout
                        ? 0ns
                        : std::max(left[index(seat)] - std::chrono::nanoseconds(run.wall_ns), 0ns);
                const TimeControl& control =
                    script.config.clock ? *script.config.clock : script.rules.time;
                left[index(seat)] = kept + control.increment;
            }
        }
        log_step(what);
        const std::vector<Effect> effects = position->apply(answers, nullptr);
        ++turns;
        for (std::size_t i = 0; i < movers.size(); ++i) {
            count(movers[i], effects[i].fault, Phase::move);
            log_step(fmt::format(
                "record move {} {}{}", turn, movers[i], i + 1 == movers.size() ? " hash" : ""));
        }
    }

    void play() {
        for (const Seat seat : programs()) {
            log_step(fmt::format("begin {} scripted-game1-seat{}", seat, seat));
        }
        log_step("record begin 1");
        std::vector<Seat> preparing;
        for (const Seat seat : programs()) {
            if (script.rules.has_prepare || script.wants_prepare[index(seat)]) {
                preparing.push_back(seat);
            }
        }
        ask(preparing, Phase::prepare);
        for (const Seat seat : preparing) {
            count(seat, runs[seat].fault, Phase::prepare);
            log_step(fmt::format("record prepare 0 {}", seat));
        }
        ending = position->ending();
        while (!ending) {
            move();
            for (const Seat seat : programs()) {
                if (script.natures[index(seat)].is_resident &&
                    !position->players_to_move().empty() && position->is_eliminated(seat)) {
                    tell_end(seat, false);
                }
            }
            ending = position->ending();
            const std::int64_t game_ns = std::chrono::nanoseconds(script.config.game_time).count();
            if (!ending && game_ns > 0 && own_ns >= game_ns) {
                ending = position->ranks_now();
                ending->ended_by = EndedBy::game_time;
            }
            if (!ending && turns == script.max_turns) {
                end_all();
                return;
            }
        }
        log_step("record result");
        for (const Seat seat : programs()) {
            tell_end(seat, true);
        }
        end_all();
    }

    const Script& script;
    ScriptedField field;
    std::unique_ptr<Position> position;
    std::vector<std::string> log;
    std::vector<std::string> notes;
    std::vector<SeatTally> tallies;
    std::vector<std::vector<std::string>> match_lines; ///< by seat, of each match.dat
    std::optional<Ending> ending;
    int turns = 0;

  private:
    std::vector<std::chrono::nanoseconds> left;
    SeatArray<FakeRun> runs;
    SeatArray<int> asked;
    SeatArray<std::int64_t> last_wall;
    SeatArray<Fault> last_fault;
    SeatArray<std::string> prepared_errors;
    std::set<Seat> was_notified;
    std::set<Seat> doubted;
    std::int64_t own_ns = 0;
};

/// A match.dat in a line: phase, turn, limit, time and fault of the last run, clock.
std::string line_of(const std::string& match_dat) {
    std::map<std::string, std::string> values;
    for (std::size_t at = 0; at < match_dat.size();) {
        const std::size_t end = match_dat.find('\n', at);
        const std::string line = match_dat.substr(at, end - at);
        const std::size_t blank = line.find(' ');
        values[line.substr(0, blank)] = line.substr(blank + 1);
        at = end + 1;
    }
    return fmt::format(
        "{} {} {} {} {} {}", values["phase"], values["turn"], values["time_limit_ms"],
        values["last_wall_ms"], values["last_fault"],
        values.contains("time_left_ms") ? "clock" : "no clock");
}

/// Plays the script and compares all that can be seen of it with the model.
void check_against_model(const Script& script) {
    ScriptedMatch table(script);
    const GameResult result = table.play();
    Model model(table.script);
    model.play();
    REQUIRE(table.machine.log == model.log);
    CHECK(result.turns == model.turns);
    std::vector<std::string> notes;
    for (const FaultNote& note : table.notes) {
        notes.push_back(note_line(
            note.turn, note.seat, note.in_preparation, note.fault, note.printed, note.wall_ns));
    }
    CHECK(notes == model.notes);
    CHECK(result.faults.size() == std::min<std::size_t>(notes.size(), 100));
    for (Seat seat = 1; seat <= script.rules.seats; ++seat) {
        CAPTURE(seat);
        const auto at = static_cast<std::size_t>(seat) - 1;
        CHECK(result.tallies[at].measured == model.tallies[at].measured);
        CHECK(result.tallies[at].faults == model.tallies[at].faults);
        CHECK(result.tallies[at].times.count() == model.tallies[at].measured.moves);
        std::vector<std::string> lines;
        for (const std::string& match_dat : table.player(seat).match_dats) {
            lines.push_back(line_of(match_dat));
        }
        CHECK(lines == model.match_lines[at]);
    }
    if (model.ending) {
        CHECK(result.ending.ranks == model.ending->ranks);
        CHECK(result.ending.scores == model.ending->scores);
        CHECK(result.ending.ended_by == model.ending->ended_by);
        CHECK(
            result.points == (script.rules.match_decides
                                  ? std::vector<double>(model.ending->ranks.size(), 0.0)
                                  : points_of(*model.ending, script.config.points)));
    } else {
        CHECK(result.ending.ranks.empty());
    }
}

// Scripts.

bool one_in(Rng& rng, std::uint64_t n) {
    return rng.below(n) == 0;
}

FakeRun any_run(Rng& rng) {
    FakeRun run;
    run.wall_ns = static_cast<std::int64_t>(rng.below(40)) * one_ms;
    run.cpu_ns = static_cast<std::int64_t>(rng.below(40)) * one_ms;
    run.peak_kb = static_cast<std::int64_t>(rng.below(1000));
    run.leftovers = static_cast<std::int64_t>(rng.below(3));
    if (one_in(rng, 3)) {
        run.fault = static_cast<Fault>(rng.below(6)); // not illegal: only the rules say so
    }
    static const std::array<std::string, 6> words{"ok", "ok", "ok", "illegal", "nonsense", "out"};
    run.text = words[rng.below(words.size())];
    if (one_in(rng, 6)) {
        run.restart = "it can't be suspended";
        run.is_starved = one_in(rng, 2);
    }
    run.may_be_interrupted = one_in(rng, 4);
    if (one_in(rng, 3)) {
        run.errors = fmt::format("said {}", rng.below(100));
    }
    return run;
}

Script any_script(Rng& rng) {
    Script script(1 + static_cast<int>(rng.below(one_in(rng, 4) ? 8 : 4)));
    ScriptedRules& rules = script.rules;
    rules.simultaneous = one_in(rng, 2);
    rules.has_prepare = one_in(rng, 3);
    rules.match_decides = one_in(rng, 5);
    rules.turns = static_cast<int>(rng.below(8));
    MatchConfig& config = script.config;
    switch (rng.below(4)) {
    case 0:
        rules.time.per_move = 20ms;
        break;
    case 1:
        rules.time.start = 50ms;
        rules.time.increment = std::chrono::milliseconds(rng.below(20));
        break;
    case 2:
        config.clock = TimeControl{.start = 30ms, .increment = 5ms};
        break;
    default:
        config.time_limit = std::chrono::milliseconds(rng.below(30));
    }
    for (int turn = 0; turn < 3 && one_in(rng, 3); ++turn) {
        rules.limits.push_back(std::chrono::milliseconds(5 + rng.below(20)));
    }
    if (one_in(rng, 3)) {
        config.own_limits.push_back({"p1", std::chrono::milliseconds(rng.below(30))});
    }
    if (one_in(rng, 3)) {
        rules.time.prepare = 15ms;
    }
    if (one_in(rng, 3)) {
        config.prepare_limit = 12ms;
    }
    config.margin = std::chrono::milliseconds(rng.below(3) * 5);
    config.game_time = std::chrono::milliseconds(one_in(rng, 3) ? 1 + rng.below(150) : 0);
    config.points = one_in(rng, 2) ? std::vector<double>{3, 1} : std::vector<double>();
    script.max_turns = one_in(rng, 4) ? 1 + static_cast<int>(rng.below(5)) : 0;
    script.awaits_own_signal = !one_in(rng, 4);
    for (std::size_t i = 0; i < script.natures.size(); ++i) {
        FakeNature& nature = script.natures[i];
        nature.core = static_cast<int>(rng.below(3));
        nature.is_person = one_in(rng, 5);
        nature.is_resident = !nature.is_person && one_in(rng, 2);
        nature.own_limit = std::chrono::milliseconds(one_in(rng, 2) ? 0 : 15);
        nature.at_end = {.wall_ns = 5, .cpu_ns = 7 * one_ms, .peak_kb = 500, .leftovers = 1};
        script.wants_prepare[i] = one_in(rng, 3);
        script.wants_end[i] = one_in(rng, 3);
        script.preparation[i] = any_run(rng);
        script.moves[i].clear();
        for (std::uint64_t run = 0; run <= rng.below(6); ++run) {
            script.moves[i].push_back(any_run(rng));
        }
        if (nature.is_person) { // the page refuses everything else
            for (FakeRun& run : script.moves[i]) {
                run.text = one_in(rng, 4) ? "out" : "ok";
                run.fault = Fault::none;
                run.restart.clear();
                run.errors.clear();
                run.may_be_interrupted = false;
            }
        }
    }
    return script;
}

} // namespace

TEST_CASE("random games happen step by step as the model says", "[match][game-loop]") {
    const int rounds = tests::rounds(1500);
    for (int seed = 0; seed < rounds; ++seed) {
        CAPTURE(seed);
        Rng rng(static_cast<std::uint64_t>(seed));
        check_against_model(any_script(rng));
    }
}

TEST_CASE("every fault in every phase is counted, noted and told to its AI", "[match][game-loop]") {
    for (const bool is_simultaneous : {false, true}) {
        for (const bool is_resident : {false, true}) {
            for (const Phase phase : {Phase::prepare, Phase::move}) {
                for (const FaultKind& kind : fault_kinds) {
                    if (kind.fault_class == FaultClass::refused) {
                        continue; // the rules' own, see the random games
                    }
                    for (Seat failing = 1; failing <= 3; ++failing) {
                        CAPTURE(is_simultaneous, is_resident, name_of(phase), kind.name, failing);
                        Script script(3);
                        script.rules.simultaneous = is_simultaneous;
                        script.rules.has_prepare = true;
                        script.rules.turns = 6;
                        const auto at = static_cast<std::size_t>(failing) - 1;
                        script.natures[at].is_resident = is_resident;
                        FakeRun bad;
                        bad.fault = kind.fault;
                        bad.errors = "why";
                        if (phase == Phase::prepare) {
                            script.preparation[at] = bad;
                        } else {
                            script.moves[at] = {FakeRun(), bad};
                        }
                        ScriptedMatch table(script);
                        const GameResult result = table.play();
                        const int times = phase == Phase::prepare ? 1 : is_simultaneous ? 3 : 1;
                        for (Seat seat = 1; seat <= 3; ++seat) {
                            const SeatTally& tally =
                                result.tallies[static_cast<std::size_t>(seat) - 1];
                            CHECK(
                                tally.faults[static_cast<std::size_t>(kind.fault)] ==
                                (seat == failing ? times : 0));
                            CHECK(tally.measured.moves == (is_simultaneous ? 6 : 2));
                        }
                        REQUIRE(table.notes.size() == static_cast<std::size_t>(times));
                        CHECK(table.notes[0].in_preparation == (phase == Phase::prepare));
                        CHECK(table.notes[0].printed == "why");
                        CHECK(table.notes[0].output == "out: why");
                        CHECK(table.notes[0].empty_files.empty() == (phase == Phase::move));
                        const std::vector<std::string>& told = table.player(failing).match_dats;
                        CHECK_THAT(told[0], ContainsSubstring("last_fault none\n"));
                        // After the preparation, and after the second move if there is a third.
                        const std::size_t next = phase == Phase::prepare ? 1 : 3;
                        if (phase == Phase::prepare || is_simultaneous) {
                            CHECK_THAT(
                                told[next],
                                ContainsSubstring(fmt::format("last_fault {}\n", kind.name)));
                        }
                    }
                }
            }
        }
    }
}

TEST_CASE("a preparation that fails for one seat costs the others nothing", "[match][game-loop]") {
    Script script(4);
    script.rules.has_prepare = true;
    script.rules.simultaneous = true;
    script.preparation[1] = {
        .fault = Fault::timeout, .wall_ns = 500 * one_ms, .errors = "still loading"};
    script.moves[1] = {{.fault = Fault::crash, .errors = "not loaded"}, {}};
    ScriptedMatch table(script);
    const GameResult result = table.play();
    CHECK(result.ending.scores == std::vector<double>{4, 2, 4, 4});
    CHECK(result.tallies[1].measured.moves == 4); // without the preparation
    CHECK(result.tallies[1].measured.longest_ns == 10 * one_ms);
    REQUIRE(table.notes.size() == 3);
    CHECK(table.notes[0].fault == Fault::timeout);
    CHECK(table.notes[1].printed == "not loaded"); // what the failed preparation said was shown
}

TEST_CASE("what a good preparation printed is shown with the first fault", "[match][game-loop]") {
    Script script(2);
    script.rules.has_prepare = true;
    script.preparation[0].errors = "loaded half. ";
    script.moves[0] = {{.fault = Fault::crash, .errors = "gone"}};
    ScriptedMatch table(script);
    table.play();
    REQUIRE(table.notes.size() == 2);
    CHECK(table.notes[0].printed == "loaded half. gone");
    CHECK(table.notes[1].printed == "gone");
}

TEST_CASE("no more than a hundred faults are kept, and all are reported", "[match][game-loop]") {
    Script script(1);
    script.rules.turns = 150;
    script.moves[0] = {{.fault = Fault::exit}};
    ScriptedMatch table(script);
    const GameResult result = table.play();
    CHECK(table.notes.size() == 150);
    CHECK(result.faults.size() == 100);
    CHECK(result.tallies[0].faults[static_cast<std::size_t>(Fault::exit)] == 150);
}

TEST_CASE("a late AI is told apart from a busy machine by its core", "[match][game-loop]") {
    struct Case {
        std::int64_t cpu_ns;
        std::vector<std::int64_t> idle; ///< of the machine at the start; empty: unknown
        std::int64_t idle_ns;           ///< of its core while it ran
        bool was_busy;
        int starved;
        std::string reason;
    };
    const std::vector<Case> cases{
        {900 * one_ms, {0, 0}, 0, false, 0, "timeout said so"},
        {100 * one_ms,
         {},
         0,
         false,
         1,
         "timeout said so, on a core for 0.1 s of it: it waited, or the machine was busy"},
        {100 * one_ms,
         {0, 0},
         0,
         true,
         1,
         "timeout said so, on a core for 0.1 s of it: it waited, or the machine was busy"},
        {100 * one_ms,
         {0, 0},
         900 * one_ms,
         false,
         0,
         "timeout said so, on a core for 0.1 s of it; its core was idle, so it waited for "
         "something"}};
    for (const Case& each : cases) {
        CAPTURE(each.reason);
        Script script(2);
        script.rules.turns = 1;
        script.rules.time.per_move = 1s;
        script.moves[0] = {
            {.wall_ns = 5000 * one_ms, .cpu_ns = each.cpu_ns, .idle_ns = each.idle_ns}};
        ScriptedMatch table(script);
        table.machine.idle_ns = each.idle;
        const GameResult result = table.play();
        REQUIRE(table.notes.size() == 1);
        CHECK(table.notes[0].reason == each.reason);
        CHECK(table.notes[0].machine_was_busy == each.was_busy);
        CHECK(result.tallies[0].measured.starved == each.starved);
        CHECK(result.tallies[0].measured.wall_ns == 1000 * one_ms);
    }
}

TEST_CASE("whoever used most of the time of a game is named", "[match][game-loop]") {
    Script script(3);
    script.rules.turns = 100;
    script.config.game_time = 1s;
    script.moves[1] = {{.wall_ns = 400 * one_ms, .cpu_ns = 400 * one_ms}};
    ScriptedMatch table(script);
    const GameResult result = table.play();
    CHECK(result.ending.ended_by == EndedBy::game_time);
    CHECK(
        result.ending.reason ==
        "the AIs have used the 1 s of the game, p2 on seat 2 most of it (1.2 s): counted");
    CHECK(result.turns == 8);
}

TEST_CASE(
    "AIs are told their rank, and seats that are out hear of it at once", "[match][game-loop]") {
    Script script(3);
    script.rules.turns = 9;
    script.natures[1].is_resident = true;
    script.wants_end[0] = true;
    script.moves[1] = {{.text = "out"}};
    ScriptedMatch table(script);
    table.play();
    const auto end_of = [&](Seat seat, std::size_t back) {
        const std::vector<std::string>& told = table.player(seat).match_dats;
        return told[told.size() - back];
    };
    CHECK_THAT(end_of(2, 2), ContainsSubstring("phase end"));
    CHECK_THAT(end_of(2, 2), ContainsSubstring("rank 0\nscore 0\n"));
    CHECK_THAT(end_of(2, 1), ContainsSubstring("rank 3\nscore 1\n"));
    CHECK_THAT(end_of(1, 1), ContainsSubstring("rank 1\nscore 4\n"));
    CHECK_THAT(end_of(3, 1), ContainsSubstring("phase move")); // it doesn't want to know
}

TEST_CASE("a file that only some games have is written if it has content", "[match][game-loop]") {
    ScriptedMatch table{Script(2)};
    table.play();
    CHECK(table.player(1).file_names == std::vector<std::string>{"state.dat"});
}

TEST_CASE("AIs are called by their names only if the organiser says so", "[match][game-loop]") {
    for (const bool is_told : {false, true}) {
        Script script(2);
        script.config.reveal_names = is_told;
        ScriptedMatch table(script);
        table.play();
        CHECK_THAT(
            table.player(1).match_dats[0],
            ContainsSubstring(is_told ? "name2 p2\n" : "name2 seat2\n"));
    }
}

TEST_CASE(
    "people choose from the legal answers of the turn, at their own pace", "[match][game-loop]") {
    Script script(2);
    script.rules.turns = 6;
    script.natures[1].is_person = true;
    script.natures[1].own_limit = 3s;
    script.config.time_limit = 1ms;
    script.moves[0] = {{.wall_ns = 0, .cpu_ns = 0}};
    script.moves[1] = {
        {.wall_ns = 2000 * one_ms}, {.wall_ns = 2000 * one_ms}, {.wall_ns = 9000 * one_ms}};
    ScriptedMatch table(script);
    GameRequest request = table.request();
    request.number = 7;
    const GameResult result = play_game(request);
    const std::vector<RunRequest>& asked = table.player(2).requests;
    REQUIRE(asked.size() == 3);
    CHECK(asked[2].game == 7);
    CHECK(asked[2].turn == 5);
    CHECK(asked[2].played == 5);
    // A person who leaves has a timeout, and isn't starved.
    CHECK(result.ending.scores == std::vector<double>{3, 2});
    CHECK(result.tallies[1].measured.starved == 0);
    REQUIRE(table.notes.size() == 1);
    CHECK(table.notes[0].reason == "timeout said so");
    CHECK_THAT(table.listener.games[0], ContainsSubstring("move 5 2 limit 3000 timeout"));
    CHECK_THAT(table.listener.games[0], ContainsSubstring("move 0 1 limit 1 none"));
    CHECK(table.player(2).match_dats.empty());
}

TEST_CASE(
    "a signal at any step of any game goes through, and nothing happens after it",
    "[match][game-loop]") {
    const int rounds = tests::rounds(40);
    for (int seed = 0; seed < rounds; ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        Script script = any_script(rng);
        ScriptedMatch whole(script);
        whole.play();
        for (std::size_t step = 0; step < whole.machine.log.size(); ++step) {
            CAPTURE(seed, step, whole.machine.log[step]);
            ScriptedMatch table(script);
            table.machine.on_step = [step](std::size_t number, const std::string&) {
                if (number == step) {
                    throw Interrupted(15);
                }
            };
            CHECK_THROWS_AS(table.play(), Interrupted);
            const std::vector<std::string> before(
                whole.machine.log.begin(),
                whole.machine.log.begin() + static_cast<std::ptrdiff_t>(step));
            CHECK(table.machine.log == before);
        }
    }
}

TEST_CASE(
    "a signal that an AI has got first ends the game before its fault counts",
    "[match][game-loop]") {
    for (const bool comes : {false, true}) {
        Script script(2);
        script.rules.turns = 8;
        script.moves[0] = {{.fault = Fault::crash, .may_be_interrupted = true}};
        ScriptedMatch table(script);
        table.machine.on_step = [comes](std::size_t, const std::string& what) {
            if (comes && what == "await signal") {
                throw Interrupted(2);
            }
        };
        if (comes) {
            CHECK_THROWS_AS(table.play(), Interrupted);
            CHECK(table.notes.empty());
        } else {
            table.play();
            CHECK(table.notes.size() == 4);
            // An AI that keeps dying of signals is waited for once.
            CHECK(
                std::count(table.machine.log.begin(), table.machine.log.end(), "await signal") ==
                1);
        }
    }
}

TEST_CASE(
    "a full disk is the fault of whoever took too much, and of nobody else", "[match][game-loop]") {
    // All combinations of: who may take more than a share, who did, and what others have taken.
    for (const bool is_simultaneous : {false, true}) {
        for (unsigned can_exceed = 0; can_exceed < 8; ++can_exceed) {
            for (unsigned takes = 0; takes < 8; ++takes) {
                for (const std::int64_t others : {0, 1000}) {
                    CAPTURE(is_simultaneous, can_exceed, takes, others);
                    Script script(3);
                    script.rules.simultaneous = is_simultaneous;
                    script.rules.turns = is_simultaneous ? 1 : 3;
                    for (unsigned i = 0; i < 3; ++i) {
                        const bool can = (can_exceed & (1U << i)) != 0;
                        const bool does = (takes & (1U << i)) != 0;
                        script.natures[i].can_exceed_share = can;
                        script.moves[i] = {
                            {.disk_bytes = does && can ? 2000 : 10, .needs_disk = true}};
                    }
                    ScriptedMatch table(script);
                    table.machine.disk_used = others;
                    const unsigned guilty = can_exceed & takes;
                    if (others > 0 && guilty != 7) {
                        CHECK_THROWS_AS(table.play(), DiskFull);
                        continue;
                    }
                    const GameResult result = table.play();
                    for (unsigned i = 0; i < 3; ++i) {
                        const bool is_guilty = (guilty & (1U << i)) != 0;
                        const int crashes =
                            result.tallies[i].faults[static_cast<std::size_t>(Fault::crash)];
                        CHECK(crashes == (is_guilty ? 1 : 0));
                        CHECK(result.ending.scores[i] == (is_guilty ? 0 : 1));
                    }
                    for (const FaultNote& note : table.notes) {
                        CHECK(note.reason == "it filled the disk");
                    }
                    CHECK(table.machine.is_disk_full() == (others > 0));
                }
            }
        }
    }
}

namespace {

/// Three players that need the disk. One holds more than its share, and something else takes the
/// rest of the disk at a step of the game, by its number.
struct FilledDisk {
    FilledDisk(const Script& script, std::size_t step) : table(script) {
        table.machine.on_step = [this, step](std::size_t number, const std::string&) {
            table.machine.disk_used += number == step ? 600 : 0;
        };
    }
    static Script script(Seat guilty, bool is_simultaneous, bool share_core) {
        Script script(3);
        script.rules.simultaneous = is_simultaneous;
        script.rules.has_prepare = true;
        script.rules.turns = is_simultaneous ? 2 : 6;
        for (std::size_t i = 0; i < 3; ++i) {
            script.natures[i].core = share_core ? 0 : static_cast<int>(i);
            script.moves[i] = {{.needs_disk = true}};
            script.preparation[i] = {.needs_disk = true};
        }
        const auto at = static_cast<std::size_t>(guilty) - 1;
        script.natures[at].can_exceed_share = true;
        script.preparation[at].disk_bytes = 500;
        return script;
    }
    std::ptrdiff_t count(const std::string& what) const {
        return std::count(table.machine.log.begin(), table.machine.log.end(), what);
    }
    ScriptedMatch table;
};

} // namespace

TEST_CASE(
    "whoever fills the disk has the fault in its next answer, whenever it is found out",
    "[match][game-loop]") {
    for (Seat guilty = 1; guilty <= 3; ++guilty) {
        for (const bool is_simultaneous : {false, true}) {
            for (const bool share_core : {false, true}) {
                for (const bool files_need_disk : {false, true}) {
                    const Script script = FilledDisk::script(guilty, is_simultaneous, share_core);
                    FilledDisk undisturbed(script, 1'000'000);
                    undisturbed.table.play();
                    const std::vector<std::string>& steps = undisturbed.table.machine.log;
                    for (std::size_t step = 0; step < steps.size(); ++step) {
                        CAPTURE(guilty, is_simultaneous, share_core, files_need_disk);
                        CAPTURE(step, steps[step]);
                        FilledDisk disk(script, step);
                        disk.table.machine.files_need_disk = files_need_disk;
                        const GameResult result = disk.table.play();
                        const bool is_found = disk.count(fmt::format("make room {}", guilty)) > 0;
                        for (Seat seat = 1; seat <= 3; ++seat) {
                            CAPTURE(seat);
                            const auto at = static_cast<std::size_t>(seat) - 1;
                            CHECK(disk.count(fmt::format("{} has no files", seat)) == 0);
                            const auto& faults = result.tallies[at].faults;
                            CHECK(
                                std::accumulate(faults.begin(), faults.end(), 0) ==
                                (is_found && seat == guilty ? 1 : 0));
                            CHECK(
                                faults[static_cast<std::size_t>(Fault::crash)] ==
                                (is_found && seat == guilty ? 1 : 0));
                            CHECK((result.ending.scores[at] == 2 || (is_found && seat == guilty)));
                        }
                        CHECK(disk.table.notes.size() == (is_found ? 1 : 0));
                        CHECK(disk.table.machine.is_disk_full() == !is_found);
                    }
                }
            }
        }
    }
}

TEST_CASE(
    "a disk that is full when a game ends costs whoever filled it, and never the result",
    "[match][game-loop]") {
    for (Seat guilty = 0; guilty <= 3; ++guilty) { // 0: nobody of them
        for (const bool is_resident : {false, true}) {
            Script script = FilledDisk::script(std::max(guilty, 1), false, true);
            for (std::size_t i = 0; i < 3; ++i) {
                script.natures[i].is_resident = is_resident;
                script.wants_end[i] = true;
            }
            if (guilty == 0) {
                script.natures[0].can_exceed_share = false;
                script.preparation[0].disk_bytes = 0;
            }
            FilledDisk undisturbed(script, 1'000'000);
            undisturbed.table.play();
            const std::vector<std::string>& steps = undisturbed.table.machine.log;
            const auto result_at = static_cast<std::size_t>(
                std::find_if(
                    steps.begin(), steps.end(),
                    [](const std::string& step) { return step == "record result"; }) -
                steps.begin());
            REQUIRE(result_at + 3 < steps.size());
            for (std::size_t step = result_at; step < steps.size(); ++step) {
                CAPTURE(guilty, is_resident, step, steps[step]);
                FilledDisk disk(script, step);
                disk.table.machine.files_need_disk = true;
                disk.table.machine.disk_used = guilty == 0 ? 500 : 0;
                GameResult result;
                REQUIRE_NOTHROW(result = disk.table.play());
                CHECK(result.ending.ranks.size() == 3);
                const bool is_found = disk.count(fmt::format("make room {}", guilty)) > 0;
                for (Seat seat = 1; seat <= 3; ++seat) {
                    const auto& faults = result.tallies[static_cast<std::size_t>(seat) - 1].faults;
                    CHECK(
                        std::accumulate(faults.begin(), faults.end(), 0) ==
                        (is_found && seat == guilty ? 1 : 0));
                }
                CHECK(disk.table.notes.size() == (is_found ? 1 : 0));
            }
        }
    }
}

TEST_CASE(
    "an AI that filled the disk before the others' turn isn't asked in its own",
    "[match][game-loop]") {
    // It is found out while the first one moves.
    for (const bool is_simultaneous : {false, true}) {
        FilledDisk disk(FilledDisk::script(2, is_simultaneous, true), 1'000'000);
        disk.table.machine.on_step = [&](std::size_t, const std::string& what) {
            if (what == "finish 1" && disk.count("finish 1") == 1) {
                disk.table.machine.disk_used += 600;
            }
        };
        const GameResult result = disk.table.play();
        CHECK(result.ending.scores == std::vector<double>{2, 1, 2});
        REQUIRE(disk.table.notes.size() == 1);
        CHECK(disk.table.notes[0].turn == (is_simultaneous ? 0 : 1));
        CHECK(disk.table.notes[0].reason == "it filled the disk");
        CHECK(disk.table.notes[0].wall_ns == 0);
        CHECK(disk.count(fmt::format("start 2 move turn {}", is_simultaneous ? 0 : 1)) == 0);
        CHECK(result.tallies[1].measured.moves == 2);
    }
}

TEST_CASE("a run that a full disk has spoilt is as if it hadn't been", "[match][game-loop]") {
    Script script = FilledDisk::script(2, false, true);
    script.rules.turns = 3;
    script.config.game_time = 1000ms;
    script.moves[0] = {{.wall_ns = 600 * one_ms, .cpu_ns = 600 * one_ms, .needs_disk = true}};
    FilledDisk disk(script, 1'000'000);
    disk.table.machine.on_step = [&](std::size_t, const std::string& what) {
        if (what == "finish 1" && disk.count("finish 1") == 1) {
            disk.table.machine.disk_used += 600;
        }
    };
    const GameResult result = disk.table.play();
    CHECK(result.ending.ended_by == EndedBy::rules);
    CHECK(disk.count("start 1 move turn 0") == 2);
    CHECK_THAT(disk.table.player(1).match_dats.back(), ContainsSubstring("last_wall_ms 10\n"));
    CHECK(result.tallies[0].measured.cpu_ns == 610 * one_ms);
}

TEST_CASE("a signal may end the second run of a spoilt move, too", "[match][game-loop]") {
    for (const bool comes : {false, true}) {
        Script script = FilledDisk::script(2, false, true);
        script.moves[0] = {
            {.needs_disk = true}, {.fault = Fault::crash, .may_be_interrupted = true}, {}};
        FilledDisk disk(script, 1'000'000);
        disk.table.machine.on_step = [&, comes](std::size_t, const std::string& what) {
            if (what == "finish 1" && disk.count("finish 1") == 1) {
                disk.table.machine.disk_used += 600;
            }
            if (comes && what == "await signal") {
                throw Interrupted(2);
            }
        };
        if (comes) {
            CHECK_THROWS_AS(disk.table.play(), Interrupted);
            CHECK(disk.table.notes.empty());
        } else {
            disk.table.play();
            CHECK(disk.count("await signal") == 1);
        }
    }
}

TEST_CASE("a full disk that hinders nobody isn't looked at", "[match][game-loop]") {
    Script script(2);
    ScriptedMatch table(script);
    table.machine.disk_used = table.machine.disk_size;
    CHECK(table.play().ending.scores == std::vector<double>{2, 2});
}

TEST_CASE("a game that begins in a position goes on from there", "[match][game-loop]") {
    ScriptedMatch table{Script(2)};
    const std::unique_ptr<Position> from = table.field.loaded().field->start();
    const std::array<Answer, 1> first{{{1, Fault::none, "ok"}}};
    from->apply(first, nullptr);
    GameRequest request = table.request();
    request.from = from.get();
    table.machine.log.clear();
    const GameResult result = play_game(request);
    CHECK(result.turns == 3);
    CHECK(result.ending.scores == std::vector<double>{2, 2});
    CHECK(table.player(2).requests.front().turn == 1);
    CHECK(from->turn() == 1); // the caller's own is as it was
}

TEST_CASE("the watcher sees the position at the start and after each step", "[match][game-loop]") {
    ScriptedMatch table{Script(2)};
    std::vector<int> turns;
    GameRequest request = table.request();
    request.watcher.step = [&](const Position& position) { turns.push_back(position.turn()); };
    play_game(request);
    CHECK(turns == std::vector<int>{0, 1, 1, 2, 2, 3, 3, 4, 4});
}
