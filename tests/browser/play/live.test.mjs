// A match and a tournament in the browser while they are played.

import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, connect } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { ai, atEnd, build, desktop, folder, gamesOf, gatedAi, keepPicture, phone, referee, scriptAi, source, textOf, until, useBrowser, watch } from "../support.mjs";

const browser = useBrowser();
const program = (game, name) => join(build, "ai", game, name);
const field = (path) => join(source, "fields", path);
const where = (page) => textOf(page, ".where");
const badge = (page) => textOf(page, "#live span:last-child");
const isAt = (page, place) => until(page, ([text]) => document.querySelector(".where")?.textContent.startsWith(text), [place]);
const saysBadge = (page, text) => until(page, ([words]) => document.querySelector("#live span:last-child").textContent === words, [text]);
const unconfined = ["--confine", "none", "--time-limit", "none"];

/** A battlesnake match of two games in which the first AI waits to be let. */
async function match(name, options = []) {
  const gate = gatedAi(name, program("battlesnake", "space"));
  const record = join(folder, `${name}.jsonl`);
  const run = await watch(field("battlesnake/11x11-2-001.dat"), "--ai", gate.path, "--ai", ai("battlesnake", "space"), ...unconfined,
    "--record", record, ...options);
  return { ...run, run, gate, record };
}

/** The snakes drawn, by seat, as in a frame. Dead ones are drawn first. */
const bodies = (page) => page.$$eval("#board .snake", (snakes) => snakes.sort((a, b) => a.dataset.seat - b.dataset.seat)
  .map((snake) => snake.dataset.body));
const bodiesOf = (state) => state.snakes.map((snake) => snake.body.map((cell) => cell.join(",")).join(" "));

test("a match that is opened in the middle is shown from its start to its newest turn, and goes on", async () => {
  const { url, gate, record } = await match("middle");
  gate.allow(12);
  const page = await browser.open(url);
  await isAt(page, "Turn 11 of 11");
  assert.equal(await badge(page), "Live");
  gate.allow(3);
  await isAt(page, "Turn 14 of 14");
  const { states } = gamesOf(record)[0];
  assert.deepEqual(await bodies(page), bodiesOf(states[15]));
  await page.keyboard.press("Home");
  await isAt(page, "Start of 14");
  assert.deepEqual(await bodies(page), bodiesOf(states[0]));
  for (let turn = 0; turn < 14; ++turn) {
    await page.keyboard.press("ArrowRight");
    await isAt(page, `Turn ${turn} of 14`);
    assert.deepEqual(await bodies(page), bodiesOf(states[turn + 1]));
  }
  assert.deepEqual(page.problems, []);
  assert.deepEqual(page.requests.filter((address) => !address.startsWith("data:")).map((address) => new URL(address).pathname.replace(/\/\w{32}$/, "")),
    ["/", "/events"]);
});

test("who goes back stays there while the game goes on, and can return", async () => {
  const { url, gate } = await match("back");
  gate.allow(10);
  const page = await browser.open(url);
  await isAt(page, "Turn 9 of 9");
  for (let turn = 8; turn >= 6; --turn) {
    await page.keyboard.press("ArrowLeft");
    await isAt(page, `Turn ${turn} of 9`);
  }
  await saysBadge(page, "Go live");
  gate.allow(2);
  await isAt(page, "Turn 6 of 11");
  await page.click("#live");
  await isAt(page, "Turn 11 of 11");
  await saysBadge(page, "Live");
  await page.fill("input[type=range]", "4");
  await isAt(page, "Turn 3 of 11");
  gate.allow(1);
  await isAt(page, "Turn 3 of 12");
  await page.keyboard.press("l");
  await isAt(page, "Turn 12 of 12");
  await page.keyboard.press("Home");
  await isAt(page, "Start of 12");
  await page.keyboard.press("End");
  gate.allow(1);
  await isAt(page, "Turn 13 of 13");
});

