// The judge's line: its areas, marks, losses and the turning point are the terminal's.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ai, keepPicture, play, referee, textOf, useBrowser, until } from "./support.mjs";

const browser = useBrowser();

for (const [game, field, ais] of /** @type {[string, string, string[]][]} */ ([
  ["gems", "gems/contest.dat", ["depth2", "reference"]],
  ["cops", "cops/standard-001.dat", ["reference", "away"]],
])) {
  test(`${game}: the page has the judge's line of the terminal (picture in build/screenshots)`, async () => {
    const { page: file, record } = play(`judge-${game}`, field, ais.map((name) => ai(game, name)));
    const { chances, judge } = JSON.parse(referee("replay", record, "--judge", "--json", "--game", "1"));
    const page = await browser.open(file, "game=1");
    await until(page, () => document.querySelectorAll("#curves .chance").length > 0);
    assert.equal((await page.$$("#curves .chance")).length, 2);
    const shown = () => page.$$eval("#judge [data-chance]", (all) => all.map((each) => Number(each.getAttribute("data-chance"))));
    assert.deepEqual(await shown(), chances[0].chances);
    // Each of the worst moves leads to its turn, with the chances after it.
    const losses = await page.$$eval("#judge .losses li", (all) => all.map((line) => [Number(line.getAttribute("data-seat")),
      Number(line.querySelector("[data-loss]").getAttribute("data-loss")), [...line.querySelectorAll("[data-turn]")].map((move) => Number(move.getAttribute("data-turn")))]));
    assert.deepEqual(losses, judge.players.map(({ seat, loss, worst }) => [seat, loss, worst.map(({ turn }) => turn)]));
    const turn = judge.players.flatMap(({ worst }) => worst)[0].turn;
    await page.click(`#judge [data-turn="${turn}"]`);
    await until(page, (number) => document.querySelector(".where").textContent.startsWith(`Turn ${number} of`), turn);
    assert.deepEqual(await shown(), chances.find((each) => each.turn === turn).chances);
    // Marks on the time line are the moves with marks.
    const marks = await page.$$eval("#curves .loss", (all) => all.map((mark) => mark.firstChild.textContent));
    assert.ok(marks.every((mark) => ["?!", "?", "??"].includes(mark)));
    await keepPicture(page, `judge-${game}`);
    await page.keyboard.press("End");
    await until(page, () => !document.querySelector("#result").hidden);
    const story = JSON.parse(referee("replay", record, "--story", "--json", "--game", "1")).story;
    const turning = await page.$(".turning");
    assert.equal(Boolean(turning), story.some(({ chance }) => chance));
    if (turning) {
      const text = await textOf(page, ".turning");
      assert.ok(story.some((moment) => moment.chance && text.includes(moment.text)), text);
    }
    // What is to come stays hidden.
    await page.keyboard.press("Home");
    await page.keyboard.press("x");
    await until(page, () => document.querySelector("#judge .losses").hidden);
    assert.deepEqual(page.problems, []);
  });
}
