// Over everything: each game that the referee knows, each of its maps and modes, each number of seats, and games of
// a stranger's (catalogue.mjs). A person plays a short game with the keyboard or a finger alone; then the page of that
// game is looked at from all sides (checks.mjs). A game that is added is tested without a line here.

import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { casesOf, fieldOf, games, playersOf } from "./catalogue.mjs";
import { accessFaults, contrastFaults, documentsOf, drawingOf, handFaults, layoutFaults, nameFaults, painted, playedFaults, screens, seatFaults, statusFaults, textFaults, touchedByStep, widthFaults } from "./checks.mjs";
import { begin, isIn, playAny } from "./play/human.mjs";
import { gamesOf, goTo, keepPicture, phone, play, referee, some, source, textOf, until, useBrowser } from "./support.mjs";

const browser = useBrowser();
const desk = { width: 1440, height: 900 };
/** Nodes of board and panel that a step may touch on average. */
const mostTouched = 250;
const schemes = /** @type {const} */ (["light", "dark"]);
/** Only these cases, for whoever works on one: CASES='map royale' … They all have pictures. */
const isAsked = "CASES" in process.env;
const wanted = new RegExp(process.env.CASES ?? "");

/** @param {import("playwright-core").Page} page @param {string} name */
const picture = (page, name) => keepPicture(page, name.replace(/[^\w.]+/g, "-"));

/** All complaints of a part of the page's life together, so that one look shows them all. */
class Complaints {
  constructor() {
    /** @type {string[]} */
    this.all = [];
  }
  /** @param {string} where @param {string[]} found */
  add(where, found) {
    this.all.push(...found.map((each) => `${where}: ${each}`));
  }
  end() {
    assert.deepEqual([...new Set(this.all)], []);
  }
}

/**
 * A match in which a person has the first seat, and the others are played by AIs. The first case of a game is looked at
 * by axe-core, too, and has a picture: what other cases have around their boards is the same.
 * @param {import("./catalogue.mjs").Case} each @param {"keyboard" | "pointer"} how @param {boolean} isFirst
 */
async function personPlays(each, how, isFirst) {
  const { path, seats } = fieldOf(each);
  const name = `${each.game.name} ${each.what} ${how}`.replace(/[^\w.]+/g, "-");
  const [, ...others] = playersOf(each.game, seats);
  const { run, record, links } = await begin(name, path, ["Ada=human", ...others]);
  const page = await browser.open(links.Ada, "", how === "pointer" ? { viewport: phone, hasTouch: true } : { viewport: desk });
  page.isTouched = how === "pointer";
  const complaints = new Complaints();
  await isIn(page, "move");
  // The seat's page, on the screen of its device, in both colours.
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    complaints.add(`seat, ${colorScheme}`, [...await (colorScheme === "light" ? textFaults(page) : []), ...await widthFaults(page), ...await contrastFaults(page)]);
    if (colorScheme === "light" && (isFirst || isAsked)) {
      await picture(page, `seat-${name}`);
    }
  }
  // At the start of many games all measures are 0.
  complaints.add("seat", await page.$$eval(".chart .axis", (labels) => labels.map((label) => label.textContent).filter((label) => /^-?\d+\.\d/.test(label)).map((label) => `the axis of whole numbers has ${label}`)));
  complaints.add("seat", [...await handFaults(page), ...await (isFirst ? accessFaults(page) : [])]);
  const sent = await playAny(page, how, async (turn) => {
    if (turn === 2) {
      complaints.add("seat, later", await textFaults(page));
    }
  });
  assert.equal(await run.ended, 0, run.err);
  const [game] = gamesOf(record);
  const own = game.moves.filter((move) => move.seat === 1);
  assert.ok(sent.length > 0);
  assert.deepEqual(own.filter((move) => move.fault), []);
  assert.deepEqual(own.map((move) => move.move.trim()), sent.map((choices) => choices.join(" ").trim()));
  assert.match(referee("replay", record, "--verify"), /every move and state matches/);
  await page.waitForSelector("#result .verdict");
  assert.equal(await page.isVisible(".hand-controls"), false);
  complaints.add("seat, the end", await textFaults(page));
  // A second press of a key may come when the turn is over: the server refuses it (409), or has ended with the match.
  complaints.add("console", page.problems.filter((/** @type {string} */ problem) => !/409 \(Conflict\)|ERR_EMPTY_RESPONSE/.test(problem)));
  await page.context().close();
  complaints.end();
  const html = record.replace(".jsonl", ".html");
  referee("replay", record, "--html", html, "--force");
  return { record, page: html };
}

