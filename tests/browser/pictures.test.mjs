// The pictures in the READMEs show the pages of today. `make pictures` makes them anew; what each is made of
// stands in pictures.mjs.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { difference, drawn, launch, masked, maxBytes, open, pictures, wordsOf } from "./pictures.mjs";
import { source } from "./support.mjs";

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** All files of the tree but what was built. @param {string} folder @returns {string[]} */
const filesBelow = (folder = "") => readdirSync(join(source, folder), { withFileTypes: true })
  .filter(({ name }) => !/^(\..*|build|node_modules)$/.test(name))
  .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]));

/** The pictures that a page of Markdown shows. @param {string} page */
const shownIn = (page) => [...readFileSync(join(source, page), "utf8").matchAll(/!\[[^\]]*\]\(([^)\s]+)|<(?:img|source)[^>]*\bsrc(?:set)?="([^"\s]+)/g)]
  .map(([, markdown, html]) => normalize(join(page, "..", markdown ?? html)));

test("every picture in a README has an entry, and every entry and every PNG is in a README", () => {
  const files = filesBelow();
  const shown = new Set(files.filter((file) => file.endsWith(".md")).flatMap(shownIn));
  const entries = [...pictures, ...drawn].map(({ file }) => file);
  assert.deepEqual([...shown].sort(), entries.sort());
  assert.deepEqual(files.filter((file) => file.endsWith(".png")).sort(), pictures.map(({ file }) => file).sort());
});

test("pictures are small, and those of pages as large as their entry says", () => {
  for (const { file } of [...pictures, ...drawn]) {
    assert.ok(readFileSync(join(source, file)).length <= maxBytes, `${file} has ${readFileSync(join(source, file)).length} bytes, at most ${maxBytes} are allowed`);
  }
  for (const { file, viewport, scale } of pictures) {
    const png = readFileSync(join(source, file));
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [viewport.width * scale, viewport.height * scale], file);
  }
  for (const { file, by } of drawn) {
    assert.ok(existsSync(join(source, by)) && readFileSync(join(source, by), "utf8").includes(basename(file)), `${by} draws ${file}`);
  }
});

for (const picture of pictures) {
  test(`${picture.file} shows the page of today`, { skip: picture.lacks?.() ?? false }, async () => {
    const page = await open(browser, picture);
    const differs = difference(picture, await wordsOf(page));
    assert.ok(!differs, `${picture.file} is out of date, run make pictures: ${differs}`);
    await page.context().close();
  });
}

test("a text, a state and a piece that differ are noticed; colours and durations aren't", async () => {
  const page = await open(browser, pictures[0]);
  const words = await wordsOf(page);
  await page.addStyleTag({ content: "* { color: red; fill: lime; }" });
  await page.evaluate(() => document.querySelectorAll(".player-card *").forEach((each) => {
    if (each.childElementCount === 0 && / ms$/.test(each.textContent ?? "")) {
      each.textContent = "12,345.6 ms";
    }
  }));
  assert.ok(await wordsOf(page) === words, "colours and durations");
  /** @type {[string, () => void][]} */
  const changes = [
    ["a text", () => document.querySelector("#do-rules .long")?.append("!")],
    ["a control", () => document.querySelector("#do-rules")?.remove()],
    ["a control without a text", () => document.querySelector("#do-curves")?.remove()],
    ["a choice", () => void (/** @type {HTMLSelectElement} */ (document.querySelector("#speed")).selectedIndex = 0)],
    ["a piece's data", () => document.querySelector("#board .area")?.setAttribute("data-owner", "9")],
    ["a piece's class", () => document.querySelector("#board .area")?.classList.toggle("s8")],
    ["a part of a piece", () => document.querySelector("#board .dice .top")?.remove()],
    ["a hidden piece", () => void (/** @type {HTMLElement} */ (document.querySelector("#board .throw")).style.display = "none")],
    ["a curve", () => document.querySelector(".chart .curve")?.remove()],
  ];
  let last = words;
  for (const [what, change] of changes) {
    await page.evaluate(change);
    const now = await wordsOf(page);
    assert.ok(now !== last, what);
    last = now;
  }
  await page.context().close();
});

test("figures that differ from run to run are masked, others aren't", () => {
  assert.equal(masked("1.8 ms, 30.3 M instructions, 1,024 KiB, 12 s"), "… ms, … instructions, … KiB, … s");
  assert.equal(masked("23 : 14, 4/s, 5 stones, 3 moves"), "23 : 14, 4/s, 5 stones, 3 moves");
});
