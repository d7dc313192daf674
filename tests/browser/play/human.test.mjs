// People play whole games of all games, at a desk with the keyboard or the mouse alone, on a phone with
// a finger alone, as the record says; how the page looks then; why a choice is refused.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { arrows, begin, clickInside, isIn, match, moves, nextQuestion, openWays, pairs, playAll, press, question } from "./human.mjs";
import { ai, build, desktop, gamesOf, phone, referee, source, textOf, useBrowser } from "../support.mjs";

const browser = useBrowser();

/** How people play; the mouse does what fingers do, so two games are enough for it. @type {[string, "keyboard" | "pointer", object, string[]][]} */
const ways = [
  ["keyboard", "keyboard", {}, Object.keys(moves)],
  ["finger", "pointer", { viewport: phone, hasTouch: true }, Object.keys(moves)],
  ["mouse", "pointer", {}, ["gems", "cops"]],
];
/** The scores of a game of a match that the scores decide, the best first. @param {[string, number][]} scores */
const inOrder = (scores) => `This game: ${[...scores].sort((a, b) => b[1] - a[1]).map(([name, score]) => `${name} ${String(score).replace("-", "−")}`).join(", ")}`;

for (const [way, how, options, games] of ways) {
  for (const game of games) {
    test(`${game}: a person plays whole games with the ${way} alone, as the record says`, async () => {
      const { run, record, links } = await match(`${game}-${way}`, game, ["Anna=human", ai(game, "reference")]);
      const page = await browser.open(links.Anna, "", options);
      page.isTouched = way === "finger";
      const answers = await playAll(page, (turn) => moves[game][how](page, turn));
      assert.equal(await run.ended, 0, run.err);
      assert.ok(answers.length > 1);
      const [played] = gamesOf(record);
      // To the card: what came of it, said to the person, and no buttons that do nothing.
      const { ranks, scores } = played.result;
      const words = game === "cops" ? inOrder([["You", scores[0]], ["reference", scores[1]]])
        : ranks[0] !== 1 ? "You lost to reference" : ranks[1] !== 1 ? "You won" : "A draw";
      await page.waitForSelector("#result .verdict");
      assert.equal(await textOf(page, "#result .verdict strong"), words);
      assert.equal(await page.isVisible(".hand-controls"), false);
      await press(page, '#result [data-result="again"]');
      await page.waitForSelector('#do-play[aria-label^="Pause"]');
      assert.deepEqual(played.head.seats[0], { seat: 1, name: "Anna", ai: { human: true } });
      assert.deepEqual(played.moves.filter((move) => move.seat === 1).map((move) => move.move), answers);
      assert.deepEqual(played.moves.filter((move) => move.seat === 1 && move.fault), []);
      assert.match(referee("replay", record, "--verify"), /every move and state matches/);
      assert.deepEqual(page.problems, []);
    });
  }
}

test("a choice that can't be made is answered by why, and choices say where they lead", async () => {
  const gems = await match("why-gems", "gems", ["Anna=human", ai("gems", "reference")]);
  const page = await browser.open(gems.links.Anna);
  await isIn(page, "move");
  const hint = () => textOf(page, "#hand .hint");
  await clickInside(page, await page.$eval(".hand-spot.closed", (spot) => spot.getAttribute("data-pick")));
  assert.match(await hint(), /^No swap with a neighbour of this stone makes a line of three\./);
  await clickInside(page, await page.$eval(".hand-spot.open", (spot) => spot.getAttribute("data-pick")));
  assert.match(await hint(), /^Your seat: blue\. Choose a stone/);
  const { chosen, targets } = await pairs(page);
  const [x, y] = chosen.split(" ").map(Number);
  await clickInside(page, `${x < 5 ? 9 : 0} ${y < 5 ? 9 : 0}`); // far away
  assert.match(await hint(), /^Only stones side by side can be swapped\./);
  await page.keyboard.press("Escape");
  await clickInside(page, chosen);
  const told = await page.$eval(`[data-pick="${targets[0].id}"] title`, (title) => title.textContent);
  assert.match(told, /: (\d+ (red|yellow|green|blue|purple)|bombs of \d+)/);
  gems.run.child.kill("SIGINT");

  const snakes = await match("why-snakes", "battlesnake", ["Anna=human", ai("battlesnake", "reference")]);
  const other = await browser.open(snakes.links.Anna);
  await isIn(other, "move");
  const open = await openWays(other, "1");
  const leads = await other.$$eval(".pad [data-answer]", (all) => all.map((button) => [button.dataset.answer, button.querySelector(".leads").textContent]));
  assert.equal(leads.length, 4);
  for (const [way, words] of leads) {
    assert.equal(/^(free|food|seat \d may come)$/.test(words), open.includes(way), `${way}: ${words}`);
  }
  snakes.run.child.kill("SIGINT");

  const dice = await match("why-dicewars", "dicewars", [ai("dicewars", "reference"), "Anna=human"]);
  const map = await browser.open(dice.links.Anna);
  await isIn(map, "move");
  const enemy = await map.$eval('.area[data-owner="1"]', (area) => area.dataset.area);
  const picked = await map.$eval(".hand-spot.open", (spot) => spot.getAttribute("data-pick"));
  if (await map.$(`.hand-spot.closed[data-pick="${enemy}"]`)) {
    await clickInside(map, enemy);
    assert.match(await textOf(map, "#hand .hint"), /^Area \d+ belongs to seat 1: first choose an area of yours\./);
  }
  await clickInside(map, picked);
  for (const target of (await pairs(map)).targets) {
    assert.match(await map.$eval(`[data-pick="${target.id}"] title`, (title) => title.textContent), /: (\d dice against \d win \d+ of 100 attacks|\d dice move)$/);
  }
  dice.run.child.kill("SIGINT");
});