test("a match is followed from game to game; at the end the page has everything and the referee ends", async () => {
  const { url, gate, record, run } = await match("whole");
  const page = await browser.open(url);
  gate.allow(1);
  await isAt(page, "Turn 0 of 0");
  gate.allow();
  await saysBadge(page, "Ended");
  assert.equal(await run.ended, 0);
  const games = gamesOf(record);
  assert.equal(games.length, 2);
  assert.equal(await page.getAttribute('.tab[aria-pressed="true"]', "data-game"), "2");
  const last = games[1].turns.length - 1;
  await isAt(page, `Turn ${last} of ${last}`);
  assert.deepEqual(await bodies(page), bodiesOf(games[1].states[last + 1]));
  assert.match(await textOf(page, ".player-card .state"), /^rank \d, score/);
  await page.keyboard.press("1");
  const turns = games[0].turns.length - 1;
  await isAt(page, `Start of ${turns}`);
  await page.keyboard.press("End");
  await isAt(page, `Turn ${turns} of ${turns}`);
  assert.deepEqual(await bodies(page), bodiesOf(games[0].states[turns + 1]));
  await until(page, () => document.querySelector(".curves")?.dataset.ready === "true");
  assert.deepEqual(page.problems, []);
});

/** Waits until so many turns of the first game have been played. @param {string} record @param {number} turns */
async function recorded(record, turns) {
  while (!existsSync(record) || readFileSync(record, "utf8").split("\n").length < turns + 2) {
    await new Promise((done) => setTimeout(done, 50));
  }
}

test("a page that comes after hundreds of turns has all of them, those too that the server keeps compressed", async (context) => {
  // Both do nothing, which costs nothing on this field, and talk much.
  const idle = scriptAi("idle", "head -c 1000 /dev/zero | tr '\\0' n > notes.dat\necho 0 0 0 0 > result.dat");
  const gate = gatedAi("late", idle, '[ "$(sed -n "s/^turn //p" match.dat)" -ge 500 ]');
  const path = join(folder, "long.dat");
  referee("create", path, "--game", "gems", "--set", "max_moves=600", "--set", "illegal_penalty=0", "--set", "rows=50");
  const record = join(folder, "late.jsonl");
  const { url } = await watch(path, "--ai", gate.path, "--ai", idle, ...unconfined, "--record", record, "--json");
  await recorded(record, 500);
  const begin = performance.now();
  const page = await browser.open(url);
  await isAt(page, "Turn 499 of 499");
  context.diagnostic(`at turn 500 the page is current after ${(performance.now() - begin).toFixed(0)} ms`);
  gate.allow(1);
  await isAt(page, "Turn 501 of 501");
  await until(page, () => document.querySelector(".curves")?.dataset.ready === "true");
  assert.equal(await page.getAttribute("input[type=range]", "max"), "502");
  await page.fill("input[type=range]", "250");
  await isAt(page, "Turn 249 of 501");
  assert.equal(await textOf(page, ".move-card .notes"), "n".repeat(1000));
});

test("a link to a turn leads there, and the page does not go along", async () => {
  const { url, gate, record } = await match("link");
  gate.allow(8);
  await recorded(record, 8);
  const page = await browser.open(url, "game=1&turn=3");
  await isAt(page, "Turn 3 of 7");
  gate.allow(1);
  await isAt(page, "Turn 3 of 8");
  assert.equal(await badge(page), "Go live");
});

/** A way to the server on which the test cuts connections and alters what comes. @param {number} port @param {(bytes: Buffer) => Buffer} alter */
async function proxyTo(port, alter = (bytes) => bytes) {
  /** @type {Set<import("node:net").Socket>} */
  const sockets = new Set();
  const proxy = createServer((socket) => {
    const server = connect(port, "127.0.0.1");
    for (const each of [socket, server]) {
      sockets.add(each);
      each.on("error", () => {}).on("close", () => sockets.delete(each));
    }
    socket.pipe(server);
    server.on("data", (bytes) => socket.write(alter(bytes))).on("end", () => socket.end());
  });
  await new Promise((done) => proxy.listen(0, "127.0.0.1", () => done(null)));
  const cut = () => sockets.forEach((socket) => socket.destroy());
  atEnd(() => {
    proxy.close();
    cut();
  });
  const address = /** @type {import("node:net").AddressInfo} */ (proxy.address());
  return { url: `http://127.0.0.1:${address.port}/`, cut };
}

