#!/usr/bin/env node
// The gems reference AI: takes the first legal swap, scanning rows from the bottom,
// at each stone trying up, then right.

const fs = require("fs");

// board[y][x] with y from the bottom; the file begins with the top row. All bombs become "1",
// because bombs of any values are equal.
const lines = fs.readFileSync("gamefield.dat", "ascii").trim().split("\n");
const board = lines.reverse().map((line) => line.replace(/[1-5]/g, "1").trim().split(/\s+/));

function has_line() {
    for (let y = 0; y < 10; y++) {
        for (let x = 0; x < 10; x++) {
            const stone = board[y][x];
            if (stone === ".") continue;
            if (x < 8 && board[y][x + 1] === stone && board[y][x + 2] === stone) return true;
            if (y < 8 && board[y + 1][x] === stone && board[y + 2][x] === stone) return true;
        }
    }
    return false;
}

function swap(x1, y1, x2, y2) {
    [board[y1][x1], board[y2][x2]] = [board[y2][x2], board[y1][x1]];
}

function is_legal(x1, y1, x2, y2) {
    if (x2 > 9 || y2 > 9 || board[y1][x1] === "." || board[y2][x2] === ".") return false;
    swap(x1, y1, x2, y2);
    const legal = has_line();
    swap(x1, y1, x2, y2);
    return legal;
}

function choose_move() {
    for (let y = 0; y < 10; y++) {
        for (let x = 0; x < 10; x++) {
            if (is_legal(x, y, x, y + 1)) return [x, y, x, y + 1];
            if (is_legal(x, y, x + 1, y)) return [x, y, x + 1, y];
        }
    }
    return null;
}

const move = choose_move();
if (move) {
    fs.writeFileSync("result.dat", move.join(" ") + "\n");
} else {
    console.error("no legal swap");
    process.exitCode = 1;
}
