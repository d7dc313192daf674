// The spe_ed reference AI: any of the actions that it would survive on the board as it is now.

use std::collections::HashMap;
use std::fs;

const DIRECTIONS: [&str; 4] = ["up", "right", "down", "left"]; // turning right is one further
const STEPS: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)]; // y counts from the top
const ACTIONS: [&str; 5] = ["turn_left", "turn_right", "slow_down", "speed_up", "change_nothing"];

struct State {
    board: Vec<Vec<i32>>, // board[y][x]
    x: i32,
    y: i32,
    direction: usize,
    speed: i32,
    round: u32,
}

impl State {
    fn survives(&self, action: &str) -> bool {
        let (turn, change) = match action {
            "turn_left" => (3, 0),
            "turn_right" => (1, 0),
            "slow_down" => (0, -1),
            "speed_up" => (0, 1),
            _ => (0, 0),
        };
        let (dx, dy) = STEPS[(self.direction + turn) % 4];
        let speed = self.speed + change;
        // In a jump only the first and the last cell count.
        let jumps = self.round % 6 == 0 && speed >= 3;
        (1..=10).contains(&speed)
            && (1..=speed).all(|step| {
                let cell = self.cell(self.x + step * dx, self.y + step * dy);
                cell == Some(0) || cell.is_some() && jumps && 1 < step && step < speed
            })
    }

    fn cell(&self, x: i32, y: i32) -> Option<i32> {
        let row = self.board.get(usize::try_from(y).ok()?)?;
        row.get(usize::try_from(x).ok()?).copied()
    }
}

fn read(name: &str) -> String {
    fs::read_to_string(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn main() {
    let text = read("match.dat");
    let values: HashMap<&str, &str> = text.lines().filter_map(|line| line.split_once(' ')).collect();
    let board = read("gamefield.dat")
        .lines()
        .skip(1) // width and height
        .map(|row| row.split_whitespace().map(|cell| cell.parse().expect("a cell")).collect())
        .collect();
    let player = read("player.dat");
    let me: Vec<&str> = player.split_whitespace().collect(); // number, x, y, direction, speed, active
    let state = State {
        board,
        x: me[1].parse().expect("x"),
        y: me[2].parse().expect("y"),
        direction: DIRECTIONS.iter().position(|name| *name == me[3]).expect("a direction"),
        speed: me[4].parse().expect("the speed"),
        round: values["round"].parse().expect("the round"),
    };
    let seed: usize = values["seed"].parse().expect("the seed");

    let good: Vec<&str> = ACTIONS.into_iter().filter(|action| state.survives(action)).collect();
    let answer = if good.is_empty() { "change_nothing" } else { good[seed % good.len()] };
    fs::write("result.dat", format!("{answer}\n")).expect("result.dat can't be written");
}
