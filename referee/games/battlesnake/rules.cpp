#include "games/battlesnake/rules.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace referee::battlesnake {

namespace {

/// Calls `look` with the seat and the snake of each bit of `seats`, ascending.
template <typename Look>
void for_each(State& state, unsigned seats, Look look) {
    for (; seats != 0; seats &= seats - 1) {
        const int seat = std::countr_zero(seats) + 1;
        look(seat, state.snake(seat));
    }
}

// What only the modes need is left out of the standard game, which is played most: its functions
// are made with has_modes = false.

/// The cell beside this one.
template <bool has_modes>
Cell step(const State& state, Cell cell, Direction direction) {
    if constexpr (has_modes) {
        return neighbour(state, cell, direction);
    } else {
        return neighbour(cell, direction);
    }
}

/// Step 1 for one snake. Afterwards the board holds its body, but not yet its head: heads are
/// judged against bodies.
template <bool has_modes>
void move_snake(State& state, Snake& snake, Direction direction) {
    snake.head = step<has_modes>(state, snake.head, direction);
    snake.path.push(direction);
    snake.last_move = direction;
    snake.has_moved = true;
    if (snake.stacked > 0) {
        --snake.stacked;
        return;
    }
    state.board.set_owner(snake.tail, 0);
    snake.tail = step<has_modes>(state, snake.tail, snake.path.pop());
}

/// Takes the bodies of these snakes off the board; their heads aren't on it yet.
template <bool has_modes>
void remove_bodies(State& state, unsigned seats) {
    for_each(state, seats, [&](int, const Snake& snake) {
        Cell cell = snake.tail;
        for (int number = 0; number < snake.path.size(); ++number) {
            state.board.set_owner(cell, 0);
            cell = step<has_modes>(state, cell, snake.path[number]);
        }
    });
}

void eliminate(State& state, Snake& snake, Cause cause, int killer) {
    snake.cause = cause;
    snake.killer = static_cast<std::int8_t>(killer);
    snake.died_on = state.turn;
}

/// Takes the snakes out of the game.
template <bool has_modes>
void remove(State& state, unsigned gone) {
    state.living = static_cast<std::uint8_t>(state.living & ~gone);
    remove_bodies<has_modes>(state, gone);
}

/// Step 3 for a head on a hazard, where there is no food. True if the snake is out.
bool hurt(State& state, Snake& snake, int harm) {
    snake.health = static_cast<std::int16_t>(std::clamp(snake.health - harm, 0, full_health));
    if (snake.health > 0) {
        return false;
    }
    eliminate(state, snake, Cause::hazard, 0);
    return true;
}

/// Steps 2 to 4. Food is taken away only when all have eaten: several may share it.
template <bool has_modes>
void feed(State& state, const Hazards& hazards) {
    unsigned eaters = 0;
    unsigned gone = 0;
    for_each(state, state.living, [&](int seat, Snake& snake) {
        --snake.health;
        if (state.board.has_food(snake.head)) {
            eaters |= 1U << (seat - 1);
            ++snake.stacked;
            snake.health = full_health;
        } else if constexpr (has_modes) {
            // A hazard without damage counts, too: who starves there is out by it.
            const bool is_hurt =
                !hazards.is_empty() && hazards.layers(snake.head, state.turn - 1) > 0;
            if (is_hurt && hurt(state, snake, hazards.harm(snake.head, state.turn - 1))) {
                gone |= 1U << (seat - 1);
            }
        }
    });
    if constexpr (has_modes) {
        remove<has_modes>(state, gone);
    }
    for_each(state, eaters, [&](int, const Snake& snake) {
        if (state.board.has_food(snake.head)) {
            state.board.take_food(snake.head);
            --state.food;
        }
    });
}

/// Step 5, pass 1: snakes that starved or left the board. Pass 2 doesn't see them.
template <bool has_modes>
void eliminate_alone(State& state) {
    unsigned gone = 0;
    for_each(state, state.living, [&](int seat, Snake& snake) {
        if (snake.health <= 0) {
            eliminate(state, snake, Cause::starved, 0);
        } else if (state.board.is_wall(snake.head)) {
            eliminate(state, snake, Cause::wall, 0);
        } else {
            return;
        }
        gone |= 1U << (seat - 1);
    });
    remove<has_modes>(state, gone);
}

/// The seat of the longest other head on this snake's cell that is at least as long as it, ties to
/// the lower seat; 0 if there is none. It is called for each snake in each turn: without the
/// attribute it isn't inlined any more since there are two callers, and that costs 3 %.
[[gnu::always_inline]] inline int head_killer(State& state, int seat, const Snake& snake) {
    int killer = 0;
    int longest = snake.length() - 1;
    for_each(state, state.living & ~(1U << (seat - 1)), [&](int other_seat, const Snake& other) {
        if (other.head == snake.head && other.length() > longest) {
            killer = other_seat;
            longest = other.length();
        }
    });
    return killer;
}

/// Step 5, pass 2: collisions, all judged on the same board. A cell holds at most one body, so
/// the killer in it is known without comparing lengths.
template <bool has_modes>
void eliminate_colliding(State& state) {
    unsigned gone = 0;
    for_each(state, state.living, [&](int seat, Snake& snake) {
        const int owner = state.board.owner(snake.head);
        if (owner == seat) {
            eliminate(state, snake, Cause::self, seat);
        } else if (owner != 0) {
            eliminate(state, snake, Cause::body, owner);
        } else if (const int killer = head_killer(state, seat, snake)) {
            eliminate(state, snake, Cause::head, killer);
        } else {
            return;
        }
        gone |= 1U << (seat - 1);
    });
    remove<has_modes>(state, gone);
}

template <bool has_modes>
void play(State& state, const Hazards& hazards, const Moves& moves) {
    ++state.turn;
    for_each(state, state.living, [&](int seat, Snake& snake) {
        move_snake<has_modes>(state, snake, moves[seat - 1]);
    });
    feed<has_modes>(state, hazards);
    eliminate_alone<has_modes>(state);
    eliminate_colliding<has_modes>(state);
    for_each(state, state.living, [&](int seat, const Snake& snake) {
        state.board.set_owner(snake.head, seat);
    });
    if (has_modes && state.constrictor) {
        constrict(state);
    }
}

} // namespace

