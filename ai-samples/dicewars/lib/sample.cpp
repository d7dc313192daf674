#include "dicewars/lib/sample.hpp"

#include "dicewars/lib/commands.hpp"
#include "lib/work_folder.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <stdexcept>
#include <string_view>

namespace referee::dicewars::sample {
namespace {

using Path = std::filesystem::path;

/// The integers of a file, one after the other.
class Numbers {
  public:
    explicit Numbers(const Path& path) : path_(path), text_(work_folder::read_file(path)) {
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
        for (int rest = 0; rest < 3; ++rest) { // largest region, areas, dice: known from the board
            numbers.next(0, 1'000'000);
        }
    }
}

/// A part of what is left on the clock, so that hundreds of answers fit in a game.
std::chrono::milliseconds time_for(int time_limit_ms) {
    constexpr int max = 200;
    return std::chrono::milliseconds(
        time_limit_ms > 0 ? std::clamp(time_limit_ms / 4, 1, max) : max);
}

void answer(const ChooseFully& choose, Memory& memory) {
    const Situation situation = read_situation(".");
    if (situation.phase != "move") {
        return;
    }
    const Memory before = memory;
    const Command command = choose(situation, memory);
    work_folder::write_result(".", text_of(command) + "\n");
    if (memory != before) {
        std::ofstream("memory.dat") << memory << '\n';
    }
}

} // namespace

Situation read_situation(const Path& folder) {
    const work_folder::Keys keys(folder / "match.dat");
    Situation situation;
    situation.phase = keys.text("phase", "move");
    keys.read("seed", situation.seed);
    keys.read("time_limit_ms", situation.time_limit_ms);
    Parameters& parameters = situation.parameters;
    keys.read("max_transfers", parameters.max_transfers);
    keys.read("max_dice", parameters.max_dice);
    keys.read("reserve_production", parameters.reserve_production);
    keys.read("reserve_cap", parameters.reserve_cap);
    keys.read("battle_wear", parameters.battle_wear);
    Setup setup;
    setup.players = 4;
    keys.read("players", setup.players);
    int seat = 1;
    keys.read("seat", seat);
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
    keys.read("turn", state.commands);
    keys.read("turns", state.turns[state.mover]);
    keys.read("transfers_this_turn", state.transfers_this_turn);
    keys.read("battles_this_turn", state.battles_this_turn);
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
    Memory memory = read_memory(".");
    return work_folder::run_either_way([&] { answer(choose, memory); });
}

int run(Choose choose) {
    return run([choose](const Situation& situation, Memory& memory) {
        return choose(situation.game(), memory);
    });
}

int run_in_time(const ChooseInTime& choose) {
    return run([&choose](const Situation& situation, Memory& memory) {
        const auto deadline = std::chrono::steady_clock::now() + time_for(situation.time_limit_ms);
        std::string notes;
        const Command command = choose(situation, memory, deadline, notes);
        work_folder::write_notes(".", notes);
        return command;
    });
}

} // namespace referee::dicewars::sample
