// The reference AI of goofspiel: bids the held card whose place among its cards is nearest to the
// place of what is bid for among all prizes. The files are explained in
// referee/games/goofspiel/README.md.

#include <cstddef>
#include <fstream>
#include <string>
#include <vector>

namespace {

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
    if (hand.empty()) {
        return 1;
    }
    const int cards = match_value("cards");
    const int worth = match_value("worth");
    const int place = cards > 0 ? (worth - 1) * static_cast<int>(hand.size()) / cards : 0;
    const auto index = static_cast<std::size_t>(place < 0 ? 0 : place);
    std::ofstream("result.dat") << hand[index < hand.size() ? index : hand.size() - 1] << '\n';
}
