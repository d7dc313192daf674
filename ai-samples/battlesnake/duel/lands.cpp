#include "battlesnake/duel/lands.hpp"

#include <algorithm>

namespace referee::battlesnake::duel {
namespace {

/// A snake in the flood.
template <int words>
struct Claimant {
    int index;
    int length;
    int first_step; ///< the tail's cell is free from this step on
    int last_step;  ///< the head's cell is free from this step on
    int survived;   ///< a step up to which it lives, as far as is known
    sample::Bits<words> reached;
    sample::Bits<words> border; ///< the reached cells and the cells beside them
};

/// The step from which on the tail's cell is free; in constrictor games it never is.
template <int words>
int first_step_of(const Position<words>& position, int index) {
    return position.is_constrictor() ? never : 1 + position.part(index).stacked;
}

/// An upper bound of the steps that a snake can take on those cells, its head's among them. A head
/// can't wait; and the colours of a chessboard alternate on any way.
template <int words>
int max_steps(const Position<words>& position, int index, const sample::Bits<words>& cells) {
    const Geometry<words>& geometry = position.geometry();
    const int all = cells.count();
    if (geometry.wrapped) { // over the border of an odd board, colours don't alternate
        return all - 1;
    }
    const int dark = (cells & geometry.dark).count();
    const int own = geometry.dark.has(position.part(index).head) ? dark : all - dark;
    return std::min(2 * own - 1, 2 * (all - own));
}

template <int words>
using Claimants = std::array<Claimant<words>, max_snakes>;

/// Living snakes, longest first, so that a later one can't take a cell that a longer one reaches in
/// the same step.
template <int words>
int find_claimants(const Position<words>& position, Claimants<words>& all) {
    int count = 0;
    for (unsigned rest = position.living(); rest != 0; rest &= rest - 1) {
        const int index = std::countr_zero(rest);
        const Part& part = position.part(index);
        const int length = part.length();
        int at = count++;
        for (; at > 0 && all[at - 1].length < length; --at) {
            all[at] = all[at - 1];
        }
        Claimant<words>& one = all[at];
        one.index = index;
        one.length = length;
        one.first_step = first_step_of(position, index);
        one.last_step = position.is_constrictor() ? 0 : one.first_step + part.steps;
        one.survived = 1;
        one.reached = position.geometry().only[part.head];
        one.border = position.geometry().spread(one.reached);
    }
    return count;
}

/// A flood in progress.
template <int words>
class Flood {
  public:
    using Set = sample::Bits<words>;

    Flood(const Position<words>& position, Lands& lands)
        : position_(position), lands_(lands), open_(position.geometry().all - position.bodies()),
          count_(find_claimants(position, all_)) {}

    void run() {
        int last_step = 0;
        for (int i = 0; i < count_; ++i) {
            lands_[all_[i].index].food_distance = never;
            last_step = std::max(last_step, all_[i].last_step);
        }
        bool is_growing = true;
        for (int step = 1; is_growing || step <= last_step; ++step) {
            const Set freed = freed_at(step);
            open_ = open_ | freed;
            stop_those_without_room(freed, step);
            // Once no snake can go on, only a cell freed by a body can change that.
            is_growing = (is_growing || is_beside(freed)) && claim_all(step);
        }
        for (int i = 0; i < count_; ++i) {
            Land& land = lands_[all_[i].index];
            land.cells = all_[i].reached.count() - 1; // without the head
            land.hurting = (all_[i].reached & position_.hurting()).count();
            land.foods = (all_[i].reached & position_.food()).count();
            land.has_tail = all_[i].border.has(position_.part(all_[i].index).tail);
        }
    }

  private:
    /// The cells that bodies leave in this step.
    Set freed_at(int step) const {
        Set freed;
        for (int i = 0; i < count_; ++i) {
            const Claimant<words>& one = all_[i];
            if (step >= one.first_step && step <= one.last_step) {
                const int cell = position_.segment(one.index, step - one.first_step);
                freed = freed | position_.geometry().only[cell];
            }
        }
        return freed;
    }

