#include "games/spe_ed/learning/areas.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <span>

namespace referee::spe_ed {

void fill(const CellLayout& layout, const Cells& free, Cells& found) {
    // Word by word, alternately down and up: most boards are filled after a few rounds.
    const int rows = layout.stride() / 64;
    const int shift = layout.stride() % 64;
    const auto fill_word = [&](int word) {
        const std::uint64_t room = free[word];
        const std::uint64_t before = found[word];
        std::uint64_t now =
            room &
            (before | before << 1 | before >> 1 | found[word - 1] >> 63 | found[word + 1] << 63 |
             found[word - rows] << shift | found[word - rows - 1] >> (64 - shift) |
             found[word + rows] >> shift | found[word + rows + 1] << (64 - shift));
        if ((now & ~before) == 0) {
            return false;
        }
        // To higher bits by the carry of a sum, to lower ones in doubling steps.
        now |= room & ~(room + now);
        std::uint64_t open = room;
        for (int step = 1; step < 64; step *= 2) {
            now |= open & (now >> step);
            open &= open >> step;
        }
        found[word] |= now;
        return true;
    };
    bool goes_on = true;
    while (goes_on) {
        goes_on = false;
        for (int word = 0; word < layout.words(); ++word) {
            goes_on = fill_word(word) || goes_on;
        }
        for (int word = layout.words(); word-- > 0;) {
            goes_on = fill_word(word) || goes_on;
        }
    }
}

namespace {

/// A set that is known to be empty outside a range, so that only that range has to be examined.
struct Frontier {
    Cells cells;
    WordRange range{}; ///< in which it may hold cells

    explicit Frontier(const CellLayout& layout) : cells(layout) {}

    /// Becomes the set of free neighbours of another one, including that one's cells if it `keeps`
    /// them.
    template <bool keeps>
    void spread_from(const CellLayout& layout, const Frontier& other, const Cells& free) {
        const WordRange to = other.range.grown(layout);
        for (int word = range.begin; word < std::min(range.end, to.begin); ++word) {
            cells[word] = 0;
        }
        for (int word = std::max(range.begin, to.end); word < range.end; ++word) {
            cells[word] = 0;
        }
        for (int word = to.begin; word < to.end; word += 2) {
            TwoWords found = neighbours(layout, other.cells, word) & two_words(free, word);
            if constexpr (keeps) {
                found |= two_words(other.cells, word);
            }
            put_two_words(cells, word, found);
        }
        range = to;
        tighten();
    }
    void tighten() {
        while (range.begin < range.end && cells[range.begin] == 0) {
            ++range.begin;
        }
        while (range.end > range.begin && cells[range.end - 1] == 0) {
            --range.end;
        }
    }
};

/// A runner that is still spreading.
class Front {
  public:
    Front(const CellLayout& layout, const Runner& runner)
        : sets_{Frontier(layout), Frontier(layout), Frontier(layout)}, taken_(layout),
          pace_(runner.pace) {
        Frontier& first = sets_[0];
        first.cells.add(runner.bit);
        first.range = {runner.bit / 64, runner.bit / 64 + 1};
        if (runner.more != nullptr) {
            first.range = {0, layout.words()};
            for (int word = 0; word < layout.words(); ++word) {
                first.cells[word] |= (*runner.more)[word];
            }
            first.tighten();
        }
    }

    bool lives() const { return lives_; }
    WordRange range() const { return sets_[last_].range; }
    const Cells& taken() const { return taken_; }
    const Cells& reached() const { return sets_[last_].cells; }

    /// Sets `reached()` to the cells that it comes to in a round.
    void run(const CellLayout& layout, const Cells& free) {
        const Frontier& from = sets_[last_];
        last_ = (last_ + 1) % sets_.size();
        Frontier& once = sets_[last_];
        once.spread_from<false>(layout, from, free);
        lives_ = !once.range.is_empty();
        if (pace_ > 1 && lives_) {
            last_ = (last_ + 1) % sets_.size();
            sets_[last_].spread_from<true>(layout, once, free);
        }
    }
    /// Takes the reached cells of two words, except `ties`.
    void take(int word, TwoWords ties) {
        const TwoWords own = two_words(reached(), word) & ~ties;
        put_two_words(sets_[last_].cells, word, own);
        put_two_words(taken_, word, two_words(taken_, word) | own);
    }

