#include "spe_ed/lib/sample.hpp"

#include "base/names.hpp"
#include "lib/work_folder.hpp"

#include <algorithm>
#include <fstream>
#include <optional>
#include <stdexcept>

namespace referee::spe_ed::sample {
namespace {

using Path = std::filesystem::path;

void read_board(const Path& path, Board& board) {
    std::ifstream file(path);
    int width = 0;
    int height = 0;
    file >> width >> height;
    if (!file || width < 1 || width > max_size || height < 1 || height > max_size) {
        throw std::runtime_error(path.string() + ": width and height expected");
    }
    board = Board(width, height);
    for (int i = 0; i < board.size(); ++i) {
        int content = 0;
        file >> content;
        board[i] = static_cast<std::int8_t>(content);
    }
    if (!file) {
        throw std::runtime_error(path.string() + ": as many cells as the board has expected");
    }
}

/// Reads players until the end of the file; returns the last one's index.
int read_players(const Path& path, State& state) {
    std::ifstream file(path);
    int number = 0;
    for (int x = 0, y = 0; file >> number >> x >> y;) {
        std::string name;
        int speed = 0;
        int active = 0;
        file >> name >> speed >> active;
        const std::optional<Direction> direction = named<Direction>(name);
        if (!file || number < 1 || number > max_players || !direction) {
            throw std::runtime_error(
                path.string() + ": number x y direction speed active expected");
        }
        Player& player = state.players[number - 1];
        player.x = static_cast<std::int16_t>(x);
        player.y = static_cast<std::int16_t>(y);
        player.direction = *direction;
        player.speed = static_cast<std::int8_t>(speed);
        player.out = active != 0 ? Out::no : Out::fault; // the reason isn't in the files
        player.out_round = active != 0 ? 0 : 1;
        state.player_count = std::max(state.player_count, static_cast<std::int8_t>(number));
    }
    return number - 1;
}

} // namespace

Situation read_situation(const Path& folder) {
    Situation situation;
    situation.begin = Clock::now();
    State& state = situation.state;
    read_board(folder / "gamefield.dat", state.board);
    read_players(folder / "opponent.dat", state);
    situation.me = read_players(folder / "player.dat", state);
    if (situation.me < 0) {
        throw std::runtime_error("player.dat: a player expected");
    }
    const work_folder::Keys keys(folder / "match.dat");
    state.round = 1;
    keys.read("round", state.round);
    state.max_rounds = state.round + state.board.size();
    keys.read("seed", situation.seed);
    int limit = 0;
    keys.read("time_limit_ms", limit);
    situation.time_limit_ms = limit > 0 ? limit : 1000;
    return situation;
}

void write_choice(const Path& folder, const Choice& choice) {
    const std::string_view action = name_of(choice.action);
    work_folder::write_result(folder, std::string(action) + "\n");
    work_folder::write_notes(folder, choice.notes);
}

bool survives_alone(const State& state, int player, Action action) {
    State after = state;
    for (int i = 0; i < after.player_count; ++i) {
        after.players[i].out_round = i == player ? 0 : 1; // players that are out don't move
    }
    Actions actions;
    actions.fill(Action::none);
    actions[player] = action;
    play_round(after, actions);
    return after.players[player].active();
}

int run(const Choose& choose) {
    return work_folder::run([&choose] { write_choice(".", choose(read_situation("."))); });
}

int run_resident(const Choose& choose) {
    return work_folder::run_resident([&choose] { write_choice(".", choose(read_situation("."))); });
}

} // namespace referee::spe_ed::sample
