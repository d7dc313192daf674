// The reference AI of salvage: sails to the nearest crate that it knows, else to the nearest fog,
// and home when its hold is full or time runs out. The files are explained in
// referee/games/salvage/README.md.

#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using Place = std::pair<int, int>; ///< x and y

struct Step {
    const char* word;
    int x;
    int y;
};
constexpr Step steps[] = {{"up", 0, -1}, {"left", -1, 0}, {"right", 1, 0}, {"down", 0, 1}};

/// The value of a key of match.dat, or 0.
int match_value(const std::string& wanted) {
    std::ifstream file("match.dat");
    std::string key;
    std::string value;
    while (file >> key && std::getline(file, value)) {
        if (key == wanted) {
            return std::stoi(value);
        }
    }
    return 0;
}

struct Sea {
    std::vector<std::string> rows;
    char at(Place place) const {
        const auto size = static_cast<int>(rows.size());
        const bool is_in =
            place.first >= 0 && place.first < size && place.second >= 0 && place.second < size;
        return is_in ? rows[static_cast<std::size_t>(place.second)]
                           [static_cast<std::size_t>(place.first)]
                     : '^';
    }
};

/// The first step of a shortest way over water that is known to a square that is wanted, and how
/// long the way is; no word if there is none.
template <typename Wanted>
std::pair<std::string, int> way_to(const Sea& sea, Place from, const Wanted& is_wanted) {
    struct Reached {
        Place place;
        std::string first;
        int length;
    };
    std::vector<Reached> queue{{from, "", 0}};
    Sea seen = sea;
    const auto mark = [&](Place place) {
        seen.rows[static_cast<std::size_t>(place.second)][static_cast<std::size_t>(place.first)] =
            '^';
    };
    mark(from);
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const Reached now = queue[next];
        for (const Step& step : steps) {
            const Place place{now.place.first + step.x, now.place.second + step.y};
            const char kind = seen.at(place);
            if (kind == '^') {
                continue;
            }
            const std::string first = now.first.empty() ? step.word : now.first;
            if (is_wanted(place, kind)) {
                return {first, now.length + 1};
            }
            mark(place);
            if (kind != '?') {
                queue.push_back({place, first, now.length + 1});
            }
        }
    }
    return {"", 0};
}

} // namespace

int main() {
    Sea sea;
    std::ifstream field("gamefield.dat");
    for (std::string row; field >> row;) {
        sea.rows.push_back(row);
    }
    std::ifstream player("player.dat");
    int seat = 0;
    Place boat;
    int points = 0;
    int buoys = 0;
    player >> seat >> boat.first >> boat.second >> points >> buoys;
    int held = 0;
    for (int worth = 0; player >> worth;) {
        ++held;
    }
    const char harbour = static_cast<char>('A' + seat - 1);
    const auto home = way_to(sea, boat, [&](Place, char kind) { return kind == harbour; });
    const int left = match_value("turns") - match_value("turn");
    std::string word;
    if (held == match_value("hold") || (held > 0 && left < home.second + 4)) {
        word = home.first;
    } else {
        word = way_to(sea, boat, [](Place, char kind) { return kind >= '1' && kind <= '9'; }).first;
        if (word.empty()) {
            word = way_to(sea, boat, [](Place, char kind) { return kind == '?'; }).first;
        }
        if (word.empty()) {
            word = held > 0 ? home.first : "";
        }
    }
    std::ofstream("result.dat") << (word.empty() ? "wait" : word) << '\n';
}
