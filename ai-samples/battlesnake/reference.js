#!/usr/bin/env node
// The battlesnake reference AI: the first step of a shortest way to the nearest food, else any safe one.

const fs = require("fs");

// Among equals the first one is taken. x counts from the left, y from the bottom.
const directions = [["up", 0, 1], ["down", 0, -1], ["left", -1, 0], ["right", 1, 0]];
const never = 10000;

const words = (name) => fs.readFileSync(name, "ascii").trim().split(/\s+/);

// Takes a snake from the numbers of a file: seat, health, length, then x and y head first.
function read_body(numbers) {
    const [, , length] = numbers.splice(0, 3);
    return Array.from({ length }, () => numbers.splice(0, 2));
}

const me = read_body(words("player.dat").map(Number));
const numbers = words("opponent.dat").map(Number);
const opponents = Array.from({ length: numbers.shift() }, () => read_body(numbers));
const rows = words("gamefield.dat").reverse(); // the file begins with the top row

const key = ([x, y]) => x + "," + y;
const neighbours = ([x, y]) => directions.map(([, dx, dy]) => [x + dx, y + dy]);

// The cells of bodies after this turn. Tails move on, except stacked ones.
const blocked = new Set([...opponents, me].flatMap((body) => body.slice(0, -1).map(key)));
// The cells to which a longer or equal opponent could move in this turn, too.
const strong = opponents.filter((body) => body.length >= me.length);
const contested = new Set(strong.flatMap((body) => neighbours(body[0]).map(key)));

function is_open(cell) {
    const [x, y] = cell;
    return x >= 0 && x < rows[0].length && y >= 0 && y < rows.length && !blocked.has(key(cell));
}

function distance_to_food(start) {
    const steps = new Map([[key(start), 0]]);
    const queue = [start];
    while (queue.length > 0) {
        const here = queue.shift();
        if (rows[here[1]][here[0]] === "F") return steps.get(key(here));
        for (const there of neighbours(here)) {
            if (is_open(there) && !steps.has(key(there))) {
                steps.set(key(there), steps.get(key(here)) + 1);
                queue.push(there);
            }
        }
    }
    return never;
}

let best = "up";
let best_value = 1000000;
neighbours(me[0]).forEach((cell, i) => {
    if (!is_open(cell)) return;
    const value = distance_to_food(cell) + (contested.has(key(cell)) ? 100000 : 0);
    if (value < best_value) {
        best = directions[i][0];
        best_value = value;
    }
});
fs.writeFileSync("result.dat", best + "\n");
