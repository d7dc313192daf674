#!/usr/bin/env node
// A first AI: a random legal move. The state is in files in the current folder.
"use strict";

const fs = require("node:fs");

let seed = Number(process.env.REFEREE_SEED);
const below = (count) => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return (seed >>> 8) % count;
};

const heaps = fs.readFileSync("heaps.dat", "utf8").trim().split(/\s+/).map(Number);
const full = heaps.map((_, i) => i).filter((i) => heaps[i] > 0);
const heap = full[below(full.length)];
fs.writeFileSync("result.dat", `${heap + 1} ${1 + below(heaps[heap])}\n`);
