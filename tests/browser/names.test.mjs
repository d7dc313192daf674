// Names that are written from right to left turn nothing around them, wherever one stands in a replay page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ai, play, useBrowser, until } from "./support.mjs";

const browser = useBrowser();
/** @type {[string, string]} */
const names = ["שחקן", "لاعب"];

test("a name in Hebrew or Arabic is isolated wherever it stands", async () => {
  const [first, second] = ["greedy", "reference"].map((name, i) => ai("gems", name).replace(/^[^=]*/, names[i]));
  const { page: file } = play("names", "gems/contest.dat", [first, second]);
  const page = await browser.open(file, "game=1");
  await page.keyboard.press("End");
  await until(page, () => !document.querySelector("#result").hidden);
  const { open, found } = await page.evaluate((all) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const open = [];
    let found = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? "";
      const parent = node.parentElement;
      for (const name of parent?.closest("script, style, template") ? [] : all.filter((each) => text.includes(each))) {
        found += 1;
        const isAlone = text.trim() === name && ["isolate", "plaintext", "isolate-override"].includes(getComputedStyle(parent).unicodeBidi);
        if (!isAlone && !text.includes(`\u2068${name}\u2069`)) {
          open.push(`${parent?.tagName}: ${text}`);
        }
      }
    }
    for (const element of document.querySelectorAll("[title], [aria-label]")) {
      for (const attribute of ["title", "aria-label"]) {
        const text = element.getAttribute(attribute) ?? "";
        for (const name of all.filter((each) => text.includes(each) && text.trim() !== each && !text.includes(`\u2068${each}\u2069`))) {
          open.push(`${attribute} of ${element.tagName}: ${text} (${name})`);
        }
      }
    }
    return { open, found };
  }, names);
  assert.ok(found >= 8, `only ${found} places`);
  assert.deepEqual(open, []);
  assert.deepEqual(page.problems, []);
});
