#!/usr/bin/env node
// The reference AI in JavaScript: attacks at random while it can, then ends its turn. Its random numbers
// differ from those of the one in C++, so the two play alike, but not the same games.

const fs = require("fs");

const lines = (name) => fs.readFileSync(name, "ascii").trimEnd().split("\n");
const match = Object.fromEntries(lines("match.dat").map((line) => line.split(" ", 2)));
if (match.phase !== "move") process.exit(); // nothing to prepare

const seat = Number(match.seat);
const areas = lines("gamefield.dat").map((line) => {
    const [number, owner, dice, , ...neighbours] = line.trim().split(" ").map(Number);
    return { number, owner, dice, neighbours };
});
const owners = new Map(areas.map((area) => [area.number, area.owner]));

const attacks = areas
    .filter((area) => area.owner === seat && area.dice >= 2)
    .flatMap((area) =>
        area.neighbours
            .filter((other) => owners.get(other) !== seat)
            .map((other) => `battle ${area.number} ${other}`));
const answer = attacks.length > 0 ? attacks[Number(match.seed) % attacks.length] : "end";
fs.writeFileSync("result.dat", answer + "\n");
