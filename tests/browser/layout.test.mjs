// Type, folding curves, menu, title, list of games, history. That boards and controls are whole: every.test.mjs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldOf, gameNamed, playersOf } from "./catalogue.mjs";
import { nameFaults, painted } from "./checks.mjs";
import { ai, gamesOf, goTo, play, textOf, useBrowser, until } from "./support.mjs";

const browser = useBrowser();
/** @type {Record<string, {record: string, page: string}>} */
const made = {};
/** A match of the game in which pages are looked at here. */
const matchOf = () => (made.gems ??= play("layout", "gems/contest.dat", ["reference", "random"].map((name) => ai("gems", name))));

test("type grows with the screen", async () => {
  const page = await browser.open(matchOf().page);
  const sizes = [];
  for (const width of [360, 1280, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    sizes.push(await page.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize)));
  }
  assert.deepEqual(sizes.slice(0, 2), [14, 14]);
  assert.ok(sizes[2] >= 16 && sizes[3] >= 18, `${sizes}`);
});

test("the curves fold and unfold by button and key, and the scrubber stays", async () => {
  const page = await browser.open(matchOf().page, "game=1&turn=2");
  const visible = () => page.$$eval(".chart, #curve, input[type=range]", (all) => all.map((element) => element.checkVisibility()));
  // In the order of the document: chart, scrubber, choice of a curve.
  assert.deepEqual(await visible(), [true, true, true]);
  await page.click("#do-curves");
  assert.deepEqual([await visible(), await page.getAttribute("#do-curves", "aria-expanded")], [[false, true, false], "false"]);
  await page.keyboard.press("c");
  assert.deepEqual([await visible(), await page.getAttribute("#do-curves", "aria-expanded")], [[true, true, true], "true"]);
  await until(page, () => document.querySelectorAll(".chart .curve").length === 2);
  // A choice is kept on another screen.
  await page.setViewportSize({ width: 360, height: 740 });
  assert.deepEqual(await visible(), [true, true, true]);
});

test("the menu has what is needed now and then, and Escape closes it", async () => {
  const page = await browser.open(matchOf().page, "game=1&turn=2", { viewport: { width: 360, height: 740 } });
  await page.click("#do-more");
  const boxes = await page.$$eval("#menu button", (all) => all.map((entry) => { const box = entry.getBoundingClientRect(); return [entry.textContent, box.top, box.bottom, box.left, box.right]; }));
  assert.ok(boxes.some(([text]) => text === "EndEnd") && boxes.some(([text]) => text.startsWith("Keys")));
  for (const [text, top, bottom, left, right] of boxes) {
    assert.ok(top >= 0 && bottom <= 740 && left >= 0 && right <= 360 && bottom - top >= 36, `${text}: ${[top, bottom, left, right]}`);
  }
  await page.keyboard.press("Escape");
  assert.equal(await page.isVisible("#menu"), false);
  await page.click("#do-more");
  await page.click("#do-toEnd");
  assert.equal(await page.isVisible("#menu"), false);
  await page.waitForSelector("#result .verdict");
});

test("the page has landmarks: one main part, header, navigation", async () => {
  const page = await browser.open(matchOf().page);
  assert.equal((await page.$$("main")).length, 1);
  const outside = await page.$$eval("body > :not([hidden])", (all) => all.map((element) => element.localName));
  assert.deepEqual(outside.filter((name) => !["header", "main", "dialog", "p", "noscript", "script"].includes(name)), []);
});

test("the title names the players and what they have won", async () => {
  const page = await browser.open(matchOf().page);
  const title = await textOf(page, "#title");
  assert.match(title, /^(reference|random) \d(\.5)? : \d(\.5)? (reference|random)gems on contest$/);
  assert.equal(await page.title(), `${title.replace("gems on contest", "")} – gems`);
});

test("another game is a page of the history", async () => {
  const page = await browser.open(matchOf().page, "game=1&turn=2");
  await page.keyboard.press("n");
  await until(page, () => /game=2/.test(location.hash));
  await goTo(page, "game=2&turn=3");
  await page.keyboard.press("ArrowRight");
  await until(page, () => /game=2&turn=4/.test(location.hash));
  await page.goBack();
  await until(page, () => document.querySelector(".where").textContent.startsWith("Start"));
  assert.match(page.url(), /game=2/);
  await page.goBack();
  await until(page, () => /game=1&turn=2/.test(location.hash));
  await until(page, () => document.querySelector(".where").textContent.startsWith("Turn 2 of"));
});

