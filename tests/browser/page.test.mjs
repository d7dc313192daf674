// The page around the boards: keys, buttons, links, the time line, faults and notes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ai, gamesOf, goTo, phone, play, referee, scriptAi, textOf, useBrowser, until } from "./support.mjs";

const browser = useBrowser();
const match = () => (match.made ??= play("match", "battlesnake/11x11-2-001.dat", [ai("battlesnake", "space"), ai("battlesnake", "reference")]));
const where = (page) => textOf(page, ".where");

/** Presses a key and waits for the place that it leads to. @param {import("playwright-core").Page} page @param {string} key @param {RegExp} place */
async function press(page, key, place) {
  await page.keyboard.press(key);
  await until(page, ([pattern]) => new RegExp(pattern).test(document.querySelector(".where").textContent), [place.source]);
}

test("keys step, jump ten turns, and go to start and end", async () => {
  const page = await browser.open(match().page);
  const last = gamesOf(match().record)[0].turns.length - 1;
  assert.equal(await where(page), `Start of ${last}`);
  await press(page, "ArrowRight", /^Turn 0 of/);
  await press(page, "ArrowRight", /^Turn 1 of/);
  await press(page, "ArrowLeft", /^Turn 0 of/);
  await press(page, "PageDown", /^Turn 10 of/);
  await press(page, "PageUp", /^Turn 0 of/);
  await press(page, "End", new RegExp(`^Turn ${last} of`));
  await press(page, "Home", /^Start/);
});

test("digits and n choose the game", async () => {
  const page = await browser.open(match().page);
  for (const [key, game] of [["2", 2], ["1", 1], ["n", 2], ["n", 1]]) {
    await page.keyboard.press(String(key));
    await page.waitForSelector(`.tab[data-game="${game}"][aria-pressed="true"]`);
  }
});

for (const [way, goBack] of /** @type {[string, (page: any) => Promise<void>][]} */ ([
  ["a key", (page) => page.keyboard.press("1")],
  ["a link", (page) => page.evaluate(() => { location.hash = "#game=1&turn=3"; })],
])) {
  test(`a game that was wanted before another one doesn't replace it when it is unpacked later: ${way}`, async () => {
    const page = await browser.open(match().page, "game=1&turn=2");
    await press(page, "ArrowRight", /^Turn 3 of/);
    await until(page, () => location.hash === "#game=1&turn=3");
    // Unpacking the second game ends when the test wants it.
    await page.evaluate(() => {
      const { text } = Response.prototype;
      Response.prototype.text = async function held() {
        const unpacked = await text.call(this);
        await new Promise((done) => { window.release = () => done(null); });
        return unpacked;
      };
      location.hash = "#game=2&turn=7";
    });
    await until(page, () => Boolean(window.release));
    await goBack(page);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))); // the page has heard of it
    await page.evaluate(() => window.release());
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.equal(await page.getAttribute('.tab[aria-pressed="true"]', "data-game"), "1");
    assert.match(await where(page), way === "a key" ? /^Start/ : /^Turn 3 of/);
  });
}

test("however often play is pressed within a frame, the game plays once", async () => {
  const page = await browser.open(match().page, "game=1&turn=0&speed=1");
  // The screen is the test's: what a page wants drawn is called frame by frame.
  const loops = await page.evaluate(() => {
    let wanted = [];
    window.requestAnimationFrame = (callback) => wanted.push(callback);
    const frame = () => {
      const called = wanted;
      wanted = [];
      called.forEach((callback) => callback(performance.now()));
    };
    frame(); // what was wanted before
    const counts = [];
    for (const presses of [1, 2, 4, 7]) {
      for (let press = 0; press < presses; press += 1) {
        document.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
      }
      frame();
      counts.push(wanted.length);
    }
    return counts;
  });
  // Playing; paused and playing again; twice that; paused.
  assert.deepEqual(loops, [1, 1, 1, 0]);
});

test("space plays to the end and pauses; the button does the same", async () => {
  const page = await browser.open(match().page, "game=1&turn=0&speed=60");
  await page.keyboard.press(" ");
  await until(page, () => /^Turn [5-9]/.test(document.querySelector(".where").textContent));
  await page.keyboard.press(" ");
  await page.waitForSelector('#do-play[aria-label^="Play"]');
  const stopped = await where(page);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await where(page), stopped);
  await page.click("#do-play");
  const last = gamesOf(match().record)[0].turns.length - 1;
  await until(page, (end) => document.querySelector(".where").textContent.startsWith(`Turn ${end} of`), last);
  await page.waitForSelector('#do-play[aria-label^="Play"]');
});

