// A second implementation of the rules, plain and slow, compared with the first over many random
// moves. It uses only types of referee/games/gems.
//
// Compiled with optimising: it computes.

#include "support/catch.hpp"
#include "support/games/gems_boards.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace referee::gems;
using namespace tests;

namespace {

struct PlainPlayer {
    int life = 0;
    int shield = 0;
    std::map<char, int> accounts; ///< by colour: R Y G L
};

using Place = std::pair<int, int>;

std::string outcome_text(const Outcome& outcome) {
    std::string text;
    for (const int value :
         {int{outcome.legal}, outcome.steps, outcome.stones, outcome.damage, outcome.deadlock_rows,
          int{outcome.extra_turn}}) {
        text += std::to_string(value) + " ";
    }
    return text;
}

/// A duel whose columns are texts: ten stones from the bottom, and after them the column's queue.
/// Falling and refilling is then just removing letters from a text.
struct PlainDuel {
    Parameters values;
    std::vector<std::string> columns;
    std::vector<PlainPlayer> players;
    int mover = 0;
    int moves = 0;
    std::string end;
    Outcome last;

    bool is_dry() const {
        return std::any_of(columns.begin(), columns.end(), [](const std::string& column) {
            return column.size() < 10;
        });
    }

    /// A bomb's kind is `*`; a cell outside the board equals no other.
    char kind(int x, int y) const {
        if (x < 0 || x > 9 || y < 0 || y > 9 || static_cast<int>(columns[x].size()) <= y) {
            return ' ';
        }
        return columns[x][y] >= '1' && columns[x][y] <= '5' ? '*' : columns[x][y];
    }

    std::vector<std::vector<Place>> lines() const {
        std::vector<std::vector<Place>> found;
        for (int x = 0; x < 10; ++x) {
            for (int y = 0; y < 10; ++y) {
                for (const Place& way : {Place(1, 0), Place(0, 1)}) {
                    if (kind(x, y) == ' ' || kind(x - way.first, y - way.second) == kind(x, y)) {
                        continue; // no stone, or not where its line begins
                    }
                    std::vector<Place> line;
                    Place at(x, y);
                    while (kind(at.first, at.second) == kind(x, y)) {
                        line.push_back(at);
                        at = {at.first + way.first, at.second + way.second};
                    }
                    if (line.size() >= 3) {
                        found.push_back(line);
                    }
                }
            }
        }
        return found;
    }

    void remove(const std::vector<std::vector<Place>>& all) {
        std::set<Place> places;
        for (const std::vector<Place>& line : all) {
            places.insert(line.begin(), line.end());
        }
        for (auto place = places.rbegin(); place != places.rend(); ++place) { // from the top down
            columns[place->first].erase(static_cast<std::size_t>(place->second), 1);
        }
    }

    bool is_legal(const Swap& swap) {
        const std::set<int> coordinates{swap.x1, swap.y1, swap.x2, swap.y2};
        if (*coordinates.begin() < 0 || *coordinates.rbegin() > 9) {
            return false;
        }
        const bool in_row =
            swap.y1 == swap.y2 && (swap.x1 == swap.x2 + 1 || swap.x2 == swap.x1 + 1);
        const bool in_column =
            swap.x1 == swap.x2 && (swap.y1 == swap.y2 + 1 || swap.y2 == swap.y1 + 1);
        if (!in_row && !in_column) {
            return false;
        }
        exchange(swap);
        const bool makes_line = !lines().empty();
        exchange(swap);
        return makes_line;
    }

    void exchange(const Swap& swap) {
        std::swap(columns[swap.x1][swap.y1], columns[swap.x2][swap.y2]);
    }

    bool has_legal_swap() {
        for (int x = 0; x < 10; ++x) {
            for (int y = 0; y < 10; ++y) {
                if (is_legal({x, y, x + 1, y}) || is_legal({x, y, x, y + 1})) {
                    return true;
                }
            }
        }
        return false;
    }

    static void hurt(PlainPlayer& player, int damage) {
        for (int i = 0; i < damage; ++i) {
            if (player.shield > 0) {
                --player.shield;
            } else if (player.life > 0) {
                --player.life;
            }
        }
    }

    void step(const std::vector<std::vector<Place>>& found) {
        PlainPlayer& own = players[mover];
        int damage = 0;
        ++last.steps;
        for (const std::vector<Place>& line : found) {
            last.stones += static_cast<int>(line.size());
            for (const auto& [x, y] : line) {
                const char stone = columns[x][y];
                if (stone == 'B') {
                    own.shield += own.shield < values.shield ? 1 : 0;
                } else if (stone >= '1' && stone <= '5') {
                    damage += stone - '0';
                } else {
                    ++own.accounts[stone];
                }
            }
        }
        for (const auto& [colour, price] : std::map<char, int>{{'R', 10}, {'Y', 6}, {'G', 3}}) {
            if (own.accounts[colour] >= values.threshold) {
                own.accounts[colour] -= values.threshold;
                damage += price;
            }
        }
        remove(found);
        hurt(players[1 - mover], damage);
        last.damage += damage;
    }

