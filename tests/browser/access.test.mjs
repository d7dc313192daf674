// axe-core finds nothing wrong on the replay page and its dialogs, on the page of a person who plays, in
// all games, light and dark, on small and large screens.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { isIn, match } from "./play/human.mjs";
import { ai, play, until, useBrowser } from "./support.mjs";

const browser = useBrowser();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** @param {any} page @param {string} what */
async function findsNothing(page, what) {
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(axe);
  }
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html.slice(0, 200)} ${node.failureSummary}`).join("; ").slice(0, 600)}`);
  });
  assert.deepEqual(found, [], what);
}

/** @type {Record<string, [string, string[]]>} */
const matches = {
  gems: ["gems/contest.dat", ["reference", "random"]],
  battlesnake: ["battlesnake/11x11-4-001.dat", ["space", "reference", "random", "reference"]],
  spe_ed: ["spe_ed/small-6-001.dat", ["space", "reference", "random", "reference", "space", "random"]],
  cops: ["cops/small.dat", ["reference", "random"]],
  dicewars: ["dicewars/four-001.dat", ["sdc", "reference", "sdc", "reference"]],
};
const screens = [[360, 740], [2560, 1440]];
const dialogs = { rules: "h", share: "m", help: "?" };
for (const [game, [field, ais]] of Object.entries(matches)) {
  test(`${game}: the replay page and its dialogs`, async () => {
    const { page: file } = play(`access-${game}`, field, ais.map((name) => ai(game, name)));
    const page = await browser.open(file, "game=1&turn=2");
    for (const [width, height] of screens) {
      await page.setViewportSize({ width, height });
      for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        await page.emulateMedia({ colorScheme });
        await findsNothing(page, `${width} ${colorScheme}`);
      }
    }
    // The end with its card, on a dark screen; the dialogs, which lie over all the rest.
    await page.keyboard.press("End");
    await page.waitForSelector("#result .verdict");
    await findsNothing(page, "the end");
    if (game === "gems" || game === "dicewars") {
      for (const [name, key] of Object.entries(dialogs)) {
        await page.keyboard.press(key);
        await page.waitForSelector(`#${name}[open]`);
        await findsNothing(page, name);
        await page.keyboard.press("Escape");
        await until(page, () => !document.querySelector("dialog[open]")); // the next key is the page's
      }
    }
    assert.deepEqual(page.problems, []);
  });
}

for (const game of ["gems", "cops"]) {
  test(`${game}: the page of a person who plays`, async () => {
    const { run, links } = await match(`access-human-${game}`, game, ["Anna=human", ai(game, "reference")]);
    const page = await browser.open(links.Anna, "", { viewport: { width: 360, height: 740 } });
    await isIn(page, "move");
    await findsNothing(page, "phone, light");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: "dark" });
    await findsNothing(page, "desktop, dark");
    run.child.kill("SIGINT");
  });
}
