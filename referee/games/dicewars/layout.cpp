#include "games/dicewars/layout.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace referee::dicewars {
namespace {

constexpr int rounds = 200;
constexpr int size = 1000;

struct Place {
    double x;
    double y;
};

/// Steps from one area to every other, by breadth first search.
std::vector<int> steps_from(const Board& board, int begin) {
    std::vector<int> steps(static_cast<std::size_t>(board.areas()), -1);
    std::vector<int> reached{begin};
    steps[static_cast<std::size_t>(begin)] = 0;
    for (std::size_t i = 0; i < reached.size(); ++i) {
        for (const std::uint8_t other : board.neighbours(reached[i])) {
            if (steps[other] < 0) {
                steps[other] = steps[static_cast<std::size_t>(reached[i])] + 1;
                reached.push_back(other);
            }
        }
    }
    return steps;
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