for (const [size, viewport] of Object.entries({ desktop, phone, narrow: { width: 360, height: 780 } })) {
  test(`cops, ${size}: the plans of five cops fit, and none covers its cop's number`, async () => {
    const { run, links } = await match(`five-${size}`, "cops", [ai("cops", "reference"), "Anna=human"], ["--seats", "fixed"], []);
    const page = await browser.open(links.Anna, "", { viewport });
    await isIn(page, "move");
    assert.equal((await page.$$(".unit")).length, 5);
    assert.deepEqual(await page.$$eval(".unit, .units", (all) => all.filter((each) =>
      each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight).map((each) => each.className)), []);
    assert.equal((await page.$$("circle.hand-plan")).length, 0);
    run.child.kill("SIGINT");
  });
}

test("on a phone the way of a plan is the cell that a finger goes to", async () => {
  const options = { viewport: phone, hasTouch: true };
  const cops = await match("touch-cops", "cops", ["Anna=human", ai("cops", "reference")]);
  const other = await browser.open(cops.links.Anna, "", options);
  await isIn(other, "move");
  const [x, y] = await other.$eval("[data-thief]", (thief) => [Number(thief.getAttribute("data-x")), Number(thief.getAttribute("data-y"))]);
  const [dx, letter] = x > 3 ? [-2, "W"] : [2, "E"];
  await clickInside(other, `${x + dx} ${y}`, "touchscreen");
  assert.deepEqual(await other.$$eval(".unit .letter", (all) => all.map((each) => each.textContent)), [letter, letter, "·"]);
  await other.tap('[data-plan="send"]');
  assert.ok(await nextQuestion(other, "1"));
  assert.equal(gamesOf(cops.record)[0].moves[0].move, `${letter} ${letter} -`);
  cops.run.child.kill("SIGINT");
});

test("between two games the hand says how the first ended and which seat is the person's now", async () => {
  const { run, links, record } = await match("seats-change", "battlesnake", ["Anna=human", ai("battlesnake", "reference")], []);
  const page = await browser.open(links.Anna);
  const hints = [];
  const answers = [];
  for (let before = ""; await nextQuestion(page, before); ) {
    before = await question(page);
    hints.push(await textOf(page, "#hand .hint"));
    answers.push(await moves.battlesnake.keyboard(page, hints.length - 1));
  }
  assert.equal(page.ends, 1, "the end of the first game stayed until the second one was wanted");
  assert.equal(await run.ended, 0, run.err);
  const [first, second] = gamesOf(record);
  assert.deepEqual([first, second].flatMap(({ head, moves: made }) => made.filter(({ seat }) => head.seats[seat - 1].name === "Anna").map(({ move }) => move)), answers);
  const said = first.result.ranks.every((rank) => rank === 1) ? "A draw" : first.result.ranks[first.head.seats.findIndex(({ name }) => name === "Anna")] === 1 ? "You won" : "You lost to reference";
  const seat = second.head.seats.findIndex(({ name }) => name === "Anna");
  const told = hints.filter((hint) => hint.includes("now you are"));
  assert.deepEqual(told.map((hint) => hint.split(" Where")[0]), [`Game 1: ${said}. Game 2: now you are ${["blue", "orange"][seat]}.`]);
  await page.waitForSelector("#result .standing");
  assert.match(await textOf(page, "#result .standing"), /^(You won the match|You lost the match|The match is a draw) [\d.]+ : [\d.]+$/);
});

