// Modules that somebody wrote to cost a page its tab, its memory or its clock, in Chromium: those that
// the referee refuses, those whose budget ends them, and what the page says of an AI that can't run.
// tests/pages has many more of them, run by Node.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { lacking } from "./in-page.mjs";
import { moves, nextQuestion, question, settings } from "./human.mjs";
import { ai, build, folder, gatedAi, play, referee, source, textOf, until, useBrowser, watch } from "../support.mjs";

const browser = useBrowser();
const program = join(build, "hostile-modules");
const skip = lacking("gems/greedy") || (existsSync(program) ? false : "make has not made hostile-modules");
const modules = join(folder, "modules");
before(() => {
  if (!skip) {
    execFileSync(program, [modules, "60"]);
  }
});

const namesIn = (path) => readdirSync(path).filter((name) => name.endsWith(".wasm")).map((name) => name.slice(0, -5)).sort();

/** What the referee says, one line. @param {string[]} words */
function refused(...words) {
  try {
    referee(...words);
  } catch (error) {
    return error.stderr;
  }
  return "";
}

function shortField() {
  const field = join(folder, "gems.dat");
  referee("create", field, "--game", "gems", "--seed", "3", "--force", ...settings.gems);
  return field;
}

test("a module that isn't valid is refused when the page is made", { skip }, () => {
  for (const name of namesIn(join(modules, "refused"))) {
    const path = join(modules, "refused", `${name}.wasm`);
    const said = refused("play-page", join(folder, "refused.html"), "--game", "gems", "--ai", path);
    assert.match(said, new RegExp(`^referee: [^\n]*${name}.wasm: [^\n]+\n$`), name);
  }
});

test("a module is a file of a size: a pipe, a device, a folder end with a line", { skip }, () => {
  const { record } = play("plain", shortField(), [ai("gems", "greedy"), ai("gems", "greedy")], ["--force"]);
  const pipe = join(folder, "pipe.wasm");
  execFileSync("mkfifo", [pipe]);
  const zero = join(folder, "zero.wasm");
  execFileSync("ln", ["-s", "/dev/zero", zero]);
  const inner = join(folder, "folder.wasm");
  mkdirSync(inner);
  const large = join(folder, "large.wasm");
  execFileSync("truncate", ["-s", "1T", large]);
  for (const path of [pipe, zero, inner, large, join(folder, "nothing.wasm")]) {
    for (const words of [["replay", record, "--html", join(folder, "x.html"), "--force", "--with", path], ["play-page", join(folder, "x.html"), "--game", "gems", "--ai", path]]) {
      assert.match(refused(...words), /^referee: [^\n]*\.wasm: [^\n]+\n$/, path);
    }
  }
});

