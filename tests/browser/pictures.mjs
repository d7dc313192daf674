// The pictures in the READMEs: what each is made of, and how it is made. `make pictures` runs this file.
// Beside each picture lies a text file: what the picture shows in words. A test compares it with the page of
// today (pictures.test.mjs), so a picture is out of date as soon as a text or a piece on the board differs.

import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import playwright from "playwright-core";
import { lacking } from "./play/in-page.mjs";
import { ai, chromium, folder, patience, play, referee, source } from "./support.mjs";

/**
 * A picture of a page. `make` makes the page and returns where it is; `prepare` does in it what a person would do;
 * `lacks` says for want of what it can't be made here.
 * @typedef {{file: string, viewport: {width: number, height: number}, scale: number, colorScheme: "light" | "dark",
 *   make: () => string, prepare?: (page: import("playwright-core").Page) => Promise<void>, lacks?: () => string | false}} Picture
 */

/**
 * The replay page of a match. On a slow machine the game must be the same: take AIs that don't look at the clock.
 * @param {string} game @param {string} field @param {string[]} ais @param {string} place
 */
const replay = (game, field, ais, place) => ({
  make: () => `${play(`${game}-${field}`, `${game}/${field}.dat`, ais.map((name) => ai(game, name)), ["--resident", "--time-limit", "600s", "--force"]).page}#${place}`,
});

/**
 * A game that a person plays in a page against that AI.
 * @param {string} opponent @param {string} place @param {Picture["prepare"]} prepare
 */
const playPage = (opponent, place, prepare) => ({
  make() {
    const path = join(folder, `${opponent.replace("/", "-")}.html`);
    referee("play-page", path, "--ai", opponent, "--force");
    return `${path}#${place}`;
  },
  prepare,
  lacks: () => lacking(opponent),
});

/** Begins, and presses these keys at each question. @param {string[][]} answers @returns {Picture["prepare"]} */
const answered = (...answers) => async (page) => {
  await page.click("#begin");
  for (const [i, keys] of answers.entries()) {
    await page.waitForSelector(`#hand[data-state="move"][data-question="${i + 1}"]`);
    for (const key of keys) {
      await page.keyboard.press(key);
    }
  }
};

const swap = ["Enter", ".", "Enter"]; // a stone, its neighbour
const wide = { viewport: { width: 1200, height: 675 }, scale: 2, colorScheme: /** @type {const} */ ("light") };

/** @type {Picture[]} */
export const pictures = [
  // The battle after which maxn has the most areas.
  { file: "referee/pages/replay.png", ...wide, ...replay("dicewars", "four-007", ["maxn", "stei", "sdc", "ste"], "game=3&turn=63") },
  // After the move by which depth3 takes the lead; a stone is chosen.
  { file: "referee/pages/play.png", ...wide, ...playPage("gems/depth3", "play=gems&seed=5", answered(...Array(8).fill(swap), ["Enter"])) },
];

/** Pictures of measurements; these programs draw them with their other results. */
export const drawn = [
  { file: "ai-samples/spe_ed/learned/curve.svg", by: "scripts/training/spe_ed_q.py" },
];

export const maxBytes = 150_000;

/** The text file of a picture. @param {Picture} picture */
const wordsFile = ({ file }) => join(source, `${file}.txt`);

export const launch = () => playwright.chromium.launch({
  timeout: patience, executablePath: chromium, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});

/** Opens the page as the picture shows it. @param {import("playwright-core").Browser} browser @param {Picture} picture */
export async function open(browser, { viewport, scale, colorScheme, make, prepare }) {
  const context = await browser.newContext({ viewport, deviceScaleFactor: scale, colorScheme, reducedMotion: "reduce", locale: "en-GB", timezoneId: "UTC" });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  await page.goto(`file://${make()}`);
  await page.waitForSelector("body[data-ready]");
  await prepare?.(page);
  await page.waitForSelector(".curves[data-ready]");
  return page;
}

/** Without what differs from run to run: durations, memory, and instructions, which depend on the compiler. @param {string} text */
export const masked = (text) => text.replace(/\d[\d.,]*( [kMG])?(?= (ns|µs|ms|s|min|h|KiB|MiB|instructions)\b)/g, "…");

/**
 * What the page shows: its texts, then its controls without a text, then the parts of board and chart with their
 * classes and data. No colours and no places.
 * @param {import("playwright-core").Page} page
 */