/** The best names of a game, by the record. @param {any} game */
const winners = (game) => game.head.seats.filter((_, i) => game.result.ranks[i] === 1).map((seat) => seat.name);

test("the end of a game says who won and how the match stands, and leads on", async () => {
  const page = await browser.open(match().page, "game=1&speed=60");
  const games = gamesOf(match().record);
  assert.equal(await page.isVisible("#result"), false);
  await page.keyboard.press("End");
  await page.waitForSelector("#result");
  for (const name of winners(games[0])) {
    assert.match(await textOf(page, "#result .verdict"), new RegExp(name));
  }
  const outs = await page.$$eval("#result [data-out]", (links) => links.map((link) => link.dataset.out));
  assert.equal(outs.length, games[0].result.ranks.filter((rank) => rank > 1).length);
  assert.match(await textOf(page, "#result .standing"), /^Match: /);
  await page.click('#result [data-result="next"]');
  await page.waitForSelector('.tab[data-game="2"][aria-pressed="true"]');
  assert.equal(await page.isVisible("#result"), false);
  await page.keyboard.press("End");
  await page.waitForSelector('#result [data-result="again"]');
  assert.equal(await page.$('#result [data-result="next"]'), null);
  await page.click('#result [data-result="again"]');
  await page.waitForSelector('#do-play[aria-label^="Pause"]');
  const last = games[1].turns.length - 1;
  await until(page, (end) => document.querySelector(".where").textContent.startsWith(`Turn ${end} of`), last);
  await page.waitForSelector("#result .verdict");
  // From the card to the turn in which a seat went out.
  const turn = games[1].turns[last].turn;
  await page.click("#result [data-out]");
  await until(page, (end) => document.querySelector(".where").textContent.startsWith(`Turn ${end} of`), turn);
});

test("in a game that the match decides, the end shows the scores of all games together", async () => {
  const { record, page: file } = play("sums", "cops/small.dat", [ai("cops", "reference"), ai("cops", "random")]);
  const games = gamesOf(record);
  const page = await browser.open(file, "game=2");
  await page.keyboard.press("End");
  await page.waitForSelector("#result .standing");
  const sum = (/** @type {string} */ name) => games.reduce((all, game) => all + game.result.scores[game.head.seats.findIndex((seat) => seat.name === name)], 0);
  const shown = await textOf(page, "#result .standing");
  for (const name of ["reference", "random"]) {
    assert.ok(shown.includes(`${name} ${sum(name)}`.replace("-", "−")), shown);
  }
  assert.match(shown, sum("reference") === 0 ? /a draw$/ : sum("reference") > 0 ? /reference wins the match$/ : /random wins the match$/);
});

test("a link names game, turn and speed, and the address follows what is shown", async () => {
  const page = await browser.open(match().page, "game=2&turn=17&speed=16");
  assert.match(await where(page), /^Turn 17 of/);
  assert.equal(await page.getAttribute('.tab[aria-pressed="true"]', "data-game"), "2");
  assert.equal(await page.inputValue("#speed"), "16");
  await press(page, "ArrowRight", /^Turn 18 of/);
  await until(page, () => location.hash === "#game=2&turn=18&speed=16");
});

test("a link back to where the page was before leads there", async () => {
  const page = await browser.open(match().page, "game=1&turn=2");
  await press(page, "ArrowRight", /^Turn 3 of/);
  await until(page, () => location.hash === "#game=1&turn=3");
  await goTo(page, "game=1&turn=5");
  await goTo(page, "game=1&turn=3");
});

test("a link wins over the page's own address, which is written a moment later", async () => {
  const page = await browser.open(match().page, "game=1&turn=2");
  await press(page, "ArrowRight", /^Turn 3 of/);
  await until(page, () => location.hash === "#game=1&turn=3");
  await page.evaluate(() => {
    location.hash = "#game=1&turn=7";
    history.replaceState(null, "", "#game=1&turn=3"); // before the page hears of the new address
  });
  await until(page, () => document.querySelector(".where").textContent.startsWith("Turn 7 of"));
});

test("a link to what isn't there shows the nearest that is", async () => {
  const last = gamesOf(match().record)[0].turns.length - 1;
  assert.match(await where(await browser.open(match().page, "game=77&turn=999999")), new RegExp(`^Turn ${last} of`));
  assert.match(await where(await browser.open(match().page, "game=x&turn=%3Cb%3E")), /^Start/);
});

