// What the tests of the replay page share: records made by real matches, pages made of them, the
// browser that opens these pages, and what the record says should be seen.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, closeSync, constants, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach } from "node:test";
import playwright from "playwright-core";

export const source = process.env.REFEREE_SOURCE ?? new URL("../..", import.meta.url).pathname;
export const build = process.env.REFEREE_BUILD ?? join(source, "build");
export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };
/** Milliseconds until something that never comes fails. A busy machine may take minutes. */
export const patience = Number(process.env.PATIENCE ?? 600_000);

/** A folder of its own for each file of tests. */
export const folder = mkdtempSync(join(tmpdir(), "referee-browser-"));
chmodSync(folder, 0o755);
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** What a test leaves running is ended when those of its file are over. @type {(() => void)[]} */
const leftRunning = [];
/** @param {() => void} end */
export const atEnd = (end) => void leftRunning.push(end);
after(() => leftRunning.forEach((end) => end()));

/** Runs the referee; returns what it printed. @param {string[]} words */
export function referee(...words) {
  return execFileSync(join(build, "referee"), words, { encoding: "utf8", maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "pipe"] });
}

/** @param {string} game @param {string} name */
export const ai = (game, name) => `${name}=${join(build, "ai", game, name)}`;

/** An AI in Shell that the test writes. @param {string} name @param {string} script */
export function scriptAi(name, script) {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

/**
 * Plays a match and makes its page.
 * @param {string} name @param {string} field below fields/ @param {string[]} ais @param {string[]} options
 */
export function play(name, field, ais, options = []) {
  const record = join(folder, `${name}.jsonl`);
  const page = join(folder, `${name}.html`);
  referee(field.startsWith("/") ? field : join(source, "fields", field), ...ais.flatMap((path) => ["--ai", path]),
    "--record", record, "--html", page, ...options);
  return { record, page };
}

/** A record that the test wrote itself. @param {string} name @param {string} text */
export function pageOf(name, text) {
  const record = join(folder, `${name}.jsonl`);
  const page = join(folder, `${name}.html`);
  writeFileSync(record, text);
  referee("replay", record, "--html", page);
  return { record, page };
}

/**
 * An AI that makes each move only when the test lets it: it waits for a line in a named pipe. It needs --confine none.
 * @param {string} name @param {string} program @param {string} [condition] of the shell: where it doesn't hold the AI moves at once
 */
export function gatedAi(name, program, condition = "true") {
  const pipe = join(folder, `${name}.pipe`);
  execFileSync("mkfifo", ["-m", "666", pipe]);
  const gate = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK); // lines wait there for whoever reads
  atEnd(() => closeSync(gate));
  const asked = join(folder, `${name}.asked`); // a byte for each move that needed leave
  writeFileSync(asked, "");
  chmodSync(asked, 0o666); // AIs have users of their own
  let allowed = 0;
  return {
    path: scriptAi(name, `if ${condition}; then echo >> ${asked}; read line < ${pipe}; fi\nexec ${program}`),
    allow(moves = 20_000) {
      allowed += moves;
      writeSync(gate, "\n".repeat(moves));
    },
    /** Returns when the AI waits for leave: its game stands still. */
    async waits() {
      for (const end = Date.now() + patience; statSync(asked).size <= allowed; ) {
        if (Date.now() > end) {
          throw new Error(`${name} has never waited`);
        }
        await new Promise((done) => setTimeout(done, 20));
      }
    },
  };
}

/** Starts the referee with --watch and waits for the page's address. @param {string[]} words */
export async function watch(...words) {
  const child = spawn(join(build, "referee"), [...words, "--watch", "0"], { stdio: ["ignore", "pipe", "pipe"] });
  const run = { child, url: "", port: 0, out: "", err: "", ended: new Promise((resolve) => child.on("close", (code, signal) => resolve(signal ?? code))) };
  atEnd(() => void child.kill("SIGTERM"));
  child.stdout.on("data", (text) => {
    run.out += text;
  });
  await new Promise((resolve, reject) => {
    child.stderr.on("data", (text) => {
      run.err += text;
      const found = /watch: (http:\/\/[^\s]*:(\d+)\/)\n/.exec(run.err);
      if (found) {
        [, run.url, run.port] = [found[0], found[1], Number(found[2])];
        resolve(null);
      }
    });
    child.on("close", () => reject(new Error(`the referee has ended: ${run.err}`)));
  });
  return run;
}

