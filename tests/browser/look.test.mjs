// How the page looks: contrast of its colours, long names, the largest boards, no jumping.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ai, build, desktop, folder, gamesOf, phone, play, referee, source, useBrowser, until } from "./support.mjs";

const browser = useBrowser();

/** @type {Record<string, {record: string, page: string}>} */
const made = {};
/** @param {string} game @param {string} field @param {string[]} ais */
const matchOf = (game, field, ais) => (made[game] ??= play(`look-${game}`, field, ais.map((name) => ai(game, name))));

/** Luminance by WCAG 2. @param {string} hex */
function luminance(hex) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {string} a @param {string} b */
function contrast(a, b) {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

/** The colours of both themes, as the style sheet names them. */
function colours() {
  const style = readFileSync(join(source, "referee/pages/web/styles/colours.css"), "utf8");
  const [light, dark] = style.split("@media (prefers-color-scheme: dark)")
    .map((part) => Object.fromEntries([...part.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map((found) => [found[1], found[2]])));
  return { light, dark: { ...light, ...dark } };
}

for (const [theme, palette] of Object.entries(colours())) {
  test(`${theme}: texts have a contrast of at least 4.5, pieces of at least 3`, () => {
    for (const ground of ["page", "surface"]) {
      for (const text of ["ink", "soft", "accent", "bad"]) {
        assert.ok(contrast(palette[text], palette[ground]) >= 4.5, `${text} on ${ground}: ${contrast(palette[text], palette[ground])}`);
      }
    }
    assert.ok(contrast(palette.soft, palette.none) >= 4.5);
    assert.ok(contrast(palette["accent-ink"], palette.accent) >= 4.5);
    for (let seat = 1; seat <= 8; ++seat) {
      const colour = palette[`seat-${seat}`];
      for (const ground of ["ground", "page", "surface"]) {
        assert.ok(contrast(colour, palette[ground]) >= 3, `seat ${seat} on ${ground}: ${contrast(colour, palette[ground])}`);
      }
      assert.ok(contrast(palette["on-seat"], colour) >= 4.5, `number on seat ${seat}: ${contrast(palette["on-seat"], colour)}`);
    }
    for (const piece of ["food", "soft"]) {
      assert.ok(contrast(palette[piece], palette.ground) >= 3, `${piece}: ${contrast(palette[piece], palette.ground)}`);
    }
  });
}

for (const [size, viewport] of Object.entries({ desktop, phone })) {
  test(`battlesnake, ${size}: what became of each snake of eight can be read whole`, async () => {
    const { page: file, record } = play(`look-fates-${size}`, "battlesnake/19x19-8-001.dat", Array(8).fill(ai("battlesnake", "space")), ["--seats", "fixed"]);
    const page = await browser.open(file, "game=1", { viewport });
    await page.keyboard.press("End");
    const { reason } = gamesOf(record)[0].result;
    await until(page, (text) => document.querySelector("#status").textContent.includes(text), reason);
    const fates = await page.$$eval(".fate", (all) => all.map((each) => [each.textContent, each.scrollWidth <= each.clientWidth]));
    assert.ok(fates.some(([text]) => /seat \d, turn/.test(text)), `${fates}`);
    assert.deepEqual(fates.filter(([, isWhole]) => !isWhole), []);
  });
}

for (const [game, settings, ais, pieces] of /** @type {[string, string[], string[], string][]} */ ([
  ["spe_ed", ["width=200", "height=200"], ["reference", "reference"], ".player .head"],
  ["cops", ["size=60"], ["random", "random"], ".cop .piece, .thief .piece"],
])) {
  test(`${game}: pieces can be seen on the largest board`, async () => {
    const field = join(folder, `largest-${game}.dat`);
    referee("create", field, "--game", game, "--seed", "1", ...settings.flatMap((setting) => ["--set", setting]));
    const { page: file } = play(`look-largest-${game}`, field, ais.map((name) => ai(game, name)), ["--seats", "fixed"]);
    const page = await browser.open(file, "game=1&turn=1");
    const widths = await page.$$eval(pieces, (elements) => elements.map((element) => element.getBoundingClientRect().width));
    assert.ok(widths.length >= 2);
    assert.ok(widths.every((width) => width >= 8), `${widths}`);
  });
}

for (const [size, viewport] of Object.entries({ desktop, tablet: { width: 800, height: 1100 }, phone })) {
  test(`${size}: a long name is cut off and widens nothing`, async () => {
    const name = "an AI with a long name, ".repeat(10);
      const { page: file } = play(`look-long-name-${size}`, "gems/contest.dat", [`${name}=${join(build, "ai/gems/reference")}`, ai("gems", "random")]);
    const page = await browser.open(file, "game=1&turn=0", { viewport });
    await page.keyboard.press("End"); // where ranks stand beside the names
    const wide = await page.evaluate(() => [...document.querySelectorAll("body, .panel, #players, #moves")]
      .map((element) => [element.id || element.className, element.scrollWidth, element.clientWidth])
      .filter(([, content, room]) => content > room));
    assert.deepEqual(wide, []);
  });
}

test("the board and the controls stay where they are from turn to turn", async () => {
  const page = await browser.open(matchOf("spe_ed", "spe_ed/small-6-001.dat", ["space", "reference", "space", "random", "space", "reference"]).page, "game=1");
  const places = () => page.$$eval("#board svg, .controls button, .controls select, .chart, .player-card .value", (elements) =>
    elements.map((element) => { const box = element.getBoundingClientRect(); return [box.left, box.top, box.bottom]; }));
  const boxes = () => page.$$eval("#board svg, .controls button, .controls select, .chart, .player-card", (elements) =>
    elements.map((element) => { const box = element.getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom]; }));
  const first = await boxes();
  assert.ok((await places()).length > 0);
  for (const key of ["ArrowRight", "PageDown", "PageDown", "End"]) {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.deepEqual(await boxes(), first, `after ${key}`);
  }
});

test("where less motion is asked for nothing moves by itself", async () => {
  const page = await browser.open(matchOf("gems", "gems/contest.dat", ["depth2", "reference"]).page, "game=1&turn=3");
  const moving = await page.$$eval("*", (elements) => elements.filter((element) => {
    const style = getComputedStyle(element);
    return (style.animationName !== "none") || style.transitionDuration.split(",").some((time) => parseFloat(time) > 0);
  }).length);
  assert.equal(moving, 0);
});
