// The gems reference AI: takes the first legal swap that it finds. To write your own AI,
// start from a copy: read_state() reads everything that an AI gets, choose_move() is the place for
// a better idea.

#include <array>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <utility>

constexpr int size = 10; // columns and visible rows

// board[y][x]: x counts from the left, y from the bottom. Stones are R, Y, G, B, L (purple), the
// bombs 1 to 5, and '.' where a column has run dry.
using Board = std::array<std::array<char, size>, size>;

// The defaults are the standard duel's: what a file doesn't say stays as it is, so the AI also runs
// by hand in a folder that holds nothing but gamefield.dat.
struct Player {
    int life = 30;
    int shield = 15;
    int red = 0, yellow = 0, green = 0, purple = 0; // the accounts
};

struct Match {
    int turn = 0;
    int moves_left = 500;                      // of both players together
    int time_limit_ms = 60'000;                // for this move, 0 means no limit
    int threshold = 15, purple_threshold = 15; // what an account must hold to pay
};

struct State {
    Board board;
    Player me, opponent;
    Match match;
};

struct Move {
    int x1, y1, x2, y2;
};

Board read_board() {
    std::ifstream file("gamefield.dat");
    Board board;
    for (int y = size - 1; y >= 0; --y) // the file begins with the top row
        for (int x = 0; x < size; ++x)
            if (!(file >> board[y][x])) {
                std::cerr << "gamefield.dat: 100 stones expected\n";
                std::exit(EXIT_FAILURE);
            }
    return board;
}

Player read_player(const std::string& name) {
    std::ifstream file(name);
    Player player;
    file >> player.life >> player.shield;
    file >> player.red >> player.yellow >> player.green >> player.purple;
    return player;
}

// One key and its value a line; there are more keys than these, and the rest is passed over.
Match read_match() {
    std::ifstream file("match.dat");
    Match match;
    const std::map<std::string, int*> values = {
        {"turn", &match.turn},
        {"moves_left", &match.moves_left},
        {"time_limit_ms", &match.time_limit_ms},
        {"threshold", &match.threshold},
        {"purple_threshold", &match.purple_threshold}};
    for (std::string key, rest; file >> key; std::getline(file, rest))
        if (const auto value = values.find(key); value != values.end())
            file >> *value->second;
    return match;
}

State read_state() {
    return {read_board(), read_player("player.dat"), read_player("opponent.dat"), read_match()};
}

bool is_bomb(char stone) {
    return stone >= '1' && stone <= '5';
}

// Bombs of any values equal one another, a hole equals nothing.
bool are_equal(char a, char b) {
    return (is_bomb(a) && is_bomb(b)) || (a == b && a != '.');
}

bool has_line(const Board& board) {
    const auto is_line = [&board](int x, int y, int dx, int dy) {
        return x + 2 * dx < size && y + 2 * dy < size &&
               are_equal(board[y][x], board[y + dy][x + dx]) &&
               are_equal(board[y][x], board[y + 2 * dy][x + 2 * dx]);
    };
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x)
            if (is_line(x, y, 1, 0) || is_line(x, y, 0, 1))
                return true;
    return false;
}

// The board comes as a copy, so that the swap can be tried on it.
bool is_legal(Board board, const Move& move) {
    if (move.x2 >= size || move.y2 >= size)
        return false;
    char& first = board[move.y1][move.x1];
    char& second = board[move.y2][move.x2];
    if (first == '.' || second == '.')
        return false;
    std::swap(first, second);
    return has_line(board);
}

// Up and right are enough: down and left are the same swaps, named from the other stone.
std::optional<Move> choose_move(const State& state) {
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x)
            for (const Move& move : {Move{x, y, x, y + 1}, Move{x, y, x + 1, y}})
                if (is_legal(state.board, move))
                    return move;
    return std::nullopt;
}

int main() {
    const std::optional<Move> move = choose_move(read_state());
    if (!move) {
        std::cerr << "no legal swap\n";
        return EXIT_FAILURE;
    }
    std::ofstream("result.dat") << move->x1 << ' ' << move->y1 << ' ' << move->x2 << ' ' << move->y2
                                << '\n';
}