/** The games of a record: head, moves (without preparations), result, and the state after each turn. @param {string} record */
export function gamesOf(record) {
  const games = [];
  for (const line of readFileSync(record, "utf8").trimEnd().split("\n")) {
    const json = JSON.parse(line);
    if (json.record) {
      games.push({ head: json, moves: [], result: null, states: [], turns: [] });
    } else if (json.ranks) {
      games[games.length - 1].result = json;
    } else if (json.phase !== "prepare") {
      games[games.length - 1].moves.push(json);
    }
  }
  for (const game of games) {
    game.states = referee("replay", record, "--states", "--game", String(game.head.number)).trimEnd().split("\n").map(JSON.parse);
    // By turn: its moves and the state they led to. The turn of a simultaneous game has several moves.
    for (const move of game.moves) {
      const last = game.turns[game.turns.length - 1];
      if (last && last.turn === move.turn) {
        last.moves.push(move);
      } else {
        game.turns.push({ turn: move.turn, moves: [move], state: null });
      }
    }
    game.turns.forEach((turn, i) => {
      turn.state = game.states[i + 1];
    });
  }
  return games;
}

/** Some turns of a game: the first, some in the middle, the last. @param {any[]} turns */
export function some(turns) {
  const places = [0, 1, turns.length >> 2, turns.length >> 1, turns.length - 2, turns.length - 1];
  return [...new Set(places.filter((i) => i >= 0 && i < turns.length))].map((i) => turns[i]);
}

export const firefox = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

/** Chromium, in the build without windows if there is one, which takes half the processor time. */
const shell = "/usr/bin/chromium-headless-shell";
export const chromium = process.env.CHROMIUM ?? (existsSync(shell) ? shell : "/usr/bin/chromium");

/**
 * Runs in a page: whoever reads "your move" can move at once, or a fast person's key is lost; and nobody
 * is offered the way back who never left.
 */
