#include "gems/sample.hpp"

#include <charconv>
#include <exception>
#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>

namespace referee::gems::sample {
namespace {

using Path = std::filesystem::path;
using Keys = std::map<std::string, std::string>;

Board read_board(const Path& path) {
    std::ifstream file(path);
    Board board;
    for (int y = rows - 1; y >= 0; --y) { // the file begins with the top row
        for (int x = 0; x < columns; ++x) {
            char sign = '\0';
            file >> sign;
            // A column that has run dry holds '.', which is no stone.
            const std::optional<Stone> stone = sign == '.' ? hole : stone_of(sign);
            if (!file || !stone) {
                throw std::runtime_error(path.string() + ": 100 stones expected");
            }
            board.set(x, y, *stone);
        }
    }
    return board;
}

void read_player(const Path& path, Player& player) {
    std::ifstream file(path);
    if (!file.is_open()) {
        return;
    }
    file >> player.life >> player.shield;
    file >> player.red >> player.yellow >> player.green >> player.purple;
    if (!file) {
        throw std::runtime_error(path.string() + ": six integers expected");
    }
}

/// The lines `key value`; more keys than we know may come.
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

/// Leaves `number` as it is if there is no such key.
template <typename Number>
void set_from(const Keys& keys, const char* key, Number& number) {
    const auto found = keys.find(key);
    if (found == keys.end()) {
        return;
    }
    const std::string& text = found->second;
    if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc()) {
        throw std::runtime_error(std::string("match.dat: ") + key + ": a number expected");
    }
}

} // namespace

Situation read_situation(const Path& folder) {
    Situation situation;
    Parameters& parameters = situation.parameters;
    State& state = situation.state;
    const Keys keys = read_keys(folder / "match.dat");
    set_from(keys, "seed", situation.seed);
    set_from(keys, "time_limit_ms", situation.time_limit_ms);
    set_from(keys, "life", parameters.life);
    set_from(keys, "shield", parameters.shield);
    set_from(keys, "threshold", parameters.threshold);
    set_from(keys, "purple_threshold", parameters.purple_threshold);
    set_from(keys, "illegal_penalty", parameters.illegal_penalty);
    set_from(keys, "turn", state.moves);
    int moves_left = parameters.max_moves - state.moves;
    set_from(keys, "moves_left", moves_left);
    parameters.max_moves = state.moves + moves_left;

    state.board = read_board(folder / "gamefield.dat");
    for (Player& player : state.players) {
        player.life = parameters.life;
        player.shield = parameters.shield;
    }
    read_player(folder / "player.dat", state.players[0]);
    read_player(folder / "opponent.dat", state.players[1]);
    return situation;
}

void write_choice(const Path& folder, const Choice& choice) {
    const Swap& swap = choice.swap;
    std::ofstream result(folder / "result.dat");
    result << swap.x1 << ' ' << swap.y1 << ' ' << swap.x2 << ' ' << swap.y2 << '\n';
    if (!result.flush()) {
        throw std::runtime_error("result.dat: can't be written");
    }
    // Notes are for people who look on: no answer fails for want of them.
    std::ofstream(folder / "notes.dat") << "value " << choice.value << ", depth " << choice.depth
                                        << ", nodes " << choice.nodes << '\n';
}

Outcome foresee(State& state, const Parameters& parameters, const Swap& swap) {
    Player& mover = state.players[state.mover];
    Player& other = state.players[1 - state.mover];
    Outcome outcome;
    outcome.legal = true;
    ++state.moves;
    exchange(state.board, swap);
    for (Step step; (step = dissolve(state.board, mover, other, parameters)).stones > 0;) {
        ++outcome.steps;
        outcome.stones += step.stones;
        outcome.damage += step.damage;
        fall(state.board);
    }
    // The stages of finish_move() but for deadlocks and dry queues, of which nothing is known.
    if (other.life == 0) {
        state.end = End::life;
    } else if (state.moves >= parameters.max_moves) {
        state.end = End::moves;
    } else if (mover.purple >= parameters.purple_threshold) {
        mover.purple -= parameters.purple_threshold;
        outcome.extra_turn = true;
    } else {
        state.mover = 1 - state.mover;
    }
    return outcome;
}

Choice choose_best(const Situation& situation, int (*worth)(const Outcome&)) {
    Choice best;
    for (const Swap& swap : legal_swaps(situation.state.board)) {
        State after = situation.state;
        const int value = worth(foresee(after, situation.parameters, swap));
        if (best.nodes == 0 || value > best.value) {
            best.swap = swap;
            best.value = value;
        }
        ++best.nodes;
    }
    best.depth = 1;
    return best;
}

int run(const std::function<Choice(const Situation&)>& choose) {
    try {
        const Situation situation = read_situation(".");
        if (!has_legal_swap(situation.state.board)) {
            std::cerr << "no legal swap\n";
            return 1;
        }
        write_choice(".", choose(situation));
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}

} // namespace referee::gems::sample