void advance(State& state, const Hazards& hazards, const Moves& moves) {
    if (state.wrapped || state.constrictor || !hazards.is_empty()) {
        play<true>(state, hazards, moves);
    } else {
        play<false>(state, hazards, moves);
    }
}

void advance(State& state, const Moves& moves) {
    advance(state, Hazards(), moves);
}

void constrict(State& state) {
    for (int cell = 0; cell < cell_count && state.food > 0; ++cell) {
        if (state.board.has_food(static_cast<Cell>(cell))) {
            state.board.take_food(static_cast<Cell>(cell));
            --state.food;
        }
    }
    for (int seat = 1; seat <= state.count; ++seat) {
        Snake& snake = state.snake(seat);
        snake.health = full_health;
        snake.stacked = std::max<std::uint16_t>(snake.stacked, 1);
    }
}

void Hazards::set(Cell cell, std::uint32_t turn, int layers) {
    changes_.resize(cell_count);
    std::vector<Change>& changes = changes_[cell];
    if (!changes.empty() && changes.back().turn == turn) {
        changes.back().layers = layers;
    } else {
        changes.push_back({turn, layers});
    }
}

int Hazards::layers(Cell cell, std::uint32_t turn) const {
    if (changes_.empty()) {
        return 0;
    }
    const std::vector<Change>& changes = changes_[cell];
    const auto next = std::upper_bound(
        changes.begin(), changes.end(), turn,
        [](std::uint32_t at, const Change& change) { return at < change.turn; });
    return next == changes.begin() ? 0 : std::prev(next)->layers;
}

std::vector<std::uint32_t> Hazards::turns_of_changes() const {
    std::vector<std::uint32_t> turns;
    for (const std::vector<Change>& changes : changes_) {
        for (const Change& change : changes) {
            turns.push_back(change.turn);
        }
    }
    std::sort(turns.begin(), turns.end());
    turns.erase(std::unique(turns.begin(), turns.end()), turns.end());
    return turns;
}

Direction fallback_move(const Snake& snake, Direction first_move) {
    if (snake.has_moved) {
        return snake.last_move;
    }
    return snake.path.size() > 0 ? snake.path.newest() : first_move;
}

