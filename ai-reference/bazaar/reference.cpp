// The reference AI of bazaar: sells the good that brings most, never that of its patron, and bids
// seven tenths of what the lot may be worth. It opens no stall and visits none. The files are
// explained in referee/games/bazaar/README.md.

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace {

/// What a card may bring that nobody has seen, in coins.
constexpr int unseen = 4;

/// A set is sold when it brings as much as this, in coins.
constexpr int enough = 12;

/// In the last rounds everything is sold, one good in each.
constexpr int last_rounds = 5;

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

/// Lines with a good and a number.
std::map<std::string, int> goods_in(std::istream& file) {
    std::map<std::string, int> found;
    std::string good;
    for (int number = 0; file >> good >> number;) {
        found[good] = number;
    }
    return found;
}

/// What the market pays for that many cards: each brings one coin more than the one before.
int proceeds(int price, int cards) {
    return cards * price + cards * (cards - 1) / 2;
}

} // namespace

int main() {
    std::ifstream player("player.dat");
    int seat = 0;
    int coins = 0;
    std::string patron;
    player >> seat >> coins >> patron;
    std::map<std::string, int> held = goods_in(player);
    std::ifstream market("market.dat");
    std::map<std::string, int> prices = goods_in(market);
    const int left = match_value("rounds") - match_value("round");

    std::string best;
    int most = 0;
    for (const auto& [good, cards] : held) {
        if (good != patron && proceeds(prices[good], cards) > most) {
            best = good;
            most = proceeds(prices[good], cards);
        }
    }

    int lot = 0;
    std::ifstream cards("lot.dat");
    for (std::string good; cards >> good;) {
        lot += good == patron ? match_value("patron")
               : good == "?"  ? unseen
               : left == 0    ? 1
                              : prices[good];
    }

    std::ofstream answer("result.dat");
    if (most >= enough || (most > 0 && left < last_rounds)) {
        answer << "sell " << best << '\n';
    }
    answer << "bid " << std::min(coins, lot * 7 / 10) << '\n';
}
