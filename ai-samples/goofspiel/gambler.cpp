// Bids near the reference AI's card, by chance a little more or less, and throws some prizes away
// with its lowest card: what it will bid can't be known. The files are explained in
// referee/games/goofspiel/README.md.

#include <algorithm>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace {

/// The keys of match.dat with numbers.
std::map<std::string, int> match_numbers() {
    std::ifstream file("match.dat");
    std::map<std::string, int> numbers;
    std::string key;
    std::string value;
    while (file >> key && std::getline(file, value)) {
        numbers[key] = std::atoi(value.c_str());
    }
    return numbers;
}

} // namespace

int main() {
    std::ifstream file("player.dat");
    int seat = 0;
    int points = 0;
    file >> seat >> points;
    std::vector<int> hand;
    for (int card = 0; file >> card;) {
        hand.push_back(card); // ascending
    }
    std::map<std::string, int> match = match_numbers();
    if (hand.empty() || match["cards"] < 1) {
        return 1;
    }
    std::mt19937 rng(static_cast<unsigned>(match["seed"]));
    const auto chance = [&rng](int percent) { return static_cast<int>(rng() % 100) < percent; };
    const int last = static_cast<int>(hand.size()) - 1;
    int place = (match["worth"] - 1) * (last + 1) / match["cards"];
    if (chance(15)) {
        place = 0;
    } else if (chance(70)) {
        place += chance(60) ? 1 : -1;
    }
    const auto index = static_cast<std::size_t>(std::clamp(place, 0, last));
    std::ofstream("result.dat") << hand[index] << '\n';
}
