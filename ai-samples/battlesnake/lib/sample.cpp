#include "battlesnake/lib/sample.hpp"

#include "base/names.hpp"
#include "lib/work_folder.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace referee::battlesnake::sample {
namespace {

using Path = std::filesystem::path;

/// A snake as read from its block in player.dat or opponent.dat.
struct Block {
    int health = 0;
    std::vector<Cell> body;
};
using Blocks = std::array<std::optional<Block>, max_snakes>; // by seat − 1

/// Reads a block into its seat's place. Returns the seat.
int read_block(std::istream& file, const std::string& name, Blocks& blocks) {
    int seat = 0;
    Block block;
    int length = 0;
    file >> seat >> block.health >> length;
    for (int i = 0; file && i < length; ++i) {
        int x = 0;
        int y = 0;
        file >> x >> y;
        if (x < -1 || x > max_side || y < -1 || y > max_side) {
            throw std::runtime_error(name + ": a segment off the board");
        }
        block.body.push_back(cell_at(x, y));
    }
    if (!file || seat < 1 || seat > max_snakes || length < 1) {
        throw std::runtime_error(name + ": seat, health, length and the body expected");
    }
    blocks[seat - 1] = std::move(block);
    return seat;
}

std::vector<std::string> read_rows(const Path& path) {
    std::ifstream file(path);
    std::vector<std::string> rows;
    for (std::string row; file >> row;) {
        rows.insert(rows.begin(), row); // the file begins with the top row
    }
    const bool is_board = rows.size() >= min_side && rows.size() <= max_side &&
                          rows[0].size() >= min_side && rows[0].size() <= max_side;
    for (const std::string& row : rows) {
        if (!is_board || row.size() != rows[0].size()) {
            throw std::runtime_error(path.string() + ": rows of equal length expected");
        }
    }
    if (!is_board) {
        throw std::runtime_error(path.string() + ": a board from 3 x 3 to 25 x 25 expected");
    }
    return rows;
}

/// Reads hazards.dat, which standard games don't have.
void read_hazards(const Path& path, int damage, Situation& situation) {
    std::ifstream file(path);
    int count = 0;
    if (!(file >> count)) {
        return;
    }
    situation.hazards = Hazards(damage);
    for (int i = 0; i < count; ++i) {
        int x = -1;
        int y = -1;
        int layers = 0;
        file >> x >> y >> layers;
        if (!file || x < 0 || x >= situation.state.width || y < 0 || y >= situation.state.height) {
            throw std::runtime_error(path.string() + ": x, y and layers of each cell expected");
        }
        situation.hazards.set(cell_at(x, y), 0, layers);
    }
}

/// Reads match.dat; returns the number of players.
int read_match(const Path& path, Situation& situation) {
    const work_folder::Keys keys(path);
    int players = 0;
    keys.read("players", players);
    keys.read("turn", situation.state.turn);
    keys.read("seed", situation.seed);
    keys.read("time_limit_ms", situation.time_limit_ms);
    keys.read("max_turns", situation.max_turns);
    int wrapped = 0;
    int constrictor = 0;
    int damage = 0;
    keys.read("wrapped", wrapped);
    keys.read("constrictor", constrictor);
    keys.read("hazard_damage", damage);
    situation.state.wrapped = wrapped == 1;
    situation.state.constrictor = constrictor == 1;
    read_hazards(path.parent_path() / "hazards.dat", damage, situation);
    if (keys.has("points")) {
        std::istringstream points(keys.text("points"));
        situation.points.clear();
        for (double value = 0; points >> value;) {
            situation.points.push_back(value);
        }
    }
    return players;
}

void place_snakes(Situation& situation, const Blocks& blocks, int players) {
    State& state = situation.state;
    for (int seat = 1; seat <= max_snakes; ++seat) {
        if (blocks[seat - 1]) {
            add_snake(state, blocks[seat - 1]->body, blocks[seat - 1]->health);
        } else if (seat <= players) {
            ++state.count; // dead
        } else {
            break;
        }
    }
}

} // namespace

Situation read_situation(const Path& folder) {
    Situation situation;
    const std::vector<std::string> rows = read_rows(folder / "gamefield.dat");
    const auto height = static_cast<int>(rows.size());
    const auto width = static_cast<int>(rows[0].size());
    situation.state = empty_state(width, height);
    const int players = read_match(folder / "match.dat", situation);
    Blocks blocks;
    std::ifstream player(folder / "player.dat");
    situation.seat = read_block(player, "player.dat", blocks);
    std::ifstream opponent(folder / "opponent.dat");
    int opponents = 0;
    opponent >> opponents;
    int last_seat = situation.seat;
    for (int i = 0; i < opponents; ++i) {
        last_seat = std::max(last_seat, read_block(opponent, "opponent.dat", blocks));
    }
    place_snakes(situation, blocks, std::max(players, last_seat));
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            if (rows[y][x] == 'F') {
                add_food(situation.state, cell_at(x, y));
            }
        }
    }
    return situation;
}

void write_choice(const Path& folder, const Choice& choice) {
    work_folder::write_result(folder, std::string(name_of(choice.direction)) + "\n");
    work_folder::write_notes(folder, choice.notes + "\n");
}

int steps_between(const State& state, Cell a, Cell b) {
    const auto along = [&](int from, int to, int side) {
        const int steps = std::abs(from - to);
        return state.wrapped ? std::min(steps, side - steps) : steps;
    };
    return along(x_of(a), x_of(b), state.width) + along(y_of(a), y_of(b), state.height);
}

DirectionList open_steps(const State& state, int seat) {
    DirectionList list;
    for (const Direction direction : directions) {
        if (!is_deadly(state, neighbour(state, state.snake(seat).head, direction))) {
            list.add(direction);
        }
    }
    return list;
}

bool is_contested(const State& state, int seat, Cell cell) {
    for (const Direction direction : directions) {
        const Cell beside = neighbour(state, cell, direction);
        const int owner = state.board.owner(beside);
        if (owner != 0 && owner != seat && state.snake(owner).head == beside &&
            state.snake(owner).length() >= state.snake(seat).length()) {
            return true;
        }
    }
    return false;
}

int run(const std::function<Choice(const Situation&)>& choose) {
    return work_folder::run([&choose] { write_choice(".", choose(read_situation("."))); });
}

} // namespace referee::battlesnake::sample
