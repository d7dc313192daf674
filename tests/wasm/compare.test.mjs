// What the modules compute is what the native programs compute, in Node and in Chromium: `make
// wasm-test` (WHAT=gems: only that). Native AIs play; the rules of the module verify each game, and the
// AIs' modules answer each position.

import assert from "node:assert/strict";
import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { lacking, recordedGames, viewModules } from "../browser/play/in-page.mjs";
import { ai, build, folder, referee, useBrowser } from "../browser/support.mjs";

const leastGames = 50;
const leastPositions = 300;
/** Node has the engine of Chromium, so it answers a share. */
const positionsInNode = 60;
const clockPositions = 40;

/**
 * What is played of each game: pairs whose games are verified; an AI whose answers don't depend on time; one that looks at the clock; and what
 * `create` gets. @type {Record<string, {pairs: string[][], fixed: string, clock: string, limit: string, settings: string[]}>}
 */
const games = {
  gems: { pairs: [["greedy", "maxstones"], ["random", "reference"]], fixed: "depth3", clock: "chance", limit: "10s", settings: [] },
  battlesnake: { pairs: [["space", "reference"], ["random", "space"]], fixed: "space", clock: "duel", limit: "50ms", settings: [] },
  spe_ed: { pairs: [["space", "reference"], ["random", "space"]], fixed: "space", clock: "voronoi", limit: "25ms", settings: ["--players", "2", "--set", "deadline=0.1"] },
  cops: { pairs: [["gatehalo", "reference"], ["random", "away"]], fixed: "gatehalo", clock: "foresight", limit: "100ms", settings: [] },
  dicewars: { pairs: [["stei_adt", "sdc"], ["reference", "ste"]], fixed: "maxn", clock: "foresight", limit: "", settings: ["--players", "2"] },
};
const wanted = (process.env.WHAT ?? "").split(" ").filter(Boolean);
const browser = useBrowser();
const view = viewModules();

/** Double matches of two AIs on fields of these seeds, as one record. @param {string} game @param {string[]} pair @param {number} first @param {number} count */
function matches(game, [one, two], first, count) {
  const all = join(folder, `${game}-${one}-${two}.jsonl`);
  rmSync(all, { force: true });
  for (let seed = first; seed < first + count; ++seed) {
    const [field, record] = [join(folder, "field.dat"), join(folder, "record.jsonl")];
    referee("create", field, "--game", game, "--seed", String(seed), "--force", ...games[game].settings);
    const { limit } = games[game];
    referee(field, "--ai", ai(game, one), "--ai", one === two ? `second=${join(build, "ai", game, two)}` : ai(game, two), "--record", record, "--force",
      ...(limit ? ["--time-limit", limit, "--margin", "10s"] : []));
    appendFileSync(all, readFileSync(record));
  }
  return all;
}

/** Runs a function of the page's modules: here with the modules as files, in the page with its own. The functions are the same. */
async function verifyAll(load, rules, records) {
  const { Verification } = await load("wasm/verification.js");
  const result = { games: 0, moves: 0, differences: [] };
  for (const record of records) {
    const check = new Verification(rules, record);
    while (check.next());
    result.games += 1;
    result.moves += check.at;
    if (check.difference) {
      result.differences.push(check.difference);
    }
    check.drop();
  }
  return result;
}

async function answerAll(load, rules, workshop, records, about, limitMs, most) {
  const { Positions } = await load("ask/positions.js");
  const { Analyst } = await load("ask/analyst.js");
  const result = { positions: 0, same: 0, sameNotes: 0, instructions: 0, answers: [], different: [] };
  for (const record of records) {
    const positions = new Positions(rules, record);
    await positions.verify();
    const analyst = new Analyst(workshop, positions, about, limitMs);
    for (let index = 0; index < positions.turns.length && result.positions < most; ++index) {
      for (const move of positions.moves(index)) {
        const { analysis } = await analyst.ask(index, move.seat);
        result.positions += 1;
        result.same += analysis.same ? 1 : 0;
        result.sameNotes += (analysis.notes ?? "") === (move.notes ?? "") ? 1 : 0;
        result.instructions += analysis.instructions;
        result.answers.push([analysis.effect ?? analysis.fault, analysis.instructions]);
        if (!analysis.same && result.different.length < 3) {
          result.different.push([record.number, move.turn, move.seat, move.effect, analysis]);
        }
      }
    }
    analyst.close();
  }
  return result;
}

