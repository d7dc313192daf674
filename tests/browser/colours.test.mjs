// Colours as they are drawn, mixed with what lies below them: who can't tell two of them apart has a
// pattern, a shape or a number.

import assert from "node:assert/strict";
import { test } from "node:test";
import { distance, enough, sights } from "./checks.mjs";
import { ai, play, useBrowser } from "./support.mjs";

const browser = useBrowser();

/**
 * The colour that a piece of each seat is drawn with, on its ground, and the marks of its pattern with their colour on it.
 * @param {any} page @param {{piece: string, property: "fill" | "stroke", pattern: string}} kind selectors, with N for the seat
 */
const drawn = (page, kind, seats) => page.evaluate(([{ piece, property, pattern }, count]) => {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const mix = (/** @type {[string, string][]} */ ...layers) => {
    context.globalAlpha = 1;
    for (const [colour, opacity] of layers) {
      context.globalAlpha = Number(opacity);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
    }
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const page = /** @type {[string, string]} */ ([getComputedStyle(document.body).backgroundColor, "1"]);
  const probe = document.createElement("i");
  probe.style.color = "var(--ground)";
  document.body.append(probe);
  const ground = /** @type {[string, string]} */ ([getComputedStyle(probe).color, "1"]);
  return Array.from({ length: count }, (_, i) => {
    const style = getComputedStyle(document.querySelector(piece.replace("N", String(i + 1))));
    const base = /** @type {[string, string]} */ ([style[property], style[`${property}Opacity`]]);
    const over = document.querySelector(pattern.replace("N", String(i + 1)));
    const reference = /#([\w-]+)/.exec(over ? getComputedStyle(over)[property] : "");
    const mark = reference ? document.getElementById(reference[1]).firstElementChild : null;
    const marking = mark ? getComputedStyle(mark) : null;
    const which = marking?.stroke !== "none" ? "stroke" : "fill";
    return {
      colour: mix(page, ground, base), marks: mark?.getAttribute("d") ?? "",
      markColour: marking ? mix(page, ground, base, [marking[which], marking[`${which}Opacity`]]) : null,
    };
  });
}, [kind, seats]);

/** @type {[string, string, string[], {piece: string, property: "fill" | "stroke", pattern: string}, number][]} */
const kinds = [
  ["dicewars", "dicewars/eight-001.dat", Array(8).fill("reference"), { piece: ".area.sN", property: "fill", pattern: ".pattern-mixed-fill.sN" }, 8],
  ["battlesnake", "battlesnake/19x19-8-001.dat", Array(8).fill("reference"), { piece: ".snake.sN .body", property: "stroke", pattern: ".snake.sN .pattern-line" }, 8],
  ["spe_ed", "spe_ed/small-6-001.dat", Array(6).fill("reference"), { piece: ".trail.sN", property: "fill", pattern: ".pattern.sN" }, 6],
];
for (const [game, field, ais, kind, seats] of kinds) {
  test(`${game}: seats whose colours look alike have patterns that can be seen`, async (t) => {
    const { page: file } = play(`colours-${game}`, field, ais.map((name) => ai(game, name)), ["--seats", "fixed"]);
    const page = await browser.open(file, "game=1&turn=1");
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      const all = await drawn(page, kind, seats);
      assert.equal(new Set(all.map(({ marks }) => marks)).size, seats, "each seat has a pattern of its own");
      let least = Infinity;
      for (const [name, sight] of Object.entries(sights)) {
        all.forEach(({ colour, markColour }, i) => {
          const contrast = markColour ? distance(colour, markColour, sight) : Infinity;
          assert.ok(contrast >= enough, `${colorScheme}, ${name}: the pattern of seat ${i + 1} differs by ${contrast.toFixed(1)}`);
          all.slice(i + 1).forEach((other) => {
            least = Math.min(least, distance(colour, other.colour, sight));
          });
        });
      }
      t.diagnostic(`${colorScheme}: the least distance of two colours is ${least.toFixed(1)}`);
    }
  });
}

test("gems: stones whose colours look alike have other shapes", async () => {
  const { page: file } = play("colours-gems", "gems/contest.dat", [ai("gems", "reference"), ai("gems", "random")], ["--seats", "fixed"]);
  const page = await browser.open(file, "game=1");
  const shapes = await page.$$eval(".stone[data-stone]", (all) => Object.fromEntries(all.filter((stone) => stone.querySelector("polygon")).map((stone) => {
    const [x, y] = [Number(stone.getAttribute("data-x")) * 10 + 5, (9 - Number(stone.getAttribute("data-y"))) * 10 + 5];
    return [stone.getAttribute("data-stone"), stone.querySelector("polygon").getAttribute("points").split(" ").map((point) => {
      const [px, py] = point.split(",").map(Number);
      return `${(px - x).toFixed(1)},${(py - y).toFixed(1)}`;
    }).join(" ")];
  })));
  assert.equal(Object.keys(shapes).length, 5);
  assert.equal(new Set(Object.values(shapes)).size, 5);
});

test("cops: the sides differ by their shapes, cops by their numbers; curves by the numbers at their ends", async () => {
  const { page: file } = play("colours-cops", "cops/standard-001.dat", [ai("cops", "reference"), ai("cops", "random")], ["--seats", "fixed"]);
  const page = await browser.open(file, "game=1&turn=2");
  assert.deepEqual(await page.$$eval(".thief .piece, .cop .piece", (all) => [...new Set(all.map((piece) => `${piece.localName} ${piece.closest(".thief, .cop").classList[0]}`))].sort()), ["circle thief", "path cop"]);
  assert.deepEqual(await page.$$eval(".cop .count", (all) => all.map((count) => count.textContent).sort()), ["1", "2", "3", "4", "5"]);
  assert.deepEqual(await page.$$eval(".seat-end:not(.chance-end)", (all) => all.map((end) => end.textContent).sort()), ["1", "2"]);
});
