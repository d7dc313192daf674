#!/usr/bin/env node
// The spe_ed reference AI: any of the actions that it would survive on the board as it is now.

const fs = require("fs");

const directions = ["up", "right", "down", "left"]; // turning right is one further
const steps = [[0, -1], [1, 0], [0, 1], [-1, 0]]; // y counts from the top
const turns = { turn_left: 3, turn_right: 1 };
const changes = { slow_down: -1, speed_up: 1 };

const lines = (name) => fs.readFileSync(name, "ascii").trimEnd().split("\n");
const match = Object.fromEntries(lines("match.dat").map((line) => line.split(" ", 2)));
const [, ...board] = lines("gamefield.dat").map((row) => row.split(" ").map(Number)); // board[y][x]
const [, my_x, my_y, my_direction, my_speed] = lines("player.dat").join(" ").split(" ");

function survives(action) {
    const direction = (directions.indexOf(my_direction) + (turns[action] ?? 0)) % 4;
    const speed = Number(my_speed) + (changes[action] ?? 0);
    if (speed < 1 || speed > 10) return false;
    const jumps = Number(match.round) % 6 === 0 && speed >= 3; // then only the first and last cell count
    for (let step = 1; step <= speed; step++) {
        const x = Number(my_x) + step * steps[direction][0];
        const y = Number(my_y) + step * steps[direction][1];
        const cell = board[y]?.[x]; // undefined off the board
        const is_over = jumps && step > 1 && step < speed;
        if (cell === undefined || (cell !== 0 && !is_over)) return false;
    }
    return true;
}

const actions = ["turn_left", "turn_right", "slow_down", "speed_up", "change_nothing"];
const good = actions.filter(survives);
const answer = good.length > 0 ? good[Number(match.seed) % good.length] : "change_nothing";
fs.writeFileSync("result.dat", answer + "\n");