    /// Takes all remaining cells that it can reach; nobody else is still spreading.
    void take_rest(const CellLayout& layout, const Cells& free) {
        Cells& rest = sets_[last_].cells;
        fill(layout, free, rest);
        for (int word = 0; word < layout.words(); ++word) {
            taken_[word] |= rest[word] & free[word];
        }
        lives_ = false;
    }

  private:
    std::array<Frontier, 3> sets_;
    std::size_t last_ = 0; ///< the set of the cells reached last
    Cells taken_;
    int pace_;
    bool lives_ = true;
};

using Fronts = std::array<std::optional<Front>, max_players>;

/// The fronts that advance in a round.
struct Running {
    std::array<Front*, max_players> fronts{};
    int count = 0;
    WordRange range{max_size * max_size, 0}; ///< of all cells that they have reached

    void add(Front& front) {
        fronts[static_cast<std::size_t>(count++)] = &front;
        const WordRange more = front.range();
        if (!more.is_empty()) {
            range = {std::min(range.begin, more.begin), std::max(range.end, more.end)};
        }
    }
    /// Each takes the cells that it alone has reached.
    void settle(Cells& left, Cells& disputed) {
        const auto all = std::span(fronts).first(static_cast<std::size_t>(count));
        for (int word = range.begin; word < range.end; word += 2) {
            TwoWords any{};
            TwoWords ties{};
            for (const Front* const front : all) {
                const TwoWords reached = two_words(front->reached(), word);
                ties |= any & reached;
                any |= reached;
            }
            for (Front* const front : all) {
                front->take(word, ties);
            }
            put_two_words(left, word, two_words(left, word) & ~any);
            put_two_words(disputed, word, two_words(disputed, word) | ties);
        }
    }
};

/// If only one is still spreading, the rest belongs to it.
void finish_last(const CellLayout& layout, Fronts& fronts, const Cells& left) {
    const auto lives = [](const std::optional<Front>& front) { return front && front->lives(); };
    if (std::count_if(fronts.begin(), fronts.end(), lives) == 1) {
        (*std::find_if(fronts.begin(), fronts.end(), lives))->take_rest(layout, left);
    }
}

int count_pairs(const CellLayout& layout, const Cells& cells) {
    const int rows = layout.stride() / 64;
    const int shift = layout.stride() % 64;
    int sum = 0;
    for (int word = 0; word < layout.words(); ++word) {
        const std::uint64_t right = cells[word] >> 1 | cells[word + 1] << 63;
        const std::uint64_t below = cells[word + rows] >> shift | cells[word + rows + 1]
                                                                      << (64 - shift);
        sum += std::popcount(cells[word] & right) + std::popcount(cells[word] & below);
    }
    return sum;
}

/// Whether the free cells at a front, or the cells that it has taken, touch another one's.
bool touch(const CellLayout& layout, const Cells& one, const Cells& other) {
    for (int word = 0; word < layout.words(); word += 2) {
        const TwoWords both = neighbours(layout, one, word) & two_words(other, word);
        if ((both[0] | both[1]) != 0) {
            return true;
        }
    }
    return false;
}

/// Lets all runners spread. Puts the cells that belong to nobody into `disputed`.
void run_all(
    const CellLayout& layout, const Cells& free, const std::array<Runner, max_players>& runners,
    int count, Fronts& fronts, Cells& disputed) {
    for (int i = 0; i < count; ++i) {
        fronts[static_cast<std::size_t>(i)].emplace(layout, runners[static_cast<std::size_t>(i)]);
    }
    Cells left(layout);
    left.copy(layout, free);
    bool goes_on = true;
    for (int number = 0; goes_on || number <= 1; ++number) {
        Running running;
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
            if (fronts[i]->lives() && (number > 0 || runners[i].is_ahead)) {
                fronts[i]->run(layout, left);
                running.add(*fronts[i]);
            }
        }
        goes_on = running.count > 0;
        running.settle(left, disputed);
        finish_last(layout, fronts, left);
    }
}

} // namespace

