#!/usr/bin/env node
// The reference AI of bazaar: sells the good that brings most, never that of its patron, and bids seven tenths
// of what the lot may be worth. The files are explained in referee/games/bazaar/README.md.

"use strict";

const fs = require("node:fs");

const linesOf = (name) => fs.readFileSync(name, "utf8").trim().split("\n").map((line) => line.split(" "));
const facts = new Map(linesOf("match.dat").map(([key, ...values]) => [key, values.join(" ")]));
const [[, coins, patron], ...hand] = linesOf("player.dat");
const prices = new Map(linesOf("market.dat").map(([good, price]) => [good, Number(price)]));
const left = Number(facts.get("rounds")) - Number(facts.get("round"));

// What the market pays for that many cards: each brings one coin more than the one before.
const proceeds = (price, cards) => cards * price + (cards * (cards - 1)) / 2;

const sales = hand.filter(([good]) => good !== patron).map(([good, cards]) => ({ good, coins: proceeds(prices.get(good), Number(cards)) }));
const best = sales.reduce((one, other) => (other.coins > one.coins ? other : one));

function value(good) {
  if (good === patron) return Number(facts.get("patron"));
  if (good === "?") return 4;
  return left > 0 ? prices.get(good) : 1;
}

const lot = linesOf("lot.dat").reduce((sum, [good]) => sum + value(good), 0);
const commands = [`bid ${Math.min(Number(coins), Math.floor((lot * 7) / 10))}`];
if (best.coins >= 12 || (best.coins > 0 && left < 5)) commands.unshift(`sell ${best.good}`);
fs.writeFileSync("result.dat", commands.map((command) => `${command}\n`).join(""));
