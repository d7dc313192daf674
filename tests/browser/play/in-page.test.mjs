// Rules and AIs in a page, without a server: people play whole games of all games, a game is kept, an
// AI that hangs is ended, and a replay is verified, analysed and played on. What the page computes is
// what the native programs compute: tests/wasm has many more positions.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { clickInside, isIn, moves, nextQuestion, pairs, playAll, question, settings } from "./human.mjs";
import { endless, lacking, recordedGames, viewModules } from "./in-page.mjs";
import { ai, atEnd, build, folder, gamesOf, phone, play, referee, source, textOf, until, useBrowser } from "../support.mjs";

const browser = useBrowser();
const opponents = { gems: "greedy", battlesnake: "space", spe_ed: "space", cops: "gatehalo", dicewars: "stei_adt" };
const all = Object.entries(opponents).map(([game, name]) => `${game}/${name}`);
const skip = lacking(...all, "gems/depth3");
const policy = "default-src 'none'; script-src 'unsafe-inline' 'self' data: 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:; worker-src blob:";

/** The page with an opponent of each game, as a file and as a folder. */
const file = join(folder, "play.html");
const site = join(folder, "play");
before(() => {
  if (!skip) {
    const ais = all.flatMap((name) => ["--ai", name]);
    referee("play-page", file, ...ais);
    referee("play-page", site, ...ais);
  }
});

/** Serves the folder; returns its address. */
async function served() {
  const server = createServer((request, response) => {
    try {
      const name = request.url === "/" ? "/index.html" : request.url;
      response.setHeader("Content-Type", name.endsWith(".js") ? "text/javascript" : "text/html").end(readFileSync(join(site, name)));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  atEnd(() => server.close());
  return `http://127.0.0.1:${server.address().port}/`;
}

/** A short field of the game. @param {string} game */
function shortField(game) {
  const field = join(folder, `${game}.dat`);
  referee("create", field, "--game", game, "--seed", "3", "--force", ...settings[game]);
  return field;
}

/** Chooses the game, its opponent and a field, and begins. @param {any} page @param {string} game */
async function begin(page, game) {
  await page.setInputFiles("#own", shortField(game));
  await until(page, (name) => document.querySelector('input[name="game"]:checked')?.getAttribute("value") === name, game);
  await page.check(`input[name="opponent"][value="${opponents[game]}"]`);
  await page.click("#begin");
}

/** What the page hands to the browser when that button is pressed. @param {any} page @param {string} name */
async function kept(page, name) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-after="${name}"]`)]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

/** Requests that leave the page: to a server, or to files that aren't its own. @param {any} page @param {string} home */
const foreign = (page, home) => page.requests.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(home));

for (const game of Object.keys(opponents)) {
  for (const way of ["keyboard", "mouse"]) {
    test(`${game}: a whole game in a page with the ${way}, from ${way === "mouse" ? "http" : "file"}, by the rules`, { skip }, async () => {
      const home = way === "mouse" ? await served() : `file://${file}`;
      const page = await browser.open(way === "mouse" ? home : file);
      await begin(page, game);
      const answers = await playAll(page, (turn) => moves[game][way === "mouse" ? "pointer" : way](page, turn));
      assert.ok(answers.length > 1);
      await page.waitForSelector("#result .verdict");
      const record = await kept(page, "record");
      assert.match(referee("replay", record, "--verify"), /every move and state matches/);
      const [played] = gamesOf(record);
      assert.deepEqual(played.head.seats.map((seat) => seat.name), ["You", opponents[game]]);
      assert.deepEqual(played.moves.filter((move) => move.seat === 1).map((move) => move.move), answers);
      assert.deepEqual(played.moves.filter((move) => move.fault), []);
      assert.ok(played.moves.filter((move) => move.seat === 2).every((move) => move.instructions > 0));
      assert.deepEqual(foreign(page, home), []);
      assert.deepEqual(page.problems, []);
      if (way === "keyboard") {
        const replay = await browser.open(await kept(page, "page"));
        assert.equal(await textOf(replay, ".where"), await textOf(page, ".where").then((text) => text.replace(/^Turn \d+ of (\d+).*/, "Start of $1")));
        assert.deepEqual([replay.problems, replay.requests.filter((url) => !/^(data|file|blob):/.test(url))], [[], []]);
      }
      await page.context().close();
    });
  }
}