Shares divide(
    const CellLayout& layout, const Cells& free, const std::array<Runner, max_players>& runners,
    int count) {
    Fronts fronts;
    Cells disputed(layout);
    run_all(layout, free, runners, count, fronts, disputed);
    Shares shares;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        const Cells& taken = fronts[i]->taken();
        shares.cells[i] = taken.count(layout);
        shares.pairs[i] = count_pairs(layout, taken);
        shares.is_contested[i] = touch(layout, taken, disputed);
        for (std::size_t other = 0; other < static_cast<std::size_t>(count); ++other) {
            shares.is_contested[i] = shares.is_contested[i] ||
                                     (other != i && touch(layout, taken, fronts[other]->taken()));
        }
    }
    return shares;
}

std::array<int, max_players> divide_cells(
    const CellLayout& layout, const Cells& free, const std::array<Runner, max_players>& runners,
    int count) {
    Fronts fronts;
    Cells disputed(layout);
    run_all(layout, free, runners, count, fronts, disputed);
    std::array<int, max_players> cells{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        cells[i] = fronts[i]->taken().count(layout);
    }
    return cells;
}

Cells reachable(const CellLayout& layout, const Cells& free, int bit) {
    Cells found(layout);
    found.add(bit);
    fill(layout, free, found);
    if (!free.contains(bit)) {
        found.remove(bit);
    }
    return found;
}

namespace {

/// A cell on the way of the search in usable(). No defaults, because thousands would be initialised
/// in vain.
struct Visit {
    int bit;
    int side;   ///< the next one to look at
    int lowest; ///< the earliest discovered cell that can be reached again
    int order;  ///< of discovery, from 1
    int worth;
    int branch; ///< the best part behind the cell
};

} // namespace

int usable(const CellLayout& layout, const Cells& free, int bit) {
    // Depth first, finding the cells behind which there is no way back (Tarjan's low points). Such
    // a part can only be entered last, so only the best one counts.
    const std::array<int, 4> steps{-layout.stride(), 1, layout.stride(), -1};
    std::array<std::uint16_t, static_cast<std::size_t>(Cells::max_words) * 64> order;
    std::array<Visit, max_usable + 1> visits;
    Cells seen(layout);
    int count = 0;
    std::size_t depth = 0;
    const auto enter = [&](int cell) {
        seen.add(cell);
        order[static_cast<std::size_t>(cell)] = static_cast<std::uint16_t>(++count);
        visits[depth++] = {cell, 0, count, count, 1, 0};
    };
    enter(bit);
    while (true) {
        Visit& visit = visits[depth - 1];
        if (visit.side < 4) {
            const int next = visit.bit + steps[static_cast<std::size_t>(visit.side++)];
            if (next < 0 || next >= layout.words() * 64) {
                continue;
            }
            if (seen.contains(next)) {
                visit.lowest = std::min<int>(visit.lowest, order[static_cast<std::size_t>(next)]);
            } else if (free.contains(next)) {
                enter(next);
            }
            continue;
        }
        const int total = visit.worth + visit.branch;
        if (--depth == 0) {
            return total - 1; // without the start
        }
        Visit& from = visits[depth - 1];
        if (visit.lowest >= from.order) {
            from.branch = std::max(from.branch, total);
        } else {
            // One piece with the cell from which it was entered, so the parts behind it are also
            // behind that cell.
            from.worth += visit.worth;
            from.branch = std::max(from.branch, visit.branch);
            from.lowest = std::min(from.lowest, visit.lowest);
        }
    }
}

} // namespace referee::spe_ed