test("after a lost connection the page goes on without gaps or repetitions", async () => {
  const { port, gate, record } = await match("lost");
  const { url, cut } = await proxyTo(port);
  gate.allow(5);
  const page = await browser.open(url);
  await isAt(page, "Turn 4 of 4");
  for (let round = 0; round < 3; ++round) {
    cut();
    gate.allow(1);
    await isAt(page, `Turn ${5 + round} of ${5 + round}`);
    await saysBadge(page, "Live");
  }
  const { states } = gamesOf(record)[0];
  assert.deepEqual(await bodies(page), bodiesOf(states[8]));
  await page.keyboard.press("Home");
  for (let turn = 0; turn < 8; ++turn) {
    await page.keyboard.press("ArrowRight");
    await isAt(page, `Turn ${turn} of 7`);
    assert.deepEqual(await bodies(page), bodiesOf(states[turn + 1]));
  }
});

test("an event that can't be read is asked for again; if that happens again the page says so and takes what follows", async () => {
  const { port, gate, record } = await match("broken");
  let isBreaking = false;
  const { url } = await proxyTo(port, (bytes) => {
    const text = bytes.toString("latin1");
    const broken = isBreaking ? text.replace("event: lines\ndata: {", "event: lines\ndata: <") : text;
    isBreaking &&= broken === text;
    return Buffer.from(broken, "latin1");
  });
  gate.allow(5);
  const page = await browser.open(url);
  await isAt(page, "Turn 4 of 4");
  isBreaking = true;
  gate.allow(1);
  await isAt(page, "Turn 5 of 5");
  await saysBadge(page, "Live");
  gate.allow(1);
  await isAt(page, "Turn 6 of 6");
  assert.deepEqual(await bodies(page), bodiesOf(gamesOf(record)[0].states[7]));
  assert.equal(page.problems.length, 1);
  assert.match(page.problems[0], /SyntaxError/);
  isBreaking = true;
  gate.allow(1);
  await saysBadge(page, "Connection lost");
  gate.allow();
  await saysBadge(page, "Ended");
  await isAt(page, "Turn"); // of the second game, which is whole
  assert.equal(await page.getAttribute('.tab[aria-pressed="true"]', "data-game"), "2");
});

test("the page says that a match was interrupted, and that the referee is gone", async () => {
  const first = await match("interrupted");
  first.gate.allow(4);
  const page = await browser.open(first.url);
  await isAt(page, "Turn 3 of 3");
  first.run.child.kill("SIGINT");
  await saysBadge(page, "Interrupted");
  assert.equal(await first.run.ended, 130);
  await page.keyboard.press("Home");
  await isAt(page, "Start of 3");
  const second = await match("killed");
  second.gate.allow(4);
  const other = await browser.open(second.url);
  await isAt(other, "Turn 3 of 3");
  second.run.child.kill("SIGKILL");
  await saysBadge(other, "Connection lost");
});

test("names and notes of a live match show as text", async () => {
  const name = "<mark>evil";
  const gate = gatedAi("evil", program("battlesnake", "space"));
  const { url } = await watch(field("battlesnake/11x11-2-001.dat"), "--ai", `${name}=${gate.path}`, "--ai", ai("battlesnake", "space"), ...unconfined);
  gate.allow(2);
  const page = await browser.open(url);
  await isAt(page, "Turn 1 of 1");
  assert.equal(await textOf(page, '.player-card[data-seat="1"] .name'), name);
  assert.equal(await page.$("mark"), null);
});

/** A tournament of battlesnake that plays until the file `stop` is there; from then on `a` waits to be let. */
async function tournament(name, { stopped = false } = {}) {
  const stop = join(folder, `${name}.stop`);
  if (stopped) {
    writeFileSync(stop, "");
  }
  const gate = gatedAi(name, program("battlesnake", "space"), `[ -e ${stop} ]`);
  const run = await watch("tournament", "--fields", field("battlesnake/11x11-2-00[12].dat"), "--ai", `a=${gate.path}`, "--ai", `b=${program("battlesnake", "space")}`,
    "--ai", `c=${program("battlesnake", "reference")}`, ...unconfined, "--jobs", "1", "--db", join(folder, `${name}.sqlite`), "--json");
  return { ...run, run, gate, stop: () => writeFileSync(stop, ""), go: () => { rmSync(stop); gate.allow(1); } };
}
const played = (page) => page.$eval(".counted", (element) => Number(/^\d+/.exec(element.textContent)?.[0] ?? 0));