test("spades: each seat has its own cards below, and plays those that are marked by a click", { skip: existsSync("/usr/bin/lua") ? false : "needs lua" }, async () => {
  const names = ["Anna", "Ben", "Cleo", "Dan"];
  const { run, links, record } = await match("spades-seats", "spades", names.map((name) => `${name}=human`), ["--seats", "fixed"], ["--set", "deals=1"]);
  const pages = await Promise.all(names.map((name) => browser.open(links[name])));
  for (const [i, page] of pages.entries()) {
    await page.waitForSelector(`.hand.s${i + 1} [data-card]`);
    const hands = await page.$$eval("#board [data-hand]", (all) => all.map((hand) => ({ seat: Number(hand.dataset.hand), y: hand.getBoundingClientRect().bottom, cards: hand.querySelectorAll("[data-card]").length })));
    assert.deepEqual(hands.filter(({ cards }) => cards > 0).map(({ seat, cards }) => [seat, cards]), [[i + 1, 13]]);
    assert.equal(hands.sort((a, b) => b.y - a.y)[0].seat, i + 1);
  }
  for (const page of pages) {
    await isIn(page, "move");
    assert.match(await textOf(page, "#hand .hint"), /How many tricks will you take\?/);
    await press(page, '#hand [data-answer="2"]');
  }
  await isIn(pages[0], "move");
  assert.match(await textOf(pages[0], "#hand .hint"), /^You lead\. No spade was played yet/);
  const marked = await pages[0].$$eval(".hand-spot.pick", (all) => all.map((spot) => spot.getAttribute("data-pick")));
  const held = await pages[0].$$eval("#board .held[data-card]", (all) => all.map((card) => card.dataset.card));
  assert.deepEqual(marked, held.filter((card) => card[1] !== "S"));
  await clickInside(pages[0], marked[0]);
  await isIn(pages[1], "move");
  assert.match(await textOf(pages[1], "#hand .hint"), /^Seat 1 led (hearts|diamonds|clubs)/);
  assert.deepEqual(await pages[1].$$eval("#moves .move-card code", (all) => all.map((code) => code.textContent)), [marked[0]]); // what another one has played
  run.child.kill("SIGINT");
  await run.ended;
  assert.equal(gamesOf(record)[0].moves[4].move, marked[0]);
});

test("salvage: a boat that goes out of sight stays where it was seen last", { skip: existsSync(join(build, "games/salvage/rules")) ? false : "needs go" }, async () => {
  const { run, links, record } = await begin("salvage-memory", join(source, "fields/salvage/small.dat"), ["Anna=human", ai("salvage", "reference")]);
  const page = await browser.open(links.Anna);
  let asked = "";
  for (const [i, way] of ["down", "down", "left", "down", "left"].entries()) {
    await nextQuestion(page, asked);
    asked = await question(page);
    await (i % 2 === 0 ? clickInside(page, way) : page.keyboard.press(arrows[way])); // a click on the sea steers there
  }
  await nextQuestion(page, asked);
  assert.equal((await page.$$('.boat[data-boat="2"]')).length, 0);
  const memory = await page.$eval("[data-memory]", (each) => ({ ...each.dataset }));
  const other = await browser.open(links.Anna); // a page that hasn't shown the turns before
  await isIn(other, "move");
  assert.deepEqual(await other.$eval("[data-memory]", (each) => ({ ...each.dataset })), memory);
  run.child.kill("SIGINT");
  await run.ended;
  const { turns } = gamesOf(record)[0];
  const { place, crates } = turns[turns.length - 1 - Number(memory.ago)].state.boats[1];
  assert.deepEqual([memory.memory, memory.x, memory.y, memory.crates], ["2", ...place, crates].map(String));
  assert.ok(Number(memory.ago) > 0);
});

test("a person leaves a wrapped board and enters it on the other side", async () => {
  const wanted = ["--set", "size=7", "--set", "lines=60", "--set", "max_turns=9", "--set", "wrapped=1"];
  const { run, links, record } = await match("wrapped", "battlesnake", ["Anna=human", ai("battlesnake", "space")], ["--seats", "fixed"], wanted);
  const page = await browser.open(links.Anna);
  const heads = [];
  let parts = 0; // in which a body is drawn that lies over the border
  const answers = await playAll(page, async () => {
    const snake = await page.$eval('.snake[data-seat="1"]', (each) => ({ body: each.dataset.body, d: each.querySelector(".body")?.getAttribute("d") ?? "" }));
    const xs = snake.body.split(" ").map((cell) => Number(cell.split(",")[0]));
    heads.push(xs[0]);
    if (xs[1] === 0 && xs[0] === 6) {
      parts = snake.d.split("M").length - 1;
    }
    await page.keyboard.press("ArrowLeft");
    return "left";
  });
  assert.equal(await run.ended, 0, run.err);
  assert.ok(answers.length > 3, `${answers.length} moves`);
  heads.slice(1).forEach((x, i) => assert.equal(x, (heads[i] + 6) % 7));
  assert.ok(heads.includes(0) && heads.includes(6), String(heads));
  assert.equal(parts, 2);
  assert.ok(gamesOf(record)[0].moves.filter(({ seat }) => seat === 1).every(({ move, fault }) => move === "left" && !fault));
});
