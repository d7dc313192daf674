// The gems reference AI: takes the first legal swap, scanning rows from the bottom,
// at each stone trying up, then right.

use std::fs;
use std::process::exit;

type Board = [[char; 10]; 10]; // board[y][x] with y from the bottom

fn read_board() -> Board {
    let text = fs::read_to_string("gamefield.dat").expect("gamefield.dat can't be read");
    let mut stones = text.split_whitespace().flat_map(str::chars);
    let mut board = [['.'; 10]; 10];
    for row in board.iter_mut().rev() {
        // the file begins with the top row
        for field in row {
            let stone = stones.next().expect("gamefield.dat is too short");
            *field = if stone.is_ascii_digit() { '1' } else { stone }; // all bombs are equal
        }
    }
    board
}

fn has_line(board: &Board) -> bool {
    for y in 0..10 {
        for x in 0..10 {
            let stone = board[y][x];
            if stone == '.' {
                continue;
            }
            if x < 8 && board[y][x + 1] == stone && board[y][x + 2] == stone {
                return true;
            }
            if y < 8 && board[y + 1][x] == stone && board[y + 2][x] == stone {
                return true;
            }
        }
    }
    false
}

// The board comes as a copy, so that the swap can be tried on it.
fn is_legal(mut board: Board, x1: usize, y1: usize, x2: usize, y2: usize) -> bool {
    if x2 > 9 || y2 > 9 || board[y1][x1] == '.' || board[y2][x2] == '.' {
        return false;
    }
    let stone = board[y1][x1];
    board[y1][x1] = board[y2][x2];
    board[y2][x2] = stone;
    has_line(&board)
}

fn main() {
    let board = read_board();
    for y in 0..10 {
        for x in 0..10 {
            for (x2, y2) in [(x, y + 1), (x + 1, y)] {
                if is_legal(board, x, y, x2, y2) {
                    fs::write("result.dat", format!("{} {} {} {}\n", x, y, x2, y2))
                        .expect("result.dat can't be written");
                    return;
                }
            }
        }
    }
    eprintln!("no legal swap");
    exit(1);
}