test("of many games there is a list with a search, results, lengths and faults", async () => {
  const names = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
  const { page: file, record } = play("many", "battlesnake/19x19-8-001.dat", names.map((name) => ai("battlesnake", "random").replace("random=", `${name}=`)));
  const games = gamesOf(record);
  const page = await browser.open(file, "game=1");
  assert.deepEqual(await page.$$(".tab"), []);
  assert.equal(await textOf(page, "#do-list"), "Game 1of 8");
  await page.click("#do-list");
  const rows = () => page.$$eval("#list tbody tr", (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  const all = await rows();
  assert.equal(all.length, 8);
  games.forEach((game, i) => {
    const winners = game.result.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
    assert.equal(all[i][0], `Game ${game.head.number}`);
    assert.equal(all[i][2], winners.length === 1 ? `${winners[0] + 1}${game.head.seats[winners[0]].name}` : winners.map((seat) => seat + 1).join(""));
    assert.equal(all[i][3], String(game.turns.length));
    assert.equal(all[i][4], String(game.moves.filter((move) => move.fault).length || ""));
  });
  await page.selectOption("#list [aria-label=Order]", "1");
  const lengths = (await rows()).map((row) => Number(row[3]));
  assert.deepEqual(lengths, games.map((game) => game.turns.length).sort((a, b) => b - a));
  await page.fill("#list input", "game 7");
  assert.deepEqual((await rows()).map((row) => row[0]), ["Game 7"]);
  assert.equal(await textOf(page, "#list [role=status]"), "1 of 8 games");
  await page.fill("#list input", "nobody");
  assert.deepEqual(await rows(), []);
  await page.fill("#list input", "");
  const winner = games.find((game) => game.result.ranks.filter((rank) => rank === 1).length === 1);
  if (winner) {
    const { name } = winner.head.seats[winner.result.ranks.indexOf(1)];
    await page.selectOption("#list [aria-label=Result]", name);
    assert.ok((await rows()).every((row) => row[2].endsWith(name)) && (await rows()).length > 0);
    await page.selectOption("#list [aria-label=Result]", "");
  }
  await page.click('#list [data-open="5"]');
  await until(page, () => document.querySelector("#do-list").textContent.startsWith("Game 5"));
  for (const [key, game] of [["p", 4], ["n", 5]]) {
    await page.keyboard.press(key);
    await until(page, (number) => document.querySelector("#do-list").textContent.startsWith(`Game ${number}`), game);
  }
});

test("at every width each control can be pressed: nothing lies on it or cuts it off", async () => {
  const page = await browser.open(matchOf("dicewars").page, "game=1&turn=2");
  for (let width = 320; width <= 1480; width += 40) {
    await page.setViewportSize({ width, height: 768 });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const hidden = await page.evaluate(() => [...document.querySelectorAll(".top button, #controls button:not([popover] *), #controls select")]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return [[left + 4, top + 4], [right - 4, bottom - 4]].some(([x, y]) => !element.contains(document.elementFromPoint(x, y)));
      }).map((element) => element.id || element.textContent));
    assert.deepEqual(hidden, [], `${width} wide`);
  }
});

test("names above the board never give way to the status: 2 to 8 seats, at every width", async () => {
  const game = gameNamed("battlesnake");
  const found = [];
  for (let seats = 2; seats <= game.seats.max; ++seats) {
    const { path } = fieldOf({ game, what: `${seats} names`, seats, areSeatsAsked: true, asks: {}, room: game.small });
    const page = await browser.open(play(`names-${seats}`, path, playersOf(game, seats), ["--seats", "fixed"]).page, "game=1");
    await page.keyboard.press("End"); // where the winner is named
    await page.waitForSelector("#result .verdict");
    for (let width = 320; width <= 1520; width += 120) {
      await page.setViewportSize({ width, height: 768 });
      await painted(page);
      found.push(...(await nameFaults(page)).map((fault) => `${seats} seats, ${width}: ${fault}`));
    }
    await page.context().close();
  }
  assert.deepEqual(found, []);
});
