#!/usr/bin/env node
// The reference AI of goofspiel: bids the held card whose place among its cards is nearest to the place of
// what is bid for among all prizes. The files are explained in referee/games/goofspiel/README.md.

"use strict";

const fs = require("node:fs");

const linesOf = (name) => fs.readFileSync(name, "utf8").split("\n");
const facts = new Map(linesOf("match.dat").map((line) => [line.split(" ")[0], line.slice(line.indexOf(" ") + 1)]));
const hand = linesOf("player.dat")[1].split(" ").map(Number); // ascending
const place = Math.floor(((Number(facts.get("worth")) - 1) * hand.length) / Number(facts.get("cards")));
fs.writeFileSync("result.dat", `${hand[Math.min(place, hand.length - 1)]}\n`);
