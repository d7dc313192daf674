// The reference AI of spades: bids the tricks that its high cards and spades promise. Plays the
// lowest card, or the highest one if that wins. The files are explained in
// referee/games/spades/README.md.

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Words = std::vector<std::string>;

std::vector<Words> lines_of(const std::string& name) {
    std::ifstream file(name);
    std::vector<Words> lines;
    for (std::string line; std::getline(file, line);) {
        std::istringstream in(line);
        Words& words = lines.emplace_back();
        for (std::string word; in >> word;) {
            words.push_back(word);
        }
    }
    return lines;
}

char suit_of(const std::string& card) {
    return card[1];
}

/// 12: an ace.
int value_of(const std::string& card) {
    return static_cast<int>(std::string("23456789TJQKA").find(card[0]));
}

/// Among all cards that may follow.
int worth_of(const std::string& card) {
    return value_of(card) + (suit_of(card) == 'S' ? 13 : 0);
}

bool beats(const std::string& card, const std::string& other) {
    return suit_of(card) == suit_of(other) ? value_of(card) > value_of(other)
                                           : suit_of(card) == 'S';
}

int bid(const Words& hand) {
    std::map<char, int> count;
    for (const std::string& card : hand) {
        ++count[suit_of(card)];
    }
    int tricks = std::max(0, count['S'] - 3);
    for (const std::string& card : hand) {
        const bool is_king = value_of(card) == 11 && count[suit_of(card)] > 1;
        tricks += value_of(card) == 12 || is_king ? 1 : 0;
    }
    return std::max(1, tricks);
}

Words legal_cards(const Words& hand, const std::vector<Words>& table) {
    bool is_broken = false;
    for (const Words& trick : lines_of("tricks.dat")) {
        is_broken = is_broken || std::any_of(trick.begin() + 1, trick.end() - 1, [](auto& card) {
                        return suit_of(card) == 'S';
                    });
    }
    Words legal;
    std::copy_if(hand.begin(), hand.end(), std::back_inserter(legal), [&](const auto& card) {
        return table.empty() ? is_broken || suit_of(card) != 'S'
                             : suit_of(card) == suit_of(table[0][1]);
    });
    return legal.empty() ? hand : legal;
}

} // namespace

int main() {
    std::map<std::string, std::string> match;
    for (const Words& words : lines_of("match.dat")) {
        match[words.at(0)] = words.size() > 1 ? words[1] : "";
    }
    const Words hand = lines_of("hand.dat").at(0);
    std::ofstream result("result.dat");
    if (match["step"] == "bid") {
        result << bid(hand) << '\n';
        return 0;
    }
    const std::vector<Words> table = lines_of("trick.dat");
    Words best;
    for (const Words& each : table) {
        if (best.empty() || beats(each[1], best[1])) {
            best = each;
        }
    }
    const Words legal = legal_cards(hand, table);
    const auto is_less = [](const auto& a, const auto& b) { return worth_of(a) < worth_of(b); };
    const std::string lowest = *std::min_element(legal.begin(), legal.end(), is_less);
    // Of equal ones the first, as the other starters do.
    std::string highest = legal[0];
    for (const std::string& card : legal) {
        highest = worth_of(card) > worth_of(highest) ? card : highest;
    }
    const bool is_mine = best.empty() || (best[0] != match["partners"] && beats(highest, best[1]));
    result << (is_mine ? highest : lowest) << '\n';
}