test("a tournament that is opened in the middle shows standings, progress and the games being played", async () => {
  const { url, gate, run, stop, go } = await tournament("arena");
  const page = await browser.open(url);
  await until(page, () => Number(/^\d+/.exec(document.querySelector(".counted").textContent)?.[0] ?? 0) >= 3);
  stop();
  await gate.waits();
  const late = await browser.open(url);
  await late.waitForSelector(".game-card .snake"); // the card is there before its board
  gate.allow(2);
  await until(late, () => Number(document.querySelector(".game-card").dataset.turn) > 0);
  await until(late, () => Number(/^\d+/.exec(document.querySelector(".counted").textContent)?.[0] ?? 0) >= 3);
  assert.equal(await late.$$eval("tbody tr", (rows) => rows.length), 3);
  // Each heading stands above its figures: points are at most the games, a rate is a percentage of them.
  const standings = await late.$$eval("#overview table tr", (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  for (const row of standings.slice(1)) {
    const [points, of, rate] = ["Points", "Games", "Win rate"].map((heading) => parseFloat(row[standings[0].indexOf(heading)]));
    assert.ok(of === 0 || Math.abs(100 * points / of - rate) < 1, `${standings[0]}: ${row}`);
  }
  assert.match(await textOf(late, ".left"), /\d games\/(s|min|h)\b/);
  assert.equal(await late.$$eval(".game-card", (cards) => cards.length), 1);
  await until(late, () => document.querySelectorAll(".game-card .snake").length === 2);
  assert.ok(!(await late.isVisible(".panel")), "the whole page of a match is not shown");
  // A click enlarges the game: players and the time line so far.
  await late.click(".game-card");
  await late.waitForSelector(".player-card");
  await until(late, () => /^(Turn|Start)/.test(document.querySelector(".where").textContent));
  assert.ok(!(await late.isVisible("#overview")));
  assert.equal((await late.$$(".player-card")).length, 2);
  assert.ok(await late.isVisible(".chart"));
  await late.goBack();
  await late.waitForSelector("#overview", { state: "visible" });
  await late.click(".game-card");
  await late.click("#all-games");
  await late.waitForSelector("#overview", { state: "visible" });
  go();
  gate.allow();
  for (const each of [page, late]) {
    await saysBadge(each, "Ended");
  }
  assert.equal(await run.ended, 0);
  const result = JSON.parse(run.out);
  const rows = await late.$$eval("tbody tr", (all) => all.map((row) => [row.dataset.ai, row.children[3].textContent, row.children[4].textContent]));
  assert.equal(await played(late), await played(page));
  assert.deepEqual(rows.map(([name]) => name).sort(), ["a", "b", "c"]);
  assert.equal(rows.reduce((sum, row) => sum + Number(row[2]), 0), 2 * (await played(late)));
  assert.ok(result);
  assert.deepEqual(late.problems, []);
});

for (const { name, teams, seats, small } of JSON.parse(referee("games", "--json")).filter((each) => each.teams.length > 0)) {
  const missing = existsSync(program(name, "reference")) ? false : `needs what plays ${name}`;
  test(`${name}: the card of a tournament's game has a row for each team, with its seats and its rank`, { skip: missing }, async () => {
    const place = join(folder, `${name}-teams.dat`);
    referee("create", place, "--game", name, "--seed", "4", ...Object.entries(small).flatMap(([key, value]) => ["--set", `${key}=${value}`]));
    const names = teams.map((_, i) => `team${i}`);
    const gate = gatedAi(`${name}-gate`, program(name, "reference"));
    const run = await watch("tournament", "--fields", place, ...names.flatMap((each, i) => ["--ai", `${each}=${i === 0 ? gate.path : program(name, "reference")}`]),
      ...unconfined, "--jobs", "1", "--db", join(folder, `${name}-teams.sqlite`), "--json");
    gate.allow(2);
    const page = await browser.open(run.url);
    await page.waitForSelector(".game-card li");
    const rows = () => page.$$eval(".game-card li", (all) => all.map((row) =>
      ({ name: row.querySelector(".name").textContent, seats: [...row.querySelectorAll(".swatch")].map((each) => Number(each.textContent)), rank: row.querySelector(".state").textContent })));
    assert.deepEqual((await rows()).map((row) => row.seats), teams);
    assert.deepEqual((await rows()).map((row) => row.name).sort(), names);
    assert.equal(teams.flat().length, seats.max);
    gate.allow();
    await saysBadge(page, "Ended");
    assert.equal(await run.ended, 0);
    await until(page, () => [...document.querySelectorAll(".game-card .state")].every((each) => each.textContent !== ""));
    for (const { rank } of await rows()) {
      assert.match(rank, new RegExp(`^rank [1-${teams.length}]$`));
    }
    assert.deepEqual(await page.$$eval("tbody tr", (all) => all.map((row) => row.dataset.ai).sort()), names);
    assert.deepEqual(page.problems, []);
  });
}

test("an enlarged game of a tournament goes on, turn by turn, and to the worker's next game", async () => {
  const { url, gate, go } = await tournament("enlarged", { stopped: true });
  await gate.waits();
  const page = await browser.open(url, "board=1");
  const turn = async () => Number(/^Turn (\d+)/.exec(await where(page))?.[1] ?? -1);
  for (let round = 0; round < 3; ++round) {
    const before = await turn();
    gate.allow(1);
    await until(page, ([from]) => Number(/^Turn (\d+)/.exec(document.querySelector(".where").textContent)?.[1] ?? -1) > from, [before]);
  }
  await page.keyboard.press("Home");
  await isAt(page, "Start");
  await saysBadge(page, "Go live");
  await page.click("#live");
  await saysBadge(page, "Live");
  assert.ok((await textOf(page, "#title")).startsWith("battlesnake"));
  // The next game on this field has other players, or the same in other seats.
  const names = (await page.$$eval(".player-card .name", (all) => all.map((each) => each.textContent))).join();
  gate.allow(1000);
  await until(page, ([before]) => [...document.querySelectorAll(".player-card .name")].map((each) => each.textContent).join() !== before, [names]);
  go();
  gate.allow();
  await saysBadge(page, "Ended");
});

for (const [size, viewport] of Object.entries({ desktop, phone })) {
  for (const theme of ["light", "dark"]) {
    test(`pictures of a live match and a tournament: ${theme}, ${size}`, async () => {
      const options = { viewport, colorScheme: theme };
      const name = `picture-${theme}-${size}`;
      const live = await match(name);
      live.gate.allow(20);
      const page = await browser.open(live.url, "", options);
      await isAt(page, "Turn 19 of 19");
      await until(page, () => document.querySelector(".curves")?.dataset.ready === "true");
      await keepPicture(page, `live-${theme}-${size}`);
      await page.keyboard.press("ArrowLeft");
      await saysBadge(page, "Go live");
      await keepPicture(page, `live-back-${theme}-${size}`);
      const arena = await tournament(`${name}-arena`);
      const overview = await browser.open(arena.url, "", options);
      await until(overview, () => Number(/^\d+/.exec(document.querySelector(".counted").textContent)?.[0] ?? 0) >= 2);
      arena.stop();
      await overview.waitForSelector(".game-card .snake");
      await keepPicture(overview, `tournament-${theme}-${size}`, { fullPage: size === "phone" });
      await overview.click(".game-card");
      await overview.waitForSelector(".player-card");
      await keepPicture(overview, `tournament-game-${theme}-${size}`);
      for (const each of [page, overview]) {
        const [wide, room] = await each.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(wide <= room, `${wide} pixels wide in ${room}`);
        assert.deepEqual(each.problems, []);
      }
    });
  }
}
