#pragma once

/// The tree of duel's search: alpha-beta on the paranoid assumption that all opponents play against
/// the seat. In each turn the seat chooses its step first, and each near opponent answers with the
/// step that is worst for it; then the turn is played. The position is changed in place and undone.
/// Principal variation search (T. A. Marsland and M. Campbell, 1982): the first step is searched
/// with the full window, the others with a null window; only one that proves better is searched
/// again. Late move reductions: later steps are searched less deeply at first.

#include "battlesnake/duel/search.hpp"

#include <cstdlib>
#include <optional>

namespace referee::battlesnake::duel {

inline constexpr int infinite = 1'000'000;

/// The value of a state in which the seat lives. Prospects are scaled by what is still at stake: in
/// a duel half of the points. Among eight snakes an eighth is certain; without the scaling, dying
/// would often look better than having little land.
inline int living_value(int certain, int prospects) {
    const int stake = std::min(certain, all_points - certain);
    return stake == 0
               ? all_points / 2 + prospects // all places bring the same, or there is only one
               : certain + prospects * stake / (all_points / 2);
}

/// The values that matter: what lies outside changes nothing higher up.
struct Window {
    int alpha; ///< reached already by the seat
    int beta;  ///< reached already by its opponents
    bool is_null() const { return beta - alpha <= 1; }
};

template <int words>
class Tree {
  public:
    Tree(
        const sample::Situation& situation, const SearchConfig& config, Experience& experience,
        const std::function<bool()>& is_late)
        : situation_(situation), config_(config), table_(experience.table),
          ordering_(experience.ordering), habits_(experience.habits), is_late_(is_late),
          position_(situation.state, situation.hazards),
          places_(situation.state.count, situation.points), self_(situation.seat - 1) {
        choose_opponents();
    }

    Position<words>& position() { return position_; }
    const Position<words>& position() const { return position_; }
    int opponent(int at) const { return opponents_[at]; }
    int opponent_count() const { return opponent_count_; }
    int searched() const { return searched_; } ///< opponents; they come first
    std::uint64_t nodes() const { return nodes_; }
    /// True when the time was up; the last value means nothing then.
    bool is_stopped() const { return is_stopped_; }

    /// The steps of a snake onto no wall and no segment that stays.
    sample::DirectionList open_steps(int index) const {
        const auto blocked = position_.blocked();
        sample::DirectionList steps;
        for (const Direction step : sample::directions) {
            const int cell = position_.beside(index, step);
            if (cell != off_board && !blocked.has(cell)) {
                steps.add(step);
            }
        }
        return steps;
    }

    /// An opponent's open steps, without those to where a longer head could come if it was never
    /// seen to take such ones. Equal heads don't count, although it gave way to them: two that
    /// expect this of each other would meet.
    sample::DirectionList likely_steps(int index) const {
        const sample::DirectionList open = open_steps(index);
        if (!config_.uses_habits || open.count < 2 ||
            !habits_[index].gives_way.is_reliable(min_way_chances_)) {
            return open;
        }
        sample::DirectionList likely;
        for (const Direction step : open) {
            if (!is_contested(index, position_.beside(index, step))) {
                likely.add(step);
            }
        }
        return likely.count > 0 ? likely : open;
    }

