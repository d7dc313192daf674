#!/usr/bin/env node
// The cops reference AI: the thief goes to the nearest gate, around walls and cops; each cop goes to
// the thief, around walls. A plan always has plan_length letters for each unit.

const fs = require("fs");

const steps = [["N", 0, -1], ["E", 1, 0], ["S", 0, 1], ["W", -1, 0]];

const lines = (name) => fs.readFileSync(name, "ascii").trimEnd().split("\n");
const match = Object.fromEntries(lines("match.dat").map((line) => line.split(" ", 2)));
if (match.phase !== "move") process.exit(); // before the first tick there is nothing to plan
const size = Number(match.size);
const plan_length = Number(match.plan_length);

const read_cells = (name) => lines(name).map((line) => line.split(" ").map(Number));
const board = lines("gamefield.dat").map((line) => line.split(" ")); // board[y][x]
const key = ([x, y]) => x + "," + y;

// The letters to the nearest goal; only board cells are entered, and the goals.
function shortest_path(start, closed, goals) {
    const path_to = new Map([[key(start), ""]]);
    const queue = [start];
    while (queue.length > 0) {
        const here = queue.shift();
        if (goals.has(key(here))) return path_to.get(key(here));
        for (const [letter, dx, dy] of steps) {
            const [x, y] = [here[0] + dx, here[1] + dy];
            const is_inner = x >= 1 && x <= size && y >= 1 && y <= size;
            const is_open = goals.has(key([x, y])) || (is_inner && !closed.includes(board[y][x]));
            if (is_open && !path_to.has(key([x, y]))) {
                path_to.set(key([x, y]), path_to.get(key(here)) + letter);
                queue.push([x, y]);
            }
        }
    }
    return "";
}

const gates = new Set();
board.forEach((row, y) => row.forEach((cell, x) => cell === "G" && gates.add(key([x, y]))));
const theirs = new Set(read_cells("opponent.dat").map(key));
const plan = (unit) =>
    match.role === "thief" ? shortest_path(unit, "WC", gates) : shortest_path(unit, "W", theirs);
const answer = read_cells("player.dat").map((unit) =>
    [...plan(unit).padEnd(plan_length, "-").slice(0, plan_length)].join(" "));
fs.writeFileSync("result.dat", answer.join("\n") + "\n");