test("the scrubber and a click on the curves go to their place", async () => {
  const page = await browser.open(match().page);
  const last = gamesOf(match().record)[0].turns.length;
  await page.fill("input[type=range]", String(last));
  await until(page, (turn) => document.querySelector(".where").textContent.startsWith(`Turn ${turn} of`), last - 1);
  const box = await (await page.$(".chart")).boundingBox();
  await page.mouse.click(box.x + 56 + (box.width - 86) / 2, box.y + 40);
  await until(page, (middle) => Math.abs(Number(document.querySelector("input[type=range]").value) - middle) <= 1, last / 2);
});

test("every measure and the time per move have a curve with values of the record", async () => {
  const page = await browser.open(match().page);
  const names = await page.$$eval("#curve option", (options) => options.map((option) => option.value));
  assert.deepEqual(names, ["length", "health", "territory", "time per move (ms)"]);
  for (const name of names) {
    await page.selectOption("#curve", name);
    await until(page, () => [...document.querySelectorAll(".curve")].every((path) => path.getAttribute("d").length > 20));
    assert.ok((await page.$$(".chart .axis")).length >= 2, "the axis has labels");
  }
});

test("a finger's swipe steps", async () => {
  const page = await browser.open(match().page, "game=1&turn=5", { viewport: phone, hasTouch: true });
  await page.evaluate(() => {
    const board = document.getElementById("board");
    const touch = (x) => new Touch({ identifier: 1, target: board, clientX: x, clientY: 200 });
    board.dispatchEvent(new TouchEvent("touchstart", { touches: [touch(250)], changedTouches: [touch(250)] }));
    board.dispatchEvent(new TouchEvent("touchend", { touches: [], changedTouches: [touch(150)] }));
  });
  await until(page, () => /^Turn 6 of/.test(document.querySelector(".where").textContent));
});

test("faults are marked, jumped to, and shown with reason, answer and notes", async () => {
  const faulty = scriptAi("faulty", `
    case "$(sed -n 's/^turn //p' match.dat)" in
    3) echo "thinking hard" > notes.dat; echo sideways > result.dat;;
    *) echo up > result.dat;;
    esac`);
  const { page: file, record } = play("faults", "battlesnake/11x11-2-001.dat", [faulty, ai("battlesnake", "space")]);
  const fault = gamesOf(record)[0].moves.find((move) => move.fault);
  const page = await browser.open(file);
  const marks = await page.$$eval('[data-mark="fault"]', (all) => all.map((mark) => Number(mark.getAttribute("data-frame"))));
  assert.deepEqual(marks, gamesOf(record)[0].moves.filter((move) => move.fault).map((move) => move.turn + 1));
  await press(page, "]", new RegExp(`^Turn ${fault.turn} of`));
  const card = `.move-card[data-seat="${fault.seat}"]`;
  assert.equal(await textOf(page, `${card} .fault`), `bad-result ${fault.reason}`);
  assert.equal((await textOf(page, `${card} .written`)).trim(), "sideways");
  assert.equal(await textOf(page, `${card} .notes`), "thinking hard");
  assert.equal(await textOf(page, '.player-card[data-seat="1"] .faults'), "1 fault");
});

test("an elimination is marked at its turn", async () => {
  const page = await browser.open(match().page);
  const { states } = gamesOf(match().record)[0];
  const expected = states.flatMap((state, i) => state.snakes.filter((snake) => !snake.alive && states[i - 1]?.snakes[snake.seat - 1].alive)
    .map((snake) => [i, snake.seat]));
  assert.ok(expected.length > 0);
  const marks = await page.$$eval('[data-mark="out"]', (all) => all.map((mark) => [Number(mark.getAttribute("data-frame")), Number(mark.getAttribute("data-seat"))]));
  assert.deepEqual(marks, expected);
});

test("b shows the board as it was before the moves", async () => {
  const page = await browser.open(match().page, "game=1&turn=8");
  const { states } = gamesOf(match().record)[0];
  const head = () => page.$eval('.snake[data-seat="1"]', (snake) => snake.getAttribute("data-body").split(" ")[0]);
  assert.equal(await head(), states[9].snakes[0].body[0].join(","));
  await page.keyboard.press("b");
  assert.equal(await head(), states[8].snakes[0].body[0].join(","));
  assert.equal(await page.getAttribute("#do-before", "aria-pressed"), "true");
});

