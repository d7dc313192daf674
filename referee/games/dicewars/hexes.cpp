#include "games/dicewars/hexes.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace referee::dicewars {
namespace {

constexpr int columns = 32; // cells in a row
constexpr int rows = hex_max_y - hex_min_y + 1;
constexpr int cells = columns * rows;
constexpr int min_target = 12;
constexpr int max_target = 18;
constexpr int nearly_enclosing = 5; // own cells, of six, around one that is absorbed
constexpr int max_failures = 200;   // failed starts before a board is started again
constexpr int free_cell = -1;

struct Step {
    int x;
    int y;
};
// The order of the specification: it decides the order of neighbours.
constexpr std::array<Step, 6> steps{{{2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}, {1, -1}}};

int x_of(int cell) {
    const int y = hex_min_y + cell / columns;
    return hex_min_x + 2 * (cell % columns) + (y % 2 != 0 ? 1 : 0);
}

int y_of(int cell) {
    return hex_min_y + cell / columns;
}

/// The neighbours of a cell that lie on the board, in the order of the steps.
std::vector<int> cells_around(int cell) {
    std::vector<int> around;
    for (const Step& step : steps) {
        const int x = x_of(cell) + step.x;
        const int y = y_of(cell) + step.y;
        const int first = hex_min_x + (y % 2 != 0 ? 1 : 0);
        if (y >= hex_min_y && y <= hex_max_y && x >= first && x < first + 2 * columns) {
            around.push_back((y - hex_min_y) * columns + (x - first) / 2);
        }
    }
    return around;
}

class Grower {
  public:
    explicit Grower(Rng& rng) : draw_(rng) {
        owner_.fill(free_cell);
        for (int cell = 0; cell < cells; ++cell) {
            around_[cell] = cells_around(cell);
        }
    }

    /// Nothing if no room was left.
    std::optional<RandomBoard> grow(int areas) {
        for (int failures = 0; static_cast<int>(grown_.size()) < areas;) {
            if (!grow_area() && ++failures == max_failures) {
                return std::nullopt;
            }
        }
        return board();
    }

  private:
    bool is_free(int cell) const { return owner_[cell] == free_cell; }
    bool touches_land(int cell) const {
        return std::any_of(around_[cell].begin(), around_[cell].end(), [this](int other) {
            return !is_free(other);
        });
    }

    int random_of(const std::vector<int>& list) { return list[draw_.below(list.size())]; }

    /// A free cell two steps from land, or any cell while there is none; −1 if there is no such
    /// cell.
    int first_cell() {
        if (grown_.empty()) {
            return static_cast<int>(draw_.below(cells));
        }
        std::vector<int> candidates;
        for (int cell = 0; cell < cells; ++cell) {
            const auto is_coast = [this](int other) {
                return is_free(other) && touches_land(other);
            };
            if (is_free(cell) && !touches_land(cell) &&
                std::any_of(around_[cell].begin(), around_[cell].end(), is_coast)) {
                candidates.push_back(cell);
            }
        }
        return candidates.empty() ? -1 : random_of(candidates);
    }

    bool grow_area() {
        const int begin = first_cell();
        if (begin < 0) {
            return false;
        }
        const int area = static_cast<int>(grown_.size());
        const std::uint64_t target = min_target + draw_.below(max_target - min_target + 1);
        std::vector<int> own{begin};
        owner_[begin] = area;
        std::vector<int> open = own; // those that may still have free neighbours
        while (own.size() < target) {
            if (open.empty()) {
                for (const int cell : own) {
                    owner_[cell] = free_cell;
                }
                return false;
            }
            const std::size_t place = draw_.below(open.size());
            std::vector<int> room;
            for (const int other : around_[open[place]]) {
                if (is_free(other)) {
                    room.push_back(other);
                }
            }
            if (room.empty()) {
                open.erase(open.begin() + static_cast<std::ptrdiff_t>(place));
                continue;
            }
            const int cell = random_of(room);
            owner_[cell] = area;
            own.push_back(cell);
            open.push_back(cell);
        }
        absorb(area, own);
        grown_.push_back(std::move(own));
        return true;
    }

    /// Takes in the free cells that the area nearly encloses.
    void absorb(int area, std::vector<int>& own) {
        for (int cell = 0; cell < cells; ++cell) {
            const auto enclosing =
                std::count_if(around_[cell].begin(), around_[cell].end(), [&](int other) {
                    return owner_[other] == area;
                });
            if (is_free(cell) && enclosing >= nearly_enclosing) {
                owner_[cell] = area;
                own.push_back(cell);
            }
        }
    }

    RandomBoard board() const {
        RandomBoard board;
        for (std::size_t area = 0; area < grown_.size(); ++area) {
            std::vector<int>& neighbours = board.neighbours.emplace_back();
            for (const int cell : grown_[area]) {
                board.hexes.push_back({static_cast<int>(area), x_of(cell), y_of(cell)});
                for (const int other : around_[cell]) {
                    const int found = owner_[other];
                    if (found != free_cell && found != static_cast<int>(area) &&
                        std::find(neighbours.begin(), neighbours.end(), found) ==
                            neighbours.end()) {
                        neighbours.push_back(found);
                    }
                }
            }
        }
        return board;
    }

    Rng& draw_;
    std::array<int, cells> owner_{};
    std::array<std::vector<int>, cells> around_;
    std::vector<std::vector<int>> grown_;
};

} // namespace

bool is_connected(const std::vector<std::vector<int>>& neighbours) {
    std::vector<int> reached{0};
    std::vector<bool> is_reached(neighbours.size());
    is_reached[0] = true;
    for (std::size_t i = 0; i < reached.size(); ++i) {
        for (const int other : neighbours[static_cast<std::size_t>(reached[i])]) {
            if (!is_reached[static_cast<std::size_t>(other)]) {
                is_reached[static_cast<std::size_t>(other)] = true;
                reached.push_back(other);
            }
        }
    }
    return reached.size() == neighbours.size();
}

RandomBoard random_board(int areas, Rng& rng) {
    while (true) {
        std::optional<RandomBoard> board = Grower(rng).grow(areas);
        if (board && is_connected(board->neighbours)) {
            return std::move(*board);
        }
    }
}

} // namespace referee::dicewars
