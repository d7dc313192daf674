#include "dicewars/sample.hpp"

#include <charconv>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace referee::dicewars::sample {
namespace {

using Path = std::filesystem::path;
using Keys = std::map<std::string, std::string, std::less<>>;

/// The integers of a file, one after the other.
class Numbers {
  public:
    explicit Numbers(const Path& path) : path_(path) {
        std::ifstream file(path, std::ios::binary);
        text_.assign(std::istreambuf_iterator<char>(file), {});
        at_ = text_.data();
    }
    bool is_at_end() {
        while (at_ != end() && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r')) {
            ++at_;
        }
        return at_ == end();
    }
    int next(int min, int max) {
        int value = 0;
        const bool has_more = !is_at_end();
        const auto [after, code] = std::from_chars(at_, end(), value);
        if (!has_more || code != std::errc() || value < min || value > max) {
            throw std::runtime_error(
                path_.string() + ": an integer from " + std::to_string(min) + " to " +
                std::to_string(max) + " expected");
        }
        at_ = after;
        return value;
    }

  private:
    const char* end() const { return text_.data() + text_.size(); }

    const Path& path_;
    std::string text_;
    const char* at_ = nullptr;
};

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
void set_from(const Keys& keys, std::string_view key, Number& number) {
    const auto found = keys.find(key);
    if (found == keys.end()) {
        return;
    }
    const std::string& text = found->second;
    if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc()) {
        throw std::runtime_error("match.dat: " + std::string(key) + ": a number expected");
    }
}

void read_board(const Path& path, Setup& setup) {
    Numbers numbers(path);
    std::vector<std::vector<int>> neighbours;
    while (!numbers.is_at_end()) {
        const int area = static_cast<int>(neighbours.size());
        numbers.next(area + 1, area + 1);
        setup.owners.push_back({area, numbers.next(1, setup.players) - 1});
        setup.dice.push_back(static_cast<std::uint8_t>(numbers.next(1, max_dice)));
        neighbours.emplace_back(static_cast<std::size_t>(numbers.next(0, max_areas - 1)));
        for (int& neighbour : neighbours.back()) {
            neighbour = numbers.next(1, max_areas) - 1;
        }
    }
    if (neighbours.empty() || neighbours.size() > max_areas) {
        throw std::runtime_error(path.string() + ": a line for each area expected");
    }
    setup.board = Board(neighbours);
}

void read_reserves(const Path& path, State& state) {
    for (Numbers numbers(path); !numbers.is_at_end();) {
        const int player = numbers.next(1, state.players) - 1;
        state.reserve[player] = numbers.next(0, 1'000'000);
        for (int rest = 0; rest < 3; ++rest) { // largest region, areas, dice: the board tells them
            numbers.next(0, 1'000'000);
        }
    }
}

void answer(const ChooseFully& choose, Memory& memory) {
    const Situation situation = read_situation(".");
    if (situation.phase != "move") {
        return;
    }
    const Memory before = memory;
    const Command command = choose(situation, memory);
    const std::string areas =
        " " + std::to_string(command.from + 1) + " " + std::to_string(command.to + 1);
    std::ofstream result("result.dat");
    switch (command.kind) {
    case Command::Kind::battle:
        result << "battle" << areas << '\n';
        break;
    case Command::Kind::transfer:
        result << "transfer" << areas << '\n';
        break;
    case Command::Kind::end:
        result << "end\n";
        break;
    }
    if (!result.flush()) {
        throw std::runtime_error("result.dat: can't be written");
    }
    if (memory != before) {
        std::ofstream("memory.dat") << memory << '\n';
    }
}

} // namespace

Situation read_situation(const Path& folder) {
    const Keys keys = read_keys(folder / "match.dat");
    Situation situation;
    const auto phase = keys.find("phase");
    situation.phase = phase == keys.end() ? "move" : phase->second;
    set_from(keys, "seed", situation.seed);
    set_from(keys, "time_limit_ms", situation.time_limit_ms);
    Parameters& parameters = situation.parameters;
    set_from(keys, "max_transfers", parameters.max_transfers);
    set_from(keys, "max_dice", parameters.max_dice);
    set_from(keys, "reserve_production", parameters.reserve_production);
    set_from(keys, "reserve_cap", parameters.reserve_cap);
    set_from(keys, "battle_wear", parameters.battle_wear);
    Setup setup;
    setup.players = 4;
    set_from(keys, "players", setup.players);
    int seat = 1;
    set_from(keys, "seat", seat);
    if (setup.players < 2 || setup.players > max_players || seat < 1 || seat > setup.players) {
        throw std::runtime_error("match.dat: players or seat out of range");
    }
    read_board(folder / "gamefield.dat", setup);
    situation.board = setup.board;
    State& state = situation.state;
    state = start(setup);
    state.mover = seat - 1;
    state.alive = 0;
    for (int player = 0; player < state.players; ++player) {
        state.alive += state.owned[player] != 0 ? 1 : 0;
    }
    set_from(keys, "turn", state.commands);
    set_from(keys, "turns", state.turns[state.mover]);
    set_from(keys, "transfers_this_turn", state.transfers_this_turn);
    set_from(keys, "battles_this_turn", state.battles_this_turn);
    read_reserves(folder / "player.dat", state);
    read_reserves(folder / "opponent.dat", state);
    return situation;
}

Memory read_memory(const Path& folder) {
    std::ifstream file(folder / "memory.dat");
    Memory memory = 0;
    file >> memory;
    return memory;
}

int run(const ChooseFully& choose) {
    try {
        Memory memory = read_memory(".");
        std::string line;
        if (!std::getline(std::cin, line)) {
            answer(choose, memory); // started for this answer alone
            return 0;
        }
        do {
            const bool is_move = line.rfind("move", 0) == 0;
            if (is_move) {
                answer(choose, memory);
            }
            if (is_move || line == "prepare") {
                std::cout << "done" << std::endl; // with endl, because the referee waits for it
            }
        } while (line != "quit" && std::getline(std::cin, line));
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}

int run(Choose choose) {
    return run([choose](const Situation& situation, Memory& memory) {
        return choose(situation.game(), memory);
    });
}

} // namespace referee::dicewars::sample