namespace {

/// True if food may be placed there: the cell is empty and no living head is adjacent.
bool qualifies(const State& state, Cell cell) {
    if (!state.board.is_free(cell)) {
        return false;
    }
    for (const Direction direction : all_directions) {
        const Cell beside = neighbour(cell, direction);
        const int owner = state.board.owner(beside);
        if (owner != 0 && state.snake(owner).head == beside) {
            return false;
        }
    }
    return true;
}

/// The first cell that qualifies after number `last` in row-major order, cyclically; 0 if none
/// does. The bottom left one has number 0.
Cell next_qualifying(const State& state, int last) {
    const int cells = state.width * state.height;
    for (int i = 1; i <= cells; ++i) {
        const int number = (last + i) % cells;
        const Cell cell = cell_at(number % state.width, number / state.width);
        if (qualifies(state, cell)) {
            return cell;
        }
    }
    return 0;
}

} // namespace

void SpawnTable::make_lines(std::size_t last) const {
    while (shared_->lines.list.size() <= last) {
        shared_->source->add_line(shared_->lines);
    }
}

void place_food(State& state, const Setup& setup) {
    const SpawnTable& table = setup.spawns;
    const SpawnTable::Line& line = table[(state.turn - 1) % table.size()];
    const std::span<const Cell> candidates = table.candidates(line);
    const int missing = setup.parameters.minimum_food - state.food;
    int wanted = missing > 0 ? missing : static_cast<int>(line.is_drawn);
    std::uint32_t next = 0;
    for (; wanted > 0 && next < line.count; ++next) {
        const Cell cell = candidates[next];
        if (qualifies(state, cell)) {
            add_food(state, cell);
            --wanted;
        }
    }
    if (wanted == 0) {
        return;
    }
    int last = -1;
    if (line.count > 0) {
        const Cell cell = candidates.back();
        last = y_of(cell) * state.width + x_of(cell);
    }
    for (; wanted > 0; --wanted) {
        const Cell cell = next_qualifying(state, last);
        if (cell == 0) {
            return;
        }
        add_food(state, cell);
    }
}

State empty_state(int width, int height) {
    State state;
    state.width = static_cast<std::uint8_t>(width);
    state.height = static_cast<std::uint8_t>(height);
    for (int cell = 0; cell < cell_count; ++cell) {
        const auto at = static_cast<Cell>(cell);
        const bool is_inside =
            x_of(at) >= 0 && x_of(at) < width && y_of(at) >= 0 && y_of(at) < height;
        if (!is_inside) {
            state.board.set_wall(at);
        }
    }
    return state;
}

int add_snake(State& state, const std::vector<Cell>& body, int health) {
    const int seat = ++state.count;
    Snake& snake = state.snake(seat);
    snake.head = body.front();
    snake.tail = body.back();
    snake.health = static_cast<std::int16_t>(health);
    for (std::size_t i = body.size(); i-- > 0;) {
        state.board.set_owner(body[i], seat);
        if (i == 0) {
            break;
        }
        if (body[i - 1] == body[i]) {
            ++snake.stacked;
            continue;
        }
        for (const Direction direction : all_directions) {
            if (neighbour(state, body[i], direction) == body[i - 1]) {
                snake.path.push(direction);
            }
        }
    }
    state.living = static_cast<std::uint8_t>(state.living | 1U << (seat - 1));
    return seat;
}

void add_food(State& state, Cell cell) {
    state.board.put_food(cell);
    ++state.food;
}

bool is_over(const State& state, int max_turns) {
    const int enough = state.count == 1 ? 1 : 2;
    return state.living_count() < enough || state.turn >= static_cast<std::uint32_t>(max_turns);
}

std::array<int, max_snakes> ranks(const State& state) {
    // What decides a seat's rank; larger is better.
    const auto order = [&](int seat) {
        const Snake& snake = state.snake(seat);
        return state.lives(seat) ? std::tuple(1, snake.length(), int{snake.health})
                                 : std::tuple(0, static_cast<int>(snake.died_on), 0);
    };
    std::array<int, max_snakes> result{};
    for (int seat = 1; seat <= state.count; ++seat) {
        result[seat - 1] = 1;
        for (int other = 1; other <= state.count; ++other) {
            result[seat - 1] += static_cast<int>(order(other) > order(seat));
        }
    }
    return result;
}

} // namespace referee::battlesnake
