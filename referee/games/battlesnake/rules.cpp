#include "games/battlesnake/rules.hpp"

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

/// Step 1 for one snake. Afterwards the board holds its body, but not yet its head: heads are
/// judged against bodies.
void move_snake(Board& board, Snake& snake, Direction direction) {
    snake.head = neighbour(snake.head, direction);
    snake.path.push(direction);
    snake.last_move = direction;
    snake.has_moved = true;
    if (snake.stacked > 0) {
        --snake.stacked;
        return;
    }
    board.set_owner(snake.tail, 0);
    snake.tail = neighbour(snake.tail, snake.path.pop());
}

/// Takes the bodies of these snakes off the board; their heads aren't on it yet.
void remove_bodies(State& state, unsigned seats) {
    for_each(state, seats, [&](int, const Snake& snake) {
        Cell cell = snake.tail;
        for (int number = 0; number < snake.path.size(); ++number) {
            state.board.set_owner(cell, 0);
            cell = neighbour(cell, snake.path[number]);
        }
    });
}

void eliminate(State& state, Snake& snake, Cause cause, int killer) {
    snake.cause = cause;
    snake.killer = static_cast<std::int8_t>(killer);
    snake.died_on = state.turn;
}

/// Stages 2 and 3. Food is taken away only when all have eaten: several may share it.
void feed(State& state) {
    unsigned eaters = 0;
    for_each(state, state.living, [&](int seat, Snake& snake) {
        --snake.health;
        if (state.board.has_food(snake.head)) {
            eaters |= 1U << (seat - 1);
            ++snake.stacked;
            snake.health = full_health;
        }
    });
    for_each(state, eaters, [&](int, const Snake& snake) {
        if (state.board.has_food(snake.head)) {
            state.board.take_food(snake.head);
            --state.food;
        }
    });
}

/// Step 4, pass 1: snakes that starved or left the board. Pass 2 doesn't see them.
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
    state.living = static_cast<std::uint8_t>(state.living & ~gone);
    remove_bodies(state, gone);
}

/// The seat of the longest other head on this snake's cell that is at least as long as it, ties to
/// the lower seat; 0 if there is none.
int head_killer(State& state, int seat, const Snake& snake) {
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

/// Step 4, pass 2: collisions, all judged on the same board. A cell holds at most one body, so
/// the killer in it is known without comparing lengths.
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
    state.living = static_cast<std::uint8_t>(state.living & ~gone);
    remove_bodies(state, gone);
}

} // namespace

void advance(State& state, const Moves& moves) {
    ++state.turn;
    for_each(state, state.living, [&](int seat, Snake& snake) {
        move_snake(state.board, snake, moves[seat - 1]);
    });
    feed(state);
    eliminate_alone(state);
    eliminate_colliding(state);
    for_each(state, state.living, [&](int seat, const Snake& snake) {
        state.board.set_owner(snake.head, seat);
    });
}

Direction fallback_move(const Snake& snake, Direction first_move) {
    if (snake.has_moved) {
        return snake.last_move;
    }
    return snake.path.size() > 0 ? snake.path.newest() : first_move;
}

} // namespace referee::battlesnake
