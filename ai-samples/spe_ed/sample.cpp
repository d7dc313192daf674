#include "spe_ed/sample.hpp"

#include <algorithm>
#include <exception>
#include <fstream>
#include <iostream>
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
        const auto at = std::find(direction_names.begin(), direction_names.end(), name);
        if (!file || number < 1 || number > max_players || at == direction_names.end()) {
            throw std::runtime_error(
                path.string() + ": number x y direction speed active expected");
        }
        Player& player = state.players[number - 1];
        player.x = static_cast<std::int16_t>(x);
        player.y = static_cast<std::int16_t>(y);
        player.direction = static_cast<Direction>(at - direction_names.begin());
        player.speed = static_cast<std::int8_t>(speed);
        player.out = active != 0 ? Out::no : Out::fault; // why, nobody tells
        player.out_round = active != 0 ? 0 : 1;
        state.player_count = std::max(state.player_count, static_cast<std::int8_t>(number));
    }
    return number - 1;
}

long number_of(const Keys& keys, const char* key, long default_value) {
    const auto at = keys.find(key);
    if (at == keys.end()) {
        return default_value;
    }
    try {
        return std::stol(at->second);
    } catch (const std::exception&) {
        throw std::runtime_error(std::string("match.dat: ") + key + ": a number expected");
    }
}

} // namespace

Keys read_keys(const Path& path) {
    std::ifstream file(path);
    Keys keys;
    for (std::string line; std::getline(file, line);) {
        const std::size_t blank = line.find(' ');
        if (blank != std::string::npos) {
            keys[line.substr(0, blank)] = line.substr(blank + 1);
        }
    }
    return keys;
}

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
    const auto keys = read_keys(folder / "match.dat");
    state.round = static_cast<std::int32_t>(number_of(keys, "round", 1));
    state.max_rounds = state.round + state.board.size();
    situation.seed = static_cast<std::uint32_t>(number_of(keys, "seed", 0));
    const long limit = number_of(keys, "time_limit_ms", 0);
    situation.time_limit_ms = limit > 0 ? static_cast<int>(limit) : 1000;
    return situation;
}

void write_choice(const Path& folder, const Choice& choice) {
    std::ofstream result(folder / "result.dat");
    result << action_names[static_cast<std::size_t>(choice.action)] << '\n';
    if (!result.flush()) {
        throw std::runtime_error("result.dat: can't be written");
    }
    // Notes are for people who look on: no answer fails for want of them.
    std::ofstream(folder / "notes.dat") << choice.notes;
}

bool survives_alone(const State& state, int player, Action action) {
    State after = state;
    for (int i = 0; i < after.player_count; ++i) {
        after.players[i].out_round = i == player ? 0 : 1; // who is out doesn't move
    }
    Actions actions;
    actions.fill(Action::none);
    actions[player] = action;
    play_round(after, actions);
    return after.players[player].active();
}

int run(const std::function<Choice(const Situation&)>& choose) {
    try {
        write_choice(".", choose(read_situation(".")));
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}

int run_resident(const std::function<Choice(const Situation&)>& choose) {
    for (std::string line; std::getline(std::cin, line) && line != "quit";) {
        if (line.rfind("move", 0) == 0) {
            if (run(choose) != 0) {
                return 1;
            }
            std::cout << "done" << std::endl; // with endl, because the referee waits for it
        }
    }
    return 0;
}

} // namespace referee::spe_ed::sample