test("before and in a game there are rules; a seed counts at once; who plays fast steers", { skip }, async () => {
  const page = await browser.open(file, "play=battlesnake", { viewport: phone });
  const rulesAreRight = async () => {
    await page.waitForSelector("#rules[open]");
    assert.match(await textOf(page, "#rules"), /The last snake alive wins/);
    // Pictures of the legend aren't as high as the board.
    const heights = await page.$$eval("#rules dt", (all) => all.map((each) => each.getBoundingClientRect().height));
    assert.ok(heights.length > 2 && heights.every((height) => height > 20 && height < 80), String(heights));
    await page.keyboard.press("Escape");
    await until(page, () => !document.querySelector("dialog[open]"));
  };
  await page.click("#do-rules");
  await rulesAreRight();
  await page.fill("#seed", "x7");
  await page.click("#begin");
  assert.ok(await page.$("#seed:invalid"));
  await page.fill("#seed", "77");
  await page.click("#begin"); // at once: the field has not lost the focus before
  await nextQuestion(page, "");
  await page.keyboard.press("h");
  await rulesAreRight();
  // The second key comes while the first turn is on its way, or after it: in both cases it is a turn.
  const { question: asked } = await page.evaluate(() => ({ question: document.querySelector(".where")?.textContent }));
  assert.match(asked ?? "", /^Start/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await until(page, () => /^Turn 1 of 1/.test(document.querySelector(".where")?.textContent ?? "") || document.querySelector("#result .verdict"));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("gems with a finger: moves, take back, again in the other seat", { skip }, async () => {
  const page = await browser.open(file, "", { viewport: phone, hasTouch: true });
  await page.setInputFiles("#own", shortField("gems"));
  await until(page, () => document.querySelector('input[name="game"]:checked')?.getAttribute("value") === "gems");
  await page.tap("#begin");
  const tapSwap = async () => {
    await nextQuestion(page, "");
    const before = await question(page);
    // A tap is lost if the board is drawn anew under the finger: people tap again.
    for (let times = 0; times < 50 && await question(page) === before; ++times) {
      for (const spot of await page.$$eval(".hand-spot.open", (spots) => spots.map((each) => each.getAttribute("data-pick")))) {
        await clickInside(page, spot, "touchscreen");
        const { targets } = await pairs(page);
        if (targets.length > 0) {
          await clickInside(page, targets[0].id, "touchscreen");
          break;
        }
      }
      await new Promise((done) => setTimeout(done, 500));
    }
    return before;
  };
  const first = await tapSwap();
  await nextQuestion(page, first);
  const where = await textOf(page, ".where");
  assert.match(where, /^Turn 1 of 1/);
  await page.tap('[data-after="back"]');
  await until(page, () => document.querySelector(".where")?.textContent?.startsWith("Start"));
  for (let number = ""; await nextQuestion(page, number); ) {
    number = await tapSwap();
  }
  await page.waitForSelector("#result .verdict");
  await page.tap('[data-after="seat"]');
  await isIn(page, "move"); // it was "over" before
  assert.deepEqual(await page.$$eval(".player-card .name", (names) => names.map((name) => name.textContent)), ["greedy", "You"]);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("only pages with modules may compile and start workers; others have the policy they had", { skip }, () => {
  const { page: plain, record } = play("policy", "gems/contest.dat", [ai("gems", "reference"), ai("gems", "random")]);
  const policyOf = (path) => /Content-Security-Policy" content="([^"]*)"/.exec(readFileSync(path, "utf8"))[1];
  assert.equal(policyOf(plain), "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data: blob:");
  assert.equal(policyOf(file), policy);
  const asked = join(folder, "asked.html");
  referee("replay", record, "--html", asked, "--with", "greedy");
  assert.equal(policyOf(asked), policy);
});

test("a page with one AI is small", { skip }, () => {
  const path = join(folder, "one.html");
  referee("play-page", path, "--ai", "gems/depth3");
  assert.ok(readFileSync(path).length <= 620_000, `${readFileSync(path).length} bytes`);
});

test("a field drawn in the page is that of create, byte for byte", { skip }, async () => {
  const view = viewModules();
  const { Games } = await view("wasm/games.js");
  const games = new Games(new WebAssembly.Module(readFileSync(join(build, "wasm/games.wasm"))));
  for (const { name, default_seats: seats } of games.list()) {
    for (const seed of ["1", "77", "123456789012345"]) {
      const path = join(folder, "drawn.dat");
      referee("create", path, "--game", name, "--seed", seed, "--force");
      assert.equal(games.create(name, seed, seats), readFileSync(path, "utf8"), `${name}, seed ${seed}`);
    }
  }
});


test("an AI that hangs costs its move, and the next move works", { skip }, async () => {
  const module = join(folder, "hanging.wasm");
  writeFileSync(module, endless);
  const path = join(folder, "hanging.html");
  referee("play-page", path, "--game", "gems", "--ai", module);
  const page = await browser.open(path);
  await page.setInputFiles("#own", shortField("gems"));
  await page.click("#begin");
  for (let turn = 0, before = ""; turn < 2 && await nextQuestion(page, before); ++turn) {
    before = await question(page);
    await moves.gems.pointer(page, turn);
  }
  await until(page, () => document.querySelector('.player-card[data-seat="2"] .faults')?.getAttribute("data-faults") !== "0");
  // In a worker it is ended by the clock, too, if its budget doesn't end it first.
  const took = await page.evaluate(async () => {
    const { Ai } = await import("view/wasm/ai.js");
    const { moduleOf, newWorker, shelf } = await import("view/wasm/modules.js");
    const hanging = new Ai({ newWorker, module: moduleOf }, shelf.ais[0]);
    const report = await hanging.run({}, 3_600_000, 500);
    const next = await hanging.run({}, 1);
    return { first: report.fault, reason: report.reason, next: next.fault, nextReason: next.reason };
  });
  assert.deepEqual(took, { first: "timeout", reason: "it hung and was ended", next: "timeout", nextReason: "its instructions are used up" });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a replay with an AI: verified, asked, analysed, played on, taken back", { skip }, async () => {
  const { record } = play("asked-game", shortField("gems"), [ai("gems", "greedy"), ai("gems", "reference")]);
  const path = join(folder, "asked-game.html");
  referee("replay", record, "--html", path, "--with", "greedy", "--with", "gems/depth3", "--force");
  const page = await browser.open(path, "game=1");
  await page.waitForSelector('[data-verified="right"]');
  const [first] = recordedGames(record);
  assert.equal(await textOf(page, ".verified"), `✓All ${first.moves.length} moves verified in this page`);
  await page.click('[data-ask="here"]');
  await page.waitForSelector('.here[data-here="0"]');
  assert.match(await textOf(page, ".here"), /The same as in the game/);
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector('.analysis[data-analysis="same"]');
  await page.click('[data-ask="analyse"]');
  await page.waitForSelector(".agreement");
  const own = first.moves.filter((move) => move.seat === 1).length;
  assert.deepEqual((await page.$$eval("[data-agrees]", (rows) => rows.map((row) => row.getAttribute("data-agrees"))))[0], `${own}/${own}`);
  // Not only the moves: the notes, too.
  const notes = await page.evaluate(async () => [...(await import("view/ask/replay.js")).tools.answers.values()].filter(({ seat }) => seat === 1).map(({ analysis }) => analysis.notes));
  assert.deepEqual(notes, first.moves.filter((move) => move.seat === 1).map((move) => move.notes));
  // From turn 2 on, as seat 1.
  await page.evaluate(() => void (location.hash = "game=1&turn=1"));
  await until(page, () => document.querySelector(".where")?.textContent?.startsWith("Turn 1 of"));
  await page.click('[data-ask="play"]');
  await page.selectOption("#as", "1");
  await page.click('[data-ask="begin"]');
  await nextQuestion(page, "");
  assert.match(await textOf(page, ".where"), /^Turn 1 of 1/);
  await moves.gems.keyboard(page, 0);
  await nextQuestion(page, "1");
  assert.match(await textOf(page, ".where"), /^Turn 3 of 3/);
  await page.click('[data-after="back"]');
  await until(page, () => document.querySelector(".where")?.textContent?.startsWith("Turn 1 of 1"));
  await page.click('[data-ask="back"]');
  await page.waitForSelector(".agreement");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a record that breaks the rules is named in the page", { skip }, async () => {
  const { record } = play("broken", shortField("gems"), [ai("gems", "greedy"), ai("gems", "reference")]);
  const view = viewModules();
  const { Games } = await view("wasm/games.js");
  const { Verification } = await view("wasm/verification.js");
  const games = new Games(new WebAssembly.Module(readFileSync(join(build, "wasm/games.wasm"))));
  const [game] = recordedGames(record);
  const check = (change) => {
    const copy = structuredClone(game);
    change(copy);
    const verification = new Verification(games, copy);
    while (verification.next());
    return verification.difference;
  };
  assert.equal(check(() => {}), "");
  assert.match(check((copy) => void (copy.moves[1].effect = "0 0 0 1")), /^turn 1: the record has the effect '0 0 0 1'/);
  assert.match(check((copy) => void (copy.moves[2].state = "0000")), /^turn 2: the state after it differs/);
  assert.match(check((copy) => void (copy.result.scores = [7, 8])), /different result/);
  assert.match(check((copy) => void (copy.text += "# more\n")), /SHA-256/);
});

test("what can't run in a page is refused by name", { skip: lacking() }, () => {
  const refused = (...words) => {
    try {
      referee(...words);
    } catch (error) {
      return error.stderr;
    }
    return "";
  };
  const path = join(folder, "refused.html");
  assert.match(refused("play-page", path, "--game", "gems", "--ai", "resident-cpp"), /resident-cpp: a resident AI can't run in a page/);
  assert.match(refused("play-page", path, "--game", "gems", "--ai", "nobody"), /nobody: no AI of gems by this name can run in a page; there are: /);
  assert.match(refused("play-page", path, "--game", "goofspiel"), /the rules of goofspiel are a program, which no page can run/);
  assert.match(refused("play-page", path, "--ai", join(source, "README.md.wasm"), "--game", "gems"), /there is no such file/);
});
