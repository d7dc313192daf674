// Large pages of tables, from results that nobody played: the report of 30 AIs, that of a gauntlet in which
// two lost everything, of a circle, and the site of 250 entries. Pictures for people to look at.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { before, test } from "node:test";
import { build, folder, keepPicture, patience, referee, until, useBrowser } from "./support.mjs";

const browser = useBrowser();
const screens = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } };
const site = join(folder, "season-site");
/** @param {string} kind */
const reportOf = (kind) => join(folder, `${kind}.html`);

before(() => {
  for (const kind of ["thirty", "gauntlet", "circle", "season"]) {
    execFileSync(join(build, "stored-results"), [kind, join(folder, `${kind}.sqlite`)]);
  }
  for (const kind of ["thirty", "gauntlet", "circle"]) {
    referee("report", join(folder, `${kind}.sqlite`), "--html", reportOf(kind), "--title", `The ${kind}`);
  }
  referee("site", join(folder, "season.sqlite"), site, "--title", "Cup of 250");
});

/** Opens a page; what it complains about fails the test. @param {string} file @param {object} [options] */
async function open(file, options = {}) {
  const context = await browser.launched().newContext({ viewport: screens.desktop, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  /** @type {string[]} */
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await page.goto(`file://${file}`);
  return { page, problems, close: async () => {
    assert.deepEqual(problems, []);
    await context.close();
  } };
}

/** The rows that are seen of a table. @param {import("playwright-core").Page} page @param {string} table */
const seen = (page, table) => page.$$eval(`${table} tbody tr`, (rows) => rows.filter((row) => row.getClientRects().length > 0).length);

test("the report of 30 AIs: standings first, contents that lead to every part, a page that can be walked", async (t) => {
  for (const [device, viewport] of Object.entries(screens)) {
    const { page, close } = await open(reportOf("thirty"), { viewport });
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    t.diagnostic(`${device}: ${height} px high`);
    assert.ok(height < 8_000, `${height} px`);
    // The first screen has the answer in words, and the best with rank and rating.
    const first = await page.$eval("#standings tbody tr", (row) => ({ bottom: row.getBoundingClientRect().bottom, text: row.textContent }));
    assert.ok(first.bottom <= viewport.height, `the first row ends at ${first.bottom}`);
    assert.match(first.text, /^1.*player-1/);
    const parts = await page.$$eval(".contents a", (links) => links.map((link) => document.querySelector(link.getAttribute("href"))?.querySelector("h2")?.textContent));
    assert.ok(parts.length >= 7 && parts.every(Boolean), `${parts}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), "scrolls sideways");
    await close();
  }
});

test("a name that is typed finds its rows in all tables, also in those that are folded", async () => {
  const { page, close } = await open(reportOf("thirty"));
  const all = await seen(page, "#standings");
  await page.fill(".contents input", "PLAYER-30");
  assert.equal(await seen(page, "#standings"), 1);
  assert.equal(await seen(page, "#pairs"), 29);
  assert.equal(await page.$eval("#pairs details", (details) => details.open), true);
  await page.press(".contents input", "Escape");
  assert.equal(await seen(page, "#standings"), all);
  assert.equal(await page.$eval("#pairs details", (details) => details.open), false);
  // A name in another table leads to the row of the AI.
  await page.click("#endings tbody tr:nth-child(7) a");
  const target = await page.$eval("tr:target", (row) => row.textContent);
  assert.ok(target.includes(await page.textContent("#endings tbody tr:nth-child(7) a")), target);
  await close();
});

test("whoever lost everything has an arrow and a hollow dot, and no rating that looks measured", async () => {
  const { page, close } = await open(reportOf("gauntlet"));
  const rows = await page.$$eval("#standings tbody tr", (all) => all.map((row) => ({
    name: row.querySelector("th").textContent,
    arrows: row.querySelectorAll("line.open").length,
    hollow: row.querySelectorAll("circle.guess").length,
    dots: row.querySelectorAll("circle.bar").length,
    grey: row.querySelector("td .soft")?.textContent ?? "",
  })));
  for (const { name, arrows, hollow, dots, grey } of rows) {
    const lost = name === "broken" || name === "sleepy";
    assert.deepEqual([arrows > 0, hollow, dots, grey.startsWith("(")], lost ? [true, 1, 0, true] : [false, 0, 1, false], name);
  }
  assert.ok(rows.slice(-2).every(({ arrows }) => arrows > 0), "those that lost everything stand last");
  await close();
});

test("a circle is said in words", async () => {
  const { page, close } = await open(reportOf("circle"));
  assert.match(await page.textContent(".answer"), /(rock|paper|scissors) beats .* beats .* beats .*: this is certain/);
  await close();
});

test("a circle has a map: all strengths and styles, three arrows, every name in the picture and clear of the others", async () => {
  referee("site", join(folder, "circle.sqlite"), join(folder, "circle-site"), "--title", "Circle");
  for (const file of [reportOf("circle"), join(folder, "circle-site", "index.html"), join(folder, "circle-site", "report.html")]) {
    for (const viewport of Object.values(screens)) {
      const { page, close } = await open(file, { viewport });
      assert.equal(await page.$$eval("#styles figure:nth-child(1) circle.bar", (all) => all.length), 5);
      assert.equal(await page.$$eval("#styles figure:nth-child(2) circle.bar", (all) => all.length), 5);
      assert.equal(await page.$$eval("#styles .cloud", (all) => all.length), 5);
      assert.equal(await page.$$eval("#styles line.open", (all) => all.length), 9, "three arrows of three lines");
      const boxes = await page.$$eval("#styles figure:nth-child(2) svg", ([svg]) => [svg, ...svg.querySelectorAll("text")].map((each) => {
        const { left, top, right, bottom } = each.getBoundingClientRect();
        return { text: each.textContent, left, top, right, bottom };
      }));
      const [frame, ...names] = boxes;
      assert.equal(names.length, 5);
      for (const [i, one] of names.entries()) {
        assert.ok(one.left >= frame.left && one.right <= frame.right && one.top >= frame.top && one.bottom <= frame.bottom, `${one.text} is cut off`);
        for (const other of names.slice(i + 1)) {
          const apart = Math.max(one.left - other.right, other.left - one.right, one.top - other.bottom, other.top - one.bottom);
          assert.ok(apart > -4, `${one.text} covers ${other.text}`);
        }
      }
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), "scrolls sideways");
      await close();
    }
  }
});

test("beside a circle's map stands who is strong without a ladder", async () => {
  for (const viewport of Object.values(screens)) {
    const { page, close } = await open(reportOf("circle"), { viewport });
    const rows = await page.$$eval("#without_ladder tbody tr", (all) => all.map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent.trim())));
    assert.equal(rows.length, 5);
    assert.deepEqual(rows.slice(0, 3).map(([name]) => name).sort(), ["paper", "rock", "scissors"]);
    const shares = rows.map((row) => Number(row[1]));
    assert.ok(Math.abs(shares.reduce((sum, share) => sum + share) - 100) < 0.3, `${shares}`);
    assert.match(rows[0][2], /^\[\d+\.\d, \d+\.\d\]$/);
    assert.match(await page.textContent("#without_ladder .about"), /no single AI beats/);
    await keepPicture(page.locator("#without_ladder"), `without-ladder-${viewport.width}`);
    await close();
  }
  const { page, close } = await open(reportOf("thirty"));
  assert.equal(await page.locator("#without_ladder").count(), 0);
  await close();
});

test("report and pages of entries say where an AI loses", async () => {
  const { page, close } = await open(reportOf("circle"), { viewport: screens.phone });
  assert.equal(await page.$$eval("#losses details.losses", (all) => all.length), 5);
  assert.deepEqual(await page.$$eval("#losses details[open] summary", (all) => all.map((each) => each.textContent)), ["sand"]); // the last
  await page.click("#losses summary:text-is('rock')");
  assert.equal(await page.$$eval("#losses details[open]", (all) => all.length), 2);
  await page.click("#losses summary:text-is('rock')");
  assert.match(await page.textContent("#losses details[open]"), /sand got \d+ % of the points of its 320 games/);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), "scrolls sideways");
  await close();
  const entry = await open(join(site, "entry", "team-137.html"));
  assert.match(await entry.page.textContent("#losses"), /Version 1 got \d+ % of the points of its \d+ games/);
  await entry.close();
});

test("an entry is found among 250", async () => {
  const { page, close } = await open(join(site, "index.html"));
  assert.equal(await seen(page, "table.standings"), 25);
  await page.fill("input[aria-label='Find an entry']", "team-137");
  assert.equal(await seen(page, "table.standings"), 1);
  assert.match(await page.textContent("#standings .finder [role=status]"), /^1 of 251$/);
  await page.press("input[aria-label='Find an entry']", "Escape");
  await page.click("text=Show all 251");
  assert.equal(await seen(page, "table.standings"), 251);
  await page.fill("input[aria-label='Find an entry']", "team-137");
  await page.click("table.standings tr:not([hidden]) a");
  assert.equal(await page.textContent("h1"), "team-137");
  // From there to an opponent's page, both against each other, and the report.
  const links = await page.$$eval("a", (all) => all.map((link) => link.getAttribute("href")));
  for (const kind of [/^team-/, /^\.\.\/pair\//, /^\.\.\/field\//, /^\.\.\/report\.html/]) {
    assert.ok(links.some((link) => kind.test(link)), `${kind}`);
  }
  await close();
});

test("without scripts all rows are there, and nothing that would need one", async () => {
  const { page, close } = await open(join(site, "index.html"), { javaScriptEnabled: false });
  assert.equal(await page.locator("table.standings tbody tr:visible").count(), 251);
  assert.equal(await page.locator("button:visible, input:visible").count(), 0);
  await close();
});

for (const theme of ["light", "dark"]) {
  for (const [device, viewport] of Object.entries(screens)) {
    test(`${theme}, ${device}: no page is wider than the screen`, async () => {
      const pages = { "report-30": reportOf("thirty"), "report-gauntlet": reportOf("gauntlet"), "report-circle": reportOf("circle"),
        "site-250": join(site, "index.html"), "site-250-entry": join(site, "entry/team-137.html"), "site-250-report": join(site, "report.html") };
      for (const [name, file] of Object.entries(pages)) {
        const { page, close } = await open(file, { viewport, colorScheme: theme });
        await until(page, () => document.readyState === "complete");
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${name} scrolls sideways`);
        // Nothing of a chart's head lies over its neighbour.
        const over = await page.$$eval("th.bars svg", (heads) => heads.flatMap((head) => {
          const boxes = [...head.querySelectorAll("text")].map((text) => text.getBoundingClientRect());
          return boxes.slice(1).filter((box, i) => box.width > 0 && box.left < boxes[i].right - 1).map((box) => box.left);
        }));
        assert.deepEqual(over, [], `${name}: numbers of a scale overlap`);
        await keepPicture(page, `${name}-${device}-${theme}`);
        await keepPicture(page, `${name}-${device}-${theme}-whole`, { fullPage: true });
        await close();
      }
    });
  }
}