/** The replay page from all sides. @param {{record: string, page: string}} match @param {string} name @param {boolean} isWhole every screen and dialog */
async function lookAt(match, name, isWhole) {
  const complaints = new Complaints();
  const [game] = gamesOf(match.record);
  const turns = some(game.turns);
  const page = await browser.open(match.page, `game=1&turn=${turns[Math.floor(turns.length / 2)].turn}`, { viewport: desk });
  // Every screen: room, overlap.
  for (const [screen, share] of Object.entries(screens)) {
    const [width, height] = screen.split("x").map(Number);
    await page.setViewportSize({ width, height });
    await painted(page);
    complaints.add(screen, [...await layoutFaults(page, share), ...await widthFaults(page), ...await textFaults(page), ...await nameFaults(page), ...await statusFaults(page)]);
    if (isWhole) {
      await picture(page, `every-${name}-${screen}`);
    }
  }
  // Colours; what axe-core finds.
  await page.setViewportSize(desk);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    complaints.add(colorScheme, [...await contrastFaults(page), ...await (isWhole ? accessFaults(page) : [])]);
    if (isWhole || isAsked) {
      await picture(page, `every-${name}-${colorScheme}`);
    }
  }
  // From turn to turn: texts; the board that steps lead to is the one that a link leads to; the board as text.
  await page.$eval("#picture", (details) => { details.open = true; });
  const drawn = async () => (await drawingOf(page)).$eval("#board svg", (svg) => [...svg.children].filter((part) => part.localName !== "defs" && part.localName !== "title").map((part) => part.outerHTML).join("\n").replace(/ data-from="[^"]*"/g, "")); // how pieces came there may differ
  const texts = new Set();
  const jumped = new Map();
  for (const { turn } of turns) {
    await goTo(page, `game=1&turn=${turn}`);
    complaints.add(`turn ${turn}`, [...await textFaults(page), ...await statusFaults(page), ...await (isWhole ? contrastFaults(page) : [])]);
    texts.add(await textOf(page, "#picture pre"));
    jumped.set(turn, await drawn());
    if (jumped.size === 2) { // soon after the start all seats are on the board
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        complaints.add(colorScheme, await seatFaults(page));
      }
    }
  }
  await page.keyboard.press("Home");
  await until(page, () => document.querySelector(".where").textContent.startsWith("Start"));
  for (let step = 0; step < (isWhole ? 12 : 6); ++step) {
    const before = await textOf(page, ".where");
    await page.keyboard.press("ArrowRight");
    await painted(page); // what was wished is shown
    const [where, isSame] = [await textOf(page, ".where"), await drawn()];
    const [, turn, at, of] = /^Turn (\d+)(?:.*step (\d+)\/(\d+))?/.exec(where) ?? [];
    if (where !== before && at === of && jumped.has(Number(turn)) && jumped.get(Number(turn)) !== isSame) {
      complaints.add(where, ["the board isn't the one that a link leads to"]);
    }
  }
  if (texts.size < 2 && turns.length > 1 || [...texts].some((text) => text.trim() === "")) {
    complaints.add("board as text", ["it doesn't change, or is empty"]);
  }
  complaints.add("moves", await playedFaults(page));
  // Only what has changed is touched, of the 250 to 1000 nodes that the page has.
  if (isWhole) {
    const touched = await touchedByStep(page);
    complaints.add("steps", touched <= mostTouched ? [] : [`${touched.toFixed(0)} nodes are touched in a step`]);
  }
  // Nothing moves where less motion is asked for.
  for (const each of await documentsOf(page)) {
    complaints.add("motion", await each.evaluate(() => document.getAnimations().map((animation) => `${animation.effect?.target?.outerHTML.slice(0, 80)} moves`)));
  }
  // The story: the terminal's sentences, each leads to its turn.
  const { story } = JSON.parse(referee("replay", match.record, "--story", "--json", "--game", "1"));
  const lines = await page.$$eval("#story li", (all) => all.map((line) => [line.querySelector("button").textContent, line.querySelector("span").lastChild.textContent]));
  assert.deepEqual(lines, story.map((/** @type {any} */ moment) => [moment.turn === undefined ? "start" : `turn ${moment.turn}`, moment.text]));
  const place = story.findIndex((/** @type {any} */ moment) => moment.turn !== undefined);
  if (place >= 0) {
    await page.click(`#story [data-moment="${place}"]`);
    await until(page, (turn) => document.querySelector(".where").textContent.startsWith(`Turn ${turn} of`), story[place].turn);
  }
  // The card at the end.
  await page.keyboard.press("End");
  await page.waitForSelector("#result .verdict");
  const { ranks, reason, scores } = game.result;
  const verdict = await textOf(page, "#result .verdict strong");
  const winners = game.head.seats.filter((/** @type {any} */ _, /** @type {number} */ i) => ranks[i] === 1);
  if (winners.length < ranks.length) {
    winners.forEach((/** @type {any} */ { name: winner }) => assert.ok(verdict.includes(winner), verdict));
  }
  const said = (await textOf(page, "#status")).split(" · ");
  assert.ok(said.some((words) => words.includes(reason)), reason);
  assert.deepEqual(said.filter((words, i) => said.indexOf(words) !== i), [], "the status says something twice");
  if (scores.some((/** @type {number} */ score, /** @type {number} */ i) => score !== (ranks[i] === 1 ? 1 : 0))) {
    const card = await textOf(page, "#result");
    assert.deepEqual(scores.filter((/** @type {number} */ score) => !card.includes(Number.isInteger(score) ? String(Math.abs(score)) : Math.abs(score).toFixed(Math.abs(score) < 10 ? 2 : 1))), [], `the result doesn't say why: ${card}`);
  }
  complaints.add("the end", [...await textFaults(page), ...await contrastFaults(page), ...await (isWhole ? accessFaults(page) : [])]);
  // Dialogs.
  for (const [dialog, key] of Object.entries(isWhole ? { rules: "h", share: "m", help: "?" } : { rules: "h" })) {
    if (dialog === "rules" && !(await page.isVisible("#do-rules"))) {
      continue;
    }
    await page.keyboard.press(key);
    await page.waitForSelector(`#${dialog}[open]`);
    complaints.add(dialog, [...await textFaults(page), ...await (isWhole ? accessFaults(page) : [])]);
    await page.keyboard.press("Escape");
    await until(page, () => !document.querySelector("dialog[open]"));
  }
  // A record that breaks off.
  if (isWhole) {
    const [head, ...rest] = readFileSync(match.record, "utf8").split("\n").filter(Boolean);
    const isEnd = (/** @type {string} */ line) => line.startsWith('{"ranks"');
    const broken = match.record.replace(".jsonl", "-broken.jsonl");
    writeFileSync(broken, [head, ...rest.slice(0, rest.findIndex(isEnd))].join("\n") + "\n");
    referee("replay", broken, "--html", broken.replace(".jsonl", ".html"), "--force");
    await page.goto(`file://${broken.replace(".jsonl", ".html")}`);
    await page.waitForSelector("body[data-ready]");
    await page.keyboard.press("End");
    await until(page, () => /breaks off/.test(document.querySelector("#result").textContent));
    assert.match(await textOf(page, "#status"), /breaks off/);
    assert.ok(!(await textOf(page, "#story")).includes("to the end"), await textOf(page, "#story"));
  }
  // In a frame of another page.
  await page.setViewportSize({ width: 360, height: 300 });
  await page.goto("about:blank");
  await page.goto(`file://${match.page}#embed&game=1&turn=${turns[0].turn}`);
  await page.waitForSelector("body[data-ready]");
  await painted(page);
  complaints.add("embedded", [...await textFaults(page), ...await page.$$eval("#board svg, .controls", (all) => all.flatMap((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= 360 && bottom <= 300 && bottom > top ? [] : [`${element.localName} isn't whole: ${[left, top, right, bottom]}`];
  }))]);
  complaints.add("console", page.problems);
  await page.context().close();
  complaints.end();
}

