// Whole games in a page in Firefox, where it is installed: what rules and AIs compute there, with the
// instructions that AIs take, is what they compute in Chromium.

import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { moves, playAll, settings } from "./human.mjs";
import { endless, lacking } from "./in-page.mjs";
import { firefox, folder, gamesOf, referee, until, useBrowser } from "../support.mjs";

const opponents = { gems: "greedy", battlesnake: "space", spe_ed: "space", cops: "gatehalo", dicewars: "stei_adt" };
const skip = lacking(...Object.entries(opponents).map(([game, name]) => `${game}/${name}`)) ||
  (existsSync(firefox) ? false : "needs firefox-esr");
const browsers = { chromium: useBrowser({ skip }), firefox: useBrowser({ isFirefox: true, skip }) };
const file = join(folder, "play.html");
before(() => skip || referee("play-page", file, ...Object.entries(opponents).flatMap(([game, name]) => ["--ai", `${game}/${name}`])));

/** Plays a game to its end; returns the record that the page keeps, without times. @param {string} name @param {string} game @param {string} field */
async function played(name, game, field) {
  const page = await browsers[name].open(file, "seed=7");
  // Downloads can't be taken from Firefox this way, so the blob is read before.
  await page.evaluate(() => {
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      void /** @type {Blob} */ (blob).text().then((text) => text.startsWith('{"record"') && Object.assign(self, { keptText: text }));
      return make.call(URL, blob);
    };
  });
  await page.setInputFiles("#own", field);
  await until(page, (wanted) => document.querySelector('input[name="game"]:checked')?.getAttribute("value") === wanted, game);
  await page.check(`input[name="opponent"][value="${opponents[game]}"]`);
  await page.click("#begin");
  await playAll(page, (turn) => moves[game].keyboard(page, turn));
  await page.waitForSelector("#result .verdict");
  await page.click('[data-after="record"]');
  await until(page, () => "keptText" in self);
  const text = await page.evaluate(() => /** @type {any} */ (self).keptText);
  assert.deepEqual(page.problems, []);
  await page.context().close();
  const record = join(folder, `${name}-${game}.jsonl`);
  writeFileSync(record, text);
  return record;
}

for (const game of Object.keys(opponents)) {
  test(`${game}: a whole game in Firefox is the one of Chromium`, { skip }, async () => {
    const field = join(folder, `${game}.dat`);
    referee("create", field, "--game", game, "--seed", "3", "--force", ...settings[game]);
    const record = await played("firefox", game, field);
    assert.match(referee("replay", record, "--verify"), /every move and state matches/);
    const own = gamesOf(record)[0].moves;
    const other = gamesOf(await played("chromium", game, field))[0].moves;
    const essence = (/** @type {any[]} */ list) => list.map(({ wall_ms: _wall, instructions: _count, ...move }) => move);
    assert.deepEqual(essence(own), essence(other));
    // An AI reads in match.dat how long its last move took, whose digits differ.
    const counts = own.map((move, i) => [move.instructions, other[i].instructions]).filter(([count]) => count > 0);
    assert.ok(counts.length > 0);
    assert.deepEqual(counts.filter(([one, two]) => Math.abs(one - two) > 2000), []);
  });
}

test("in Firefox an AI without an end is ended by its instructions, and by the clock", { skip }, async () => {
  const module = join(folder, "hanging.wasm");
  writeFileSync(module, endless);
  const path = join(folder, "hanging.html");
  referee("play-page", path, "--game", "gems", "--ai", module);
  const page = await browsers.firefox.open(path);
  const ended = await page.evaluate(async () => {
    const { Ai } = await import("view/wasm/ai.js");
    const { moduleOf, newWorker, shelf } = await import("view/wasm/modules.js");
    const hanging = new Ai({ newWorker, module: moduleOf }, shelf.ais[0]);
    const report = await hanging.run({}, 3_600_000, 500);
    const next = await hanging.run({}, 1);
    return [report.fault, report.reason, next.fault, next.reason];
  });
  assert.deepEqual(ended, ["timeout", "it hung and was ended", "timeout", "its instructions are used up"]);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
