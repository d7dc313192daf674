#include "gems/lib/sample.hpp"

#include "lib/work_folder.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace referee::gems::sample {
namespace {

using Path = std::filesystem::path;

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

} // namespace

Situation read_situation(const Path& folder) {
    Situation situation;
    Parameters& parameters = situation.parameters;
    State& state = situation.state;
    const work_folder::Keys keys(folder / "match.dat");
    keys.read("seed", situation.seed);
    keys.read("time_limit_ms", situation.time_limit_ms);
    keys.read("life", parameters.life);
    keys.read("shield", parameters.shield);
    keys.read("threshold", parameters.threshold);
    keys.read("purple_threshold", parameters.purple_threshold);
    keys.read("illegal_penalty", parameters.illegal_penalty);
    keys.read("turn", state.moves);
    int moves_left = parameters.max_moves - state.moves;
    keys.read("moves_left", moves_left);
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
    std::ostringstream result;
    result << swap.x1 << ' ' << swap.y1 << ' ' << swap.x2 << ' ' << swap.y2 << '\n';
    work_folder::write_result(folder, result.str());
    std::ostringstream notes;
    notes << "value " << choice.value << ", depth " << choice.depth << ", nodes " << choice.nodes
          << "\n@value value " << choice.value << '\n';
    // The expected line, drawn on the replay page.
    for (std::size_t i = 0; i < choice.line.size(); ++i) {
        const Swap& next = choice.line[i];
        notes << "@line " << next.x1 << ' ' << next.y1 << ' ' << next.x2 << ' ' << next.y2
              << (i % 2 == 0 ? " black" : " white") << "\n@text " << next.x1 << ' ' << next.y1
              << ' ' << i + 1 << '\n';
    }
    work_folder::write_notes(folder, notes.str());
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
    // The stages of finish_move(), except deadlocks and dry queues, which can't be foreseen.
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

namespace {

void answer(const Choose& choose) {
    const Situation situation = read_situation(".");
    if (!has_legal_swap(situation.state.board)) {
        throw std::runtime_error("no legal swap");
    }
    write_choice(".", choose(situation));
}

} // namespace

int run(const Choose& choose) {
    return work_folder::run([&choose] { answer(choose); });
}

int run_resident(const Choose& choose) {
    return work_folder::run_resident([&choose] { answer(choose); });
}

} // namespace referee::gems::sample
