// What a move costs in a game whose rules are a program: one message to a resident process, side
// by side with starting an AI and with the rules of a built-in game.

#include "base/random.hpp"
#include "bench/figure.hpp"
#include "bench/measure.hpp"
#include "game/field_text.hpp"
#include "game/legal_answers.hpp"
#include "game/registry.hpp"
#include "game_programs/catalogue.hpp"
#include "os/processes.hpp"

#include <fmt/format.h>
#include <memory>
#include <spawn.h>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace referee;
using bench::Clock;

/// A game's answers, drawn once: by turn, by seat that moves.
struct Drawn {
    std::unique_ptr<const Field> field;
    std::vector<std::vector<std::string>> turns;
};

Drawn drawn(const Game& game) {
    Rng rng(7);
    FieldText text("bench", game.create_field({2, {}}, rng));
    Drawn drawn{game.read_field(text), {}};
    const auto position = drawn.field->start();
    while (!position->players_to_move().empty()) {
        std::vector<std::string> texts;
        std::vector<Answer> answers;
        for (const Seat seat : position->players_to_move()) {
            const LegalAnswers legal = position->legal_answers(seat);
            std::string answer;
            for (const std::string& part : random_parts(legal, rng)) {
                answer += (answer.empty() ? "" : " ") + part;
            }
            texts.push_back(answer);
        }
        for (std::size_t i = 0; i < texts.size(); ++i) {
            answers.push_back({position->players_to_move()[i], Fault::none, texts[i]});
        }
        position->apply(answers, {});
        drawn.turns.push_back(std::move(texts));
    }
    return drawn;
}

/// Seconds of a turn: carrying it out, and writing the files for the next one.
double seconds_of_turn(const Game& game, const Drawn& drawn) {
    const auto position = drawn.field->start();
    StateFiles files(game.info().files.size());
    const auto begin = Clock::now();
    for (const std::vector<std::string>& texts : drawn.turns) {
        std::vector<Answer> answers;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            answers.push_back({position->players_to_move()[i], Fault::none, texts[i]});
        }
        position->apply(answers, {});
        for (const Seat seat : position->players_to_move()) {
            files.clear();
            position->write_files(seat, Phase::move, files);
        }
    }
    return bench::seconds_since(begin) / static_cast<double>(drawn.turns.size());
}

/// Seconds of starting a C program that does next to nothing, and waiting for its end.
double seconds_of_start(const std::string& program) {
    constexpr int starts = 50;
    std::string name = program;
    char* const arguments[] = {name.data(), nullptr};
    const auto begin = Clock::now();
    for (int i = 0; i < starts; ++i) {
        pid_t pid = 0;
        if (::posix_spawn(&pid, program.c_str(), nullptr, nullptr, arguments, ::environ) != 0) {
            throw std::runtime_error(program + " can't be started");
        }
        ::waitpid(pid, nullptr, 0);
    }
    return bench::seconds_since(begin) / starts;
}

void bench_program_game() {
    find_game_programs();
    const Game& program = game_named("goofspiel");
    const Game& built_in = game_named("dicewars");
    const Drawn of_program = drawn(program);
    const Drawn of_built_in = drawn(built_in);
    const std::string ai = (own_program().parent_path() / "trivial-ai").string();
    constexpr int rounds = 40;
    std::vector<double> to_start;
    std::vector<double> to_built_in;
    std::vector<double> turns;
    for (int round = 0; round < rounds; ++round) {
        const double start = seconds_of_start(ai);
        const double turn = seconds_of_turn(program, of_program);
        const double other = seconds_of_turn(built_in, of_built_in);
        turns.push_back(1e6 * turn);
        to_start.push_back(turn / start);
        to_built_in.push_back(turn / other);
    }
    fmt::print(
        "program-game, a turn of goofspiel (rules in Python, two seats): {} (medians of {} rounds "
        "in turns)\n  times the start of a static C program: {}\n  times a turn of dicewars: {}\n",
        bench::figure(turns, " us"), rounds, bench::figure(to_start), bench::figure(to_built_in));
}

const bench::Measurement measurement("program-game", bench_program_game);

} // namespace
