// The cops reference AI. The thief goes to the nearest gate by breadth-first search, around walls
// and cops; each cop goes to the thief. To write your own AI, start from a copy: read_state() reads
// what an AI gets, plan_thief() and plan_cop() are the places for better ideas.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <vector>

// x to the right, y down; 1..size is the board, 0 and size + 1 are the ring on which the gates lie.
struct Cell {
    int x, y;
    bool operator==(const Cell& other) const { return x == other.x && y == other.y; }
};

struct Direction {
    char letter;
    int dx, dy;
};

constexpr std::array<Direction, 4> directions{
    {{'N', 0, -1}, {'E', 1, 0}, {'S', 0, 1}, {'W', -1, 0}}};

struct Match {
    std::string phase = "move", role = "thief";
    int size = 20, plan_length = 5, cops = 5;
    int tick = 0, ticks = 200;
};

struct State {
    Match match;
    std::vector<Cell> mine, theirs; // the thief alone, or all cops
    std::vector<std::string> board; // board[y][x]: T thief, C cop, W wall, G gate, # ring, . free
    char at(Cell cell) const { return board[cell.y][cell.x]; }
    bool is_inner(Cell cell) const {
        return cell.x >= 1 && cell.x <= match.size && cell.y >= 1 && cell.y <= match.size;
    }
};

// One key and its value a line; there are more keys than these, and the rest is passed over.
Match read_match() {
    std::ifstream file("match.dat");
    Match match;
    const std::map<std::string, int*> numbers = {
        {"size", &match.size},
        {"plan_length", &match.plan_length},
        {"cops", &match.cops},
        {"tick", &match.tick},
        {"ticks", &match.ticks}};
    const std::map<std::string, std::string*> words = {
        {"phase", &match.phase}, {"role", &match.role}};
    for (std::string key, rest; file >> key; std::getline(file, rest)) {
        if (const auto number = numbers.find(key); number != numbers.end())
            file >> *number->second;
        if (const auto word = words.find(key); word != words.end())
            file >> *word->second;
    }
    return match;
}

std::vector<Cell> read_cells(const std::string& name) {
    std::ifstream file(name);
    std::vector<Cell> cells;
    for (Cell cell; file >> cell.x >> cell.y;)
        cells.push_back(cell);
    return cells;
}

std::vector<std::string> read_board(int size) {
    std::ifstream file("gamefield.dat");
    std::vector<std::string> board(size + 2, std::string(size + 2, '#'));
    for (std::string& row : board)
        for (char& sign : row)
            if (!(file >> sign)) {
                std::cerr << "gamefield.dat: " << size + 2 << " rows of so many signs expected\n";
                std::exit(EXIT_FAILURE);
            }
    return board;
}

State read_state(const Match& match) {
    return {match, read_cells("player.dat"), read_cells("opponent.dat"), read_board(match.size)};
}

// The letters of a shortest way from `from` to the first cell found that is a goal; only cells that
// are open are entered. Empty if there is none, or if `from` itself is a goal.
using CellTest = std::function<bool(Cell)>;

std::string shortest_path(int size, Cell from, const CellTest& is_open, const CellTest& is_goal) {
    // The letter by which each cell was first entered, and the cells in the order of their
    // distance.
    std::vector<std::string> entered_by(size + 2, std::string(size + 2, ' '));
    std::vector<Cell> reached{from};
    entered_by[from.y][from.x] = '*';
    for (std::size_t next = 0; next < reached.size(); ++next) {
        Cell cell = reached[next];
        if (is_goal(cell)) {
            std::string path;
            while (!(cell == from)) {
                const char letter = entered_by[cell.y][cell.x];
                path += letter;
                for (const Direction& step : directions)
                    if (step.letter == letter)
                        cell = {cell.x - step.dx, cell.y - step.dy};
            }
            std::reverse(path.begin(), path.end());
            return path;
        }
        for (const Direction& step : directions) {
            const Cell beside{cell.x + step.dx, cell.y + step.dy};
            const bool exists =
                beside.x >= 0 && beside.x <= size + 1 && beside.y >= 0 && beside.y <= size + 1;
            if (exists && entered_by[beside.y][beside.x] == ' ' && is_open(beside)) {
                entered_by[beside.y][beside.x] = step.letter;
                reached.push_back(beside);
            }
        }
    }
    return "";
}

// To the nearest gate, around walls and the cops' present cells.
std::string plan_thief(const State& state) {
    const auto is_gate = [&](Cell cell) { return state.at(cell) == 'G'; };
    const auto is_open = [&](Cell cell) {
        return is_gate(cell) ||
               (state.is_inner(cell) && state.at(cell) != 'W' && state.at(cell) != 'C');
    };
    return shortest_path(state.match.size, state.mine[0], is_open, is_gate);
}

// To the thief's cell, around walls.
std::string plan_cop(const State& state, Cell cop) {
    const auto is_thief = [&](Cell cell) { return cell == state.theirs[0]; };
    const auto is_open = [&](Cell cell) { return state.is_inner(cell) && state.at(cell) != 'W'; };
    return shortest_path(state.match.size, cop, is_open, is_thief);
}

int main() {
    const Match match = read_match();
    if (match.phase != "move") // before the first tick there is nothing to plan
        return EXIT_SUCCESS;
    const State state = read_state(match);
    if (state.mine.empty() || state.theirs.empty()) {
        std::cerr << "player.dat, opponent.dat: at least one line 'x y' each expected\n";
        return EXIT_FAILURE;
    }
    std::ofstream result("result.dat");
    for (const Cell& unit : state.mine) {
        std::string plan = match.role == "thief" ? plan_thief(state) : plan_cop(state, unit);
        plan.resize(match.plan_length, '-'); // always so many letters, '-' stays
        for (const char letter : plan)
            result << letter << ' ';
        result << '\n';
    }
}
