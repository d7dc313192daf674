// From one frame to the next: what moves; what a drawing keeps; and drawings that the page can't use.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { ai, play, textOf, useBrowser, until } from "./support.mjs";

const browser = useBrowser();
const match = () => (match.made ??= play("stage", "battlesnake/11x11-2-001.dat", [ai("battlesnake", "space"), ai("battlesnake", "reference")], ["--seats", "fixed"]));

/** The match's page with another module as its drawing. @param {string} name @param {string} module */
function pageWith(name, module) {
  const file = match().page.replace(".html", `-${name}.html`);
  const url = `data:text/javascript;base64,${Buffer.from(module).toString("base64")}`;
  const page = readFileSync(match().page, "utf8").replace(/("view\/games\/battlesnake\.js":)"[^"]*"/, (_, key) => `${key}"${url}"`);
  assert.ok(page.includes(url));
  writeFileSync(file, page);
  return file;
}

/** A drawing with one piece for each seat at the height of its length, which moves sideways. */
const drawing = `
import { from, svg } from "view/svg.js";
export const version = 1;
export const style = ".game-battlesnake .dot { fill: rgb(1, 2, 3); }";
export const board = () => ({
  box: [0, 0, 100, 100], cell: 10, centre: (x, y) => [x, y],
  draw: ({ frame, before, keep }) => [svg("rect", { class: "ground", width: 100, height: 100 }),
    keep("still", 0, () => svg("circle", { id: "still", r: 3 })),
    ...frame.snakes.map((snake) => keep("dot " + snake.seat, snake.body[0].join(), () =>
      svg("circle", { class: "dot", "data-head": snake.body[0].join(), cx: 50, cy: 50, r: 4, ...from(before ? 8 : 0, 0) })))],
  text: () => "as text", status: (frame, names) => "seen by " + names.join(), gauges: () => [], fate: () => "",
});`;

for (const [name, module, line] of [
  ["old", drawing.replace("version = 1", "version = 2"), "The drawing of battlesnake is of version 2, this page needs 1: it shows the text picture instead."],
  ["none", drawing.replace("export const version = 1;", ""), "The drawing of battlesnake is of version none, this page needs 1: it shows the text picture instead."],
  ["broken", "export const board = ;", /^The drawing of battlesnake can't be loaded \(SyntaxError: .*\): the page shows the text picture instead\.$/],
]) {
  test(`a drawing that the page can't use (${name}) costs one line, and the text picture is shown`, async () => {
    const page = await browser.open(pageWith(name, module), "game=1&turn=2");
    assert.match(await textOf(page, "#notice"), typeof line === "string" ? new RegExp(`^${line}$`) : line);
    assert.match(await textOf(page, "#board .picture"), /"snakes"/); // these frames have no picture
    assert.deepEqual(await page.$$(".dot"), []);
    assert.match(await textOf(page, ".where"), /^Turn 2 of/);
  });
}

test("a drawing from elsewhere has its own style, and gets the names", async () => {
  const page = await browser.open(pageWith("own", drawing), "game=1&turn=2");
  assert.equal(await page.$eval(".dot", (dot) => getComputedStyle(dot).fill), "rgb(1, 2, 3)");
  assert.equal(await textOf(page, "#status"), "seen by space,reference");
  assert.equal(await textOf(page, "#notice"), "");
  assert.deepEqual(page.problems, []);
});

test("what a drawing keeps is not touched, and everything else is replaced", async () => {
  const page = await browser.open(pageWith("kept", drawing), "game=1&turn=2");
  await page.evaluate(() => {
    window.seen = { still: document.querySelector("#still"), ground: document.querySelector(".ground") };
  });
  const before = await page.$$eval(".dot", (dots) => dots.map((dot) => dot.getAttribute("data-head")));
  await page.keyboard.press("ArrowRight");
  await until(page, () => /^Turn 3 of/.test(document.querySelector(".where").textContent));
  const after = await page.$$eval(".dot", (dots) => dots.map((dot) => dot.getAttribute("data-head")));
  assert.ok(after.every((head, i) => head !== before[i]));
  assert.deepEqual(await page.evaluate(() => [window.seen.still === document.querySelector("#still"), window.seen.ground === document.querySelector(".ground")]), [true, false]);
});

for (const [reducedMotion, key, moving] of /** @type {["no-preference" | "reduce", string, number][]} */ ([
  ["no-preference", "ArrowRight", 2], ["no-preference", "ArrowLeft", 0], ["no-preference", "PageDown", 0], ["reduce", "ArrowRight", 0],
])) {
  test(`after ${key} ${moving ? "pieces move" : "nothing moves"} (${reducedMotion})`, async () => {
    const page = await browser.open(pageWith("moving", drawing), "game=1&turn=2", { reducedMotion });
    // Told when a movement begins, because it is over soon.
    await page.evaluate(() => {
      window.begun = 0;
      const { animate } = Element.prototype;
      Element.prototype.animate = function counted(...words) {
        window.begun += 1;
        window.keyframes = words[0];
        return animate.apply(this, words);
      };
    });
    const turn = { ArrowRight: 3, ArrowLeft: 1, PageDown: 12 }[key];
    await page.keyboard.press(key);
    await until(page, (end) => document.querySelector(".where").textContent.startsWith(`Turn ${end} of`), turn);
    assert.equal(await page.evaluate(() => window.begun), moving);
    if (moving) {
      assert.equal(await page.evaluate(() => window.keyframes[0].transform), "translate(8px, 0px) rotate(0deg)");
    }
  });
}