    /// The opponents from number `at` on answer, each with what is worst for us. `key` is of the
    /// position and the steps decided so far.
    int reply(Moves& moves, std::uint64_t key, int at, int ply, int depth, Window window) {
        while (at < opponent_count_ && !position_.lives(opponents_[at])) {
            ++at;
        }
        if (at == opponent_count_) {
            return turn(moves, ply, depth, window);
        }
        const int index = opponents_[at];
        if (at >= searched_) {
            moves[index] = scripted_step(index);
            return reply(moves, key, at + 1, ply, depth, window);
        }
        std::optional<Direction> known;
        if (depth > 1) {
            if (const Entry* const entry = table_.find(key)) {
                known = entry->best;
                if (is_enough(*entry, depth, window)) {
                    return entry->value;
                }
            }
        }
        sample::DirectionList steps = likely_steps(index);
        if (steps.count == 0) {
            steps.add(Direction::up); // it dies, whatever it does
        }
        const int cell = position_.part(index).head;
        ordering_.sort(steps, ply, index, cell, known);
        const int old_beta = window.beta;
        int worst = infinite;
        int tried = 0;
        Direction worst_step = steps.items[0];
        for (const Direction step : steps) {
            moves[index] = step;
            const std::uint64_t next = key ^ Keys::decided(index, step);
            const int value =
                tried == 0 ? reply(moves, next, at + 1, ply, depth, window)
                           : further_reply(
                                 moves, next, at + 1, ply, depth, reduction(tried, depth), window);
            ++tried;
            if (is_stopped_) {
                return 0;
            }
            if (value < worst) {
                worst = value;
                worst_step = step;
                window.beta = std::min(window.beta, worst);
            }
            if (worst <= window.alpha) {
                ordering_.was_best(ply, index, cell, step, depth);
                break;
            }
        }
        if (depth > 1) {
            const Bound bound = worst <= window.alpha ? Bound::upper
                                : worst >= old_beta   ? Bound::lower
                                                      : Bound::exact;
            table_.store(key, depth, worst, bound, worst_step);
        }
        return worst;
    }

    /// The step that a snake takes which isn't searched: straight on if that is open, else any open
    /// one.
    Direction scripted_step(int index) const {
        const sample::DirectionList open = open_steps(index);
        if (open.count == 0) {
            return Direction::up;
        }
        const Direction ahead = position_.newest_step(index);
        const bool is_open = std::find(open.begin(), open.end(), ahead) != open.end();
        return is_open ? ahead : open.items[0];
    }

  private:
    /// True if the head of a longer snake lies beside the cell.
    bool is_contested(int index, int cell) const {
        for (unsigned rest = position_.living() & ~(1U << index); rest != 0; rest &= rest - 1) {
            const Part& other = position_.part(std::countr_zero(rest));
            const auto& beside = position_.geometry().neighbours[cell];
            if (other.length() > position_.part(index).length() &&
                std::find(beside.begin(), beside.end(), other.head) != beside.end()) {
                return true;
            }
        }
        return false;
    }

    /// The living opponents, nearest first; the searched ones stand at the front.
    void choose_opponents() {
        const State& root = situation_.state;
        const Cell head = root.snakes[self_].head;
        for (int index = 0; index < root.count; ++index) {
            if (index != self_ && root.lives(index + 1)) {
                opponents_[opponent_count_++] = index;
            }
        }
        std::stable_sort(
            opponents_.begin(), opponents_.begin() + opponent_count_, [&](int a, int b) {
                return sample::steps_between(root, root.snakes[a].head, head) <
                       sample::steps_between(root, root.snakes[b].head, head);
            });
        searched_ = std::min(opponent_count_, config_.searched_opponents);
    }

    /// reply() after a step that isn't the first one tried: so many turns less deeply first, only
    /// to see whether it is worse for us.
    int further_reply(
        Moves& moves, std::uint64_t key, int at, int ply, int depth, int reduced_by,
        Window window) {
        if (reduced_by > 0 || !window.is_null()) {
            const int value =
                reply(moves, key, at, ply, depth - reduced_by, {window.beta - 1, window.beta});
            if (value >= window.beta || (reduced_by == 0 && value <= window.alpha)) {
                return value;
            }
        }
        return reply(moves, key, at, ply, depth, window);
    }

    /// Plays the turn and values what comes of it.
    int turn(const Moves& moves, int ply, int depth, Window window) {
        if (++nodes_ % 64 == 0 && nodes_ > first_iteration_ && is_late_()) {
            is_stopped_ = true;
            return 0;
        }
        Undo<words> undo;
        position_.make(moves, undo);
        const int value = after_turn(undo.living, ply + 1, depth, window);
        position_.take_back(undo);
        return value;
    }

