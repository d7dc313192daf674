#include "games/dicewars/layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
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

namespace {

constexpr int rounds = 200;
constexpr int size = 1000;

struct Place {
    double x;
    double y;
};

/// Distances from one area to every other, by breadth first search.
std::vector<int> steps_from(const Board& board, int begin) {
    std::vector<int> distances(static_cast<std::size_t>(board.areas()), -1);
    std::vector<int> reached{begin};
    distances[static_cast<std::size_t>(begin)] = 0;
    for (std::size_t i = 0; i < reached.size(); ++i) {
        for (const std::uint8_t other : board.neighbours(reached[i])) {
            if (distances[other] < 0) {
                distances[other] = distances[static_cast<std::size_t>(reached[i])] + 1;
                reached.push_back(other);
            }
        }
    }
    return distances;
}

} // namespace

std::vector<Point> lay_out(const Board& board) {
    const auto count = static_cast<std::size_t>(board.areas());
    std::vector<std::vector<int>> steps;
    std::vector<Place> places;
    for (std::size_t area = 0; area < count; ++area) {
        steps.push_back(steps_from(board, static_cast<int>(area)));
        const double angle =
            2 * std::numbers::pi * static_cast<double>(area) / static_cast<double>(count);
        places.push_back({std::cos(angle), std::sin(angle)});
    }
    // Stress majorisation (Gansner, Koren, North 2004), one area at a time: each goes to the
    // weighted mean of where the others would have it; near areas count more.
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < count; ++i) {
            Place sum{0, 0};
            double weights = 0;
            for (std::size_t j = 0; j < count; ++j) {
                if (i == j) {
                    continue;
                }
                const double wanted = steps[i][j];
                const double weight = 1 / (wanted * wanted);
                const double dx = places[i].x - places[j].x;
                const double dy = places[i].y - places[j].y;
                const double distance = std::max(std::sqrt(dx * dx + dy * dy), 1e-6);
                sum.x += weight * (places[j].x + dx * wanted / distance);
                sum.y += weight * (places[j].y + dy * wanted / distance);
                weights += weight;
            }
            places[i] = {sum.x / weights, sum.y / weights};
        }
    }
    const auto [left, right] = std::ranges::minmax(places, {}, &Place::x);
    const auto [top, bottom] = std::ranges::minmax(places, {}, &Place::y);
    const double scale = size / std::max({right.x - left.x, bottom.y - top.y, 1e-6});
    std::vector<Point> points;
    for (const Place& place : places) {
        points.push_back(
            {static_cast<int>(std::lround((place.x - left.x) * scale)),
             static_cast<int>(std::lround((place.y - top.y) * scale))});
    }
    return points;
}

} // namespace referee::dicewars