    void remove_deadlock() {
        while (!is_dry() && !has_legal_swap()) {
            ++last.deadlock_rows;
            for (std::string& column : columns) {
                column.erase(0, 1);
            }
            while (!is_dry() && !lines().empty()) {
                remove(lines());
            }
        }
    }

    void move(const Swap& swap) {
        ++moves;
        last = Outcome{is_legal(swap)};
        if (last.legal) {
            exchange(swap);
            while (!is_dry() && !lines().empty()) {
                step(lines());
            }
        } else {
            hurt(players[mover], values.illegal_penalty);
        }
        if (players[0].life == 0 || players[1].life == 0) {
            end = "life";
            return;
        }
        remove_deadlock();
        if (is_dry() || moves == values.max_moves) {
            end = is_dry() ? "dry" : "moves";
            return;
        }
        int& purple = players[mover].accounts['L'];
        if (last.legal && purple >= values.purple_threshold) {
            purple -= values.purple_threshold;
            last.extra_turn = true;
        } else {
            mover = 1 - mover;
        }
    }

    /// 0, 1, or -1 for a draw.
    int winner() const {
        if (end == "life") {
            return players[0].life == 0 ? 1 : 0;
        }
        const auto worth = [](PlainPlayer player) {
            std::map<char, int>& own = player.accounts;
            const int sum = own['R'] + own['Y'] + own['G'];
            return std::vector<int>{player.life + player.shield,
                                    player.life,
                                    sum,
                                    own['R'],
                                    own['Y'],
                                    own['G'],
                                    own['L']};
        };
        const std::vector<int> first = worth(players[0]);
        const std::vector<int> second = worth(players[1]);
        return first == second ? -1 : (first > second ? 0 : 1);
    }

    /// In the form of text_of(Duel).
    std::string text(const Duel& beside) const {
        std::string text = outcome_text(last) + "mover " + std::to_string(mover) + " moves " +
                           std::to_string(moves) + " end " + end + "\n";
        for (PlainPlayer player : players) {
            text += tests::as_text(Player{
                        player.life, player.shield, player.accounts['R'], player.accounts['Y'],
                        player.accounts['G'], player.accounts['L']}) +
                    "\n";
        }
        for (int y = 9; y >= 0; --y) {
            for (const std::string& column : columns) {
                text += static_cast<int>(column.size()) > y ? column[y] : '.';
            }
            text += y > 0 ? ' ' : '\n';
        }
        for (std::size_t x = 0; x < 10; ++x) {
            const std::size_t left = columns[x].size() < 10 ? 0 : columns[x].size() - 10;
            text += std::to_string(beside.setup.queues[x].size() - left) + " ";
        }
        return text;
    }
};

std::string text_of(const Duel& duel, const Outcome& outcome) {
    const std::map<End, std::string> names{
        {End::none, ""}, {End::life, "life"}, {End::moves, "moves"}, {End::dry, "dry"}};
    std::string text = outcome_text(outcome) + "mover " + std::to_string(duel.state.mover) +
                       " moves " + std::to_string(duel.state.moves) + " end " +
                       names.at(duel.state.end) + "\n";
    for (const Player& player : duel.state.players) {
        text += tests::as_text(player) + "\n";
    }
    text += tests::as_text(duel.state.board) + "\n";
    for (const std::uint32_t taken : duel.state.taken) {
        text += std::to_string(taken) + " ";
    }
    return text;
}

/// Random numbers for the test, the same with every library.
class Chance {
  public:
    explicit Chance(std::uint32_t seed) : generator_(seed) {}
    int below(int n) { return static_cast<int>(generator_() % static_cast<std::uint32_t>(n)); }
    bool one_in(int n) { return below(n) == 0; }

