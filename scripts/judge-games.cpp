// Plays games in one process and fits the judge of a game on them (scripts/judges builds and runs
// it): a thousand games take seconds, where processes of AIs would take hours. AIs are libraries
// made of the repository's, which read and write the files of a folder as always, or Python
// programs. They are trusted.

#include "base/random.hpp"
#include "base/text.hpp"
#include "game/legal_answers.hpp"
#include "game/registry.hpp"
#include "game_programs/catalogue.hpp"
#include "judge/fit/fit.hpp"
#include "keeper/process.hpp"
#include "match/move_files.hpp"
#include "os/output.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unistd.h>

using namespace referee;
namespace fs = std::filesystem;

namespace {

std::string text_in(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// The folder in which an AI moves.
struct MoveFolder {
    fs::path path;
    void write(std::string_view name, std::string_view text) const {
        std::ofstream(path / name, std::ios::binary) << text;
    }
};

/// An AI that is asked for a move: a library with play_move(), or a program that moves for each
/// line and answers with one.
class Asked {
  public:
    explicit Asked(const std::string& path) {
        if (path.ends_with(".so")) {
            void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
            move_ = library != nullptr ? reinterpret_cast<int (*)()>(::dlsym(library, "play_move"))
                                       : nullptr;
            if (move_ == nullptr) {
                throw std::runtime_error(fmt::format("{}: {}", path, ::dlerror()));
            }
            return;
        }
        std::array<int, 2> to{};
        std::array<int, 2> from{};
        if (::pipe(to.data()) != 0 || ::pipe(from.data()) != 0) {
            throw std::runtime_error("no pipe");
        }
        const pid_t child = ::fork();
        if (child == 0) {
            ::dup2(to[0], STDIN_FILENO);
            ::dup2(from[1], STDOUT_FILENO);
            for (const int descriptor : {to[0], to[1], from[0], from[1]}) {
                ::close(descriptor);
            }
            ::execl(path.c_str(), path.c_str(), nullptr);
            ::_exit(1);
        }
        ::close(to[0]);
        ::close(from[1]);
        to_ = ::fdopen(to[1], "w");
        from_ = ::fdopen(from[0], "r");
    }

    void move(const fs::path& folder) {
        fs::current_path(folder);
        if (move_ != nullptr) {
            move_();
            return;
        }
        fmt::print(to_, "{}\n", folder.string());
        std::fflush(to_);
        std::array<char, 80> line{};
        if (std::fgets(line.data(), line.size(), from_) == nullptr) {
            throw std::runtime_error("a program has ended");
        }
    }

  private:
    int (*move_)() = nullptr;
    std::FILE* to_ = nullptr;
    std::FILE* from_ = nullptr;
};

struct Request {
    const Game* game = nullptr;
    int seats = 2;
    std::map<std::string, std::string> settings; ///< of every second field
    double noise = 0.1;
    std::vector<std::unique_ptr<Asked>> ais;
    fs::path folder;
};

/// A game on a field of its own. Each seat has an AI by chance; of its answers a share that is also
/// drawn, from 0 to `noise`, are random, so that good and bad players meet.
std::optional<JudgedGame> played(Request& request, std::uint64_t number) {
    const GameInfo& info = request.game->info();
    Rng rng(70000 + number);
    CreateRequest create{
        info.min_seats == info.max_seats ? 0 : request.seats,
        number % 2 == 1 ? request.settings : std::map<std::string, std::string>()};
    std::string text = request.game->create_field(create, rng);
    const LoadedField field = load_field("field", text);
    const Teams teams = field.teams();
    JudgedGame judged;
    judged.field = fmt::format("{:05}", number * 7919 % 100003);
    for (const Parameter& parameter : info.parameters) {
        if (parameter.ends_game) {
            judged.limits[parameter.name] = parameter_of(info, field.text, parameter.name);
        }
    }
    std::vector<Asked*> ais;
    std::vector<double> noise;
    for (int place = 0; place < teams.places(); ++place) {
        ais.push_back(request.ais[rng.below(request.ais.size())].get());
        noise.push_back(request.noise * static_cast<double>(rng.below(3)) / 2);
    }
    MoveFiles files(info, MatchFile(info.name, teams, {}, {}));
    const std::unique_ptr<Position> position = field.field->start();
    std::vector<JudgedPosition> seen;
    constexpr std::size_t max_seen = 4000;
    std::vector<std::string> texts(static_cast<std::size_t>(request.seats));
    while (!position->ending() && seen.size() < max_seen) {
        seen.push_back(judged_position(
            info, teams, *position,
            nlohmann::ordered_json::parse(position->to_json(), nullptr, false)));
        const std::vector<Seat> movers(
            position->players_to_move().begin(), position->players_to_move().end());
        std::vector<Answer> answers;
        for (const Seat seat : movers) {
            const std::size_t place = teams.place_of(seat);
            std::string& answer = texts[static_cast<std::size_t>(seat - 1)];
            if (static_cast<double>(rng.below(1000)) < 1000 * noise[place]) {
                answer.clear();
                for (const std::string& part : random_parts(position->legal_answers(seat), rng)) {
                    answer += (answer.empty() ? "" : " ") + part;
                }
            } else {
                const MoveFolder folder{request.folder / std::to_string(seat)};
                MatchFacts facts;
                facts.turn = position->turn();
                facts.limit = std::chrono::milliseconds(20);
                facts.seed = static_cast<std::uint32_t>(rng.below(1ULL << 31));
                files.fill(*position, seat, facts);
                for (const std::string_view name : {"result.dat", "notes.dat", "memory.dat"}) {
                    folder.write(name, "");
                }
                for (const std::string_view name : files.empty()) {
                    folder.write(name, "");
                }
                files.write_to(folder);
                ais[place]->move(folder.path);
                answer = text_in(folder.path / "result.dat");
            }
            answers.push_back({seat, answer.empty() ? Fault::no_result : Fault::none, answer});
        }
        position->apply(answers, {});
    }
    const std::optional<Ending> ending = position->ending();
    if (!ending) {
        return std::nullopt;
    }
    judged.turns = position->turn();
    // Odd, so that not always the same one of two is to move.
    const std::size_t step = (seen.size() + max_judged_positions - 1) / max_judged_positions | 1;
    for (std::size_t at = 0; at < seen.size(); at += step) {
        judged.positions.push_back(std::move(seen[at]));
    }
    judged.shares = win_shares(info, teams, *ending);
    judged.scores = teams.by_place(*ending).scores;
    return judged;
}

int fitted(int count, char** words) {
    Request request;
    find_game_programs();
    std::string file;
    std::uint64_t games = 0;
    const std::vector<std::string> options(words + 1, words + count);
    for (std::size_t at = 0; at + 1 < options.size(); at += 2) {
        const std::string& option = options[at];
        const std::string& value = options[at + 1];
        if (option == "--game") {
            request.game = &game_named(value);
        } else if (option == "--rules") {
            request.game = &use_rules(value);
        } else if (option == "--seats") {
            request.seats = std::stoi(value);
        } else if (option == "--games") {
            games = std::stoull(value);
        } else if (option == "--noise") {
            request.noise = std::stod(value);
        } else if (option == "--set") {
            const std::size_t equals = value.find('=');
            request.settings[value.substr(0, equals)] = value.substr(equals + 1);
        } else if (option == "--fit") {
            file = fs::absolute(value);
        } else if (option == "--ai") {
            request.ais.push_back(std::make_unique<Asked>(fs::absolute(value)));
        }
    }
    request.folder = fs::temp_directory_path() / fmt::format("judge-games-{}", ::getpid());
    for (int seat = 1; seat <= request.seats; ++seat) {
        fs::create_directories(request.folder / std::to_string(seat));
    }
    const GameInfo& info = request.game->info();
    std::vector<JudgedGame> all;
    for (std::uint64_t number = 0; number < games; ++number) {
        if (std::optional<JudgedGame> game = played(request, number)) {
            all.push_back(std::move(*game));
        }
    }
    fs::current_path("/");
    fs::remove_all(request.folder);
    std::map<int, JudgeTable> tables;
    if (fs::exists(file)) {
        for (JudgeTable& table : read_judge_tables(file, text_in(file))) {
            tables.insert_or_assign(table.seats, std::move(table));
        }
    }
    const JudgeTable table = fit_judge(info, request.seats, all);
    const JudgeCalibration& found = table.held_out;
    fmt::print(
        "{}, {} seats: {} games; error {:.3f}; log loss {:.3f}, of a constant {:.3f}\n", info.name,
        request.seats, found.games, found.error, found.log_loss, found.constant);
    tables.insert_or_assign(request.seats, table);
    std::vector<JudgeTable> list;
    for (auto& [seats, each] : tables) {
        list.push_back(std::move(each));
    }
    write_file(file, text_of(std::string(info.name), list));
    return 0;
}

} // namespace

int main(int count, char** words) {
    run_as_keeper_if_asked(count, words); // a game whose rules are a program has one
    try {
        return fitted(count, words);
    } catch (const std::exception& problem) {
        fmt::print(stderr, "judge-games: {}\n", problem.what());
        return 1;
    }
}
