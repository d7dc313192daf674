#include "battlesnake/lib/opponents.hpp"

#include "battlesnake/lib/area.hpp"

#include <algorithm>
#include <fstream>
#include <string>

namespace referee::battlesnake::sample {
namespace {

constexpr std::string_view first_word = "duel"; ///< the form of memory.dat

/// The direction in which the head went, or nothing if it is not one step.
std::optional<Direction> step_between(const State& state, const Snake& before, const Snake& now) {
    for (const Direction direction : directions) {
        if (neighbour(state, before.head, direction) == now.head) {
            return direction;
        }
    }
    return std::nullopt;
}

void observe_food(const State& before, int seat, Direction step, Habit& habit) {
    int nearest = never;
    int farthest = 0;
    int chosen = never;
    for (const Direction direction : open_steps(before, seat)) {
        const int steps =
            steps_to_food(before, neighbour(before, before.snake(seat).head, direction));
        nearest = std::min(nearest, steps);
        farthest = std::max(farthest, steps);
        chosen = direction == step ? steps : chosen;
    }
    if (nearest < never && nearest < farthest) {
        habit.note(chosen == nearest);
    }
}

void observe_way(const State& before, int seat, Direction step, Habit& habit) {
    int contested = 0;
    int free = 0;
    for (const Direction direction : open_steps(before, seat)) {
        const bool is =
            is_contested(before, seat, neighbour(before, before.snake(seat).head, direction));
        (is ? contested : free) += 1;
    }
    if (contested > 0 && free > 0) {
        habit.note(!is_contested(before, seat, neighbour(before, before.snake(seat).head, step)));
    }
}

/// True if a wall or body, other than the neck, was beside the head while another step was open.
bool could_have_died(const State& before, int seat) {
    const Snake& snake = before.snake(seat);
    const int open = open_steps(before, seat).count;
    const int necks = snake.path.size() > 0 ? 1 : 0;
    return open > 0 && open + necks < static_cast<int>(directions.size());
}

void write_snake(std::ostream& file, const State& state, int seat) {
    const Snake& snake = state.snake(seat);
    file << "snake " << seat << ' ' << snake.health << ' ' << snake.length();
    for_each_segment(state, snake, [&](Cell cell) { file << ' ' << cell; });
    file << '\n';
}

bool is_cell_of(const State& state, int cell) {
    return cell >= 0 && cell < cell_count && !state.board.is_wall(static_cast<Cell>(cell));
}

/// A line "snake SEAT HEALTH LENGTH CELL…"; seats come in ascending order. False if it isn't one.
bool read_snake(std::istream& file, State& state) {
    int seat = 0;
    int health = 0;
    int length = 0;
    file >> seat >> health >> length;
    if (!file || seat <= state.count || seat > max_snakes || length < 1 || length > cell_count) {
        return false;
    }
    std::vector<Cell> body;
    for (int cell = 0; static_cast<int>(body.size()) < length && file >> cell;) {
        if (!is_cell_of(state, cell)) {
            return false;
        }
        body.push_back(static_cast<Cell>(cell));
    }
    if (!file) {
        return false;
    }
    state.count = static_cast<std::uint8_t>(seat - 1); // those between are dead
    add_snake(state, body, health);
    return true;
}

bool read_food(std::istream& file, State& state) {
    int count = 0;
    file >> count;
    for (int cell = 0; count > 0 && file >> cell; --count) {
        if (!is_cell_of(state, cell)) {
            return false;
        }
        add_food(state, static_cast<Cell>(cell));
    }
    return !file.fail();
}

} // namespace

void observe(const State& before, const State& now, int own_seat, AllHabits& habits) {
    for (int seat = 1; seat <= before.count; ++seat) {
        if (seat == own_seat || !before.lives(seat)) {
            continue;
        }
        Habits& seen = habits[seat - 1];
        if (could_have_died(before, seat)) {
            seen.avoids_death.note(now.lives(seat));
        }
        if (!now.lives(seat)) {
            continue;
        }
        if (const auto step = step_between(before, before.snake(seat), now.snake(seat))) {
            observe_food(before, seat, *step, seen.goes_for_food);
            observe_way(before, seat, *step, seen.gives_way);
        }
    }
}

Memory read_memory(std::istream& file, int width, int height, bool is_wrapped) {
    Memory memory;
    std::string word;
    if (!(file >> word) || word != first_word) {
        return {};
    }
    State state = empty_state(width, height);
    state.wrapped = is_wrapped;
    bool is_whole = static_cast<bool>(file >> state.turn);
    for (Habits& habits : memory.habits) {
        for (Habit* const habit :
             {&habits.goes_for_food, &habits.avoids_death, &habits.gives_way}) {
            is_whole = is_whole && file >> habit->chances >> habit->times;
        }
    }
    bool has_end = false;
    while (is_whole && !has_end && file >> word) {
        is_whole =
            word == "snake" ? read_snake(file, state) : word == "food" && read_food(file, state);
        has_end = word == "food";
    }
    if (!is_whole || !has_end) {
        return {};
    }
    memory.last = state;
    return memory;
}

void write_memory(std::ostream& file, const AllHabits& habits, const State& state) {
    file << first_word << ' ' << state.turn << '\n';
    for (const Habits& of_one : habits) {
        for (const Habit& habit : {of_one.goes_for_food, of_one.avoids_death, of_one.gives_way}) {
            file << habit.chances << ' ' << habit.times << ' ';
        }
        file << '\n';
    }
    for (int seat = 1; seat <= state.count; ++seat) {
        if (state.lives(seat)) {
            write_snake(file, state, seat);
        }
    }
    file << "food " << state.food;
    for (int cell = 0; cell < cell_count; ++cell) {
        if (state.board.has_food(static_cast<Cell>(cell))) {
            file << ' ' << cell;
        }
    }
    file << '\n';
}

AllHabits remember(const std::filesystem::path& folder, const Situation& situation) {
    const State& state = situation.state;
    std::ifstream in(folder / "memory.dat");
    Memory memory = read_memory(in, state.width, state.height, state.wrapped);
    in.close();
    // After a late move the last state is more than one turn old, and useless.
    if (memory.last && memory.last->turn + 1 == state.turn) {
        observe(*memory.last, state, situation.seat, memory.habits);
    }
    std::ofstream out(folder / "memory.dat");
    write_memory(out, memory.habits, state);
    return memory.habits;
}

} // namespace referee::battlesnake::sample