test("hostile modules end with their budget; no tab is lost", { skip }, async () => {
  const names = namesIn(modules);
  assert.ok(names.length > 100, String(names.length));
  const path = join(folder, "hostile");
  referee("play-page", path, "--game", "gems", ...names.flatMap((name) => ["--ai", join(modules, `${name}.wasm`)]));
  const page = await browser.open(join(path, "index.html"));
  const lost = new Promise((_, reject) => void page.on("crash", () => reject(new Error("the tab is lost"))));
  const limitMs = 20;
  const runs = await Promise.race([lost, page.evaluate(async (limit) => {
    const { Ai } = await import("view/wasm/ai.js");
    const { moduleOf, newWorker, shelf } = await import("view/wasm/modules.js");
    const reports = [];
    for (const about of shelf.ais) {
      const hostile = new Ai({ newWorker, module: moduleOf }, about);
      for (let run = 0; run < 2; ++run) { // the second one begins with what the first one left
        const { fault, reason, result, notes, kept, instructions, errors } = await hostile.run({ "match.dat": "game gems\n" }, limit, 600_000);
        reports.push({ name: about.name, fault, reason, result: result.length, notes: notes.length, kept: kept["memory.dat"].length, errors: errors.length, instructions });
      }
      hostile.close();
    }
    return reports;
  }, limitMs)]);
  assert.equal(runs.length, 2 * names.length);
  const { limits } = await page.evaluate(async () => (await import("view/wasm/modules.js")).shelf.ais[0]);
  assert.deepEqual(limits, { result: 65_536, notes: 16_384, file: 1 << 24, folder: 1 << 27, descriptors: 256 });
  for (const run of runs) {
    assert.ok(run.instructions > 0 && run.instructions <= 1.1 * 5e6 * limitMs, JSON.stringify(run));
    assert.ok(run.result <= limits.result && run.notes <= limits.notes && run.kept <= limits.file && run.errors <= 2000, JSON.stringify(run));
    assert.ok(run.fault === "none" || run.reason !== "", JSON.stringify(run));
  }
  assert.ok(runs.filter(({ fault }) => fault === "timeout").length > 20);
  const [large] = runs.filter(({ name }) => name === "writes-70000-result.dat");
  assert.deepEqual([large.fault, large.reason], ["bad-result", "result.dat can't be read: it is larger than 64 KiB"]);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a person plays on against an AI that writes too much, in every move its own fault", { skip }, async () => {
  const path = join(folder, "writer.html");
  referee("play-page", path, "--game", "gems", "--ai", join(modules, "writes-70000-result.dat.wasm"));
  const page = await browser.open(path);
  await page.setInputFiles("#own", shortField());
  await page.click("#begin");
  for (let turn = 0, last = ""; turn < 2 && await nextQuestion(page, last); ++turn) {
    last = await question(page);
    await moves.gems.pointer(page, turn);
  }
  await until(page, () => Number(document.querySelector('.player-card[data-seat="2"] .faults')?.getAttribute("data-faults")) >= 1);
  assert.match(await page.evaluate(() => document.body.innerText), /result\.dat can't be read: it is larger than 64 KiB/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

/** The page with the AI's module exchanged for one that no browser compiles. @param {string} path @param {string} name */
function withoutModule(path, name) {
  const text = readFileSync(path, "utf8");
  const begin = text.indexOf(`id="module:${name}">`) + `id="module:${name}">`.length;
  const other = text.slice(text.indexOf('id="module:games">') + 'id="module:games">'.length).slice(0, 400);
  writeFileSync(path, text.slice(0, begin) + other + text.slice(text.indexOf("</script>", begin)));
}

test("an AI that this browser can't compile has a fault; the person plays on", { skip }, async () => {
  const path = join(folder, "uncompiled.html");
  referee("play-page", path, "--game", "gems", "--ai", "greedy");
  withoutModule(path, "gems/greedy");
  const page = await browser.open(path);
  await page.setInputFiles("#own", shortField());
  await page.click("#begin");
  for (let turn = 0, last = ""; turn < 2 && await nextQuestion(page, last); ++turn) {
    last = await question(page);
    await moves.gems.pointer(page, turn);
  }
  await until(page, () => Number(document.querySelector('.player-card[data-seat="2"] .faults')?.getAttribute("data-faults")) >= 1);
  assert.match(await page.evaluate(() => document.body.innerText), /can't be run in this browser/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a replay stays verified when the AI to ask can't be compiled", { skip }, async () => {
  const { record } = play("asked", shortField(), [ai("gems", "greedy"), ai("gems", "greedy")], ["--force"]);
  const path = join(folder, "asked.html");
  referee("replay", record, "--html", path, "--with", "greedy", "--force");
  withoutModule(path, "gems/greedy");
  const page = await browser.open(path, "game=1&turn=1");
  await page.waitForSelector('[data-verified="right"]');
  await page.click('[data-ask="here"]');
  await page.waitForSelector(".here");
  assert.match(await textOf(page, ".here"), /can't be run in this browser/);
  assert.equal(await page.getAttribute(".verified", "data-verified"), "right");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

/** Parts of addresses that no page has written. */
const words = ["game", "turn", "step", "speed", "key", "play", "seed", "board", "embed", "drawings", "results", "__proto__", "constructor", "%", "%zz", "\u{1f600}"];
const values = ["", "0", "1", "-1", "0.5", "1.5", "-0.5", "1e9", "1e400", "NaN", "Infinity", "9".repeat(400), "x".repeat(3_000_000), "%", "%00", "%ff%fe", "%ED%A0%80", "gems", "on", "hidden",
  "<b>", "constructor", "\u{202e}", "=&=&", "#"];

/** Hashes from a fixed seed. @param {number} count */
function hashes(count) {
  let state = 12345;
  const below = (end) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % end;
  };
  const all = [...words, ...values, "game=1&turn=" + "9".repeat(2_200_000)];
  while (all.length < count) {
    all.push(Array.from({ length: 1 + below(4) }, () => `${words[below(words.length)]}=${values[below(values.length)]}`).join(["&", "&", ";", "#"][below(4)]));
  }
  return all;
}

/** Opens the page with some addresses and changes others in it; nothing is thrown. @param {any} page @param {string[]} all */
async function withAddresses(page, all) {
  for (const hash of all) {
    await page.evaluate(async (text) => {
      location.hash = text;
      await new Promise((resolve) => setTimeout(resolve));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }, hash);
  }
  assert.deepEqual(page.problems, [], `one of ${JSON.stringify(all.map((hash) => hash.slice(0, 60)))}`);
}

test("no address throws anything: replays, pages to play and to ask in", { skip }, async () => {
  const { page: replay, record } = play("addressed", shortField(), [ai("gems", "greedy"), ai("gems", "greedy")], ["--force"]);
  const asked = join(folder, "addressed-asked.html");
  referee("replay", record, "--html", asked, "--with", "greedy", "--force");
  const lobby = join(folder, "addressed-play.html");
  referee("play-page", lobby, "--ai", "gems/greedy");
  const all = hashes(90);
  for (const path of [replay, asked, lobby]) {
    const page = await browser.open(path);
    await withAddresses(page, all);
    await page.context().close();
    for (const hash of all.filter((each, i) => i % 8 === 0 && each.length < 100_000)) {
      const opened = await browser.open(path, hash);
      assert.deepEqual(opened.problems, [], hash);
      await opened.context().close();
    }
  }
});

test("no address throws anything: a match and a tournament while they are played", async () => {
  const field = join(source, "fields/battlesnake/11x11-2-001.dat");
  const space = join(build, "ai/battlesnake/space");
  const ways = { match: [field], tournament: ["tournament", "--fields", field, "--db", join(folder, "addressed.sqlite")] };
  for (const [name, begin] of Object.entries(ways)) {
    const gate = gatedAi(`addressed-${name}`, space);
    const { url } = await watch(...begin, "--ai", `a=${gate.path}`, "--ai", `b=${space}`, "--confine", "none", "--time-limit", "none");
    gate.allow(3);
    const page = await browser.open(url);
    await withAddresses(page, hashes(80));
    await page.context().close();
    for (const hash of ["board=0", "board=9999", "board=-1", "step=0.5", "turn=1&step=0.5", "turn=%", "embed", "x".repeat(70_000)]) {
      const opened = await browser.open(url, hash);
      assert.deepEqual(opened.problems, [], hash);
      await opened.context().close();
    }
  }
});
