#include "cops/lib/sample.hpp"

#include "lib/work_folder.hpp"

#include <array>
#include <fstream>
#include <random>
#include <stdexcept>

namespace referee::cops::sample {
namespace {

using Folder = std::filesystem::path;
using work_folder::Keys;

/// The next number in a file, within the range of a state.
std::int16_t next_number(std::istream& file, const Folder& path) {
    int number = 0;
    if (!(file >> number) || number < -1 || number > ring_length(max_size)) {
        throw std::runtime_error(path.string() + ": a number expected");
    }
    return static_cast<std::int16_t>(number);
}

Cell next_cell(std::istream& file, const Folder& path) {
    const std::int16_t x = next_number(file, path);
    return {x, next_number(file, path)};
}

/// One line of a board in history.dat.
void add_to(State& state, const std::string& word, std::istream& file, const Folder& path) {
    const auto require = [&](bool fits) {
        if (!fits) {
            throw std::runtime_error(path.string() + ": more of '" + word + "' than there can be");
        }
    };
    if (word == "thief") {
        state.thief = next_cell(file, path);
    } else if (word == "cop") {
        require(state.cop_count < max_cops);
        state.cops[state.cop_count++] = next_cell(file, path);
    } else if (word == "gate") {
        require(state.gate_count < max_gates);
        state.gates[state.gate_count++].index = next_number(file, path);
    } else if (word == "wall") {
        require(state.wall_count < max_walls);
        Wall& wall = state.walls[state.wall_count++];
        wall.first = next_cell(file, path);
        std::string orientation;
        file >> orientation;
        wall.vertical = orientation == "vertical";
    } else {
        throw std::runtime_error(path.string() + ": '" + word + "' is not expected");
    }
}

/// The boards of history.dat; the last one is the present board.
std::vector<State> read_history(const Folder& path) {
    std::ifstream file(path);
    std::vector<State> states;
    for (std::string word; file >> word;) {
        if (word == "state") {
            states.emplace_back();
            states.back().tick = next_number(file, path);
        } else if (states.empty()) {
            throw std::runtime_error(path.string() + ": 'state' expected first");
        } else {
            add_to(states.back(), word, file, path);
        }
    }
    if (states.empty()) {
        throw std::runtime_error(path.string() + ": at least the board now expected");
    }
    return states;
}

void read_parameters(const Keys& keys, Parameters& values) {
    keys.read("size", values.size);
    keys.read("ticks", values.ticks);
    keys.read("plan_length", values.plan_length);
    keys.read("capture_radius", values.capture_radius);
    keys.read("swap_capture", values.swap_capture);
    keys.read("wall_length", values.wall_length);
    keys.read("gate_width", values.gate_width);
    keys.read("gate_move", values.gate_move);
    keys.read("gate_turn", values.gate_turn);
    keys.read("wall_move", values.wall_move);
    keys.read("wall_turn", values.wall_turn);
    if (values.size < 1 || values.size > max_size || values.plan_length < 1) {
        throw std::runtime_error("match.dat: a size or plan_length that is not understood");
    }
}

void write_plan(const Situation& situation, const std::vector<Step>& steps) {
    std::string result;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bool ends_line =
            (i + 1) % static_cast<std::size_t>(situation.parameters.plan_length) == 0;
        result += step_letters[static_cast<std::size_t>(steps[i])];
        result += ends_line ? '\n' : ' ';
    }
    work_folder::write_result(".", result);
}

struct ConstantOption {
    std::string_view name;
    int Constants::*value;
};

constexpr std::array constant_options{
    ConstantOption{"--halo-weight", &Constants::halo_weight},
    ConstantOption{"--halo-radius", &Constants::halo_radius},
    ConstantOption{"--hard-radius", &Constants::hard_radius},
    ConstantOption{"--margin", &Constants::margin},
    ConstantOption{"--flank", &Constants::flank},
    ConstantOption{"--crossing", &Constants::crossing},
};

void read_option(
    std::string_view name, std::string_view value, Brains& brains, Constants& constants) {
    for (const ConstantOption& option : constant_options) {
        if (option.name == name) {
            constants.*option.value = work_folder::number_from<int>(name, value);
            return;
        }
    }
    for (const NamedThief& thief : thieves) {
        if (name == "--thief" && value == thief.name) {
            brains.thief = thief_brain(thief.plan);
            return;
        }
    }
    for (const NamedCops& cops : policemen) {
        if (name == "--cops" && value == cops.name) {
            brains.cops = cops_brain(cops.plan);
            return;
        }
    }
    throw std::runtime_error(std::string(name) + " " + std::string(value) + ": not understood");
}

} // namespace

Brain thief_brain(ThiefPlanner planner) {
    return [planner](const Situation& situation, std::string&) {
        const Scene scene(situation.state, situation.parameters, situation.constants);
        return steps_along(scene, planner(scene));
    };
}

Brain cops_brain(CopsPlanner planner) {
    return [planner](const Situation& situation, std::string&) {
        return planner(Scene(situation.state, situation.parameters, situation.constants));
    };
}

Brain random_brain() {
    return [](const Situation& situation, std::string&) {
        std::mt19937 generator(situation.seed);
        const int units = situation.is_thief ? 1 : situation.state.cop_count;
        std::vector<Step> steps;
        for (int i = 0; i < units * situation.parameters.plan_length; ++i) {
            steps.push_back(static_cast<Step>(generator() % step_letters.size()));
        }
        return steps;
    };
}

Situation read_situation(const Folder& folder) {
    Situation situation;
    const Keys keys(folder / "match.dat");
    if (keys.is_empty()) {
        throw std::runtime_error((folder / "match.dat").string() + ": can't be read");
    }
    situation.is_thief = keys.text("role") == "thief";
    situation.is_preparation = keys.text("phase") != "move";
    keys.read("seed", situation.seed);
    keys.read("time_limit_ms", situation.time_limit_ms);
    read_parameters(keys, situation.parameters);
    if (!situation.is_preparation) {
        situation.past = read_history(folder / "history.dat");
        situation.state = situation.past.back();
        situation.past.pop_back();
        situation.state.surroundings_moved = true;
    }
    return situation;
}

int run(int argument_count, char** arguments, Brains brains) {
    return work_folder::run([&] {
        Situation situation = read_situation(".");
        for (int i = 1; i < argument_count; i += 2) {
            const std::string_view value = i + 1 < argument_count ? arguments[i + 1] : "";
            read_option(arguments[i], value, brains, situation.constants);
        }
        if (situation.is_preparation) {
            return; // these AIs prepare nothing
        }
        std::string memory = work_folder::read_file("memory.dat");
        const std::string before = memory;
        write_plan(situation, (situation.is_thief ? brains.thief : brains.cops)(situation, memory));
        if (memory != before) {
            std::ofstream("memory.dat", std::ios::binary) << memory;
        }
    });
}

} // namespace referee::cops::sample
