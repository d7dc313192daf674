#include "games/spe_ed/areas.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>

namespace referee::spe_ed {
namespace {

/// Adds to a set all free cells that can be reached from it.
void fill(const CellLayout& layout, const Cells& free, Cells& found) {
    // Word by word, down and up in turn: most boards are filled after few rounds.
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

/// A runner on its way.
class Front {
  public:
    Front(const CellLayout& layout, const Runner& runner)
        : sets_{Cells(layout), Cells(layout)}, second_(layout),
          taken_(layout), range_{runner.bit / 64, runner.bit / 64 + 1}, pace_(runner.pace) {
        sets_[0].add(runner.bit);
        if (runner.more != nullptr) {
            range_ = {0, layout.words()};
            for (int word = 0; word < layout.words(); ++word) {
                sets_[0][word] |= (*runner.more)[word];
            }
        }
    }

    bool lives() const { return lives_; }
    WordRange range() const { return range_; }
    const Cells& taken() const { return taken_; }
    const Cells& reached() const { return sets_[1 - last_]; }

    /// To `reached()`, all that it comes to in a round. The ranges never shrink, so what an older
    /// round has left in a set is always written over.
    void run(const CellLayout& layout, const Cells& free) {
        Cells& next = sets_[1 - last_];
        range_ = spread(layout, sets_[last_], range_, free, next, lives_);
        if (pace_ > 1 && lives_) {
            bool has_more = false;
            range_ = spread(layout, next, range_, free, second_, has_more);
            for (int word = range_.begin; word < range_.end; word += 2) {
                put_two_words(next, word, two_words(next, word) | two_words(second_, word));
            }
        }
    }
    /// Takes what it has reached but for the cells that others have reached too.
    void take(const Cells& ties) {
        Cells& next = sets_[1 - last_];
        for (int word = range_.begin; word < range_.end; word += 2) {
            const TwoWords own = two_words(next, word) & ~two_words(ties, word);
            put_two_words(next, word, own);
            put_two_words(taken_, word, two_words(taken_, word) | own);
        }
        last_ = 1 - last_;
    }

    /// Takes all that is left for it, nobody else being on the way.
    void take_rest(const CellLayout& layout, const Cells& free) {
        Cells rest = sets_[last_];
        fill(layout, free, rest);
        for (int word = 0; word < layout.words(); ++word) {
            taken_[word] |= rest[word] & free[word];
        }
        lives_ = false;
    }

  private:
    std::array<Cells, 2> sets_;
    std::size_t last_ = 0; ///< the set of those that were reached last
    Cells second_;
    Cells taken_;
    WordRange range_;
    int pace_;
    bool lives_ = true;
};

using Fronts = std::array<std::optional<Front>, max_players>;

/// What all fronts of a round have reached.
struct Round {
    Cells any;
    Cells ties; ///< reached by several
    WordRange range{};

    explicit Round(const CellLayout& layout) : any(layout), ties(layout) {}
    void begin(const CellLayout& layout) {
        for (int word = range.begin; word < range.end; word += 2) {
            put_two_words(any, word, TwoWords{});
            put_two_words(ties, word, TwoWords{});
        }
        range = {layout.words(), 0};
    }
    void add(const Front& front) {
        const WordRange more = front.range();
        const Cells& reached = front.reached();
        for (int word = more.begin; word < more.end; word += 2) {
            const TwoWords before = two_words(any, word);
            const TwoWords now = two_words(reached, word);
            put_two_words(ties, word, two_words(ties, word) | (before & now));
            put_two_words(any, word, before | now);
        }
        range = {std::min(range.begin, more.begin), std::max(range.end, more.end)};
    }
};

/// Where only one is still on its way, the rest is its own.
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

} // namespace

Shares divide(
    const CellLayout& layout, const Cells& free, const std::array<Runner, max_players>& runners,
    int count) {
    Fronts fronts;
    for (int i = 0; i < count; ++i) {
        fronts[static_cast<std::size_t>(i)].emplace(layout, runners[static_cast<std::size_t>(i)]);
    }
    Cells left = free;
    Cells disputed(layout);
    Round round(layout);
    bool goes_on = true;
    for (int number = 0; goes_on || number <= 1; ++number) {
        std::array<bool, max_players> runs{};
        round.begin(layout);
        goes_on = false;
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
            runs[i] = fronts[i]->lives() && (number > 0 || runners[i].is_ahead);
            if (runs[i]) {
                fronts[i]->run(layout, left);
                round.add(*fronts[i]);
                goes_on = true;
            }
        }
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
            if (runs[i]) {
                fronts[i]->take(round.ties);
            }
        }
        for (int word = round.range.begin; word < round.range.end; word += 2) {
            put_two_words(left, word, two_words(left, word) & ~two_words(round.any, word));
            put_two_words(disputed, word, two_words(disputed, word) | two_words(round.ties, word));
        }
        finish_last(layout, fronts, left);
    }
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

/// A cell on the way of the search in usable(). No defaults: thousands would be set for nothing.
struct Visit {
    int bit;
    int side;   ///< the next one to look at
    int lowest; ///< the earliest discovery that can be come back to
    int order;  ///< of discovery, from 1
    int worth;
    int branch; ///< the best part that hangs on the cell
};

} // namespace

int usable(const CellLayout& layout, const Cells& free, int bit) {
    // Depth first, finding the cells behind which there is no way back (Tarjan's low points). A
    // part behind such a cell is worth the most if it is entered last, so only the best one counts.
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
            // One piece with where it was entered from: what hangs on it hangs on that too.
            from.worth += visit.worth;
            from.branch = std::max(from.branch, visit.branch);
            from.lowest = std::min(from.lowest, visit.lowest);
        }
    }
}

} // namespace referee::spe_ed
