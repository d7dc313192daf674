// Games whose seats know different things, and whose rules are programs: what each link's stream of
// events holds, byte for byte, and how a person answers in parts (slots).

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { get } from "node:http";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { isIn, match, nextQuestion, question } from "./human.mjs";
import { patched } from "../../../referee/pages/web/patch.js";
import { ai, desktop, gamesOf, keepPicture, phone, referee, until, useBrowser } from "../support.mjs";

const browser = useBrowser();

/** The bodies of a stream of events, and when it ends. @param {string} address */
const streamOf = (address) => new Promise((resolve, reject) => {
  get(address, { headers: { Accept: "text/event-stream" } }, (response) => {
    const stream = { status: response.statusCode, text: "", ended: new Promise((done) => response.on("close", done)) };
    response.setEncoding("utf8").on("data", (text) => {
      stream.text += text;
      if (/^event: end$/m.test(stream.text)) {
        response.destroy(); // the referee waits for whoever hasn't read the end
      }
    });
    resolve(stream);
  }).on("error", reject);
});

/** All frames and moves in a stream, by game. @param {string} text */
function framesIn(text) {
  const games = new Map();
  for (const event of text.split("\n\n").filter((each) => /^event: lines$/m.test(each))) {
    const { serial, first, lines, packed } = JSON.parse(/^data: (.*)$/m.exec(event)[1]);
    const all = lines ?? gunzipSync(Buffer.from(packed, "base64")).toString().trim().split("\n").map((line) => JSON.parse(line));
    const game = games.get(serial) ?? { lines: 0, frames: [], moves: [] };
    games.set(serial, game);
    for (const line of all.slice(game.lines - first)) {
      game.lines += 1;
      game.moves.push(...(line.moves ?? []));
      for (const patch of line.frames ?? []) {
        game.frames.push(patched(game.frames.at(-1) ?? null, patch));
      }
    }
  }
  return [...games.values()];
}

test("goofspiel: no byte of a link's stream holds the hand or the bid of another seat", async () => {
  const { run, links, record } = await match("goofspiel", "goofspiel", ["Anna=human", "Ben=human"], ["--seats", "fixed"], ["--set", "cards=5"]);
  const [anna, ben] = [await browser.open(links.Anna), await browser.open(links.Ben)];
  const events = new URL(await anna.$eval("#match", (match) => JSON.parse(match.textContent).live.events), run.url).href;
  const streams = [await streamOf(events), ...await Promise.all(["Anna", "Ben"].map((name) => streamOf(`${events}?key=${new URL(links[name]).hash.slice(5)}`)))];
  const bids = [];
  for (let before = ["", ""]; (await nextQuestion(anna, before[0])) && (await nextQuestion(ben, before[1])); ) {
    before = [await question(anna), await question(ben)];
    // Anna bids her highest card, Ben his lowest.
    const cards = async (page) => page.$$eval(".pad button:not(:disabled)", (buttons) => buttons.map((button) => Number(button.dataset.answer)));
    const hands = [await cards(anna), await cards(ben)];
    const own = await anna.$$eval("[data-seat='1'] [data-card]", (all) => all.map((card) => Number(card.dataset.card)));
    assert.deepEqual(own, hands[0]);
    assert.equal((await anna.$$("[data-seat='2'] [data-card]")).length, 0);
    const chosen = [hands[0].at(-1), hands[1][0]];
    bids.push(chosen);
    await anna.click(`.pad [data-answer="${chosen[0]}"]`);
    await ben.click(`.pad [data-answer="${chosen[1]}"]`);
  }
  assert.equal(await run.ended, 0);
  await Promise.all(streams.map((stream) => stream.ended));
  assert.deepEqual(gamesOf(record)[0].turns.map(({ moves }) => moves.map((move) => Number(move.move))), bids);
  streams.forEach((stream, viewer) => {
    assert.equal(stream.status, 200);
    const [game] = framesIn(stream.text);
    assert.ok(game.frames.length > 5);
    for (const frame of game.frames) {
      frame.players.forEach((player, i) => assert.equal(player.hand !== null, i + 1 === viewer, `stream ${viewer}, hand of seat ${i + 1}`));
      frame.rounds.forEach((round, number) => assert.deepEqual(round.bids, bids[number].map((bid, i) => (i + 1 === viewer ? bid : 0))));
    }
    // Nor beside the frames: nobody else learns what was answered.
    for (const move of game.moves.filter((each) => each.seat !== viewer)) {
      assert.deepEqual(Object.keys(move).filter((key) => !["seat", "ms", "fault"].includes(key)), []);
    }
  });
});

