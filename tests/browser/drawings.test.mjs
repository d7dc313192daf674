// Lines of notes.dat that begin with @ draw on the board; every other line is text.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ai, dataOf, gamesOf, goTo, keepPicture, play, scriptAi, textOf, useBrowser, until } from "./support.mjs";

const browser = useBrowser();

/** A match whose first AI writes these notes at every move. @param {string} name @param {string} notes @param {string} [game] */
function matchWith(name, notes, game = "battlesnake") {
  const answers = { battlesnake: "up", gems: "1 0 1 1", dicewars: "end" };
  const fields = { battlesnake: "battlesnake/11x11-2-001.dat", gems: "gems/contest.dat", dicewars: "dicewars/two-001.dat" };
  const script = scriptAi(name, `cat > notes.dat <<'END'\n${notes}\nEND\necho ${answers[game]} > result.dat`);
  return play(name, fields[game], [script, ai(game, "reference")]);
}

const drawn = (page) => dataOf(page, "[data-drawn]", "drawn").then((all) => all.flat());

/** What a person sees: style sheets win over attributes. @param {import("playwright-core").Page} page @param {string} selector @param {"fill" | "stroke"} which */
const colourOf = (page, selector, which) => page.$eval(selector, (element, name) => getComputedStyle(element)[name], which);

test("cells, lines, arrows, circles and texts are drawn where the board has these coordinates", async () => {
  const { page: file } = matchWith("drawer", "@cell 2 3 tomato 42\n@line 0 0 10 10 #12ab9f\n@arrow 1 1 1 5 navy\n@circle 5 5 2.5 gold\n@text 9 9 here it is");
  const page = await browser.open(file, "game=1&turn=0&drawings=on");
  assert.deepEqual(await drawn(page), ["cell", "line", "arrow", "circle"]);
  const at = (selector) => page.$eval(selector, (element) => ["x", "y", "cx", "cy", "r", "fill", "stroke"].map((name) => element.getAttribute(name)));
  // Cells are 10 wide, y goes up: (2, 3) begins 20 from the left, and its upper edge is 70 from the top.
  assert.deepEqual(await at('[data-drawn="cell"]'), ["20", "70", null, null, null, "tomato", null]);
  assert.deepEqual(await at('[data-drawn="circle"]'), [null, null, "55", "55", "25", null, "gold"]);
  assert.equal(await page.getAttribute('[data-drawn="line"]', "d"), "M5 105L105 5");
  assert.match(await page.getAttribute('[data-drawn="arrow"]', "d"), /^M15 95L15 55M/);
  assert.equal(await colourOf(page, '[data-drawn="cell"]', "fill"), "rgb(255, 99, 71)");
  assert.equal(await colourOf(page, '[data-drawn="circle"]', "fill"), "none");
  assert.equal(await colourOf(page, '[data-drawn="arrow"]', "stroke"), "rgb(0, 0, 128)");
  assert.deepEqual(await page.$$eval(".drawn.label", (all) => all.map((label) => label.textContent)), ["42", "here it is"]);
  assert.equal(await page.$(".notes"), null);
});

test("areas of dicewars are tinted, and arrows lead from one to another", async () => {
  const { page: file } = matchWith("areas", "@area 3 orange 0.7\n@arrow 3 4 teal\n@area 999 orange", "dicewars");
  const page = await browser.open(file, "game=1&turn=0&drawings=on");
  assert.deepEqual(await drawn(page), ["area", "arrow"]);
  assert.equal(await page.getAttribute('[data-drawn="area"]', "d"), await page.getAttribute('.area[data-area="3"]', "d"));
  assert.equal(await colourOf(page, '[data-drawn="area"]', "fill"), "rgb(255, 165, 0)");
  const move = await page.getAttribute('[data-drawn="arrow"]', "d");
  assert.match(move, /^M[-\d.]+ [-\d.]+L/);
});

test("values are listed with the move and have a curve of their own", async () => {
  const { page: file } = matchWith("values", "@value score 12.5\n@value constructor -3e2");
  const page = await browser.open(file, "game=1&turn=0&drawings=on");
  assert.deepEqual(await page.$$eval(".values dt", (all) => all.map((name) => name.textContent)), ["score", "constructor"]);
  assert.deepEqual(await page.$$eval(".values dd", (all) => all.map((value) => value.textContent)), ["12.5", "−300"]);
  const names = await page.$$eval("#curve option", (options) => options.map((option) => option.value));
  assert.deepEqual(names.slice(-2), ["score (notes)", "constructor (notes)"]);
  await page.selectOption("#curve", "score (notes)");
  await until(page, () => document.querySelector('[data-curve="1"]').getAttribute("d").length > 0);
});

test("a line that can't be read is shown as text", async () => {
  const lines = ["thinking", "@cell 1 red", "@cell 1 2 url(x)", "@cell 1e9 2 red", "@cell 1 2 inherit", "@line 1 2 3 4 red more", "@circle 1 2 x red",
    "@value a b", "@value a", "@star 1 2 red", "@__proto__ 1 2", "@text 1 2", "@area x red", "@arrow 1 2 3 4", "@cell 1 2 red;fill:blue"];
  const { page: file } = matchWith("unreadable", lines.join("\n"));
  const page = await browser.open(file, "game=1&turn=0&drawings=on");
  assert.deepEqual(await drawn(page), []);
  assert.equal(await textOf(page, ".move-card .notes"), lines.join("\n"));
  assert.deepEqual(page.problems, []);
});

