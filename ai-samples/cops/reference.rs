// The cops reference AI: the thief goes to the nearest gate, around walls and cops; each cop goes to
// the thief, around walls. A plan always has plan_length letters for each unit.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fs;

type Cell = (i32, i32); // x counts from the left, y from the top

const STEPS: [(char, Cell); 4] = [('N', (0, -1)), ('E', (1, 0)), ('S', (0, 1)), ('W', (-1, 0))];

fn read(name: &str) -> String {
    fs::read_to_string(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn read_cells(name: &str) -> Vec<Cell> {
    let text = read(name);
    let numbers: Vec<i32> =
        text.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    numbers.chunks(2).map(|cell| (cell[0], cell[1])).collect()
}

struct Board {
    size: i32,
    cells: Vec<Vec<char>>, // cells[y][x], with the frame of gates around the board
}

impl Board {
    fn at(&self, cell: Cell) -> char {
        self.cells[cell.1 as usize][cell.0 as usize]
    }

    // The letters to the nearest goal; only board cells are entered, and the goals.
    fn shortest_path(&self, start: Cell, closed: &str, goals: &HashSet<Cell>) -> String {
        let inner = 1..=self.size;
        let mut path_to = HashMap::from([(start, String::new())]);
        let mut queue = VecDeque::from([start]);
        while let Some(here) = queue.pop_front() {
            if goals.contains(&here) {
                return path_to[&here].clone();
            }
            for (letter, step) in STEPS {
                let cell = (here.0 + step.0, here.1 + step.1);
                let is_inner = inner.contains(&cell.0) && inner.contains(&cell.1);
                let is_open =
                    goals.contains(&cell) || is_inner && !closed.contains(self.at(cell));
                if is_open && !path_to.contains_key(&cell) {
                    path_to.insert(cell, format!("{}{letter}", path_to[&here]));
                    queue.push_back(cell);
                }
            }
        }
        String::new()
    }
}

fn main() {
    let text = read("match.dat");
    let values: HashMap<&str, &str> = text.lines().filter_map(|line| line.split_once(' ')).collect();
    if values["phase"] != "move" {
        return; // before the first tick there is nothing to plan
    }
    let size: i32 = values["size"].parse().expect("the size");
    let plan_length: usize = values["plan_length"].parse().expect("the length of a plan");
    let cells = read("gamefield.dat")
        .lines()
        .map(|row| row.split_whitespace().flat_map(str::chars).collect())
        .collect();
    let board = Board { size, cells };

    let everywhere = (0..size + 2).flat_map(|y| (0..size + 2).map(move |x| (x, y)));
    let gates: HashSet<Cell> = everywhere.filter(|&cell| board.at(cell) == 'G').collect();
    let theirs: HashSet<Cell> = read_cells("opponent.dat").into_iter().collect();
    let (closed, goals) = if values["role"] == "thief" { ("WC", gates) } else { ("W", theirs) };

    let mut answer = String::new();
    for unit in read_cells("player.dat") {
        let path = board.shortest_path(unit, closed, &goals);
        for letter in path.chars().chain(std::iter::repeat('-')).take(plan_length) {
            answer += &format!("{letter} ");
        }
        answer += "\n";
    }
    fs::write("result.dat", answer).expect("result.dat can't be written");
}