function watchHand() {
  let hasActed = false;
  for (const type of ["keydown", "pointerdown"]) {
    addEventListener(type, () => {
      hasActed = true;
    }, true);
  }
  new MutationObserver(() => {
    const hand = /** @type {HTMLElement | null} */ (document.querySelector("#hand"));
    if (hand?.dataset.state === "move" && hand.querySelector(".hand-controls")?.hasAttribute("inert")) {
      console.error("hand: the page says that it is a person's move, and offers nothing yet");
    }
    if (hand?.dataset.state === "behind" && !hasActed) {
      console.error("hand: the page offers the way back to a person who never left");
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-state"] });
}

/** The browser of a file of tests, started before and closed after them. @param {{isFirefox?: boolean, skip?: string | false}} [options] */
export function useBrowser({ isFirefox = false, skip = false } = {}) {
  let browser;
  // What a test has opened is closed after it: pages would go on drawing beside the next ones.
  const opened = [];
  const handFaults = [];
  beforeEach(() => void opened.splice(0)); // pages of a whole file stay
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((context) => context.close()));
    assert.deepEqual(handFaults.splice(0), []);
  });
  before(async () => {
    if (skip) {
      return;
    }
    if (isFirefox) {
      // By WebDriver BiDi, which Playwright doesn't declare: it has no other way to Debian's Firefox.
      browser = await /** @type {any} */ (playwright)._bidiFirefox.launch({ timeout: patience, executablePath: firefox });
      return;
    }
    browser = await playwright.chromium.launch({
      timeout: patience,
      executablePath: chromium,
      // Chromium refuses its own sandbox to root, as whom CI runs; it opens nothing but these pages.
      args: process.getuid() === 0 ? ["--no-sandbox"] : [],
    });
  });
  after(() => browser?.close());
  return {
    /** The browser itself. */
    launched: () => browser,
    /** Opens a page, a file or an address, at a place like "game=1&turn=3". @param {string} file @param {string} place @param {object} options */
    async open(file, place = "", options = {}) {
      const context = await browser.newContext({ viewport: desktop, colorScheme: "light", reducedMotion: "reduce", ...options });
      opened.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(patience);
      page.problems = [];
      page.requests = [];
      page.on("pageerror", (error) => page.problems.push(error.stack ?? error.message));
      page.on("console", (message) => message.type() === "error" && (message.text().startsWith("hand: ") ? handFaults : page.problems).push(message.text()));
      page.on("request", (request) => page.requests.push(request.url()));
      await page.addInitScript(watchHand);
      await page.goto(`${file.startsWith("http") ? "" : "file://"}${file}${place ? `#${place}` : ""}`);
      await page.waitForSelector("body[data-ready]");
      return page;
    },
  };
}

/**
 * Waits until the condition holds in the page. Unlike page.waitForFunction() it needs no eval later on, which the
 * page's content security policy forbids; and the page looks itself, so that waiting costs this process nothing.
 * @param {import("playwright-core").Page} page @param {(argument: any) => unknown} condition @param {any} [argument]
 */
export async function until(page, condition, argument) {
  const end = Date.now() + patience;
  const look = (0, eval)(`async ([argument, left]) => {
    const condition = ${condition};
    for (const end = performance.now() + left; !(await condition(argument)); ) {
      if (performance.now() > end) {
        return false;
      }
      await new Promise((done) => setTimeout(done, 20));
    }
    return true;
  }`);
  for (;;) {
    try {
      if (await page.evaluate(look, [argument, end - Date.now()])) {
        return;
      }
    } catch (error) {
      // Another document has come meanwhile: that one is looked at.
      if (!/context was destroyed|navigat/i.test(String(error))) {
        throw error;
      }
    }
    if (Date.now() > end) {
      throw new Error(`never came true: ${condition}`);
    }
  }
}

/** Goes to a place by the address, as a link does. @param {import("playwright-core").Page} page @param {string} place */
export async function goTo(page, place) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, place);
  // Another game is unpacked first, and the one before may have the same turn.
  await until(page, ([game, turn]) => document.querySelector("#status")?.getAttribute("data-game") === game &&
    new RegExp(`^Turn ${turn} of`).test(document.querySelector(".where")?.textContent ?? ""),
    ["game", "turn"].map((name) => new URLSearchParams(place).get(name)));
}

/** Of all elements that match the values of some data attributes. @param {import("playwright-core").Page} page @param {string} selector @param {string[]} keys */
export const dataOf = (page, selector, ...keys) =>
  page.$$eval(selector, (elements, names) => elements.map((element) => names.map((name) => element.getAttribute(`data-${name}`))), keys);

/** What the players' panel says. @param {import("playwright-core").Page} page @returns {Promise<Record<string, string>[]>} */
export const gaugesOf = (page) =>
  page.$$eval(".player-card", (cards) => cards.map((card) => Object.fromEntries([...card.querySelectorAll(".gauge")].map(
    (gauge) => [gauge.getAttribute("data-gauge"), gauge.querySelector(".value").textContent]))));

/** @param {import("playwright-core").Page} page @param {string} selector */
export const textOf = (page, selector) => page.$eval(selector, (element) => element.textContent);

/**
 * A picture of the page, or of a part of it, for people: build/screenshots/NAME.png. With CI set nobody would look at it.
 * @param {import("playwright-core").Page | import("playwright-core").Locator} what @param {string} name @param {{fullPage?: boolean}} [options]
 */
export async function keepPicture(what, name, options = {}) {
  if (process.env.CI) {
    return;
  }
  const place = join(build, "screenshots");
  mkdirSync(place, { recursive: true });
  await what.screenshot({ path: join(place, `${name}.png`), ...options });
}