test("the board is saved as an SVG that needs no style sheet", async () => {
  const page = await browser.open(match().page, "game=1&turn=8");
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("s")]);
  const svg = readFileSync(await download.path(), "utf8");
  assert.ok(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/.test(svg));
  assert.ok(!/class=|var\(/.test(svg), "it names no class and no variable");
  const other = await browser.open(match().page);
  const colours = await other.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    return [...parsed.querySelectorAll(".head, circle[data-seat]")].map((head) => head.getAttribute("fill"));
  }, svg);
  assert.equal(new Set(colours).size, 2, "each snake keeps its colour");
});

test("? lists the keys, and Escape closes the list", async () => {
  const page = await browser.open(match().page);
  await page.keyboard.press("?");
  assert.match(await textOf(page, "dialog[open]"), /Page Up/);
  await page.keyboard.press("Escape");
  assert.equal(await page.$("dialog[open]"), null);
});

test("all controls are reached by Tab in the order in which they stand", async () => {
  const page = await browser.open(match().page, "game=1&turn=5");
  const seen = [];
  for (let i = 0; i < 20; ++i) {
    await page.keyboard.press("Tab");
    seen.push(await page.evaluate(() => document.activeElement.id || document.activeElement.className));
  }
  const controls = ["do-start", "do-back", "do-play", "do-forward", "do-end", "speed", "curve"];
  assert.deepEqual(seen.filter((id) => controls.includes(id)), controls);
  for (const name of await page.$$eval("button", (buttons) => buttons.map((button) => button.getAttribute("aria-label") ?? button.textContent))) {
    assert.ok(name.trim(), "every button has a name");
  }
});

test("nothing is fetched from anywhere", async () => {
  const page = await browser.open(match().page, "game=1&turn=5");
  await page.keyboard.press("2");
  await page.waitForSelector('.tab[data-game="2"][aria-pressed="true"]');
  assert.deepEqual(page.requests.filter((url) => !url.startsWith("file:") && !url.startsWith("data:")), []);
  assert.equal(page.requests.filter((url) => url.startsWith("file:")).length, 1);
  assert.ok(!/(src|href)="?https?:/.test(readFileSync(match().page, "utf8").replace(/http:\/\/www\.w3\.org\/2000\/svg/g, "")));
});

test("an analysis stands beside the moves: the same, another move, its notes and numbers", async () => {
  const made = play("analysed", "gems/contest.dat", [ai("gems", "depth2"), ai("gems", "reference")], ["--seats", "fixed"]);
  const record = made.record.replace(".jsonl", "-notes.jsonl");
  const page = made.page.replace(".html", "-notes.html");
  referee("rerun", made.record, "--ai", ai("gems", "depth3").replace("depth3=", "critic="), "--notes", record);
  referee("replay", record, "--html", page);
  const moves = gamesOf(record)[0].moves;
  const isSame = (/** @type {any} */ move) => move.analyses[0].effect === move.effect;
  const shown = await browser.open(page);
  for (const move of [moves.find(isSame), moves.find((other) => !isSame(other))]) {
    assert.ok(move, "the record has moves of both kinds");
    await shown.evaluate((turn) => { location.hash = `#game=1&turn=${turn}`; }, move.turn);
    await until(shown, (turn) => document.querySelector(".where").textContent.startsWith(`Turn ${turn} of`), move.turn);
    const text = await textOf(shown, ".analysis");
    assert.ok(text.startsWith("critic"), text);
    assert.ok(text.includes(isSame(move) ? "would have played the same" : `would have played${move.analyses[0].effect}instead`), text);
    assert.equal(await shown.getAttribute(".analysis", "data-analysis"), isSame(move) ? "same" : "different");
  }
  const curves = await shown.$$eval("#curve option", (options) => options.map((option) => option.textContent));
  assert.ok(curves.some((name) => name.endsWith("(critic's notes)")), curves.join(", "));
});

test("a game that goes on from another one says so and names those who played before", async () => {
  const first = play("begun", "gems/contest.dat", [ai("gems", "reference"), ai("gems", "random")], ["--seats", "fixed"]);
  const record = first.record.replace(".jsonl", "-on.jsonl");
  const page = first.page.replace(".html", "-on.html");
  referee("play", "--from", first.record, "--turn", "4", "--ai", ai("gems", "greedy"), "--ai", ai("gems", "depth2"), "--record", record, "--html", page);
  const shown = await browser.open(page, "game=1&turn=2");
  assert.equal(await textOf(shown, "[data-from]"), "from turn 4");
  assert.match(await textOf(shown, "#players"), /reference/);
  await shown.evaluate(() => { location.hash = "#game=1&turn=4"; });
  await until(shown, () => document.querySelector(".where").textContent.startsWith("Turn 4 of"));
  assert.match(await textOf(shown, "#players"), /greedy/);
});
