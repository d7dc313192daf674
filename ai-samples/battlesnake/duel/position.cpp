#include "battlesnake/duel/position.hpp"

#include <algorithm>

namespace referee::battlesnake::duel {
namespace {

/// Calls `look` with each index of the set, ascending.
template <typename Look>
void for_each(unsigned indices, Look look) {
    for (; indices != 0; indices &= indices - 1) {
        look(std::countr_zero(indices));
    }
}

/// One table for all positions of the program.
std::shared_ptr<const Keys> shared_keys() {
    static const auto keys = std::make_shared<const Keys>();
    return keys;
}

} // namespace

template <int words>
Position<words>::Position(const State& state, const Hazards& hazards)
    : geometry_(state.width, state.height, state.wrapped), keys_(shared_keys()), turn_(state.turn),
      living_(state.living), count_(state.count), has_hazards_(!hazards.is_empty()),
      constrictor_(state.constrictor) {
    const auto number = [&](Cell cell) {
        return static_cast<std::int16_t>(y_of(cell) * state.width + x_of(cell));
    };
    for_each(living_, [&](int index) {
        const Snake& snake = state.snakes[index];
        Part& part = parts_[index];
        part.head = number(snake.head);
        part.tail = number(snake.tail);
        part.steps = static_cast<std::uint16_t>(snake.path.size());
        part.stacked = snake.stacked;
        part.health = snake.health;
        Cell cell = snake.tail;
        for (int i = 0; i <= snake.path.size(); ++i) {
            const bool is_head = i == snake.path.size();
            const int next = is_head ? Keys::head : static_cast<int>(snake.path[i]);
            rings_[index][i] = {number(cell), static_cast<std::int16_t>(next)};
            own_[index].add(number(cell));
            key_ ^= keys_->segment(index, number(cell), next);
            cell = is_head ? cell : neighbour(state, cell, snake.path[i]);
        }
        key_ ^= Keys::condition(index, part.health, part.stacked);
        bodies_ = bodies_ | own_[index];
    });
    for (int y = 0; y < state.height; ++y) {
        for (int x = 0; x < state.width; ++x) {
            if (state.board.has_food(cell_at(x, y))) {
                food_.add(y * state.width + x);
                key_ ^= keys_->food(y * state.width + x);
            }
            const int harm = hazards.harm(cell_at(x, y), state.turn);
            harm_[y * state.width + x] = static_cast<std::int16_t>(harm);
            if (harm > 0) {
                hurting_.add(y * state.width + x);
            }
        }
    }
}

template <int words>
void Position<words>::make(const Moves& moves, Undo<words>& undo) {
    undo.bodies = bodies_;
    undo.food = food_;
    undo.key = key_;
    undo.living = living_;
    ++turn_;
    for_each(living_, [&](int index) {
        undo.parts[index] = parts_[index];
        move(index, moves[index]);
    });
    if (has_hazards_) {
        hurt();
    }
    feed();
    eliminate_alone();
    eliminate_colliding();
    if (constrictor_) {
        constrict();
    }
    for_each(living_, [&](int index) {
        const Part& part = parts_[index];
        own_[index] = own_[index] | geometry_.only[part.head];
        bodies_ = bodies_ | geometry_.only[part.head];
        key_ ^= Keys::condition(index, part.health, part.stacked) ^
                keys_->segment(index, part.head, Keys::head);
    });
}

template <int words>
void Position<words>::take_back(const Undo<words>& undo) {
    // A head may lie where the tail was, so all heads go before the tails come back.
    for_each(living_, [&](int index) {
        own_[index] = own_[index] - geometry_.only[parts_[index].head];
    });
    for_each(undo.living, [&](int index) {
        parts_[index] = undo.parts[index];
        own_[index] = own_[index] | geometry_.only[parts_[index].tail];
    });
    --turn_;
    bodies_ = undo.bodies;
    food_ = undo.food;
    key_ = undo.key;
    living_ = undo.living;
}

/// Step 1 for one snake. The new head is not yet on the board: heads are judged against bodies.
template <int words>
void Position<words>::move(int index, Direction step) {
    Part& part = parts_[index];
    auto& ring = rings_[index];
    key_ ^= Keys::condition(index, part.health, part.stacked) ^
            keys_->segment(index, part.head, Keys::head) ^
            keys_->segment(index, part.head, static_cast<int>(step));
    const std::int16_t to = geometry_.neighbours[part.head][static_cast<std::size_t>(step)];
    ring[(part.last + part.steps) % ring_size].next = static_cast<std::int16_t>(step);
    ++part.steps;
    ring[(part.last + part.steps) % ring_size] = {to, Keys::head};
    part.head = to;
    --part.health;
    if (part.stacked > 0) {
        --part.stacked;
        return;
    }
    own_[index] = own_[index] - geometry_.only[part.tail];
    bodies_ = bodies_ - geometry_.only[part.tail];
    key_ ^= keys_->segment(index, part.tail, ring[part.last % ring_size].next);
    ++part.last;
    --part.steps;
    part.tail = ring[part.last % ring_size].cell;
}

/// Step 3. A snake at health 0 afterwards is not on food, so it may die with those that starve.
template <int words>
void Position<words>::hurt() {
    for_each(living_, [&](int index) {
        Part& part = parts_[index];
        if (part.head != off_board && harm_[part.head] != 0 && !food_.has(part.head)) {
            part.health = static_cast<std::int16_t>(
                std::clamp(part.health - harm_[part.head], 0, full_health));
        }
    });
}

/// Step 6 of a constrictor turn.
template <int words>
void Position<words>::constrict() {
    for (int cell = 0; food_.any() && cell < geometry_.width * geometry_.height; ++cell) {
        if (food_.has(cell)) {
            food_.remove(cell);
            key_ ^= keys_->food(cell);
        }
    }
    for_each(living_, [&](int index) {
        parts_[index].health = full_health;
        parts_[index].stacked = std::max<std::uint16_t>(parts_[index].stacked, 1);
    });
}

/// Step 4. Food is taken away only when all have eaten: several may share it.
template <int words>
void Position<words>::feed() {
    Set eaten;
    for_each(living_, [&](int index) {
        Part& part = parts_[index];
        if (part.head != off_board && food_.has(part.head)) {
            ++part.stacked;
            part.health = full_health;
            if (!eaten.has(part.head)) {
                eaten.add(part.head);
                key_ ^= keys_->food(part.head);
            }
        }
    });
    food_ = food_ - eaten;
}

/// Step 5, pass 1: snakes that starved or left the board. Pass 2 doesn't see them.
template <int words>
void Position<words>::eliminate_alone() {
    for_each(living_, [&](int index) {
        if (parts_[index].health <= 0 || parts_[index].head == off_board) {
            living_ &= ~(1U << index);
            bodies_ = bodies_ - own_[index];
        }
    });
}

/// Step 5, pass 2: all are judged on the same board.
template <int words>
void Position<words>::eliminate_colliding() {
    unsigned gone = 0;
    for_each(living_, [&](int index) {
        if (bodies_.has(parts_[index].head) || is_beaten(index)) {
            gone |= 1U << index;
        }
    });
    living_ &= ~gone;
    for_each(gone, [&](int index) { bodies_ = bodies_ - own_[index]; });
}

/// True if another head that is at least as long lies on the same cell.
template <int words>
bool Position<words>::is_beaten(int index) const {
    const Part& self = parts_[index];
    for (unsigned rest = living_ & ~(1U << index); rest != 0; rest &= rest - 1) {
        const Part& other = parts_[std::countr_zero(rest)];
        if (other.head == self.head && other.length() >= self.length()) {
            return true;
        }
    }
    return false;
}

template class Position<1>;
template class Position<2>;
template class Position<6>;
template class Position<10>;

} // namespace referee::battlesnake::duel
