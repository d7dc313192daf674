// What tells a beginner something: the story of a game, how it works, the preview on the time line; and
// hiding results, what AIs drew, sharing a moment.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ai, goTo, keepPicture, play, referee, scriptAi, source, textOf, useBrowser, until } from "./support.mjs";

const browser = useBrowser();
/** @type {Record<string, [string, string[]]>} */
const matches = {
  gems: ["gems/contest.dat", ["depth2", "reference"]],
  battlesnake: ["battlesnake/11x11-4-001.dat", ["space", "reference", "random", "reference"]],
  spe_ed: ["spe_ed/small-4-001.dat", ["space", "reference", "random", "reference"]],
  cops: ["cops/small.dat", ["reference", "random"]],
  dicewars: ["dicewars/four-001.dat", ["sdc", "reference", "sdc", "reference"]],
};
const made = new Map();
/** @param {string} game */
function matchOf(game) {
  if (!made.has(game)) {
    const [field, ais] = matches[game];
    made.set(game, play(`story-${game}`, field, ais.map((name) => ai(game, name))));
  }
  return made.get(game);
}
/** The story as the terminal has it. @param {string} record @param {number} game */
const storyOf = (record, game) => JSON.parse(referee("replay", record, "--story", "--json", "--game", String(game))).story;
const frames = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

