// The seats of people: who may sit there, what a page may send and must not show, reloads, time.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arrows, isIn, match, moves, nextQuestion, openWays, playAll, question, state } from "./human.mjs";
import { ai, gamesOf, until, useBrowser } from "../support.mjs";

const browser = useBrowser();

/** Sends something to the referee as the page would. @param {any} page @param {object} value */
const send = (page, value) => page.evaluate(async (body) => {
  const response = await fetch("/answer", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  return { status: response.status, ...(await response.json()) };
}, value);
const keyOf = (link) => new URL(link).hash.replace("#key=", "");

test("a link with another secret plays nothing, and the match goes on with the right one", async () => {
  const { run, links, record } = await match("secret", "battlesnake", ["Anna=human", ai("battlesnake", "reference")]);
  const key = keyOf(links.Anna);
  assert.match(key, /^[0-9a-f]{32}$/);
  for (const wrong of ["0".repeat(32), key.slice(0, 31), `${key}0`, key.toUpperCase() === key ? "" : key.toUpperCase(), "x"]) {
    const page = await browser.open(`${run.url}#key=${encodeURIComponent(wrong)}`);
    await isIn(page, "refused");
    assert.equal((await page.$$(".pad")).length, 0);
    const { status, error } = await send(page, { key: wrong, number: 1, choices: ["up"] });
    assert.deepEqual([status, error], [403, "this link belongs to no seat of this match"]);
    await page.context().close();
  }
  const page = await browser.open(links.Anna);
  await playAll(page, (turn) => moves.battlesnake.keyboard(page, turn));
  assert.equal(await run.ended, 0);
  assert.equal(gamesOf(record)[0].moves.filter((move) => move.fault).length, 0);
});

test("an answer that isn't legal costs nothing and is told", async () => {
  const { run, links, record } = await match("illegal", "gems", ["Anna=human", ai("gems", "reference")]);
  const page = await browser.open(links.Anna);
  await isIn(page, "move");
  const key = keyOf(links.Anna);
  const number = Number(await question(page));
  assert.deepEqual(await send(page, { key, number, choices: ["0 0 9 9"] }), { status: 409, error: "that move is not legal now" });
  assert.deepEqual(await send(page, { key, number, choices: [] }), { status: 409, error: "0 choices, not 1" });
  assert.equal((await send(page, { key, number: number + 1, choices: ["0 0 0 1"] })).status, 409);
  assert.equal((await send(page, { key, number: "x", choices: ["0 0 0 1"] })).status, 400);
  assert.equal((await send(page, { key, number, choices: "0 0 0 1" })).status, 400);
  assert.equal((await send(page, [key])).status, 403);
  assert.equal(await state(page), "move");
  await playAll(page, (turn) => moves.gems.keyboard(page, turn));
  assert.equal(await run.ended, 0);
  assert.equal(gamesOf(record)[0].moves.filter((move) => move.fault).length, 0);
});

test("the page can be loaded again in the middle, and a plan that was begun is still there", async () => {
  const { run, links, record } = await match("reload", "cops", ["Anna=human", ai("cops", "reference")]);
  const page = await browser.open(links.Anna);
  await nextQuestion(page, "");
  await moves.cops.keyboard(page, 0);
  await nextQuestion(page, "1");
  const number = await question(page);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  const letters = () => page.$$eval(".unit .letter", (all) => all.map((letter) => letter.textContent));
  assert.deepEqual(await letters(), ["N", "W", "·"]);
  await page.reload();
  await isIn(page, "move");
  assert.equal(await question(page), number);
  assert.deepEqual(await letters(), ["N", "W", "·"]);
  // Another window of the same person, opened by the link, plays on; the first one follows.
  const other = await browser.open(links.Anna);
  await isIn(other, "move");
  await other.keyboard.press("Enter");
  await nextQuestion(page, number);
  await playAll(page, (turn) => moves.cops.pointer(page, turn));
  assert.equal(await run.ended, 0);
  assert.equal(gamesOf(record)[0].turns[1].moves[0].move, "- - -");
});

test("two people play against one another; nobody sees an answer before all have given theirs", async () => {
  const { run, links, record } = await match("two", "battlesnake", ["Anna=human", "Ben=human"], []);
  const [anna, ben] = [await browser.open(links.Anna), await browser.open(links.Ben)];
  const watcher = await browser.open(run.url);
  await until(watcher, () => document.querySelectorAll(".snake").length === 2);
  assert.equal(await watcher.$("#hand"), null);
  for (let turn = 0, before = ["", ""]; (await nextQuestion(anna, before[0])) && (await nextQuestion(ben, before[1])); ++turn) {
    before = [await question(anna), await question(ben)];
    const bodies = (page) => page.$$eval(".snake", (snakes) => snakes.map((snake) => snake.dataset.body));
    const start = await bodies(ben);
    await until(watcher, (shown) => [...document.querySelectorAll(".snake")].map((snake) => snake.dataset.body).join() === shown, start.join());
    const seat = await anna.$eval("#hand .swatch", (swatch) => swatch.textContent);
    await anna.keyboard.press(arrows[(await openWays(anna, seat))[0] ?? "up"]);
    await isIn(anna, "sent", "waiting"); // the match has taken it already, or not yet
    await until(anna, () => /Waiting for Ben/.test(document.querySelector("#hand .who").textContent));
    for (const page of [anna, ben, watcher]) {
      assert.deepEqual(await bodies(page), start);
    }
    const other = seat === "1" ? "2" : "1";
    const ways = await openWays(ben, other);
    await ben.keyboard.press(arrows[ways[ways.length - 1] ?? "up"]);
  }
  assert.equal(await run.ended, 0);
  const games = gamesOf(record);
  assert.equal(games.length, 2); // the seats are changed for the second one
  assert.deepEqual(games.map((game) => game.head.seats.map(({ name }) => name)), [["Anna", "Ben"], ["Ben", "Anna"]]);
  assert.deepEqual(games.flatMap((game) => game.moves.filter((move) => move.fault)), []);
});

test("while a person plays no page tells what the seats aren't told: headings, dice, plans, notes", async () => {
  const { run, links } = await match("hidden", "cops", ["Anna=human", ai("cops", "foresight")], ["--seats", "fixed", "--time-limit", "300ms"]);
  const [anna, watcher] = [await browser.open(links.Anna), await browser.open(run.url)];
  await nextQuestion(anna, "");
  await moves.cops.keyboard(anna, 1);
  await nextQuestion(anna, "1");
  await until(watcher, () => /Turn 0 of 0/.test(document.querySelector(".where").textContent));
  for (const page of [anna, watcher]) {
    assert.equal((await page.$$(".wall")).length, 2);
    assert.equal((await page.$$(".heading, .plan, [data-drawn], .move-card code, .move-card .notes")).length, 0);
    // Three ticks were played; history.dat begins with the second one.
    assert.match(await page.$eval(".where", (where) => where.textContent), /step 3\/3/);
  }
  run.child.kill("SIGINT");
});

test("SIGINT ends a match that waits for a person, and the page says so", async () => {
  const { run, links } = await match("interrupted", "gems", ["Anna=human", ai("gems", "reference")]);
  const page = await browser.open(links.Anna);
  await isIn(page, "move");
  run.child.kill("SIGINT");
  assert.equal(await run.ended, 130);
  await isIn(page, "over");
  assert.equal(await page.$eval(".hand-controls", (controls) => controls.hasAttribute("inert")), true);
});

test("who looks at an earlier turn can't move by mistake, and finds the way back", async () => {
  const { run, links } = await match("earlier", "battlesnake", ["Anna=human", ai("battlesnake", "reference")]);
  const page = await browser.open(links.Anna);
  await nextQuestion(page, "");
  await moves.battlesnake.keyboard(page, 0);
  await nextQuestion(page, "1");
  await page.keyboard.press("Home");
  await isIn(page, "behind");
  await page.keyboard.press("ArrowRight"); // steps, as on any page
  await isIn(page, "move");
  await page.keyboard.press("Home");
  await isIn(page, "behind");
  await page.click("#hand .who button");
  await isIn(page, "move");
  assert.equal(await question(page), "2");
  run.child.kill("SIGINT");
});

test("unless less motion is asked for, each step of the others' moves is shown before the next move", async () => {
  const { run, links } = await match("steps", "gems", ["Anna=human", ai("gems", "reference")]);
  const page = await browser.open(links.Anna, "", { reducedMotion: "no-preference" });
  await nextQuestion(page, "");
  await page.evaluate(() => {
    window.seen = [];
    const where = document.querySelector(".where");
    new MutationObserver(() => window.seen.push(where.textContent)).observe(where, { childList: true, characterData: true, subtree: true });
  });
  await moves.gems.keyboard(page, 0);
  assert.ok(await nextQuestion(page, "1"));
  const seen = await page.evaluate(() => window.seen);
  for (const turn of [0, 1]) {
    assert.ok(seen.some((text) => new RegExp(`^Turn ${turn} of .*step 1/`).test(text)), `${turn}: ${seen}`);
  }
  assert.equal(await page.$eval(".where", (where) => /step (\d+)\/\1$/.test(where.textContent)), true);
  run.child.kill("SIGINT");
});

test("a time limit is shown, and the game goes on when it is over", async () => {
  const { run, links, record } = await match("limit", "battlesnake", ["Anna=human", ai("battlesnake", "reference")], ["--seats", "fixed", "--human-time", "2s"]);
  const page = await browser.open(links.Anna);
  await until(page, () => /^[0-2] s$/.test(document.querySelector("#hand .who .state")?.textContent));
  assert.equal(await run.ended, 0);
  await isIn(page, "over");
  const own = gamesOf(record)[0].moves.filter((move) => move.seat === 1);
  assert.ok(own.length > 0);
  assert.deepEqual(own.filter((move) => move.fault !== "timeout"), []);
});
