#include "support/games/gems_boards.hpp"

#include <stdexcept>

namespace tests {

using namespace referee::gems;

const std::vector<std::string_view> example_rows{
    "R B B 3 G G 5 B 1 G", //
    "B G Y Y L Y L G R L", //
    "L B L R L 1 R G G B", //
    "G L G L R R Y B R B", //
    "G Y R Y B R G L B G", //
    "B B Y Y G B R Y B Y", //
    "5 R 5 B R 2 R Y G R", //
    "Y G Y G B R L 3 R B", //
    "3 L R 4 R G B R G B", //
    "L B L 1 L 1 B G R L",
};

namespace {

constexpr std::string_view stripes = "RYGBL";

/// Not stone_of(): a board of a test may have holes, and a wrong sign is a mistake of the test.
Stone stone_from(char sign) {
    const std::size_t at = stone_signs.find(sign);
    if (at == std::string_view::npos) {
        throw std::logic_error(std::string("no stone: ") + sign);
    }
    return static_cast<Stone>(at);
}

char stripe(int x, int y) {
    return stripes[static_cast<std::size_t>(x + 2 * y) % stripes.size()];
}

} // namespace

Board with_patch(Board board, int x, int y, const std::vector<std::string_view>& patch) {
    int row_y = y + static_cast<int>(patch.size());
    for (const std::string_view row : patch) {
        --row_y;
        int at = x;
        for (const char sign : row) {
            if (sign == ' ') {
                continue;
            }
            if (at >= columns || row_y >= rows) {
                throw std::logic_error("a patch beyond the board");
            }
            if (sign != '.') {
                board.set(at, row_y, stone_from(sign));
            }
            ++at;
        }
    }
    return board;
}

Board board_of(const std::vector<std::string_view>& board_rows) {
    return with_patch(Board(), 0, 0, board_rows);
}

Board striped_board(int first_row) {
    Board board;
    for (int y = 0; y < rows; ++y) {
        for (int x = 0; x < columns; ++x) {
            board.set(x, y, stone_from(stripe(x, first_row + y)));
        }
    }
    return board;
}

Board striped_board_with_spare_swap() {
    return with_patch(striped_board(), 8, 0, {"L"});
}

Board quiet_board() {
    Board board;
    for (int y = 0; y < rows; ++y) {
        for (int x = 0; x < columns; ++x) {
            board.set(x, y, static_cast<Stone>(red + (x + 2 * y) % 5));
        }
    }
    return board;
}

Swap lay_swap(Board& board, int x, int y, Stone stone) {
    board.set(x, y, stone);
    board.set(x + 1, y, stone);
    board.set(x + 3, y, stone);
    return {x + 2, y, x + 3, y};
}

std::string as_text(const Board& board) {
    std::string text;
    for (int y = rows - 1; y >= 0; --y) {
        for (int x = 0; x < columns; ++x) {
            text += stone_signs[board.at(x, y)];
        }
        text += y > 0 ? " " : "";
    }
    return text;
}

std::string as_text(const Player& player) {
    std::string text = std::to_string(player.life);
    for (const int value :
         {player.shield, player.red, player.yellow, player.green, player.purple}) {
        text += " " + std::to_string(value);
    }
    return text;
}

Outcome Duel::play(const Swap& swap) {
    return apply(state, setup, swap);
}

Duel duel_on(
    const Board& board, const std::vector<std::string_view>& queue_rows,
    const Parameters& parameters) {
    Duel duel;
    duel.setup.parameters = parameters;
    duel.setup.board = board;
    for (const std::string_view row : queue_rows) {
        for (std::size_t x = 0; x < row.size(); ++x) {
            if (row[x] != '.') {
                duel.setup.queues.at(x).push_back(stone_from(row[x]));
            }
        }
    }
    duel.state = start(duel.setup);
    return duel;
}

Duel top_duel(
    std::string_view top, char below, const std::vector<std::string_view>& refills,
    const Parameters& parameters) {
    const Board board =
        with_patch(striped_board_with_spare_swap(), 0, 8, {top, std::string("..") + below});
    return duel_on(board, refills, parameters);
}

std::string field_rows(const Board& board) {
    std::string text;
    for (const char sign : as_text(board) + " ") {
        if (sign == ' ') {
            text.back() = '\n';
        } else {
            text += sign;
            text += ' ';
        }
    }
    return text;
}

referee::gems::Setup gems_setup(const std::string& field) {
    referee::FieldText text("duel.dat", field);
    return referee::gems::read_setup(text);
}

std::string with_line(const std::string& text, int number, std::string_view line) {
    std::size_t begin = 0;
    for (int i = 1; i < number; ++i) {
        begin = text.find('\n', begin) + 1;
    }
    const std::size_t end = text.find('\n', begin);
    return text.substr(0, begin) + std::string(line) + text.substr(end);
}

} // namespace tests
