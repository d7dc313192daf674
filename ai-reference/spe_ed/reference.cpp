// The spe_ed reference AI: any of the actions that it would survive on the board as it is now. To
// write your own AI, start from a copy: read_state() reads everything that an AI gets,
// choose_action() is the place for a better idea.

#include <array>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <vector>

// Turning right is one further, turning left one back. x counts from the left, y from the TOP.
const std::array<std::string, 4> directions = {"up", "right", "down", "left"};
const std::array<int, 4> step_x = {0, 1, 0, -1};
const std::array<int, 4> step_y = {-1, 0, 1, 0};

struct Player {
    int number = 1;
    int x = 0, y = 0;
    int direction = 0; // index in `directions`
    int speed = 1;
    bool active = true;
};

struct Match {
    int round = 1;            // from 1; every sixth has holes
    int time_limit_ms = 1000; // for this move, 0 means no limit
    unsigned seed = 0;        // for random numbers of your own
};

struct State {
    int width = 0, height = 0;
    std::vector<int> cells; // row by row from the top: 0 free, 1..6 a player's, -1 two have met
    Player me;
    std::vector<Player> others;
    Match match;

    bool is_on_board(int x, int y) const { return x >= 0 && y >= 0 && x < width && y < height; }
    int cell(int x, int y) const { return cells[y * width + x]; }
};

std::istream& operator>>(std::istream& file, Player& player) {
    std::string direction;
    file >> player.number >> player.x >> player.y >> direction >> player.speed >> player.active;
    for (int i = 0; i < 4; ++i)
        if (directions[i] == direction)
            player.direction = i;
    return file;
}

// One key and its value a line; there are more keys than these, and the rest is passed over.
Match read_match() {
    std::ifstream file("match.dat");
    Match match;
    std::map<std::string, std::string> values;
    for (std::string key, rest; file >> key && std::getline(file, rest);)
        values[key] = rest;
    if (values.count("round"))
        match.round = std::stoi(values["round"]);
    if (values.count("time_limit_ms"))
        match.time_limit_ms = std::stoi(values["time_limit_ms"]);
    if (values.count("seed"))
        match.seed = static_cast<unsigned>(std::stoul(values["seed"]));
    return match;
}

State read_state() {
    State state;
    std::ifstream board("gamefield.dat");
    board >> state.width >> state.height;
    for (int cell; board >> cell;)
        state.cells.push_back(cell);
    std::ifstream("player.dat") >> state.me;
    std::ifstream others("opponent.dat");
    for (Player player; others >> player;)
        state.others.push_back(player);
    state.match = read_match();
    if (state.cells.empty() || state.cells.size() != std::size_t(state.width * state.height)) {
        std::cerr << "gamefield.dat: width, height and as many cells expected\n";
        std::exit(EXIT_FAILURE);
    }
    return state;
}

// The action changes direction and speed, then the player moves that many cells. What the others do
// in this round nobody knows.
bool survives(const State& state, const std::string& action) {
    Player me = state.me;
    if (action == "turn_left")
        me.direction = (me.direction + 3) % 4;
    if (action == "turn_right")
        me.direction = (me.direction + 1) % 4;
    if (action == "slow_down")
        --me.speed;
    if (action == "speed_up")
        ++me.speed;
    if (me.speed < 1 || me.speed > 10)
        return false;
    // In every sixth round the fast ones jump: only the first and the last cell count.
    const bool jumps = state.match.round % 6 == 0 && me.speed >= 3;
    for (int step = 1; step <= me.speed; ++step) {
        const int x = me.x + step * step_x[me.direction];
        const int y = me.y + step * step_y[me.direction];
        const bool is_hole = jumps && step > 1 && step < me.speed;
        if (!state.is_on_board(x, y) || (!is_hole && state.cell(x, y) != 0))
            return false;
    }
    return true;
}

std::string choose_action(const State& state) {
    std::vector<std::string> good;
    for (const char* action :
         {"turn_left", "turn_right", "slow_down", "speed_up", "change_nothing"})
        if (survives(state, action))
            good.push_back(action);
    return good.empty() ? "change_nothing" : good[state.match.seed % good.size()];
}

int main() {
    std::ofstream("result.dat") << choose_action(read_state()) << '\n';
}