export const wordsOf = async (page) => masked(await page.evaluate(() => {
  // For parts of an SVG, Chromium's checkVisibility() is true even if they have display: none.
  const isDrawn = (/** @type {Element} */ element) => {
    const { display, visibility } = getComputedStyle(element);
    return display !== "none" && visibility === "visible";
  };
  /** @param {Element} element @returns {string[]} */
  const outline = (element) => {
    const data = [...element.attributes].filter(({ name }) => name.startsWith("data-")).map(({ name, value }) => ` ${name.slice(5)}=${value}`);
    const text = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent?.trim()).join("");
    const line = `${[element.localName, ...element.classList].join(".")}${data.join("")}${text ? `: ${text}` : ""}`;
    const children = [...element.children].filter((child) => !["defs", "title"].includes(child.localName) && isDrawn(child)).map(outline);
    // Parts without data, such as the sides of a die, are counted.
    const counts = new Map();
    children.filter((lines) => lines.length === 1 && !/[ :]/.test(lines[0])).forEach(([name]) => counts.set(name, (counts.get(name) ?? 0) + 1));
    const counted = [...counts].map(([name, count]) => `${count} ${name}`).join(", ");
    return [line + (counted ? ` (${counted})` : ""), ...children.filter(([name]) => !counts.has(name)).flat().map((each) => `  ${each}`)];
  };
  const drawings = [...document.querySelectorAll("#board, #curves")].filter((each) => each.checkVisibility());
  const controls = /** @type {(HTMLButtonElement | HTMLInputElement | HTMLSelectElement)[]} */ ([...document.querySelectorAll("button, input, select")])
    .filter((each) => each.checkVisibility() && (each.localName !== "button" || !each.textContent?.trim()));
  const states = controls.map((each) => {
    const name = each.getAttribute("aria-label") ?? each.title;
    const value = each instanceof HTMLSelectElement ? each.selectedOptions[0]?.text : each.value;
    return `${name}${value ? `: ${value}` : ""}${each.disabled ? " (disabled)" : ""}`;
  });
  // innerText is what is displayed. What is listed on its own is left out for that moment.
  const elsewhere = /** @type {HTMLElement[]} */ ([...drawings, ...document.querySelectorAll("select")]);
  const displays = elsewhere.map(({ style }) => style.display);
  elsewhere.forEach(({ style }) => void (style.display = "none"));
  const texts = document.body.innerText.split("\n").map((line) => line.trim()).filter(Boolean);
  elsewhere.forEach(({ style }, i) => void (style.display = displays[i]));
  return [...texts, "", ...states, ...drawings.flatMap((each) => ["", ...outline(each)]), ""].join("\n");
}));

/** What the text file of a picture says if the picture is of this page. The sum ties the text to the picture. @param {Picture} picture @param {string} words */
export function textOf({ file, viewport: { width, height }, scale, colorScheme }, words) {
  const path = join(source, file);
  const sum = existsSync(path) ? createHash("sha256").update(readFileSync(path)).digest("hex") : "";
  return `What ${file} shows, written by \`make pictures\`: ${width} × ${height}, ${scale} × as sharp, ${colorScheme}\nSHA-256 of the picture: ${sum}\n\n${words}`;
}

/** Where the picture's text file doesn't say what the page shows; empty if it does. @param {Picture} picture @param {string} words of the page */
export function difference(picture, words) {
  const path = wordsFile(picture);
  const [kept, now] = [existsSync(path) ? readFileSync(path, "utf8") : "", textOf(picture, words)].map((text) => text.split("\n"));
  const at = Array.from({ length: Math.max(kept.length, now.length) }).findIndex((_, i) => kept[i] !== now[i]);
  return at < 0 ? "" : `line ${at + 1} of ${picture.file}.txt is "${kept[at] ?? ""}", the page has "${now[at] ?? ""}"`;
}

/** Makes the picture if it is out of date, or in any case; returns what there is to say of it. @param {import("playwright-core").Browser} browser @param {Picture} picture @param {boolean} anyway */
async function make(browser, picture, anyway) {
  const why = picture.lacks?.();
  if (why) {
    return `stays as it is: ${why}`;
  }
  const page = await open(browser, picture);
  const words = await wordsOf(page);
  const differs = difference(picture, words);
  if (!differs && !anyway) {
    return "is up to date";
  }
  // 64 colours are enough for a page, and a quarter of the size.
  const options = ["64", "--nofs", "--speed", "1", "--strip", "-"];
  const { status, stdout, stderr, error } = spawnSync("pngquant", options, { input: await page.screenshot({ animations: "disabled" }), maxBuffer: 1 << 26 });
  if (error || status !== 0) {
    throw new Error(error ? "pngquant can't be started; scripts/install-dependencies --browser installs it" : String(stderr));
  }
  writeFileSync(join(source, picture.file), stdout);
  writeFileSync(wordsFile(picture), textOf(picture, words));
  return `is made anew, ${Math.ceil(stdout.length / 1000)} kB${differs ? `: ${differs}` : ""}`;
}

/** @param {string} [wanted] the name of a picture, or all */
async function main(wanted) {
  const chosen = pictures.filter(({ file }) => !wanted || wanted === "all" || basename(file, ".png") === wanted);
  if (chosen.length === 0) {
    throw new Error(`no picture is called ${wanted}; there are ${pictures.map(({ file }) => basename(file, ".png")).join(", ")}, all`);
  }
  const browser = await launch();
  try {
    for (const picture of chosen) {
      console.log(`${picture.file} ${await make(browser, picture, Boolean(wanted))}`);
    }
  } finally {
    await browser.close();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(process.argv[2] || undefined).catch((error) => {
    console.error(`pictures: ${error.message}`);
    process.exitCode = 1;
  });
}
