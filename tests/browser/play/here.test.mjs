// "Here" in a replay page with rules and AIs is the position on the board: an AI is asked for the seats
// that are to move there, its answer is that of the native program on that state, what is drawn belongs
// to it, and a variation begins with the same board. In every game that has AIs for pages.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { nextQuestion, question } from "./human.mjs";
import { lacking, recordedGames, viewModules } from "./in-page.mjs";
import { build, folder, keepPicture, phone, referee, textOf, until, useBrowser } from "../support.mjs";

const browser = useBrowser();
const skip = lacking();

/** The AIs of the page in which people play, by game. @type {Map<string, string[]>} */
const shelf = new Map();
/** What the rules' module says of each game. @type {Map<string, any>} */
const infos = new Map();
if (!skip) {
  const path = join(folder, "all.html");
  referee("play-page", path);
  for (const { game, name } of JSON.parse(/<script type="text\/plain" id="wasm">(.*?)<\/script>/s.exec(readFileSync(path, "utf8"))[1]).ais) {
    shelf.set(game, [...(shelf.get(game) ?? []), name]);
  }
  const { Games } = await viewModules()("wasm/games.js");
  new Games(new WebAssembly.Module(readFileSync(join(build, "wasm/games.wasm")))).list().forEach((info) => infos.set(info.name, info));
}

/** The AIs of a game that there are as modules and as native programs. @param {string} game */
const aisOf = (game) => [...new Set(["reference", ...(shelf.get(game) ?? [])])].filter((name) => existsSync(join(build, "ai", game, name)));

/** What is on the board, in words and as text. @param {any} page */
const shown = (page) => page.evaluate(async () => {
  const details = /** @type {HTMLDetailsElement} */ (document.querySelector("#picture"));
  details.open = true;
  (await import("view/ask/replay.js")).tools.viewer.show();
  return { status: document.querySelector("#status").textContent, text: details.querySelector("pre").textContent };
});

/** What AIs have drawn on it. @param {any} page @returns {Promise<string[]>} */
const drawn = (page) => page.$$eval("#board [data-drawn-by]", (groups) => groups.map((group) => group.outerHTML));

/** What notes look like on this board. @param {any} page @param {{seat: number, notes: string}[]} moves */
const asDrawn = (page, moves) => page.evaluate(async (all) => {
  const { drawNotes } = await import("view/notes.js");
  return drawNotes(all, (await import("view/ask/replay.js")).tools.viewer.board).map((group) => group.outerHTML);
}, moves);

const turnsShown = (page) => page.evaluate(async () => (await import("view/ask/replay.js")).tools.viewer.position);

/** What the page says of where it is after so many turns. @param {any[]} turns @param {number} count */
const whereAfter = (turns, count) => (count === 0 ? "Start of " : `Turn ${turns[count - 1].turn} of `);

/** Goes to the position after so many turns. @param {any} page @param {any[]} turns @param {number} count */
async function goAfter(page, turns, count) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, count === 0 ? "game=1" : `game=1&turn=${turns[count - 1].turn}`);
  await until(page, (where) => document.querySelector(".where").textContent.startsWith(where), whereAfter(turns, count));
}

/** Asks, and waits for the answers. @param {any} page @param {number} turn that is to be played */
async function askHere(page, turn) {
  await page.click('[data-ask="here"]');
  await until(page, () => document.querySelector('[data-ask="here"]')?.textContent === "What would it play here?");
  assert.deepEqual(await page.$$eval(".here", (parts) => parts.map((part) => part.getAttribute("data-here"))), [String(turn)], "answers stand on the position for which they were asked");
  return page.$$eval(".here .move-card", (cards) => cards.map((card) => ({ seat: Number(card.dataset.seat), answer: card.dataset.answer, text: card.textContent })));
}

/**
 * Its answers depend on nothing but the position: neither on the seed of the move, which is another one in a match, nor on how much time
 * it has; then it ends long before its limit, and no machine is too slow for the native program. @param {any} page @param {string} name @param {number[]} places
 */
