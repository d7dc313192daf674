// The largest example: a dicewars game of eight seats with more than 50,000 states. Times depend on
// the machine: they are printed, and compared only with other times of the same run.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { folder, referee, source, useBrowser } from "./support.mjs";

const browser = useBrowser();
const turns = 11500;
const long = join(folder, "long.html");
const short = join(folder, "short.html");

/** Moves dice to and fro and attacks where it will lose, so that the game goes on. */
const player = `
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
let seed = Number(process.env.REFEREE_SEED);
const random = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
for await (const line of createInterface({ input: process.stdin })) {
  if (line === "quit") break;
  if (line !== "prepare" && !line.startsWith("move")) continue;
  if (line.startsWith("move")) {
    const me = readFileSync("player.dat", "utf8").split(/\\s+/)[0];
    const areas = readFileSync("gamefield.dat", "utf8").trim().split("\\n").map((row) => row.trim().split(/\\s+/));
    const owner = new Map(areas.map((area) => [area[0], area[1]]));
    const dice = new Map(areas.map((area) => [area[0], Number(area[2])]));
    const pairs = areas.filter((area) => area[1] === me).flatMap((area) => area.slice(4).map((other) => [area[0], other]));
    const own = pairs.filter(([, to]) => owner.get(to) === me);
    const bad = pairs.filter(([from, to]) => owner.get(to) !== me && dice.get(from) > 1 && dice.get(to) - dice.get(from) >= 2);
    const first = readFileSync("match.dat", "utf8").includes("transfers_this_turn 0");
    const commands = [];
    for (let i = 0; first && own.length > 0 && i < 5; ++i) commands.push("transfer " + own[random(own.length)].join(" "));
    if (first && commands.length > 0 && bad.length > 0 && random(2)) commands.push("battle " + bad[random(bad.length)].join(" "));
    commands.push("end");
    writeFileSync("result.dat", commands.join("\\n") + "\\n");
  }
  process.stdout.write("done\\n");
}`;

before(() => {
  const ai = join(folder, "mover");
  mkdirSync(ai);
  writeFileSync(join(ai, "ai.mjs"), player);
  writeFileSync(join(ai, "ai.ini"), `command = ${process.execPath} {dir}/ai.mjs\nresident = yes\nprepare = yes\n`);
  const text = readFileSync(join(source, "fields/dicewars/eight-001.dat"), "utf8").replace("max_battles 10000", "max_battles 1000000");
  for (const [page, count] of [[long, turns], [short, 40]]) {
    const field = join(folder, `field-${count}.dat`);
    writeFileSync(field, text.replace("max_turns 100000", `max_turns ${count}`));
    const record = join(folder, `record-${count}.jsonl`);
    referee(field, ...Array(8).fill(["--ai", ai]).flat(), "--record", record, "--time-limit", "60s", "--prepare-limit", "none", "--seats", "fixed");
    referee("replay", record, "--game", "1", "--html", page);
  }
});

test("a game of more than 50,000 states stays under 1 MB", async (t) => {
  const page = await browser.open(long, "game=1");
  await page.keyboard.press("End");
  const frames = Number(await page.getAttribute("input[type=range]", "max"));
  assert.ok(frames > 50_000, `${frames} frames`);
  const { size } = statSync(long);
  t.diagnostic(`${frames + 1} states in ${size} bytes`);
  assert.ok(size < 1_000_000, `${size} bytes`);
});

test("opening it costs little more than unpacking and parsing its text", async (t) => {
  const page = await browser.open(long, "game=1");
  const ready = await page.evaluate(() => performance.getEntriesByName("ready")[0].startTime);
  const plain = await page.evaluate(async () => {
    const start = performance.now();
    const bytes = Uint8Array.from(atob(document.getElementById("game-1").textContent), (sign) => sign.charCodeAt(0));
    const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
    const lines = text.trimEnd().split("\n").map((line) => JSON.parse(line));
    return [performance.now() - start, lines.length];
  });
  const small = await browser.open(short, "game=1");
  const shortReady = await small.evaluate(() => performance.getEntriesByName("ready")[0].startTime);
  t.diagnostic(`ready after ${ready.toFixed(0)} ms, a short game after ${shortReady.toFixed(0)} ms; plain parsing takes ${plain[0].toFixed(0)} ms`);
  // Making all frames before the first is shown would take a hundred times as long as parsing.
  assert.ok(ready < 2 * shortReady + 10 * plain[0], "opening costs much more than reading the text");
});

test("going anywhere in it does not cost more the longer the game is", async (t) => {
  /** The median time of going to a place and drawing it. @param {string} file */
  async function redraw(file) {
    const page = await browser.open(file, "game=1");
    await page.evaluate(() => new Promise((done) => setTimeout(done, 0)));
    return page.evaluate(async () => {
      const range = document.querySelector("input[type=range]");
      const last = Number(range.max);
      while (!document.querySelector(".curves").dataset.ready) {
        await new Promise((done) => setTimeout(done, 10));
      }
      const times = [];
      for (let i = 0; i < 60; ++i) {
        range.value = String(Math.floor((i * 0.618034 % 1) * last));
        range.dispatchEvent(new Event("input"));
        performance.clearMeasures("show");
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
        times.push(...performance.getEntriesByName("show").map((entry) => entry.duration));
      }
      return times.sort((a, b) => a - b)[times.length >> 1];
    });
  }
  const [few, many] = [await redraw(short), await redraw(long)];
  t.diagnostic(`median of a redraw: ${many.toFixed(1)} ms, in a short game ${few.toFixed(1)} ms`);
  // Making all frames from the start would take a thousand times as long.
  assert.ok(many < 10 * few + 20, `${many} ms against ${few} ms`);
});