  private:
    std::mt19937 generator_;
};

/// A random duel that may begin: few kinds of stones give long cascades, stripes deadlocks.
Duel random_duel(Chance& chance) {
    const std::vector<std::string> kinds{
        "RYGBLRYGBLRYGBLRYGBL12345", "RYGBL", "RYGBL5", "RYL1", "BL12345", "RYGBLL"};
    const std::string& kind = kinds[chance.below(static_cast<int>(kinds.size()))];
    const bool has_stripes = chance.one_in(2);
    const int height = chance.one_in(2) ? chance.below(12) : 20 + chance.below(200);
    const int noise = 4 + chance.below(60);
    const auto stone = [&](int x, int y) {
        return has_stripes && !chance.one_in(noise)
                   ? "RYGBL"[(x + 2 * y) % 5]
                   : kind[static_cast<std::size_t>(chance.below(static_cast<int>(kind.size())))];
    };
    Board board;
    do {
        board = Board();
        for (int y = 0; y < rows; ++y) {
            for (int x = 0; x < columns; ++x) {
                do {
                    board.set(x, y, *stone_of(stone(x, y)));
                } while (has_line(board));
            }
        }
    } while (!has_legal_swap(board));
    std::vector<std::string> queue_rows;
    for (int y = rows; y < rows + height; ++y) {
        std::string row;
        for (int x = 0; x < columns; ++x) {
            row += stone(x, y);
        }
        queue_rows.push_back(row);
    }
    Parameters values;
    if (chance.one_in(2)) {
        values.life = 1 + chance.below(200);
        values.shield = chance.below(30);
        values.threshold = 1 + chance.below(20);
        values.purple_threshold = 1 + chance.below(20);
        values.illegal_penalty = chance.below(12);
        values.max_moves = 1 + chance.below(60);
    }
    return duel_on(board, {queue_rows.begin(), queue_rows.end()}, values);
}

PlainDuel plain(const Duel& duel) {
    PlainDuel result;
    result.values = duel.setup.parameters;
    for (int x = 0; x < columns; ++x) {
        std::string column;
        for (int y = 0; y < rows; ++y) {
            column += stone_signs[duel.setup.board.at(x, y)];
        }
        for (const Stone stone : duel.setup.queues[x]) {
            column += stone_signs[stone];
        }
        result.columns.push_back(column);
    }
    result.players = {2, PlainPlayer{result.values.life, result.values.shield, {}}};
    return result;
}

/// Mostly a legal swap, else one that may be anything.
Swap random_swap(Chance& chance, const Board& board) {
    const SwapList list = legal_swaps(board);
    if (!chance.one_in(10)) {
        return list.swaps[chance.below(list.count)];
    }
    Swap swap{chance.below(12) - 1, chance.below(12) - 1, 0, 0};
    swap.x2 = swap.x1 + chance.below(3) - 1;
    swap.y2 = swap.y1 + chance.below(3) - 1;
    return swap;
}

} // namespace

TEST_CASE(
    "the rules agree with a plain second reading of the page over random duels", "[gems][slow]") {
    Chance chance(2009);
    std::map<std::string, int> seen; // so that the comparison can't become empty unnoticed
    for (int game = 0; game < 600; ++game) {
        Duel duel = random_duel(chance);
        PlainDuel other = plain(duel);
        while (duel.state.end == End::none) {
            const Swap swap = random_swap(chance, duel.state.board);
            CAPTURE(game, duel.state.moves, swap.x1, swap.y1, swap.x2, swap.y2);
            const Outcome outcome = duel.play(swap);
            other.move(swap);
            REQUIRE(text_of(duel, outcome) == other.text(duel));
            ++seen["moves"];
            seen["illegal"] += outcome.legal ? 0 : 1;
            seen["extra turns"] += outcome.extra_turn ? 1 : 0;
            seen["deadlocks"] += outcome.deadlock_rows > 0 ? 1 : 0;
            seen["many deadlock rows"] += outcome.deadlock_rows > 1 ? 1 : 0;
            seen["cascades"] += outcome.steps > 3 ? 1 : 0;
        }
        ++seen["end " + other.end];
        REQUIRE(winner(duel.state) == other.winner());
    }
    CHECK(seen["moves"] > 5000);
    CHECK(seen["illegal"] > 500);
    CHECK(seen["extra turns"] > 300);
    CHECK(seen["deadlocks"] > 80);
    CHECK(seen["many deadlock rows"] > 20);
    CHECK(seen["cascades"] > 300);
    CHECK(seen["end life"] > 30);
    CHECK(seen["end dry"] > 30);
    CHECK(seen["end moves"] > 30);
}

TEST_CASE("the legal swaps agree with trying all of them in plain sight", "[gems]") {
    Chance chance(180);
    for (int board = 0; board < 100; ++board) {
        const Duel duel = random_duel(chance);
        PlainDuel other = plain(duel);
        for (int y = -1; y <= rows; ++y) {
            for (int x = -1; x <= columns; ++x) {
                for (const Place& way : {Place(0, 1), Place(1, 0), Place(0, -1), Place(-1, 0)}) {
                    const Swap swap{x, y, x + way.first, y + way.second};
                    CAPTURE(board, swap.x1, swap.y1, swap.x2, swap.y2);
                    REQUIRE(is_legal(duel.state.board, swap) == other.is_legal(swap));
                }
            }
        }
    }
}