const isFixed = (page, name, places) => page.evaluate(async ([wanted, counts]) => {
  const { tools } = await import("view/ask/replay.js");
  const { Ai } = await import("view/wasm/ai.js");
  const { moduleOf, newWorker, shelf: { ais } } = await import("view/wasm/modules.js");
  const { positions } = tools.done.get(0);
  const { games, check } = positions;
  games.tell(check.field, positions.record.points);
  for (const count of counts) {
    let first = null;
    for (const [seed, limitMs] of [[1, 50], [1, 150], [2, 150], [3, 150], [4, 150]]) {
      const ai = new Ai({ newWorker, module: moduleOf }, ais.find((each) => each.name === wanted));
      const position = positions.before(count);
      const report = await ai.run(games.files(position, check.field, positions.movers(count)[0], { limitMs, seed }), limitMs, 600_000);
      games.drop(position);
      ai.close();
      first ??= report;
      // The digits of a time that it reads may take some instructions.
      if (report.fault !== "none" || report.result !== first.result || report.notes !== first.notes || Math.abs(report.instructions / first.instructions - 1) > 0.01) {
        return false;
      }
    }
  }
  return true;
}, [name, places]);

let withDrawings = 0;

test("every game with AIs for pages is tested", { skip }, () => {
  assert.deepEqual([...shelf.keys()].sort(), [...infos.keys()].sort());
  assert.ok(shelf.size > 0);
});

