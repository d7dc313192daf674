// The site of a season in a browser: from file:// and under a path of a web server, every link, the
// replays, valid HTML; pictures for people to look at.

import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { join, posix } from "node:path";
import { before, test } from "node:test";
import { HtmlValidate } from "html-validate";
import { ai, build, desktop, folder, keepPicture, patience, phone, referee, scriptAi, until, useBrowser } from "./support.mjs";

const browser = useBrowser();
const cup = join(folder, "cup");
const site = join(cup, "site");

/** @param {string} entry @param {string} version @param {string} program */
function handIn(entry, version, program) {
  mkdirSync(join(cup, "entries", entry), { recursive: true });
  cpSync(program, join(cup, "entries", entry, version), { dereference: true });
}

before(() => {
  mkdirSync(cup);
  const path = (/** @type {string} */ name) => join(build, "ai/gems", name);
  writeFileSync(join(cup, "season.ini"), [
    "title = Winter cup <2026>", "generate = 12", "field-seed = 3", "field-set = max_moves=24", "field-set = rows=60",
    `baseline = reference=${path("reference")}`, "games = 6", "time-limit = 20s", "publish-errors = all",
  ].join("\n") + "\n");
  for (const name of ["greedy", "maxdamage", "maxstones", "random", "depth2"]) {
    handIn(name, "1", path(name));
  }
  for (const name of ["e10", "e2"]) {
    handIn(name, "1", path("random"));
  }
  handIn("a-name-that-is-longer-than-most-names-of-entrants", "1.0.0-rc1", path("random"));
  handIn("crashes", "1", scriptAi("crashes", "echo 'Traceback: <b>no</b>' >&2; exit 1"));
  referee("season", cup, "--once");
  handIn("greedy", "2", path("depth2"));
  referee("season", cup, "--once");
});

/** All files of the site below a folder of it, as paths in it. @param {string} [below] @returns {string[]} */
function files(below = "") {
  return readdirSync(join(site, below)).flatMap((name) => {
    const path = posix.join(below, name);
    return statSync(join(site, path)).isDirectory() ? files(path) : [path];
  });
}
const pages = () => files().filter((name) => name.endsWith(".html"));
/** One page of each kind. */
const kinds = () => ["index.html", "games.html", "report.html", "entry/greedy.html", "entry/crashes.html", "entry/~reference.html",
  pages().find((name) => name.startsWith("pair/")), pages().find((name) => name.startsWith("field/"))];