    int after_turn(unsigned lived, int ply, int depth, Window window) {
        const int living = std::popcount(position_.living());
        if (!position_.lives(self_)) {
            const int last = std::popcount(lived);
            return places_.mean(living + 1, last) * config_.death_percent / 100 + sooner * ply;
        }
        if (living == 1 && position_.count() > 1) {
            return places_.mean(1, 1) - sooner * ply;
        }
        if (position_.turn() >= static_cast<std::uint32_t>(situation_.max_turns)) {
            return value_at_last_turn() - sooner * ply;
        }
        if (depth <= 1) {
            return living_value(
                places_.mean(1, living), prospects(position_, self_, config_.weights));
        }
        return own_turn(ply, depth - 1, window);
    }

    /// The living are ranked by length, then health.
    int value_at_last_turn() const {
        int better = 0;
        int equal = 0;
        const auto order = [&](int index) {
            return position_.part(index).length() * (full_health + 1) +
                   position_.part(index).health;
        };
        for (unsigned rest = position_.living(); rest != 0; rest &= rest - 1) {
            const int other = std::countr_zero(rest);
            better += order(other) > order(self_) ? 1 : 0;
            equal += order(other) == order(self_) ? 1 : 0;
        }
        return places_.mean(better + 1, better + equal);
    }

    int own_turn(int ply, int depth, Window window) {
        const std::uint64_t key = position_.key();
        std::optional<Direction> known;
        if (const Entry* const entry = table_.find(key)) {
            known = entry->best;
            if (is_enough(*entry, depth, window)) {
                return entry->value;
            }
        }
        sample::DirectionList steps = open_steps(self_);
        if (steps.count == 0) {
            steps.add(Direction::up);
        }
        const int cell = position_.part(self_).head;
        ordering_.sort(steps, ply, self_, cell, known);
        const int old_alpha = window.alpha;
        int best = -infinite;
        int tried = 0;
        Direction best_step = steps.items[0];
        Moves moves{};
        for (const Direction step : steps) {
            moves[self_] = step;
            const std::uint64_t next = key ^ Keys::decided(self_, step);
            int value = 0;
            const int reduced = depth - reduction(tried, depth);
            if (tried > 0 && (reduced < depth || !window.is_null())) {
                value = reply(moves, next, 0, ply, reduced, {window.alpha, window.alpha + 1});
                if (value > window.alpha && (reduced < depth || value < window.beta)) {
                    value = reply(moves, next, 0, ply, depth, window);
                }
            } else {
                value = reply(moves, next, 0, ply, depth, window);
            }
            ++tried;
            if (is_stopped_) {
                return 0;
            }
            if (value > best) {
                best = value;
                best_step = step;
                window.alpha = std::max(window.alpha, best);
            }
            if (best >= window.beta) {
                ordering_.was_best(ply, self_, cell, step, depth);
                break;
            }
        }
        const Bound bound = best >= window.beta ? Bound::lower
                            : best <= old_alpha ? Bound::upper
                                                : Bound::exact;
        table_.store(key, depth, best, bound, best_step);
        return best;
    }

    /// Turns by which a step is searched less deeply at first, because those before it seemed
    /// better.
    int reduction(int tried, int depth) const {
        if (tried < config_.reduced_from || depth < config_.reduced_depth) {
            return 0;
        }
        return tried >= config_.twice_reduced_from && depth >= config_.twice_reduced_depth ? 2 : 1;
    }

    bool is_enough(const Entry& entry, int depth, Window window) const {
        return table_.is_of_this_move(entry) && entry.depth >= depth &&
               (entry.bound == Bound::exact ||
                (entry.bound == Bound::lower && entry.value >= window.beta) ||
                (entry.bound == Bound::upper && entry.value <= window.alpha));
    }

    /// A win is worth so much more, and a death so much less, a turn earlier.
    static constexpr int sooner = 10;
    static constexpr int min_way_chances_ = 8;
    static constexpr std::uint64_t first_iteration_ = 3 * 3 * 3 * 3; ///< at most

    const sample::Situation& situation_;
    const SearchConfig& config_;
    Table& table_;
    Ordering& ordering_;
    const sample::AllHabits& habits_;
    const std::function<bool()>& is_late_;
    Position<words> position_;
    Places places_;
    int self_;
    std::array<int, max_snakes> opponents_{};
    int opponent_count_ = 0;
    int searched_ = 0;
    std::uint64_t nodes_ = 0;
    bool is_stopped_ = false;
};

} // namespace referee::battlesnake::duel