for (const game of shelf.keys()) {
  test(`${game}: here is the position on the board (picture in build/screenshots)`, { skip }, async () => {
    const [field, record, file] = ["dat", "jsonl", "html"].map((end) => join(folder, `${game}.${end}`));
    referee("create", field, "--game", game, "--seed", "3");
    const reference = join(build, "ai", game, "reference");
    referee(field, ...Array.from({ length: infos.get(game).default_seats }, (_, i) => ["--ai", `p${i + 1}=${reference}`]).flat(), "--record", record, "--seats", "fixed",
      ...(infos.get(game).clock_ms > 0 ? [] : ["--time-limit", "60s"]));
    const names = aisOf(game);
    referee("replay", record, "--game", "1", "--html", file, ...names.flatMap((name) => ["--with", name]));
    const [{ moves }] = recordedGames(record);
    const turns = [...new Set(moves.map(({ turn }) => turn))].map((turn) => ({ turn, moves: moves.filter((move) => move.turn === turn) }));
    const places = [0, turns.length >> 1, turns.length - 1];
    const page = await browser.open(file, "game=1");
    await page.waitForSelector('[data-verified="right"]');

    const asked = /** @type {string[]} */ ([]);
    for (const name of names) {
      if (!(await isFixed(page, name, places))) {
        continue;
      }
      asked.push(name);
      const analysed = join(folder, `${game}-${name}.jsonl`);
      referee("rerun", record, "--game", "1", "--ai", `${name}=${join(build, "ai", game, name)}`, "--notes", analysed);
      const native = readFileSync(analysed, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line)).filter((line) => line.analyses);
      if (names.length > 1) {
        await page.selectOption('[data-ask="ai"]', name);
      }
      for (const count of places) {
        const { turn, moves: played } = turns[count];
        await goAfter(page, turns, count);
        const before = await shown(page);
        assert.deepEqual(await drawn(page), [], "nothing is drawn before somebody is asked");
        const wanted = played.map(({ seat }) => ({ seat, ...native.find((line) => line.turn === turn && line.seat === seat).analyses[0] }));
        const got = await askHere(page, turn);
        assert.deepEqual(got.map(({ seat, answer }) => [seat, answer]), wanted.map(({ seat, effect }) => [seat, effect ?? ""]), `${name}, turn ${turn}`);
        wanted.forEach(({ effect, fault }, i) => assert.ok(got[i].text.includes(fault === null || fault === undefined
          ? effect === played[i].effect ? "The same as in the game." : `In the game: ${played[i].effect || played[i].fault}` : fault), got[i].text));
        assert.deepEqual(await shown(page), before, "asking leaves the board as it is");
        const pictures = await asDrawn(page, wanted.filter(({ notes }) => notes));
        assert.deepEqual(await drawn(page), pictures, `${name}, turn ${turn}`);
        withDrawings += pictures.filter((picture) => picture.includes("drawn ")).length;
        await keepPicture(page, `here-${game}`);
        // The next position has other answers; the moves that led there are compared with these.
        await goAfter(page, turns, count + 1);
        assert.equal((await page.$$(".here")).length, 0, "what was answered elsewhere is gone");
        assert.deepEqual(await drawn(page), []);
        // By the whole name: that of another AI may begin with it.
        const analyses = (await page.$$eval("#moves .analysis", (parts) => parts.map((part) => [part.querySelector(".what > :first-child")?.textContent, part.textContent ?? ""])))
          .filter(([who]) => who === name).map(([, text]) => text);
        assert.equal(analyses.length, wanted.length);
        wanted.forEach(({ effect, fault }, i) => assert.ok(analyses[i].includes(fault ? fault
          : effect === played[i].effect ? "would have played the same" : `would have played${effect}instead`), analyses[i]));
        // The board before these moves is the position again.
        await page.keyboard.press("b");
        await page.waitForSelector(`.here[data-here="${turn}"]`);
        assert.deepEqual(await drawn(page), pictures);
        assert.equal((await shown(page)).text, before.text);
        await page.keyboard.press("b");
        await page.evaluate(async () => (await import("view/ask/replay.js")).tools.answers.clear());
      }
    }
    assert.ok(asked.length > 0, "an AI without clock and chance was asked");
    console.log(`${game}: asked ${asked.join(", ")}`);

    // Where the game is over nobody can be asked.
    await goAfter(page, turns, turns.length);
    assert.deepEqual(await page.$$eval('[data-ask="here"], [data-ask="play"]', (buttons) => buttons.map((button) => button.disabled)), [true, true]);
    assert.match(await textOf(page, '[data-ask="over"]'), /^The game is over here/);

    // A variation begins with what was shown.
    let number = "";
    for (const count of places) {
      await goAfter(page, turns, count);
      const before = await shown(page);
      await page.click('[data-ask="play"]');
      assert.equal(await textOf(page, ".play-on h2"), `Play on from turn ${turns[count].turn}`);
      await page.click('[data-ask="begin"]');
      assert.ok(await nextQuestion(page, number));
      number = await question(page);
      assert.deepEqual(await shown(page), before, `from turn ${turns[count].turn}`);
      assert.match(await textOf(page, "#ask"), new RegExp(`A variation of game 1, from turn ${turns[count].turn} on`));
      await page.click('[data-ask="back"]');
      await page.waitForSelector('[data-ask="here"]');
      assert.ok((await textOf(page, ".where")).startsWith(whereAfter(turns, count)));
      assert.deepEqual(await shown(page), before);
    }

    // A step within a turn leads to a position: that is here.
    const step = await page.evaluate(async () => {
      const { entries } = (await import("view/ask/replay.js")).tools.viewer.game;
      return entries.findIndex((entry, i) => i > 0 && i < entries.length - 1 && entry.last > entry.first);
    });
    if (step > 0) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `game=1&turn=${turns[step - 1].turn}&step=0`);
      for (; (await turnsShown(page)).isWhole; ) {
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
      }
      await askHere(page, turns[step].turn);
      assert.deepEqual(await turnsShown(page), { turns: step, isWhole: true });
    }
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test("some of them draw", { skip }, () => {
  assert.ok(withDrawings > 0);
});

test("with hidden results an answer says nothing of what was played", { skip }, async () => {
  const [game] = shelf.keys();
  const page = await browser.open(join(folder, `${game}.html`), "game=1&results=hidden", { viewport: phone });
  await page.waitForSelector('[data-verified="right"]');
  const [{ text }] = await askHere(page, 0);
  assert.doesNotMatch(text, /in the game/i);
  await page.keyboard.press("x");
  await until(page, () => /in the game/i.test(document.querySelector(".here")?.textContent ?? ""));
  await keepPicture(page, "here-phone");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