/** In Node: workers that run in this thread, with the modules of the page. @param {any} page @param {any[]} ais */
async function inNode(page) {
  const { Games } = await view("wasm/games.js");
  const { Wasi } = await view("wasm/wasi.js");
  const { runOnce } = await view("wasm/run.js");
  const bytes = await page.evaluate(async () => {
    const texts = {};
    for (const element of document.querySelectorAll('script[id^="module:"]')) {
      texts[element.id.slice(7)] = Array.from(/** @type {any} */ (self).refereeBytes(element.textContent)); // boot.js
    }
    return texts;
  });
  const { gunzipSync } = await import("node:zlib");
  const compiled = new Map(Object.entries(bytes).map(([name, text]) => [name, new WebAssembly.Module(gunzipSync(Buffer.from(text)))]));
  const newWorker = () => {
    let module;
    const worker = {
      postMessage(data) {
        module = data.module ?? module;
        if (data.request) {
          const report = runOnce(Wasi, module, data.request);
          queueMicrotask(() => worker.onmessage({ data: report }));
        }
      },
      terminate() {},
    };
    return worker;
  };
  return { rules: new Games(compiled.get("games")), workshop: { newWorker, module: async (name) => compiled.get(name) } };
}

/** The same function in the page. @param {any} page @param {Function} what @param {any[]} rest */
const inPage = (page, what, ...rest) => page.evaluate(async ([text, name, values]) => {
  const load = (file) => import(`view/${file}`);
  const { moduleOf, newWorker, rules, shelf } = await load("wasm/modules.js");
  const about = shelf.ais.find((each) => each.name === name);
  const run = (0, eval)(`(${text})`); // the test's own function, for which the page's policy is set aside
  return run(load, await rules(), ...(name ? [{ newWorker, module: moduleOf }, ...values.slice(0, 1), about, ...values.slice(1)] : values));
}, [what.toString(), ...rest]);

for (const [game, { pairs, fixed, clock }] of Object.entries(games)) {
  const skip = wanted.length > 0 && !wanted.includes(game) ? "not in WHAT" : lacking(`${game}/${fixed}`, `${game}/${clock}`);
  test(`${game}: rules and AIs as WebAssembly are those of the native programs`, { skip, timeout: Infinity }, async () => {
    const record = matches(game, [fixed, fixed], 1, 1);
    const file = join(folder, `${game}.html`);
    referee("replay", record, "--html", file, "--with", fixed, "--with", clock, "--force");
    const page = await browser.open(file, "", { bypassCSP: true });
    const { rules, workshop } = await inNode(page);
    const about = (name) => page.evaluate(async (wantedName) => (await import("view/wasm/modules.js")).shelf.ais.find((each) => each.name === wantedName), name);

    const records = pairs.flatMap((pair, i) => recordedGames(matches(game, pair, 100 * i + 1, Math.ceil(leastGames / 2 / pairs.length))));
    const [here, there] = [await verifyAll(view, rules, records), await inPage(page, verifyAll, "", [records])];
    console.log(`${game}: ${here.games} games with ${here.moves} moves verified in Node and Chromium, ${here.differences.length} and ${there.differences.length} differences`);
    assert.ok(here.games >= leastGames);
    assert.deepEqual([here.differences, there], [[], here]);

    const own = [];
    for (let seed = 1, positions = 0; positions < leastPositions; seed += 2) {
      own.push(...recordedGames(matches(game, [fixed, fixed], seed, 2)));
      positions = own.reduce((sum, each) => sum + each.moves.length, 0);
    }
    const node = await answerAll(view, rules, workshop, own, await about(fixed), 10_000, positionsInNode);
    const chromium = await inPage(page, answerAll, fixed, [own, 10_000, leastPositions]);
    console.log(`${game}: ${fixed} answers ${node.same} of ${node.positions} positions as the native one in Node (notes ${node.sameNotes}), ${chromium.same} of ${chromium.positions} in Chromium (notes ${chromium.sameNotes}); ${node.instructions} and ${chromium.instructions} instructions`);
    assert.ok(node.positions >= positionsInNode && chromium.positions >= leastPositions);
    for (const each of [node, chromium]) {
      assert.deepEqual([each.same, each.sameNotes], [each.positions, each.positions], JSON.stringify(each.different));
    }
    assert.deepEqual(chromium.answers.slice(0, node.positions), node.answers);

    const limitMs = 50;
    const short = await answerAll(view, rules, workshop, own, await about(clock), limitMs, clockPositions / 4);
    const whole = await inPage(page, answerAll, clock, [own, limitMs, clockPositions]);
    console.log(`${game}: ${clock}, which looks at the clock: ${short.instructions} and ${whole.instructions} instructions on ${short.positions} and ${whole.positions} positions`);
    assert.ok(short.positions >= clockPositions / 4 && whole.positions >= clockPositions);
    assert.deepEqual(whole.answers.slice(0, short.positions), short.answers);
    await page.context().close();
  });
}
