// "How it works" follows the field: of each game of a record, of the board that the lobby shows, of a
// game that is being played. What the sentences are is tested in tests/pages/rules_test.cpp.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { lacking } from "./in-page.mjs";
import { ai, folder, keepPicture, phone, referee, until, useBrowser, watch } from "../support.mjs";

const browser = useBrowser();
const players = ["--ai", ai("battlesnake", "reference"), "--ai", ai("battlesnake", "random")];

/** A field of battlesnake. @param {string} name @param {string[]} settings */
function fieldOf(name, ...settings) {
  const field = join(folder, `${name}.dat`);
  referee("create", field, "--game", "battlesnake", "--seed", "3", "--set", "size=7", ...settings.flatMap((setting) => ["--set", setting]));
  return field;
}

/** What is said when the rules are opened. @param {any} page @param {string} [picture] */
async function rulesOf(page, picture = "") {
  await page.click("#do-rules");
  await page.waitForSelector("#rules[open] li");
  const text = (await page.$$eval("#rules li, #rules dd", (all) => all.map((each) => each.textContent))).join("\n");
  if (picture) {
    await keepPicture(page, picture);
  }
  await page.keyboard.press("Escape");
  await until(page, () => !document.querySelector("dialog[open]"));
  return text;
}

const standard = (/** @type {string} */ text) => {
  assert.match(text, /A snake that leaves the board is out\./);
  assert.doesNotMatch(text, /hazard|opposite side/);
};
const wrappedRoyale = (/** @type {string} */ text) => {
  assert.match(text, /enters it on the opposite side\.[^]*loses 9 health more[^]*hazard costs a head 9 more/);
  assert.doesNotMatch(text, /leaves the board is out/);
};
const royaleSettings = ["map=royale", "wrapped=1", "hazard_damage=9"];

test("each game of a record has the rules of its field (pictures in build/screenshots)", async () => {
  const whole = join(folder, "both.jsonl");
  const records = [fieldOf("plain"), fieldOf("royale", ...royaleSettings)].map((field) => {
    const record = field.replace(".dat", ".jsonl");
    referee(field, ...players, "--record", record, "--seats", "fixed");
    return readFileSync(record, "utf8");
  });
  writeFileSync(whole, records[0] + records[1].replace('"number":1', '"number":2'));
  const file = join(folder, "both.html");
  referee("replay", whole, "--html", file);
  for (const [size, options] of /** @type {[string, object][]} */ ([["desktop", {}], ["phone", { viewport: phone }]])) {
    const page = await browser.open(file, "game=1", options);
    standard(await rulesOf(page));
    await page.keyboard.press("n");
    await until(page, () => new URLSearchParams(location.hash.slice(1)).get("game") === "2");
    wrappedRoyale(await rulesOf(page, `rules-royale-${size}`));
    await page.keyboard.press("p");
    await until(page, () => new URLSearchParams(location.hash.slice(1)).get("game") === "1");
    standard(await rulesOf(page));
    assert.deepEqual(page.problems, []);
  }
});

test("a live page says in words what depends on the field, until its game has begun", async () => {
  const run = await watch(fieldOf("watched", ...royaleSettings), "--ai", "human", ...players.slice(0, 2));
  const page = await browser.open(run.url);
  await page.waitForSelector(".player-card");
  wrappedRoyale(await rulesOf(page));
  assert.match(await page.evaluate(() => JSON.parse(document.getElementById("match")?.textContent ?? "").game.rules.lines.join("\n")),
    /If wrapped = 0: A snake that leaves the board is out\./);
  assert.deepEqual(page.problems, []);
});

test("the lobby and the game played from there have the rules of the board chosen", { skip: lacking("battlesnake/space") }, async () => {
  const file = join(folder, "play.html");
  referee("play-page", file, "--ai", "battlesnake/space");
  const page = await browser.open(file);
  standard(await rulesOf(page));
  await page.setInputFiles("#own", fieldOf("own", ...royaleSettings));
  await until(page, () => /this field is used/.test(document.querySelector(".own")?.textContent ?? ""));
  for (let text = ""; !text.includes("hazard"); ) { // the board is drawn a moment later
    text = await rulesOf(page);
  }
  wrappedRoyale(await rulesOf(page, "rules-lobby"));
  await page.click("#begin");
  await page.waitForSelector("#hand");
  wrappedRoyale(await rulesOf(page));
  assert.deepEqual(page.problems, []);
});