/** Opens a page of the site; problems fail the test that asks for them. @param {string} url @param {object} [options] */
async function open(url, options = {}) {
  const chromium = await browser.launched();
  const context = await chromium.newContext({ viewport: desktop, colorScheme: "light", reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  /** @type {string[]} */
  const problems = [];
  /** @type {string[]} */
  const requests = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(url);
  return { page, problems, requests };
}

test("every page is valid HTML", async () => {
  const validate = new HtmlValidate({ extends: ["html-validate:recommended"], rules: { "long-title": "off", "no-trailing-whitespace": "off", "aria-label-misuse": ["error", { allowAnyNamable: true }] } });
  for (const name of [...kinds(), pages().find((page) => page.startsWith("replay/"))]) {
    const report = await validate.validateString(readFileSync(join(site, name), "utf8"));
    const messages = report.results.flatMap((result) => result.messages.map((each) => `${name}:${each.line}: ${each.message} (${each.ruleId})`));
    assert.deepEqual(messages, []);
  }
});

test("every link leads somewhere, and every page is linked", async () => {
  const seen = new Set(["index.html"]);
  for (const name of seen) {
    const html = name.endsWith(".html") ? readFileSync(join(site, name), "utf8") : "";
    for (const [, url] of html.matchAll(/(?:href|src)="([^"#]*)"/g)) {
      if (url === "data:,") {
        continue;
      }
      const target = posix.normalize(posix.join(posix.dirname(name), decodeURIComponent(url)));
      assert.ok(!target.startsWith("..") && existsSync(join(site, target)), `${name} links to ${url}`);
      seen.add(target);
    }
  }
  assert.deepEqual(pages().filter((name) => !seen.has(name)), []);
});

test("pages show from file:// without errors, and load nothing but files of the site", async () => {
  for (const name of kinds()) {
    const { page, problems, requests } = await open(`file://${join(site, name)}`);
    assert.deepEqual(problems, [], name);
    assert.ok(requests.every((url) => url.startsWith(`file://${site}/`) || url.startsWith("data:")), requests.join("\n"));
    assert.match(await page.evaluate(() => getComputedStyle(document.querySelector("header.site > div")).maxWidth), /px$/, "the style sheet is in force");
    await page.context().close();
  }
});

for (const from of ["file", "http"]) {
  test(`a replay plays from ${from}://`, async () => {
    const server = createServer((request, response) => {
      const path = join(site, decodeURIComponent(request.url ?? "").replace(/^\/some\/path\//, ""));
      const type = path.endsWith(".html") ? "text/html" : path.endsWith(".css") ? "text/css" : "text/javascript";
      response.writeHead(existsSync(path) ? 200 : 404, { "content-type": type });
      response.end(existsSync(path) ? readFileSync(path) : "");
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    const root = from === "file" ? `file://${site}/` : `http://127.0.0.1:${port}/some/path/`;
    const { page, problems } = await open(`${root}index.html`);
    await page.click("table.games tbody tr:first-child td:first-child a");
    await page.waitForSelector("body[data-ready]");
    assert.match(await page.textContent("#status"), /./);
    const before = await page.textContent(".where");
    await page.keyboard.press("ArrowRight");
    await until(page, (text) => document.querySelector(".where")?.textContent !== text, before);
    assert.deepEqual(problems, []);
    await page.click("a.back");
    assert.match(await page.title(), /Winter cup/);
    await page.context().close();
    server.close();
  });
}

test("the front page plays a game on a board that can be stopped, and leads to it", async () => {
  const { page, problems } = await open(`file://${join(site, "index.html")}`, { reducedMotion: "no-preference" });
  await page.waitForSelector(".day[data-state=plays] .board svg");
  const first = await page.textContent(".day .where");
  await until(page, (text) => document.querySelector(".day .where")?.textContent !== text, first);
  await page.click(".day button");
  assert.equal(await page.getAttribute(".day", "data-state"), "rests");
  const names = await page.$$eval(".day .players a", (links) => links.map((link) => link.textContent));
  await page.click(".day a.button");
  await page.waitForSelector("body[data-ready]");
  // The replay is of the same AIs, and leads to their pages, to their games against each other, and to the field.
  const around = await page.$$eval(".around a", (links) => links.map((link) => link.textContent));
  assert.ok(names.every((name) => around.includes(name)), `${names}: ${around}`);
  assert.equal(around.length, 4);
  await page.click(".around a");
  assert.ok(names.includes(await page.textContent("h1")));
  assert.deepEqual(problems, []);
  await page.context().close();
});

test("who wants no motion sees a board that stands still, without scripts there is none", async () => {
  const calm = await open(`file://${join(site, "index.html")}`);
  await calm.page.waitForSelector(".day[data-state=rests] .board svg");
  assert.match(await calm.page.textContent(".day .where"), /^Turn/);
  assert.equal(await calm.page.textContent(".day button"), "Play");
  await calm.page.context().close();
  const plain = await open(`file://${join(site, "index.html")}`, { javaScriptEnabled: false });
  assert.ok(!(await plain.page.isVisible(".day .board")) && !(await plain.page.isVisible(".day button")));
  assert.ok(await plain.page.isVisible(".day a.button"));
  await plain.page.context().close();
});

test("names and errors of entries are text, not markup", async () => {
  const { page } = await open(`file://${join(site, "index.html")}`);
  assert.match(await page.title(), /Winter cup <2026>/);
  await page.context().close();
  for (const name of pages()) {
    assert.ok(!/<b>|<2026>/.test(readFileSync(join(site, name), "utf8")), name);
  }
});

test("every column of a table has something in it", async () => {
  for (const name of kinds()) {
    const { page } = await open(`file://${join(site, name)}`);
    const empty = await page.$$eval("table", (tables) => tables.flatMap((table) =>
      [...table.tHead.rows[0].cells].filter((head, column) =>
        [...table.tBodies[0].rows].every((row) => row.cells[column].textContent === "" && !row.cells[column].querySelector("svg")))
        .map((head) => head.textContent)));
    assert.deepEqual(empty, [], name);
    await page.context().close();
  }
});

test("any game of a large site is found, on whatever page it is, from a file and by its link", async () => {
  const large = join(folder, "large");
  execFileSync(join(build, "stored-results"), ["season", `${large}.sqlite`, "160"]);
  referee("site", `${large}.sqlite`, large);
  const { games } = JSON.parse(readFileSync(join(large, "standings.json"), "utf8"));
  const { page, problems, requests } = await open(`file://${large}/games.html`);
  const said = () => page.textContent("[data-search] [role=status]");
  assert.equal(requests.filter((url) => url.endsWith("games-index.js")).length, 0, "the index is loaded before anybody types");
  await page.fill("[data-search] input", "Team-011");
  await until(page, () => /of/.test(document.querySelector("[data-search] [role=status]").textContent));
  const own = readFileSync(join(large, "games.csv"), "utf8").split("\n").filter((line) => line.includes("team-011")).length; // a line for each of its seats
  assert.ok(own > 0);
  assert.equal(await said(), `${own} of ${games}`);
  assert.equal(await page.$$eval("[data-search] tbody tr", (rows) => rows.length), own);
  assert.ok(await page.isHidden("[data-listed]"));
  await keepPicture(page, "site-search");
  const field = await page.$eval("[data-search] tbody td:nth-child(6) a", (link) => /** @type {HTMLAnchorElement} */ (link).href);
  assert.ok(existsSync(new URL(field)));
  await page.fill("[data-search] input", "");
  assert.equal(await said(), "");
  assert.ok(await page.isVisible("[data-listed] table"));
  // The pages of older games: forwards and back.
  await page.click("nav.pages a:has-text('Older')");
  await page.click("nav.pages a:has-text('Oldest')");
  await page.waitForLoadState(); // a click waits for the first bytes of a page only
  assert.match(page.url(), /games\/1\.html$/);
  assert.equal(await page.$$eval("table.games tbody tr", (rows) => rows.length), 200);
  await page.click("nav.pages a:has-text('Newest')");
  await page.waitForLoadState();
  assert.match(page.url(), /games\.html$/);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test("opponents are in natural order", async () => {
  const { compare } = new Intl.Collator("en", { numeric: true });
  let hasBoth = false;
  for (const name of pages().filter((page) => page.startsWith("entry/"))) {
    const { page } = await open(`file://${join(site, name)}`);
    const names = await page.$$eval("section", (sections) =>
      sections.filter((section) => section.querySelector("h2").textContent === "Opponents")
        .flatMap((section) => [...section.querySelectorAll("tbody th")].map((cell) => cell.textContent)));
    assert.deepEqual(names, [...names].sort(compare), name);
    hasBoth ||= names.includes("e2") && names.includes("e10");
    await page.context().close();
  }
  assert.ok(hasBoth, "nobody has met both e2 and e10");
});

for (const [device, viewport] of Object.entries({ desktop, phone })) {
  test(`${device}: the chart names every line and cuts no text`, async () => {
    const { page } = await open(`file://${join(site, "index.html")}`, { viewport });
    const charts = await page.$$eval("svg.history", (all) => all.map((chart) => {
      const { left, right } = chart.parentElement.getBoundingClientRect();
      return {
        isShown: getComputedStyle(chart).display !== "none",
        names: [...chart.querySelectorAll("g text title")].map((title) => title.textContent),
        size: parseFloat(getComputedStyle(chart).fontSize) * chart.getBoundingClientRect().width / chart.viewBox.baseVal.width,
        cut: [...chart.querySelectorAll("text")].filter((text) => {
          const box = text.getBoundingClientRect();
          return box.left < left || box.right > right;
        }).map((text) => text.textContent),
      };
    }));
    const shown = charts.filter((chart) => chart.isShown);
    assert.equal(shown.length, 1);
    assert.deepEqual(shown[0].cut, []);
    assert.ok(shown[0].size >= 10, `text of ${shown[0].size} px`);
    const legend = await page.$$eval(".legend", (lists) => lists.filter((list) => getComputedStyle(list).display !== "none")
      .flatMap((list) => [...list.querySelectorAll("li")].map((item) => item.textContent)));
    assert.ok(shown[0].names.length >= 5);
    assert.deepEqual(legend, device === "phone" ? shown[0].names : []);
    await page.context().close();
  });
}

test("phone: rank, name and rating are seen without scrolling", async () => {
  const { page } = await open(`file://${join(site, "index.html")}`, { viewport: phone });
  const out = await page.$$eval(".standings", ([table]) => {
    const column = [...table.tHead.rows[0].cells].findIndex((head) => head.textContent === "Rating");
    const { right } = table.parentElement.getBoundingClientRect();
    return [...table.rows].filter((row) => row.cells[column].getBoundingClientRect().right > right).map((row) => row.textContent);
  });
  assert.deepEqual(out, []);
  const cut = await page.$$eval(".standings .tag", (tags) => tags.filter((tag) => {
    const cell = tag.closest("th").getBoundingClientRect();
    return tag.getBoundingClientRect().right > cell.right;
  }).map((tag) => tag.textContent));
  assert.deepEqual(cut, []);
  await page.context().close();
});

for (const theme of ["light", "dark"]) {
  for (const [device, viewport] of Object.entries({ desktop, phone })) {
    test(`${theme}, ${device}: no page is wider than the screen`, async () => {
      for (const [kind, name] of Object.entries({ front: "index.html", entry: "entry/greedy.html", games: "games.html", report: "report.html", pair: kinds()[6], field: kinds()[7], crashes: "entry/crashes.html", replay: pages().find((each) => each.startsWith("replay/")) })) {
        const { page } = await open(`file://${join(site, name)}`, { viewport, colorScheme: theme });
        if (kind === "replay") {
          await page.waitForSelector("body[data-ready]");
        }
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${name} scrolls sideways`);
        await keepPicture(page, `site-${kind}-${device}-${theme}`, { fullPage: kind !== "replay" });
        await page.context().close();
      }
    });
  }
}
