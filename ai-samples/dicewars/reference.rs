// The reference AI in Rust: attacks at random while it can, then ends its turn. Its random numbers
// differ from those of the one in C++, so the two play alike, but not the same games.

use std::collections::HashMap;
use std::fs;

fn read(name: &str) -> String {
    fs::read_to_string(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn main() {
    let text = read("match.dat");
    let values: HashMap<&str, &str> = text.lines().filter_map(|line| line.split_once(' ')).collect();
    if values["phase"] != "move" {
        return; // nothing to prepare
    }
    let seat: usize = values["seat"].parse().expect("the seat");
    let seed: usize = values["seed"].parse().expect("the seed");

    // A line has an area's number, owner, dice, its group, and its neighbours.
    let areas: Vec<Vec<usize>> = read("gamefield.dat")
        .lines()
        .map(|line| line.split_whitespace().map(|word| word.parse().expect("a number")).collect())
        .collect();
    let owners: HashMap<usize, usize> = areas.iter().map(|area| (area[0], area[1])).collect();

    let mut attacks = Vec::new();
    for area in areas.iter().filter(|area| area[1] == seat && area[2] >= 2) {
        for other in area[4..].iter().filter(|other| owners[other] != seat) {
            attacks.push(format!("battle {} {other}", area[0]));
        }
    }
    let answer = match attacks.len() {
        0 => "end",
        count => &attacks[seed % count],
    };
    fs::write("result.dat", format!("{answer}\n")).expect("result.dat can't be written");
}
