#pragma once

/// The tree of duel's search: alpha-beta on the paranoid assumption that all opponents play against
/// the seat. In each turn the seat chooses its step first, and its opponents answer together with
/// what is worst for it; then the turn is played. The position is changed in place and undone.
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
    /// The mean of the places that can still be reached.
    int certain() const { return places_.mean(1, std::popcount(position_.living())); }
    int opponent(int at) const { return opponents_[at]; }
    int opponent_count() const { return opponent_count_; }
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

    /// The opponents from number `at` on answer, all at once, so often that each of their steps is
    /// tried: the first time each with its most promising one, and so on. All combinations would
    /// leave no time for depth. `key` is of the position and the steps decided so far.
    int reply(Moves& moves, std::uint64_t key, int at, int ply, int depth, Window window) {
        while (at < opponent_count_ && !position_.lives(opponents_[at])) {
            ++at;
        }
        if (at == opponent_count_) {
            return turn(moves, ply, depth, window);
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
        Replies replies = promising_replies(at, ply, known);
        const int old_beta = window.beta;
        int worst = infinite;
        int worst_number = 0;
        for (int number = 0; number < replies.count; ++number) {
            decide(replies, number, moves);
            const int value =
                number == 0 ? turn(moves, ply, depth, window)
                            : further_turn(moves, ply, depth, reduction(number, depth), window);
            if (is_stopped_) {
                return 0;
            }
            if (value < worst) {
                worst = value;
                worst_number = number;
                window.beta = std::min(window.beta, worst);
            }
            if (worst <= window.alpha) {
                note(replies, number, ply, depth);
                break;
            }
        }
        if (depth > 1) {
            const Bound bound = worst <= window.alpha ? Bound::upper
                                : worst >= old_beta   ? Bound::lower
                                                      : Bound::exact;
            table_.store(key, depth, worst, bound, replies.step(at, worst_number));
        }
        return worst;
    }

    /// The expected answers to a step, if the table holds the nearest opponent's.
    bool expect_replies(Moves& moves, std::uint64_t key, int ply) const {
        int at = 0;
        while (at < opponent_count_ && !position_.lives(opponents_[at])) {
            ++at;
        }
        const Entry* const entry = at < opponent_count_ ? table_.find(key) : nullptr;
        if (entry == nullptr) {
            return false;
        }
        decide(promising_replies(at, ply, entry->best), 0, moves);
        return true;
    }

  private:
    /// The steps of the opponents from number `first` on, the promising ones first.
    struct Replies {
        int first;
        int count = 1; ///< of the longest list
        std::array<sample::DirectionList, max_snakes> lists{};

        /// The step of a living opponent in the reply with that number.
        Direction step(int at, int number) const {
            return lists[at].items[number < lists[at].count ? number : 0];
        }
    };

    /// `known` is the table's step of the first one, who lives.
    Replies promising_replies(int first, int ply, std::optional<Direction> known) const {
        Replies replies{first};
        for (int at = first; at < opponent_count_; ++at) {
            const int index = opponents_[at];
            if (!position_.lives(index)) {
                continue;
            }
            sample::DirectionList& steps = replies.lists[at];
            steps = likely_steps(index);
            if (steps.count == 0) {
                steps.add(Direction::up); // it dies, whatever it does
            }
            ordering_.sort(
                steps, ply, index, position_.part(index).head, at == first ? known : std::nullopt);
            replies.count = std::max(replies.count, steps.count);
        }
        return replies;
    }

    void decide(const Replies& replies, int number, Moves& moves) const {
        for (int at = replies.first; at < opponent_count_; ++at) {
            if (position_.lives(opponents_[at])) {
                moves[opponents_[at]] = replies.step(at, number);
            }
        }
    }

    /// Records that the reply refuted what we did.
    void note(const Replies& replies, int number, int ply, int depth) {
        for (int at = replies.first; at < opponent_count_; ++at) {
            if (number < replies.lists[at].count) {
                const int index = opponents_[at];
                ordering_.was_best(
                    ply, index, position_.part(index).head, replies.step(at, number), depth);
            }
        }
    }

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

    /// The living opponents, nearest first.
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
    }

    /// turn() after replies that aren't the first ones tried: so many turns less deeply first, only
    /// to see whether it is worse for us.
    int further_turn(const Moves& moves, int ply, int depth, int reduced_by, Window window) {
        if (reduced_by > 0 || !window.is_null()) {
            const int value = turn(moves, ply, depth - reduced_by, {window.beta - 1, window.beta});
            if (value >= window.beta || (reduced_by == 0 && value <= window.alpha)) {
                return value;
            }
        }
        return turn(moves, ply, depth, window);
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
            return living_value(certain(), prospects(position_, self_, config_.weights));
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
        const bool is_steeper = config_.reduced_each > 0 && opponent_count_ == 1;
        const int beyond = is_steeper ? std::max(0, depth - config_.twice_reduced_depth) : 0;
        const bool is_twice =
            tried >= config_.twice_reduced_from && depth >= config_.twice_reduced_depth;
        return (is_twice ? 2 : 1) + (is_steeper ? beyond / config_.reduced_each : 0);
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
    std::uint64_t nodes_ = 0;
    bool is_stopped_ = false;
};

} // namespace referee::battlesnake::duel