test("drawings are on the board of their own move only", async () => {
  const script = scriptAi("once", `
    case "$(sed -n 's/^turn //p' match.dat)" in 0) echo "@cell 4 4 red" > notes.dat;; esac
    echo up > result.dat`);
  const { page: file } = play("once", "battlesnake/11x11-2-001.dat", [script, ai("battlesnake", "reference")]);
  const page = await browser.open(file, "game=1&turn=0&drawings=on");
  assert.deepEqual(await drawn(page), ["cell"]);
  await page.keyboard.press("ArrowRight");
  await until(page, () => /^Turn 1 of/.test(document.querySelector(".where").textContent));
  assert.deepEqual(await drawn(page), []);
});

test("drawings have a switch and a legend, and lie on the board that the AI saw", async () => {
  const { page: file, record } = matchWith("before", "@cell 2 3 tomato\n@cell 3 3 tomato\n@circle 5 5 2 gold", "gems");
  const page = await browser.open(file, "game=1&turn=0");
  const stones = () => page.$$eval(".stone[data-stone]", (all) => Object.fromEntries(all.map((stone) => [`${stone.dataset.x} ${stone.dataset.y}`, stone.dataset.stone])));
  const boardOf = (state) => Object.fromEntries(state.board.flatMap((row, y) => [...row].map((stone, x) => [`${x} ${9 - y}`, stone])));
  const [start, after] = gamesOf(record)[0].states;
  assert.deepEqual(await drawn(page), []);
  assert.deepEqual(await stones(), boardOf(after));
  assert.deepEqual(await page.$$eval(".drawings span:has(.dab)", (all) => all.map((each) => [each.textContent, each.querySelector(".dab").style.background])), [["2 cells", "tomato"], ["1 circle", "gold"]]);
  await page.click("[data-drawings]");
  assert.deepEqual(await drawn(page), ["cell", "cell", "circle"]);
  assert.deepEqual(await stones(), boardOf(start));
  assert.match(await textOf(page, "#status"), /^Before the moves, with what the AIs drew/);
  await page.keyboard.press("d");
  assert.deepEqual(await drawn(page), []);
});

/** AIs of the samples that draw: with whom, where, and what is seen of it. @type {[string, string, string, string, string[]][]} */
const samples = [
  ["gems", "depth3", "reference", "gems/contest.dat", ["line"]],
  ["battlesnake", "duel", "reference", "battlesnake/7x7-2-001.dat", ["arrow"]],
  ["spe_ed", "domme", "reference", "spe_ed/small-2-001.dat", ["cell"]],
  ["cops", "foresight", "reference", "cops/small.dat", ["line"]],
  ["dicewars", "foresight", "reference", "dicewars/two-001.dat", ["arrow"]],
];
for (const [game, name, other, field, kinds] of samples) {
  test(`${name} of ${game} draws what it thinks (picture in build/screenshots)`, async () => {
    const { page: file, record } = play(`sample-${game}`, field, [ai(game, name), ai(game, other)], ["--time-limit", "400ms"]);
    const { turns } = gamesOf(record)[0];
    const seen = new Set();
    const page = await browser.open(file, "game=1&drawings=on");
    for (const turn of turns.slice(0, 12)) {
      await goTo(page, `game=1&turn=${turn.turn}&drawings=on`);
      (await drawn(page)).forEach((kind) => seen.add(kind));
      if (turn.turn === turns[Math.min(3, turns.length - 1)].turn) {
        await keepPicture(page, `sample-${game}-${name}`);
      }
    }
    assert.deepEqual(kinds.filter((kind) => !seen.has(kind)), []);
    assert.deepEqual(page.problems, []);
  });
}

test("foresight of cops draws its candidates in both roles, its own plan on top", async () => {
  const { page: file, record } = play("roles", "cops/small.dat", [ai("cops", "foresight"), ai("cops", "reference")], ["--time-limit", "60s"]);
  const page = await browser.open(file, "game=1&drawings=on");
  for (const game of gamesOf(record)) {
    const seat = game.head.seats.find(({ name }) => name === "foresight").seat;
    const move = game.turns[0].moves.find((each) => each.seat === seat);
    await goTo(page, `game=${game.head.number}&turn=${game.turns[0].turn}`);
    const strokes = await page.$$eval(`[data-drawn-by="${seat}"] [data-drawn="line"]`, (lines) => lines.map((line) => line.getAttribute("stroke")));
    assert.ok(strokes.includes("gray"), `seat ${seat} draws candidates`);
    const steps = move.effect.split(" ").filter((letter) => letter !== "-").length;
    assert.deepEqual(strokes.slice(strokes.length - steps), Array(steps).fill("gold"));
    assert.ok(!strokes.slice(0, strokes.length - steps).includes("gold"));
  }
});
