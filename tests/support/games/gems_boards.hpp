#pragma once

/// Boards, duels and fields of gems for tests, written the way the contest's page draws them.

#include "games/gems/field.hpp"
#include "games/gems/rules.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tests {

/// The contest page's example, for board_of().
extern const std::vector<std::string_view> example_rows;

/// A board from rows of signs, top row first; blanks between them are free, `.` is a hole. Fewer
/// than ten rows are the lowest ones, fewer than ten signs the leftmost ones; the rest is holes.
referee::gems::Board board_of(const std::vector<std::string_view>& rows);

/// `board` with the rows, top row first, laid over it; (x, y) is where the leftmost stone of the
/// lowest row goes. A `.` leaves what was there.
referee::gems::Board
with_patch(referee::gems::Board board, int x, int y, const std::vector<std::string_view>& rows);

/// Diagonal stripes of the five colours: within three cells of a row or column no two are equal, so
/// there is neither a line nor a legal swap. `first_row` shifts the stripes: a column that goes on
/// upwards as the board began has row 10, 11, … of it.
referee::gems::Board striped_board(int first_row = 0);
/// The stripes with one legal swap at the lower right corner, so that a move elsewhere leaves no
/// deadlock behind.
referee::gems::Board striped_board_with_spare_swap();
inline constexpr referee::gems::Swap spare_swap{7, 0, 7, 1};
inline constexpr referee::gems::Swap illegal_swap{4, 4, 5, 4}; ///< in the stripes

/// Whether a search is to stop: it may think on.
inline bool never() {
    return false;
}

/// A board without a legal swap: equal colours lie a knight's move apart.
referee::gems::Board quiet_board();
/// Puts two stones at (x, y) and (x + 1, y) and a third at (x + 3, y): swapping the latter with its
/// left neighbour makes a line. Returns that swap.
referee::gems::Swap lay_swap(referee::gems::Board& board, int x, int y, referee::gems::Stone stone);

/// The board as ten words of ten signs, top row first, and a player as "life shield red yellow
/// green purple": so a failing test shows them.
std::string as_text(const referee::gems::Board& board);
std::string as_text(const referee::gems::Player& player);

/// A duel and its state.
struct Duel {
    referee::gems::Setup setup;
    referee::gems::State state;

    referee::gems::Outcome play(const referee::gems::Swap& swap);
    referee::gems::Player& mover() { return state.players[state.mover]; }
    referee::gems::Player& other() { return state.players[1 - state.mover]; }
};

/// A duel on this board. Its queues hold the rows, the lowest first: the first row falls in first.
/// A `.` gives that column nothing.
Duel duel_on(
    const referee::gems::Board& board, const std::vector<std::string_view>& queue_rows,
    const referee::gems::Parameters& parameters = {});

/// A duel in which all happens in the cells (0..2, 9): top_swap exchanges the stone on (2, 9) with
/// `below` on (2, 8), and when that makes a line, nothing has to fall: each of `refills` is what
/// then lies on the three cells, and a refill of three equal ones is the cascade's next step. The
/// rest is striped_board_with_spare_swap(). With Y the neighbour on (3, 9) makes it a line of four.
Duel top_duel(
    std::string_view top, char below, const std::vector<std::string_view>& refills,
    const referee::gems::Parameters& parameters = {});
inline constexpr referee::gems::Swap top_swap{2, 8, 2, 9};
/// A refill for top_duel() that makes no line: the stripes.
inline constexpr std::string_view calm = "BLR";

/// Ten rows of a field from a board.
std::string field_rows(const referee::gems::Board& board);
/// What a field with this text describes.
referee::gems::Setup gems_setup(const std::string& field);
/// `text` with its line `number` (from 1) replaced.
std::string with_line(const std::string& text, int number, std::string_view line);

} // namespace tests