    /// Ends the growth of those who have died before they could enter a cell that is freed now.
    void stop_those_without_room(const Set& freed, int step) {
        for (int i = 0; i < count_; ++i) {
            Claimant<words>& one = all_[i];
            if (step > one.survived && (one.border & freed).any()) {
                one.survived = 1 + max_steps(position_, one.index, one.reached);
                if (step > one.survived) {
                    one.border = {};
                }
            }
        }
    }

    bool is_beside(const Set& cells) const {
        for (int i = 0; i < count_; ++i) {
            if ((all_[i].border & cells).any()) {
                return true;
            }
        }
        return false;
    }

    bool claim_all(int step) {
        bool is_growing = false;
        for (int begin = 0, end = 0; begin < count_; begin = end) {
            while (end < count_ && all_[end].length == all_[begin].length) {
                ++end;
            }
            is_growing = claim(begin, end, step) || is_growing;
        }
        return is_growing;
    }

    /// One step of the snakes of one length, from `begin` up to `end`. A cell that two of them
    /// reach belongs to nobody. False if none of them reached anything.
    bool claim(int begin, int end, int step) {
        if (end - begin == 1) {
            const Set fresh = all_[begin].border & open_;
            open_ = open_ - fresh;
            return take(all_[begin], fresh, step);
        }
        Set once;
        Set twice;
        for (int i = begin; i < end; ++i) {
            const Set fresh = all_[i].border & open_;
            twice = twice | (once & fresh);
            once = once | fresh;
        }
        for (int i = begin; i < end; ++i) {
            take(all_[i], (all_[i].border & open_) - twice, step);
        }
        open_ = open_ - once;
        return once.any();
    }

    bool take(Claimant<words>& one, const Set& fresh, int step) {
        if (!fresh.any()) {
            return false;
        }
        one.reached = one.reached | fresh;
        one.border = position_.geometry().spread(one.reached);
        Land& land = lands_[one.index];
        if (land.food_distance == never && (fresh & position_.food()).any()) {
            land.food_distance = step;
        }
        return true;
    }

    const Position<words>& position_;
    Lands& lands_;
    Set open_;
    Claimants<words> all_;
    int count_;
};

/// The lands of two snakes, where a duel spends half of its time: everything is kept in registers.
template <int words>
class FloodOfTwo {
  public:
    using Set = sample::Bits<words>;

    FloodOfTwo(const Position<words>& position, int longer, int shorter)
        : position_(position), longer_(position, longer), shorter_(position, shorter),
          is_equal_(position.part(longer).length() == position.part(shorter).length()) {}

    /// With `reaches` it takes longer.
    template <bool with_reaches>
    void run(Lands& lands, Reaches* reaches) {
        const Geometry<words>& geometry = position_.geometry();
        const Set food = position_.food();
        Set open = geometry.all - position_.bodies();
        Set first = longer_.reached;
        Set second = shorter_.reached;
        Set first_border = geometry.spread(first);
        Set second_border = geometry.spread(second);
        const int last_step = std::max(longer_.last_step, shorter_.last_step);
        int first_food = never;
        int second_food = never;
        bool is_growing = true;
        std::array<Set, 3> first_within;
        std::array<Set, 3> second_within;
        int noted = 0;
        for (int step = 1; is_growing || step <= last_step; ++step) {
            if (with_reaches && noted < 3 && step > steps_within[noted]) {
                first_within[noted] = first;
                second_within[noted] = second;
                ++noted;
            }
            const Set freed =
                longer_.freed_at(position_, step) | shorter_.freed_at(position_, step);
            open = open | freed;
            // Once no snake can go on, only a cell freed by a body can change that.
            if (!is_growing && !((first_border | second_border) & freed).any()) {
                continue;
            }
            Set first_fresh = first_border & open;
            const Set second_reaches = second_border & open;
            Set second_fresh = second_reaches - first_fresh;
            open = open - first_fresh - second_fresh;
            if (is_equal_) {
                first_fresh = first_fresh - second_reaches;
            }
            first = first | first_fresh;
            second = second | second_fresh;
            first_border = geometry.spread(first);
            second_border = geometry.spread(second);
            is_growing = (first_fresh | second_fresh).any();
            if (first_food == never && (first_fresh & food).any()) {
                first_food = step;
            }
            if (second_food == never && (second_fresh & food).any()) {
                second_food = step;
            }
        }
        longer_.tell(position_, first, first_border, first_food, lands);
        shorter_.tell(position_, second, second_border, second_food, lands);
        if (with_reaches) {
            for (; noted < 3; ++noted) {
                first_within[noted] = first;
                second_within[noted] = second;
            }
            Reach& reach = (*reaches)[longer_.index];
            reach = longer_.reach(position_, first, first_within);
            Reach& other = (*reaches)[shorter_.index];
            other = shorter_.reach(position_, second, second_within);
            other.frontier = (first_border & second).count();
        }
    }

