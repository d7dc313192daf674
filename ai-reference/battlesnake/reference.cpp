// The battlesnake reference AI: takes the first step of a shortest path to the nearest food, or any
// safe step if there is no path. To write your own AI, start from a copy: read_state() reads
// everything that an AI gets, choose_move() is the place for a better idea.

#include <array>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <queue>
#include <string>
#include <vector>

struct Cell {
    int x = 0, y = 0; // x from the left, y from the bottom
    bool operator==(const Cell&) const = default;
};

struct Direction {
    const char* name;
    int dx, dy;
};

// Among equals the first one is taken.
constexpr std::array<Direction, 4> directions = {
    {{"up", 0, 1}, {"down", 0, -1}, {"left", -1, 0}, {"right", 1, 0}}};

struct Snake {
    int seat = 1;
    int health = 100;
    std::vector<Cell> body; // head first; new segments lie stacked on the tail at first
    Cell head() const { return body.front(); }
};

struct Match {
    int turn = 0;
    int time_limit_ms = 500; // for this move, 0 means no limit
};

struct State {
    int width = 0, height = 0;
    std::vector<std::string> rows; // rows[y][x]: . free, F food, A..H heads, a..h bodies
    Snake me;
    std::vector<Snake> opponents; // the living ones
    Match match;

    bool is_inside(Cell cell) const {
        return cell.x >= 0 && cell.x < width && cell.y >= 0 && cell.y < height;
    }
    bool is_food(Cell cell) const { return rows[cell.y][cell.x] == 'F'; }
};

void fail(const std::string& what) {
    std::cerr << what << '\n';
    std::exit(EXIT_FAILURE);
}

Snake read_snake(std::istream& file) {
    Snake snake;
    std::size_t length = 0;
    if (!(file >> snake.seat >> snake.health >> length) || length == 0)
        fail("player.dat or opponent.dat: seat, health and length expected");
    snake.body.resize(length);
    for (Cell& cell : snake.body)
        if (!(file >> cell.x >> cell.y))
            fail("player.dat or opponent.dat: x and y of each segment expected");
    return snake;
}

// One key and its value a line; there are more keys than these, and the rest is passed over.
Match read_match() {
    std::ifstream file("match.dat");
    Match match;
    const std::map<std::string, int*> values = {
        {"turn", &match.turn}, {"time_limit_ms", &match.time_limit_ms}};
    for (std::string key, rest; file >> key; std::getline(file, rest))
        if (const auto value = values.find(key); value != values.end())
            file >> *value->second;
    return match;
}

State read_state() {
    State state;
    state.match = read_match();
    std::ifstream player("player.dat");
    state.me = read_snake(player);
    std::ifstream opponent("opponent.dat");
    int count = 0;
    opponent >> count;
    for (int i = 0; i < count; ++i)
        state.opponents.push_back(read_snake(opponent));
    std::ifstream field("gamefield.dat");
    for (std::string row; field >> row;) // the file begins with the top row
        state.rows.insert(state.rows.begin(), row);
    if (state.rows.empty())
        fail("gamefield.dat: a board expected");
    state.width = static_cast<int>(state.rows[0].size());
    state.height = static_cast<int>(state.rows.size());
    return state;
}

// blocked[y][x]: a body is there after this turn. Tails move on, but for stacked ones: these are of
// a snake that has just eaten.
std::vector<std::vector<bool>> find_blocked(const State& state) {
    std::vector<std::vector<bool>> blocked(state.height, std::vector<bool>(state.width));
    std::vector<Snake> snakes = state.opponents;
    snakes.push_back(state.me);
    for (const Snake& snake : snakes)
        for (std::size_t i = 0; i + 1 < snake.body.size(); ++i)
            blocked[snake.body[i].y][snake.body[i].x] = true;
    return blocked;
}

// A longer or equal opponent could come there in this turn, too.
bool is_contested(const State& state, Cell cell) {
    for (const Snake& other : state.opponents)
        if (other.body.size() >= state.me.body.size())
            for (const Direction& direction : directions)
                if (Cell{other.head().x + direction.dx, other.head().y + direction.dy} == cell)
                    return true;
    return false;
}

// Steps from `cell` to the nearest food, or a large number if none can be reached.
int distance_to_food(const State& state, const std::vector<std::vector<bool>>& blocked, Cell cell) {
    constexpr int never = 10'000;
    std::vector<std::vector<int>> steps(state.height, std::vector<int>(state.width, never));
    std::queue<Cell> next;
    steps[cell.y][cell.x] = 0;
    next.push(cell);
    while (!next.empty()) {
        const Cell here = next.front();
        next.pop();
        if (state.is_food(here))
            return steps[here.y][here.x];
        for (const Direction& direction : directions) {
            const Cell there{here.x + direction.dx, here.y + direction.dy};
            if (state.is_inside(there) && !blocked[there.y][there.x] &&
                steps[there.y][there.x] == never) {
                steps[there.y][there.x] = steps[here.y][here.x] + 1;
                next.push(there);
            }
        }
    }
    return never;
}

// The name of a direction. When every step kills, it is "up".
std::string choose_move(const State& state) {
    const auto blocked = find_blocked(state);
    std::string best = "up";
    int best_value = 1'000'000;
    for (const Direction& direction : directions) {
        const Cell cell{state.me.head().x + direction.dx, state.me.head().y + direction.dy};
        if (!state.is_inside(cell) || blocked[cell.y][cell.x])
            continue;
        const int value =
            distance_to_food(state, blocked, cell) + (is_contested(state, cell) ? 100'000 : 0);
        if (value < best_value) {
            best_value = value;
            best = direction.name;
        }
    }
    return best;
}

int main() {
    std::ofstream("result.dat") << choose_move(read_state()) << '\n';
}
