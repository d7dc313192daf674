// The battlesnake reference AI: the first step of a shortest way to the nearest food, else any safe one.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fs;

type Cell = (i32, i32); // x counts from the left, y from the bottom

// Among equals the first one is taken.
const DIRECTIONS: [(&str, Cell); 4] =
    [("up", (0, 1)), ("down", (0, -1)), ("left", (-1, 0)), ("right", (1, 0))];
const NEVER: i32 = 10_000;

fn read(name: &str) -> String {
    fs::read_to_string(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn read_numbers(name: &str) -> VecDeque<i32> {
    read(name).split_whitespace().map(|word| word.parse().expect("a number")).collect()
}

// Takes a snake from the numbers of a file: seat, health, length, then x and y head first.
fn read_body(numbers: &mut VecDeque<i32>) -> Vec<Cell> {
    let mut next = || numbers.pop_front().expect("a snake");
    let (_seat, _health, length) = (next(), next(), next());
    (0..length).map(|_| (next(), next())).collect()
}

fn neighbours(cell: Cell) -> impl Iterator<Item = Cell> {
    DIRECTIONS.iter().map(move |(_, step)| (cell.0 + step.0, cell.1 + step.1))
}

struct Board {
    rows: Vec<Vec<char>>, // rows[y][x]
    blocked: HashSet<Cell>,
}

impl Board {
    fn is_open(&self, cell: Cell) -> bool {
        (0..self.rows[0].len() as i32).contains(&cell.0)
            && (0..self.rows.len() as i32).contains(&cell.1)
            && !self.blocked.contains(&cell)
    }

    fn distance_to_food(&self, start: Cell) -> i32 {
        let mut steps = HashMap::from([(start, 0)]);
        let mut queue = VecDeque::from([start]);
        while let Some(here) = queue.pop_front() {
            if self.rows[here.1 as usize][here.0 as usize] == 'F' {
                return steps[&here];
            }
            for there in neighbours(here) {
                if self.is_open(there) && !steps.contains_key(&there) {
                    steps.insert(there, steps[&here] + 1);
                    queue.push_back(there);
                }
            }
        }
        NEVER
    }
}

fn main() {
    let me = read_body(&mut read_numbers("player.dat"));
    let mut numbers = read_numbers("opponent.dat");
    let count = numbers.pop_front().expect("the number of opponents");
    let opponents: Vec<Vec<Cell>> = (0..count).map(|_| read_body(&mut numbers)).collect();

    let mut rows: Vec<Vec<char>> =
        read("gamefield.dat").lines().map(|row| row.chars().collect()).collect();
    rows.reverse(); // the file begins with the top row

    // The cells of bodies after this turn. Tails move on, except stacked ones.
    let bodies = opponents.iter().chain([&me]);
    let blocked = bodies.flat_map(|body| body[..body.len() - 1].iter().copied()).collect();
    // The cells to which a longer or equal opponent could move in this turn, too.
    let strong = opponents.iter().filter(|body| body.len() >= me.len());
    let contested: HashSet<Cell> = strong.flat_map(|body| neighbours(body[0])).collect();

    let board = Board { rows, blocked };
    let mut best = ("up", 1_000_000);
    for ((name, _), cell) in DIRECTIONS.iter().zip(neighbours(me[0])) {
        if board.is_open(cell) {
            let penalty = if contested.contains(&cell) { 100_000 } else { 0 };
            let value = board.distance_to_food(cell) + penalty;
            if value < best.1 {
                best = (name, value);
            }
        }
    }
    fs::write("result.dat", format!("{}\n", best.0)).expect("result.dat can't be written");
}