  private:
    static constexpr std::array<int, 3> steps_within{3, 6, 12}; ///< Reach

    struct Side {
        int index;
        int first_step; ///< the tail's cell is free from this step on
        int last_step;  ///< the head's cell is free from this step on
        Set reached;

        Side(const Position<words>& position, int number)
            : index(number), first_step(first_step_of(position, number)),
              last_step(position.is_constrictor() ? 0 : first_step + position.part(number).steps),
              reached(position.geometry().only[position.part(number).head]) {}

        Set freed_at(const Position<words>& position, int step) const {
            if (step < first_step || step > last_step) {
                return {};
            }
            return position.geometry().only[position.segment(index, step - first_step)];
        }

        void tell(
            const Position<words>& position, const Set& cells, const Set& border, int food_distance,
            Lands& lands) const {
            Land& land = lands[index];
            land.cells = cells.count() - 1; // without the head
            land.hurting = (cells & position.hurting()).count();
            land.foods = (cells & position.food()).count();
            land.food_distance = food_distance;
            land.has_tail = border.has(position.part(index).tail);
        }

        Reach reach(
            const Position<words>& position, const Set& cells,
            const std::array<Set, 3>& within) const {
            return {
                within[0].count(), within[1].count(), within[2].count(),
                max_steps(position, index, cells), 0};
        }
    };

    const Position<words>& position_;
    Side longer_;
    Side shorter_;
    bool is_equal_;
};

/// The flood of the two living snakes.
template <int words>
FloodOfTwo<words> flood_of_two(const Position<words>& position) {
    const unsigned living = position.living();
    int longer = std::countr_zero(living);
    int shorter = std::countr_zero(living & (living - 1));
    if (position.part(longer).length() < position.part(shorter).length()) {
        std::swap(longer, shorter);
    }
    return {position, longer, shorter};
}

} // namespace

template <int words>
void find_lands(const Position<words>& position, Lands& lands) {
    if (std::popcount(position.living()) == 2) {
        flood_of_two(position).template run<false>(lands, nullptr);
    } else {
        Flood<words>(position, lands).run();
    }
}

template <int words>
void find_lands(const Position<words>& position, Lands& lands, Reaches& reaches) {
    flood_of_two(position).template run<true>(lands, &reaches);
}

template void find_lands(const Position<1>&, Lands&);
template void find_lands(const Position<1>&, Lands&, Reaches&);
template void find_lands(const Position<2>&, Lands&);
template void find_lands(const Position<2>&, Lands&, Reaches&);
template void find_lands(const Position<6>&, Lands&);
template void find_lands(const Position<6>&, Lands&, Reaches&);
template void find_lands(const Position<10>&, Lands&);
template void find_lands(const Position<10>&, Lands&, Reaches&);

} // namespace referee::battlesnake::duel