const needsNode = { skip: existsSync("/usr/bin/node") ? false : "needs node" };

test("bazaar: a person answers in parts with mouse and keyboard, as the record says", needsNode, async () => {
  const { run, links, record } = await match("bazaar", "bazaar", ["Anna=human", ai("bazaar", "reference"), `other=${ai("bazaar", "reference").split("=")[1]}`],
    ["--seats", "fixed"], ["--set", "rounds=3"]);
  const page = await browser.open(links.Anna, "", { viewport: desktop });
  const commands = () => page.$$eval(".slot-command", (all) => all.map((each) => each.textContent));
  assert.ok(await nextQuestion(page, ""));
  assert.deepEqual(await commands(), ["sell", "stall", "bid"]);
  // The same seat on other screens, with the same hand.
  for (const colorScheme of ["light", "dark"]) {
    for (const [size, viewport] of Object.entries({ desktop, phone })) {
      const other = await browser.open(links.Anna, "", { viewport, colorScheme, hasTouch: size === "phone" });
      await isIn(other, "move");
      await keepPicture(other, `human-bazaar-${colorScheme}-${size}`);
      assert.deepEqual(await other.evaluate(() => [...document.querySelectorAll(".slot-words label, .slot-number button, .slot-number input, [data-plan=send]")]
        .filter((control) => control.getBoundingClientRect().height < 36 || control.getBoundingClientRect().right > innerWidth).length), 0);
      assert.ok(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      assert.deepEqual(other.problems, []);
      await other.context().close();
    }
  }
  const answers = [];
  // With the mouse: a stall with the first good that is held, for 3, and a bid of 2.
  const held = await page.$$eval('[name="slot-4"]', (all) => all.map((each) => each.value));
  assert.equal(held[0], "none");
  await page.click(`label:has(> [name="slot-4"][value="${held[1]}"])`);
  for (let i = 0; i < 2; ++i) {
    await page.click('.slot:nth-child(2) [aria-label="more"]');
  }
  await page.click('.slot:nth-child(3) [aria-label="more"]');
  await page.click('.slot:nth-child(3) [aria-label="more"]');
  await page.click('.slot:nth-child(3) [aria-label="more"]');
  await page.click('.slot:nth-child(3) [aria-label="less"]');
  assert.equal(await page.textContent("#hand .words"), `sell none stall ${held[1]} 3 bid 2`);
  let before = await question(page);
  await page.click('[data-plan="send"]');
  answers.push(`sell none stall ${held[1]} 3 bid 2`);
  // With the keyboard: what is out of range is refused, and costs nothing.
  assert.ok(await nextQuestion(page, before));
  before = await question(page);
  await page.focus("input[type=number] >> nth=-1");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("999");
  await page.keyboard.press("Enter");
  await until(page, () => /Not taken/.test(document.querySelector("#hand .hint").textContent));
  assert.equal(await question(page), before);
  await page.focus("input[type=number] >> nth=-1");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  answers.push("bid 1");
  // The last round has no stalls. Enter alone sends what is chosen: nothing.
  assert.ok(await nextQuestion(page, before));
  assert.ok(!(await commands()).includes("stall"));
  before = await question(page);
  await page.keyboard.press("Enter");
  answers.push("");
  assert.equal(await nextQuestion(page, before), false);
  assert.equal(await run.ended, 0, run.err);
  const [game] = gamesOf(record);
  const own = game.moves.filter((move) => move.seat === 1);
  assert.deepEqual(own.filter((move) => move.fault), []);
  assert.equal(own[0].move, answers[0]);
  assert.ok(own[1].move.endsWith(answers[1]), own[1].move);
  assert.deepEqual(own.map((move) => move.effect ?? move.move).length, 3);
  assert.match(referee("replay", record, "--verify"), /every move and state matches/);
  // A second press of a key may come when the turn is over; the server refuses it (409).
  assert.deepEqual(page.problems.filter((problem) => !problem.includes("409 (Conflict)")), []);
});