for (const game of Object.keys(matches)) {
  test(`${game}: the story has the terminal's sentences, and each leads to its turn (picture in build/screenshots)`, async () => {
    const { page: file, record } = matchOf(game);
    const story = storyOf(record, 1);
    const page = await browser.open(file, "game=1");
    const lines = await page.$$eval("#story li", (all) => all.map((line) => [line.querySelector("button").textContent, line.querySelector("span").lastChild.textContent]));
    assert.deepEqual(lines, story.map((moment) => [moment.turn === undefined ? "start" : `turn ${moment.turn}`, moment.text]));
    const place = Math.floor(story.length / 2);
    const { turn } = story[place];
    await page.click(`#story [data-moment="${place}"]`);
    await until(page, (number) => document.querySelector(".where").textContent.startsWith(`Turn ${number} of`), turn);
    assert.ok(await page.$eval(`#story li:has([data-moment="${place}"])`, (line) => line.hasAttribute("aria-current")));
    await keepPicture(page, `story-${game}`);
    assert.deepEqual(page.problems, []);
  });

  test(`${game}: how it works is the README's section, and everything in the legend has its picture (picture in build/screenshots)`, async () => {
    const readme = readFileSync(join(source, `referee/games/${game}/README.md`), "utf8");
    const section = readme.split("## In short\n")[1].split("\n## ")[0].replace(/\n {2}/g, " ");
    // Values and what is conditional follow the field: tests/pages/rules_test.cpp.
    const asPattern = (/** @type {string} */ text) => new RegExp(`^${text.replace(/^If `[^`]+`: /, "").split(/[^ (]+ \(`[^`]+`\)/)
      .map((part) => part.replace(/[`*]/g, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\S+")}$`);
    const isFollowed = (/** @type {string[]} */ shown, /** @type {string[]} */ written) => {
      assert.deepEqual(shown.filter((text) => !written.some((line) => asPattern(line).test(text))), []);
      assert.deepEqual(written.filter((line) => !line.includes("If `") && !shown.some((text) => asPattern(line).test(text))), []);
    };
    const page = await browser.open(matchOf(game).page, "game=1&turn=2");
    await page.click("#do-rules");
    const lines = await page.$$eval("#rules li", (all) => all.map((line) => line.textContent));
    isFollowed(lines, [...section.matchAll(/^- (.*)$/gm)].map((found) => found[1]));
    const rows = [...section.matchAll(/^\| ([^|]+) \| (.+) \|$/gm)].slice(2);
    isFollowed(await page.$$eval("#rules dd", (all) => all.map((row) => row.textContent)), rows.map(([, word, meaning]) => {
      const condition = /^If `[^`]+`: /.exec(meaning)?.[0] ?? "";
      return `${condition}${word} ${meaning.slice(condition.length)}`;
    }));
    const empty = await page.$$eval("#rules dl > div", (rows) => rows.filter((row) => {
      const box = row.querySelector("dt svg")?.getBoundingClientRect();
      const drawn = [...row.querySelectorAll("dt svg > :not(defs)")].map((part) => part.getBoundingClientRect());
      // Something lies within the picture.
      return !box || !drawn.some((part) => part.right > box.left && part.left < box.right && part.bottom > box.top && part.top < box.bottom && box.width > 8 && box.height > 8);
    }).map((row) => row.textContent));
    assert.deepEqual(empty, []);
    await keepPicture(page, `rules-${game}`);
    await page.keyboard.press("Escape");
    await page.keyboard.press("h");
    assert.equal(await page.isVisible("#rules"), true);
    assert.deepEqual(page.problems, []);
  });
}

test("the pointer on the time line shows the turn that lies there, and hides it when it leaves", async () => {
  const page = await browser.open(matchOf("gems").page, "game=1&turn=2");
  const box = await (await page.$(".chart")).boundingBox();
  await page.mouse.move(box.x + 56 + (box.width - 86) / 2, box.y + 30);
  await page.waitForSelector("#preview .board svg .stone");
  const last = Number(await page.getAttribute("input[type=range]", "max"));
  const [, turn] = /Turn (\d+)/.exec(await textOf(page, "#preview strong"));
  await keepPicture(page, "preview");
  await page.mouse.click(box.x + 56 + (box.width - 86) / 2, box.y + 30);
  await until(page, (number) => document.querySelector(".where").textContent.startsWith(`Turn ${number} of`), turn);
  assert.ok(Math.abs(Number(await page.inputValue("input[type=range]")) - last / 2) <= 1);
  assert.equal(await page.isVisible("#preview"), false);
});

test("with hidden results nothing tells what is to come", async () => {
  const { page: file, record } = matchOf("gems");
  const page = await browser.open(file, "game=1&turn=3&results=hidden");
  assert.ok(!/\d : \d/.test(await page.title()));
  assert.deepEqual(await page.$$eval(".spoils", (all) => all.filter((element) => element.checkVisibility()).length), 0);
  assert.match(await textOf(page, ".where"), /^Turn 3( · |$)/);
  const told = () => page.$$eval("#story li", (all) => all.filter((line) => line.checkVisibility()).map((line) => line.querySelector("button").textContent));
  assert.deepEqual(await told(), storyOf(record, 1).filter(({ turn }) => (turn ?? -1) <= 3).map(({ turn }) => (turn === undefined ? "start" : `turn ${turn}`)));
  // The curves after the cursor are covered, and the pointer shows nothing there.
  const covered = await page.$eval(".chart .veil", (veil) => {
    const box = veil.getBoundingClientRect();
    const cursor = document.querySelector(".chart .cursor").getBoundingClientRect();
    const chart = document.querySelector(".chart").getBoundingClientRect();
    return [Math.abs(box.left - cursor.left) < 2, Math.abs(box.right - chart.right) < 2];
  });
  assert.deepEqual(covered, [true, true]);
  const box = await (await page.$(".chart")).boundingBox();
  await page.mouse.move(box.x + box.width - 40, box.y + 30);
  assert.equal(await page.isVisible("#preview"), false);
  await page.keyboard.press("x");
  await until(page, () => /^Turn 3 of \d+/.test(document.querySelector(".where").textContent) && /\d : \d/.test(document.title));
  assert.ok((await page.$$eval(".spoils", (all) => all.filter((element) => element.checkVisibility()).length)) > 0);
  await until(page, () => !/results/.test(location.hash));
});

test("values that AIs name differently lie over each other, and where both hope to win is marked", async () => {
  const answer = "up";
  const saying = (/** @type {string} */ name, /** @type {string} */ values) => scriptAi(name, `
    turn=$(sed -n 's/^turn //p' match.dat)
    set -- ${values}; shift $turn; echo "@value ${name} \${1:-5}" > notes.dat; echo ${answer} > result.dat`);
  const { page: file } = play("hopes", "battlesnake/11x11-2-001.dat",
    [saying("one", "-10 20 30 40 50 60 70"), saying("two", "-3 2 2 2 1 1 -4")], ["--seats", "fixed"]);
  const page = await browser.open(file, "game=1");
  await page.selectOption("#curve", "own values (notes)");
  await until(page, () => document.querySelectorAll(".chart .curve").length === 2);
  const labels = await page.$$eval(".chart .axis", (all) => all.map((label) => label.textContent));
  assert.ok(labels.includes("-1") || labels.includes("1"), `${labels}`);
  assert.equal((await page.$$(".chart .hope")).length, 1);
});

test("the moment is shared: link without a person's key, picture, video, frame", async () => {
  const page = await browser.open(matchOf("spe_ed").page, "game=1&turn=4&speed=60");
  await page.keyboard.press("m");
  const field = (/** @type {string} */ name) => page.inputValue(`#share [data-field="${name}"]`);
  assert.match(await field("link"), /#game=1&turn=4&speed=60$/);
  assert.match(await field("frame"), /^<iframe src="[^"]*#embed&game=1&turn=4&speed=60" width="640" height="480" title="[^"]*"><\/iframe>$/);
  await keepPicture(page, "share");
  const [picture] = await Promise.all([page.waitForEvent("download"), page.click('#share [data-share="png"]')]);
  const png = readFileSync(await picture.path());
  assert.deepEqual([...png.subarray(1, 4)].map((byte) => String.fromCharCode(byte)).join(""), "PNG");
  assert.ok(Math.abs(Math.max(png.readUInt32BE(16), png.readUInt32BE(20)) - 1600) < 200);
  await page.fill("#share [aria-label='First turn']", "2");
  await page.fill("#share [aria-label='Last turn']", "4");
  const [video] = await Promise.all([page.waitForEvent("download"), page.click('#share [data-share="video"]')]);
  const bytes = readFileSync(await video.path());
  assert.match(video.suggestedFilename(), /^spe_ed-game1-frame5-to-4\.webm$/);
  assert.equal(bytes.readUInt32BE(0), 0x1a45dfa3); // how files of Matroska begin
  const size = await page.evaluate(async (text) => {
    const film = document.createElement("video");
    film.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))], { type: "video/webm" }));
    return new Promise((done) => {
      film.onloadeddata = () => done([film.videoWidth, film.videoHeight]);
      film.onerror = () => done(film.error?.message);
    });
  }, bytes.toString("base64")).catch((error) => String(error));
  assert.ok(/Content Security|media/i.test(String(size)) || Math.max(...size) > 900, `${size}`);
  await until(page, () => document.querySelector(".where").textContent.startsWith("Turn 4 of"));
  assert.deepEqual(page.problems.filter((text) => !/media-src|default-src/.test(text)), []);
});

test("#embed shows board and play alone, in a small frame, too, and leads to the whole page", async () => {
  const page = await browser.open(matchOf("gems").page, "embed&game=1&turn=4", { viewport: { width: 360, height: 300 } });
  await frames(page);
  const seen = await page.$$eval("header, .panel, .chart, input[type=range], #do-more, #do-play, #do-forward, #board svg, #do-whole", (all) =>
    all.filter((element) => element.checkVisibility()).map((element) => element.id || element.localName));
  assert.deepEqual(seen, ["svg", "do-play", "do-forward", "do-whole"]);
  const boxes = await page.$$eval("#board svg, .controls", (all) => all.map((element) => { const box = element.getBoundingClientRect(); return [box.top, box.bottom, box.left, box.right]; }));
  assert.ok(boxes.every(([top, bottom, left, right]) => top >= 0 && bottom <= 300 && left >= 0 && right <= 360 && bottom > top), `${boxes}`);
  await keepPicture(page, "embed");
  await page.keyboard.press("ArrowRight");
  await until(page, () => /embed=&game=1&turn=5/.test(location.hash));
  await page.evaluate(() => document.querySelector("#do-whole").addEventListener("click", (event) => event.preventDefault()));
  await page.click("#do-whole");
  assert.match(await page.getAttribute("#do-whole", "href"), /#game=1&turn=5(&step=0)?$/);
});