test("no game, number of seats, map or mode is without a test", () => {
  const names = games.map(({ name }) => name);
  const folders = readdirSync(join(source, "referee/games"), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  assert.deepEqual(folders.filter((name) => !names.includes(name)), []);
  for (const game of games) {
    const cases = casesOf(game);
    const seats = new Set(cases.map((each) => each.seats));
    for (let count = Math.max(2, game.seats.min); count <= game.seats.max; ++count) {
      assert.ok(seats.has(count), `${game.name}: ${count} seats`);
    }
    for (const { name, default: usual, values = [] } of game.parameters) {
      const asked = new Set([usual, ...cases.map(({ asks }) => asks[name])]);
      assert.deepEqual(values.filter((value) => !asked.has(value)), [], `${game.name}: ${name}`);
    }
  }
});

games.forEach((game, place) => {
  casesOf(game).forEach((each, i) => {
    const name = `${game.name}, ${each.what}`;
    if (!wanted.test(name)) {
      return;
    }
    if (Object.keys(each.room).length === 0 && Object.keys(each.asks).length === 0) {
      test(`${name}: the page of a game between AIs`, async () => {
        const { path, seats } = fieldOf(each);
        await lookAt(play(`whole-${game.name}`, path, playersOf(game, seats), ["--seats", "fixed"]), name, true);
      });
      return;
    }
    // The cases of a game are played in both ways in turn; a game with one has the other way than the game before.
    const how = (place + i) % 2 === 1 ? "keyboard" : "pointer";
    test(`${name}: a person plays with ${how === "keyboard" ? "the keyboard" : "a finger"} alone, and the page of the game`, async () => {
      await lookAt(await personPlays(each, how, i === 1), name, false);
    });
  });
});
