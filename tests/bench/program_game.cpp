// What a move costs in a game whose rules are a program: messages to a resident process. A message,
// by its size, in each language in which `referee new-game` writes a game: the same game in all of
// them. A turn of each shipped game, alone and in a batch of games that one process plays side by
// side, beside starting an AI and the rules of a built-in game.

#include "base/random.hpp"
#include "bench/figure.hpp"
#include "bench/measure.hpp"
#include "bench/processes.hpp"
#include "game/field_text.hpp"
#include "game/legal_answers.hpp"
#include "game/registry.hpp"
#include "game_programs/catalogue.hpp"
#include "game_programs/description.hpp"
#include "game_programs/game_process.hpp"
#include "os/processes.hpp"
#include "support/run.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <spawn.h>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

namespace fs = std::filesystem;
using namespace referee;
using bench::Clock;

constexpr int rounds = 20;
constexpr std::size_t batch = 10;

/// A game's answers, drawn once: by turn, by seat that moves.
struct Drawn {
    std::unique_ptr<const Field> field;
    std::vector<std::vector<std::string>> turns;
};

Drawn drawn(const Game& game) {
    Rng rng(7);
    FieldText text("bench", game.create_field({}, rng));
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

/// Seconds of a turn: carrying it out, and writing the files for the next one. So many games are
/// played side by side, a turn of each in turn.
double seconds_of_turn(const Game& game, const Drawn& drawn, std::size_t games = 1) {
    std::vector<std::unique_ptr<Position>> positions;
    for (std::size_t i = 0; i < games; ++i) {
        positions.push_back(drawn.field->start());
    }
    StateFiles files(game.info().files.size());
    const auto begin = Clock::now();
    for (const std::vector<std::string>& texts : drawn.turns) {
        for (const std::unique_ptr<Position>& position : positions) {
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
    }
    return bench::seconds_since(begin) / static_cast<double>(drawn.turns.size() * games);
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

/// The line `KEY = VALUE` of a file; empty if it has none.
std::string line_of(const std::string& file, const std::string& key) {
    const std::string text = "\n" + tests::read_file(file);
    const std::string begin = "\n" + key + " = ";
    const std::size_t at = text.find(begin);
    return at == std::string::npos
               ? ""
               : text.substr(at + begin.size(), text.find('\n', at + 1) - at - begin.size());
}

bool is_installed(const std::string& command) {
    return std::system(
               ("command -v " + command.substr(0, command.find(' ')) + " >/dev/null").c_str()) == 0;
}

/// One of the messages, of about so many bytes: what a seat may answer. The rules read a state in
/// which there is more than they know.
std::string message_of(const std::string& state, std::size_t bytes) {
    std::string padded = state.substr(0, state.size() - 1);
    for (int i = 0; padded.size() < bytes; ++i) {
        padded += fmt::format(R"(,"more{}":[1,2,3,"four",5.5,{{"six":7}}])", i);
    }
    return fmt::format(R"({{"do":"choices","state":{}}},"seat":1}})", padded);
}

void bench_messages(const std::string& language, const std::string& folder) {
    const GameDescription description(folder);
    GameProcess process(description);
    const std::string state = R"({"heaps":[3,4,5],"turn":0,"taken":[0,0]})";
    std::string text;
    for (const std::size_t bytes : {std::size_t{100}, std::size_t{10'000}, std::size_t{100'000}}) {
        const std::string message = message_of(state, bytes);
        const int count = static_cast<int>(std::max<std::size_t>(5, 50'000 / bytes));
        std::vector<double> times;
        for (int round = 0; round < rounds; ++round) {
            const auto begin = Clock::now();
            for (int i = 0; i < count; ++i) {
                if (process.ask(message).front() != '[') {
                    throw std::runtime_error(language + ": this is no list of answers");
                }
            }
            times.push_back(1e6 * bench::seconds_since(begin) / count);
        }
        text += fmt::format("\n  of {:>6} bytes: {}", bytes, bench::figure(times, " us"));
    }
    fmt::print("program-game, a message in {}{}\n", language, text);
    std::fflush(stdout);
}

/// The game of `new-game` in each of its languages.
void bench_languages() {
    const tests::TemporaryFolder folder(true);
    std::vector<std::string> languages;
    for (const auto& each : fs::directory_iterator("referee/game_programs/starters")) {
        if (fs::exists(each.path() / "language.ini")) {
            languages.push_back(each.path().filename().string());
        }
    }
    std::sort(languages.begin(), languages.end());
    int number = 0;
    for (const std::string& language : languages) {
        const std::string game = folder / ("heaps" + std::to_string(number++));
        bench::output_of(fmt::format(
            "'{}' new-game --language {} '{}'", (own_program().parent_path() / "referee").string(),
            language, game));
        const std::string build = line_of(game + "/game.ini", "build");
        const std::string needed = build.empty() ? line_of(game + "/game.ini", "command") : build;
        if (!is_installed(needed)) {
            fmt::print(
                "program-game, a message in {}: left out, needs {}\n", language,
                needed.substr(0, needed.find(' ')));
            continue;
        }
        if (!build.empty()) {
            bench::output_of(fmt::format("cd '{}' && {}", game, build));
        }
        bench_messages(language, game);
    }
}

/// In turns: starting an AI, the game, a batch of it, a built-in game.
void bench_shipped(const Game& program, const Game& built_in, const Drawn& of_built_in) {
    const Drawn of_program = drawn(program);
    const std::string ai = (own_program().parent_path() / "trivial-ai").string();
    std::vector<double> to_start;
    std::vector<double> to_built_in;
    std::vector<double> turns;
    std::vector<double> in_batch;
    for (int round = 0; round < rounds; ++round) {
        const double start = seconds_of_start(ai);
        const double turn = seconds_of_turn(program, of_program);
        const double other = seconds_of_turn(built_in, of_built_in);
        turns.push_back(1e6 * turn);
        to_start.push_back(turn / start);
        to_built_in.push_back(turn / other);
        if (round < bench::runs) {
            in_batch.push_back(1e6 * seconds_of_turn(program, of_program, batch));
        }
    }
    fmt::print(
        "program-game, a turn of {} ({} seats): {} (medians of {} rounds in turns)\n"
        "  in a batch of {} games in one process: {}\n"
        "  times the start of a static C program: {}\n  times a turn of {}: {}\n",
        program.info().name, of_program.field->seats(), bench::figure(turns, " us"), rounds, batch,
        bench::figure(in_batch, " us"), bench::figure(to_start), built_in.info().name,
        bench::figure(to_built_in));
    std::fflush(stdout);
}

void bench_program_game() {
    find_game_programs();
    bench_languages();
    const Game& built_in = game_named("dicewars");
    const Drawn of_built_in = drawn(built_in);
    for (const Game* const game : all_games()) {
        if (game->info().folder.empty()) {
            continue;
        }
        try {
            bench_shipped(*game, built_in, of_built_in);
        } catch (const std::exception& problem) { // its language isn't installed
            fmt::print("program-game, {}: left out: {}\n", game->info().name, problem.what());
        }
    }
}

const bench::Measurement measurement("program-game", bench_program_game);

} // namespace
