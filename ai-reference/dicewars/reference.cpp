// The dicewars reference AI: attacks at random while it can, then ends its turn. To write
// your own AI, start from a copy: read_state() reads everything that an AI gets, choose_command()
// is the place for a better idea.

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <vector>

struct Area {
    int owner = 0; // a seat, from 1
    int dice = 0;
    std::vector<int> neighbours;
};

struct Player {
    int seat = 0, reserve = 0, largest_region = 0, areas = 0, dice = 0;
};

struct Match {
    std::string phase = "move"; // or "prepare", once before the game
    int players = 2;
    int seat = 1;             // our own
    int time_limit_ms = 1000; // for this answer, 0 means no limit
    int battles_this_turn = 0, transfers_this_turn = 0, max_transfers = 6;
    int turns = 0;     // own turns finished
    unsigned seed = 0; // for random numbers of our own
};

struct State {
    Match match;
    Player me;
    std::vector<Player> opponents; // in the order of play; areas 0 means out
    std::vector<Area> areas;       // areas[0] is not used: areas count from 1
};

// One key and its value a line; there are more keys than these, and the rest is passed over.
Match read_match() {
    std::ifstream file("match.dat");
    Match match;
    const std::map<std::string, int*> numbers = {
        {"players", &match.players},
        {"seat", &match.seat},
        {"time_limit_ms", &match.time_limit_ms},
        {"battles_this_turn", &match.battles_this_turn},
        {"transfers_this_turn", &match.transfers_this_turn},
        {"max_transfers", &match.max_transfers},
        {"turns", &match.turns}};
    for (std::string key, rest; file >> key; std::getline(file, rest)) {
        if (key == "phase")
            file >> match.phase;
        else if (key == "seed")
            file >> match.seed;
        else if (const auto number = numbers.find(key); number != numbers.end())
            file >> *number->second;
    }
    return match;
}

std::vector<Player> read_players(const std::string& name) {
    std::ifstream file(name);
    std::vector<Player> players;
    for (Player p; file >> p.seat >> p.reserve >> p.largest_region >> p.areas >> p.dice;)
        players.push_back(p);
    return players;
}

std::vector<Area> read_areas() {
    std::ifstream file("gamefield.dat");
    std::vector<Area> areas(1);
    int number = 0, count = 0;
    for (Area area; file >> number >> area.owner >> area.dice >> count; areas.push_back(area)) {
        area.neighbours.resize(static_cast<std::size_t>(count));
        for (int& neighbour : area.neighbours)
            file >> neighbour;
    }
    if (areas.size() == 1) {
        std::cerr << "gamefield.dat: a line for each area expected\n";
        std::exit(EXIT_FAILURE);
    }
    return areas;
}

State read_state() {
    State state;
    state.match = read_match();
    const std::vector<Player> me = read_players("player.dat");
    if (!me.empty())
        state.me = me.front();
    state.opponents = read_players("opponent.dat");
    state.areas = read_areas();
    return state;
}

// What may be written: "battle S T", "transfer S T" or "end"; several, a line each, are carried out
// in order until a battle is lost.
std::string choose_command(const State& state) {
    std::vector<std::string> attacks;
    for (std::size_t s = 1; s < state.areas.size(); ++s)
        for (const int t : state.areas[s].neighbours) {
            const Area& from = state.areas[s];
            const Area& to = state.areas[static_cast<std::size_t>(t)];
            if (from.owner == state.match.seat && from.dice >= 2 && to.owner != state.match.seat)
                attacks.push_back("battle " + std::to_string(s) + " " + std::to_string(t));
        }
    if (attacks.empty())
        return "end";
    std::mt19937 random(state.match.seed);
    return attacks[random() % attacks.size()];
}

int main() {
    const State state = read_state();
    if (state.match.phase != "move")
        return EXIT_SUCCESS; // nothing to prepare
    std::ofstream("result.dat") << choose_command(state) << '\n';
}
