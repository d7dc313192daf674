// Another game of the match beside the one shown, sound, and speeds that leave steps out.

import assert from "node:assert/strict";
import { test } from "node:test";
import { casesOf, fieldOf, games, playersOf } from "./catalogue.mjs";
import { accessFaults, painted, settled, textFaults, widthFaults } from "./checks.mjs";
import { ai, gamesOf, goTo, keepPicture, phone, play, textOf, until, useBrowser } from "./support.mjs";

const browser = useBrowser();
const match = () => (match.made ??= play("match", "battlesnake/11x11-2-001.dat", [ai("battlesnake", "space"), ai("battlesnake", "reference")]));

/** What is drawn at a place, without what only says how it came there. @param {import("playwright-core").Page} page @param {string} place */
const drawn = (page, place) => page.$eval(`${place} svg`, (svg) => [...svg.children].filter((part) => !["defs", "title"].includes(part.localName))
  .map((part) => part.outerHTML).join("\n").replace(/ data-from="[^"]*"/g, "").replace(/picture-\d+/g, "picture"));

/** @param {import("playwright-core").Page} page */
const isOpen = (page) => page.waitForSelector("#beside:not([hidden]) .board :is(svg, iframe)");

for (const game of games) {
  test(`two games of ${game.name} beside one another show the same turn, each as it is alone`, async () => {
    const { path, seats } = fieldOf(casesOf(game)[1]);
    const { page: file, record } = play(`beside-${game.name}`, path, playersOf(game, seats), ["--time-limit", "60s"]);
    const played = gamesOf(record);
    assert.ok(played.length > 1);
    const turns = played[0].turns.map(({ turn }) => turn);
    const middle = turns[Math.floor(turns.length / 2)];
    const page = await browser.open(file, `game=1&turn=${middle}&beside=2`);
    await isOpen(page);
    const isFramed = (await page.$("#board iframe")) !== null;
    const shown = new Map();
    for (const turn of [middle, turns[turns.length - 1]]) {
      await goTo(page, `game=1&turn=${turn}&beside=2`);
      await painted(page);
      shown.set(turn, isFramed ? await textOf(page, "#beside .status") : await drawn(page, "#beside .board"));
    }
    const faults = [];
    for (const viewport of [{ width: 1280, height: 800 }, phone, { width: 740, height: 360 }]) {
      await page.setViewportSize(viewport);
      await settled(page);
      await painted(page);
      faults.push(...[...await textFaults(page), ...await widthFaults(page)].map((each) => `${viewport.width}: ${each}`));
    }
    await keepPicture(page, `beside-${game.name}`);
    faults.push(...await accessFaults(page), ...page.problems);
    assert.deepEqual(faults, []);
    await page.click("#do-close-beside");
    assert.equal(await page.isVisible("#beside"), false);
    const last = played[1].turns[played[1].turns.length - 1].turn;
    for (const [turn, what] of shown) {
      await goTo(page, `game=2&turn=${Math.min(turn, last)}`);
      await painted(page);
      if (isFramed) {
        assert.ok(what.includes(await textOf(page, "#status")), `${what} has ${await textOf(page, "#status")}`);
      } else {
        assert.equal(what, await drawn(page, "#board"), `turn ${turn}`);
      }
    }
    await page.context().close();
  });
}

test("a key shows the next game beside this one, and both move together", async () => {
  const page = await browser.open(match().page);
  await page.keyboard.press("g");
  await isOpen(page);
  await until(page, () => location.hash.includes("beside=2"));
  const start = await drawn(page, "#beside .board");
  await page.keyboard.press("ArrowRight");
  await painted(page);
  assert.notEqual(await drawn(page, "#beside .board"), start);
  await page.keyboard.press("2"); // never a game beside itself
  await until(page, () => location.hash.includes("game=2") && location.hash.includes("beside=1"));
  assert.deepEqual(await page.$$eval("#beside-game option", (options) => options.map((option) => option.textContent)), ["Game 1"]);
  await page.keyboard.press("g");
  await until(page, () => !location.hash.includes("beside"));
  assert.equal(await page.isVisible("#beside"), false);
});

test("a game that ended earlier stays at its end beside the other one", async () => {
  const [first, second] = gamesOf(match().record).map(({ turns }) => turns[turns.length - 1].turn);
  assert.notEqual(first, second, "this match needs games of two lengths");
  const [longer, shorter] = first > second ? [1, 2] : [2, 1];
  const page = await browser.open(match().page, `game=${longer}&turn=${Math.max(first, second)}&beside=${shorter}`);
  await isOpen(page);
  await until(page, ([turn]) => document.querySelector("#beside .status").textContent.startsWith(`over after turn ${turn}`), [Math.min(first, second)]);
  assert.match(await textOf(page, "#beside .names"), /won|drew/);
});

test("a match of one game has nothing to show beside it", async () => {
  const { page: file } = play("single", "battlesnake/11x11-2-001.dat", [ai("battlesnake", "space"), ai("battlesnake", "reference")], ["--seats", "fixed"]);
  const page = await browser.open(file, "beside=1");
  assert.equal(await page.$eval("#do-beside", (button) => button.disabled), true);
  await page.keyboard.press("g");
  await painted(page);
  assert.equal(await page.isVisible("#beside"), false);
});

test("sound is off until a key wants it, and says what happens on the board", async () => {
  const page = await browser.open(match().page);
  // What is made is counted, not heard.
  await page.evaluate(() => {
    window.made = 0;
    for (const kind of ["createOscillator", "createBufferSource"]) {
      const make = AudioContext.prototype[kind];
      AudioContext.prototype[kind] = function counted() {
        window.made += 1;
        return make.call(this);
      };
    }
  });
  const made = () => page.evaluate(() => window.made);
  const step = async () => {
    await page.keyboard.press("ArrowRight");
    await painted(page);
  };
  await step();
  assert.equal(await made(), 0);
  await page.keyboard.press("v");
  assert.equal(await page.getAttribute("#do-sound", "aria-pressed"), "true");
  const first = await made();
  assert.ok(first > 0); // it says that it is on
  await step();
  assert.ok((await made()) > first);
  const before = await made();
  await page.keyboard.press("ArrowLeft"); // nothing happens backwards
  await painted(page);
  assert.equal(await made(), before);
  await page.keyboard.press("v");
  await step();
  assert.equal(await made(), before);
});

test("what is heard follows from what happens", async () => {
  const page = await browser.open(match().page);
  const heard = await page.evaluate(async () => {
    const { soundsOf } = await import("view/sound.js");
    const frame = (/** @type {number} */ value) => ({ measures: [[value], [1]] });
    const of = (/** @type {any} */ entry, from = 1, to = 1, board = {}, where = { isLastStep: true, isEnd: false }) =>
      soundsOf({ before: frame(from), frame: frame(to), entry: { moves: [], out: [], ...entry }, step: 0, steps: 1, names: [] }, board, where);
    return {
      nothing: of({}), gain: of({}, 1, 2), loss: of({}, 2, 1), fault: of({ moves: [{ seat: 1, fault: "timeout" }] }), out: of({ out: [2] }),
      end: of({ out: [2] }, 1, 1, {}, { isLastStep: true, isEnd: true }), own: of({}, 1, 2, { sounds: () => ["roll"] }), unknown: of({}, 1, 2, { sounds: () => ["constructor", "boom"] }),
      early: of({ out: [2] }, 1, 1, {}, { isLastStep: false, isEnd: false }),
    };
  });
  assert.deepEqual(heard, { nothing: ["step"], gain: ["gain"], loss: ["loss"], fault: ["fault"], out: ["out"], end: ["end", "out"], own: ["roll"], unknown: ["gain"], early: ["step"] });
});

test("the fastest speed plays a long game in seconds by leaving steps out", async () => {
  const page = await browser.open(match().page, "speed=1000");
  const last = gamesOf(match().record)[0].turns.length;
  await page.evaluate(() => {
    window.shown = [];
    new MutationObserver(() => window.shown.push(document.querySelector(".where").textContent)).observe(document.querySelector(".where"), { childList: true, characterData: true, subtree: true });
  });
  await page.keyboard.press(" ");
  await until(page, ([turns]) => document.querySelector(".where").textContent.startsWith(`Turn ${turns - 1} of`), [last]);
  const shown = await page.evaluate(() => window.shown.length);
  assert.ok(shown < last / 2, `${shown} of ${last} steps were shown`);
});
