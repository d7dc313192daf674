// Each game's board shows what the record says, at chosen turns: every piece, read from the DOM.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ai, build, dataOf, gamesOf, gaugesOf, goTo, play, referee, scriptAi, some, textOf, useBrowser, until } from "./support.mjs";

const browser = useBrowser();

/** Compares some turns of all games of a match. @param {{record: string, page: string}} match @param {(page: any, state: any, turn: any) => Promise<void>} compare */
async function compareTurns(match, compare) {
  const page = await browser.open(match.page);
  for (const game of gamesOf(match.record)) {
    const shown = some(game.turns);
    for (const turn of shown) {
      await goTo(page, `game=${game.head.number}&turn=${turn.turn}`);
      await compare(page, turn.state, turn);
    }
    // If seats always looked alike, nobody would notice that one shows what another has.
    const partsOf = (/** @type {any} */ state) => state.players ?? state.boats ?? [];
    const seats = partsOf(shown[0].state).map((/** @type {any} */ _, /** @type {number} */ i) => JSON.stringify(shown.map(({ state }) => partsOf(state)[i])));
    assert.equal(new Set(seats).size, seats.length, "the seats differ at the turns that are compared");
  }
  assert.deepEqual(page.problems, []);
}

test("gems: all stones, the accounts and the swap are those of the record", async () => {
  const match = play("gems", "gems/contest.dat", [ai("gems", "depth2"), ai("gems", "reference")]);
  await compareTurns(match, async (page, state, turn) => {
    const rows = Array.from({ length: 10 }, () => Array(10).fill("?"));
    for (const [x, y, stone] of await dataOf(page, ".stone", "x", "y", "stone")) {
      rows[9 - y][x] = stone;
    }
    assert.deepEqual(rows.map((row) => row.join("")), state.board);
    assert.deepEqual(await gaugesOf(page), state.players.map((player) =>
      Object.fromEntries(Object.entries(player).map(([key, value]) => [key, String(value)]))));
    assert.equal(await textOf(page, ".move-card code"), turn.moves[0].effect);
  });
});

test("gems: a step back from the end of a move shows its cascade, its first step the swap", async () => {
  const match = play("gems-steps", "gems/contest.dat", [ai("gems", "depth2"), ai("gems", "reference")]);
  const [game] = gamesOf(match.record);
  const turn = game.turns.find((each) => /^[3-9] steps/.test(each.moves[0].comment));
  const page = await browser.open(match.page, `game=1&turn=${turn.turn}&step=0`);
  assert.deepEqual(await dataOf(page, ".swap", "swap"), [[turn.moves[0].effect]]);
  const steps = Number(turn.moves[0].comment.split(" ")[0]);
  for (let step = 0; step < steps; ++step) {
    assert.ok((await page.$$(".vanishing")).length >= 3, `step ${step} has a line`);
    assert.deepEqual(await page.$$eval(".vanishing", (all) => all.map((mark) => {
      const { x, y } = /** @type {SVGElement} */ (mark).dataset;
      const stone = document.querySelector(`.stone[data-x="${x}"][data-y="${y}"]`);
      const [here, there] = [mark, stone].map((each) => each.getBoundingClientRect()).map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
      return Math.hypot(here[0] - there[0], here[1] - there[1]) < mark.getBoundingClientRect().width / 2;
    }).includes(false)), false, `step ${step}: marks lie on the stones that they mean`);
    await page.keyboard.press("ArrowRight");
    await until(page, (number) => document.querySelector(".where").textContent.includes(`step ${number}/`), step + 2);
  }
  assert.equal((await page.$$(".vanishing")).length, 0);
});

test("battlesnake: bodies, food, health and deaths are those of the record", async () => {
  const match = play("battlesnake", "battlesnake/11x11-4-001.dat",
    ["space", "reference", "random", "reference"].map((name) => ai("battlesnake", name)));
  await compareTurns(match, async (page, state) => {
    const shown = state.snakes.filter((snake) => snake.alive || snake.died === state.turn);
    const bodies = new Map(await dataOf(page, ".snake", "seat", "body"));
    assert.deepEqual(Object.fromEntries(bodies),
      Object.fromEntries(shown.map((snake) => [String(snake.seat), snake.body.map((cell) => cell.join(",")).join(" ")])));
    assert.deepEqual((await dataOf(page, ".snake.dead", "seat")).flat().map(Number).sort(),
      shown.filter((snake) => !snake.alive).map((snake) => snake.seat));
    assert.deepEqual((await dataOf(page, ".food", "x", "y")).map((cell) => cell.map(Number)), state.food);
    assert.deepEqual(await gaugesOf(page), state.snakes.map((snake) =>
      ({ length: String(snake.length), health: String(snake.alive ? snake.health : 0) })));
  });
});

test("battlesnake: the panel says what each snake died of", async () => {
  const match = play("battlesnake-deaths", "battlesnake/11x11-4-002.dat",
    ["space", "reference", "random", "random"].map((name) => ai("battlesnake", name)));
  const [game] = gamesOf(match.record);
  const page = await browser.open(match.page, `game=1&turn=${game.turns[game.turns.length - 1].turn}`);
  const fates = await page.$$eval(".player-card .fate", (elements) => elements.map((element) => element.textContent));
  const words = { wall: /left the board/, self: /ran into itself/, body: /ran into (seat \d|a body)/, head: /head to head/, starved: /starved/, none: /^$/ };
  game.states[game.states.length - 1].snakes.forEach((snake, i) => assert.match(fates[i], words[snake.cause]));
});

test("spe_ed: trails, heads with direction and speed, and meetings are those of the record", async () => {
  const match = play("spe_ed", "spe_ed/small-4-001.dat", ["space", "reference", "random", "reference"].map((name) => ai("spe_ed", name)));
  await compareTurns(match, async (page, state) => {
    const rows = await page.evaluate(([width, height]) => {
      const signs = Array.from({ length: height }, () => Array(width).fill("."));
      for (const path of document.querySelectorAll("[data-sign]")) {
        for (const run of path.getAttribute("d").matchAll(/M(\d+) (\d+)h(\d+)v10/g)) {
          const [x, y, length] = [run[1], run[2], run[3]].map((number) => Number(number) / 10);
          signs[y].fill(path.getAttribute("data-sign"), x, x + length);
        }
      }
      return signs.map((row) => row.join(""));
    }, [state.width, state.height]);
    assert.deepEqual(rows, state.board);
    const heads = (await dataOf(page, ".player", "seat", "x", "y", "direction", "speed")).sort((a, b) => a[0] - b[0]);
    assert.deepEqual(heads, state.players.map((player, i) => [i + 1, player.x, player.y, player.direction, player.speed].map(String)));
    assert.deepEqual((await dataOf(page, ".player.dead", "seat")).flat().map(Number).sort(),
      state.players.flatMap((player, i) => (player.active ? [] : [i + 1])));
    const met = state.board.flatMap((row, y) => [...row].flatMap((sign, x) => (sign === "x" ? [`${x} ${y}`] : [])));
    assert.deepEqual((await dataOf(page, "[data-met]", "met")).flat(), met);
  });
});

test("cops: walls, gates with their heading, thief and cops are those of the record", async () => {
  const match = play("cops", "cops/small.dat", [ai("cops", "reference"), ai("cops", "random")]);
  await compareTurns(match, async (page, state) => {
    const numbers = (rows) => rows.map((row) => row.map(Number));
    assert.deepEqual(numbers(await dataOf(page, "[data-thief]", "x", "y")), [state.thief]);
    assert.deepEqual(numbers(await dataOf(page, ".cop", "x", "y")), state.cops);
    assert.deepEqual(await dataOf(page, ".wall", "x", "y", "heading"), state.walls.map((wall) => [String(wall.x), String(wall.y), wall.heading]));
    assert.deepEqual(numbers(await dataOf(page, ".gate rect", "x", "y")), state.gates.flatMap((gate) => gate.cells));
    assert.deepEqual((await dataOf(page, ".gate", "clockwise")).flat(), state.gates.map((gate) => String(gate.clockwise)));
    assert.deepEqual((await dataOf(page, "[data-end]", "end")).flat(), ["captured", "escaped"].includes(state.end) ? [state.end] : []);
    assert.deepEqual((await gaugesOf(page)).map((gauges) => Number(gauges.payoff.replace("−", "-")) || 0), [state.payoff, -state.payoff || 0]);
  });
});

test("dicewars: owners, dice and the last command are those of the record", async () => {
  const match = play("dicewars", "dicewars/four-001.dat", ["sdc", "reference", "sdc", "reference"].map((name) => ai("dicewars", name)));
  await compareTurns(match, async (page, state) => {
    const areas = await dataOf(page, ".area", "owner", "dice");
    assert.equal(areas.map(([owner]) => owner).join(""), state.owners);
    assert.equal(areas.map(([, dice]) => dice).join(""), state.dice);
    assert.deepEqual(await gaugesOf(page), state.players.map((player) => ({
      areas: String(player.areas), dice: String(player.dice), largest: String(player.largest), reserve: String(player.reserve),
    })));
    const { last } = state;
    const arrow = await dataOf(page, ".last", "command", "from", "to");
    assert.deepEqual(arrow, last.command === "end" ? [] : [[last.command, String(last.from), String(last.to)]]);
    const thrown = await page.$$eval(".throw", (groups) => groups.map((group) =>
      [...group.querySelectorAll(".die")].map((die) => [die.getAttribute("data-die"), die.querySelectorAll("circle").length])));
    const dice = last.command === "battle" ? [...(last.attack_dice + last.defence_dice)] : [];
    assert.deepEqual(thrown.flat(), dice.map((die) => [die, Number(die)]));
    const dealt = (await dataOf(page, ".dealt", "area", "dealt")).flatMap(([area, count]) => Array(Number(count)).fill(Number(area)));
    assert.deepEqual(dealt.sort(), (last.put_down ?? []).slice().sort());
  });
});

test("goofspiel: prize, bids, hands and points are those of the record", async () => {
  const bidders = { first: "$first", last: "${rest:-$first}", second: "${second:-$first}" };
  const scripts = Object.entries(bidders).map(([name, bid]) =>
    `${name}=${scriptAi(`${name}-card`, `{ read -r _; read -r first rest; } <player.dat\nset -- $rest\nsecond=$1\nrest=\${rest##* }\necho ${bid} >result.dat`)}`);
  const match = play("goofspiel", "goofspiel/four.dat", [ai("goofspiel", "reference"), ...scripts], ["--seats", "fixed"]);
  await compareTurns(match, async (page, state) => {
    const last = state.rounds.at(-1);
    assert.deepEqual(await dataOf(page, ".prize", "worth"), state.rounds.length === state.cards ? [] : [[String(state.worth)]]);
    for (const [i, player] of state.players.entries()) {
      const own = `[data-seat="${i + 1}"]`;
      assert.deepEqual(await dataOf(page, `#board ${own}`, "points"), [[String(player.points)]]);
      assert.equal(await textOf(page, `#board ${own} .points`), String(player.points));
      assert.equal(await textOf(page, `#board ${own} .seat text`), String(i + 1));
      assert.deepEqual((await dataOf(page, `${own} .held`, "card")).flat().map(Number), player.hand);
      assert.deepEqual(await page.$$eval(`${own} .held text`, (all) => all.map((text) => Number(text.textContent))), player.hand);
      assert.deepEqual(await dataOf(page, `${own} .bid`, "bid"), last ? [[String(last.bids[i])]] : []);
      assert.equal((await page.$$(`${own} .best`)).length, last?.winner === i + 1 ? 1 : 0);
    }
  });
});

test("bazaar: prices, sales, lot, coins, bids, stalls and cards are those of the record", { skip: existsSync("/usr/bin/node") ? false : "needs node" }, async () => {
  const match = play("bazaar", "bazaar/short.dat", [ai("bazaar", "reference"), ai("bazaar", "broker-python"), `Other=${ai("bazaar", "reference").split("=")[1]}`], ["--seats", "fixed"]);
  await compareTurns(match, async (page, state) => {
    const sold = (/** @type {string} */ good) => state.last?.sales.filter((sale) => sale.good === good).reduce((sum, { count }) => sum + count, 0) ?? 0;
    assert.deepEqual(await dataOf(page, ".market", "good", "price"), state.goods.map((good, i) => [good, String(state.prices[i])]));
    assert.deepEqual(await page.$$eval(".market", (all) => all.map((card) => [...card.querySelectorAll("text")].map((text) => text.textContent))),
      state.goods.map((good, i) => [good, String(state.prices[i]), ...(sold(good) > 0 ? [`${sold(good)} sold`] : [])]));
    assert.deepEqual((await dataOf(page, ".lot-card", "lot")).flat(), [...state.lot.open, ...state.lot.closed]);
    for (const [i, player] of state.players.entries()) {
      const own = `#board [data-seat="${i + 1}"]`;
      assert.equal(await textOf(page, `${own} .coins`), String(player.coins));
      assert.equal(await textOf(page, `${own} .patron`), `wants ${player.patron}`);
      assert.deepEqual(await dataOf(page, `${own} .cards`, "cards", "open", "hidden"), state.goods.flatMap((good, g) => {
        const hidden = player.hidden.filter((each) => each === good).length;
        return player.open[g] + hidden > 0 ? [[good, String(player.open[g]), String(hidden)]] : [];
      }));
      assert.deepEqual(await dataOf(page, `${own} .bid`, "bid"), state.last ? [[String(state.last.bids[i])]] : []);
      assert.deepEqual(await dataOf(page, `${own} .stall`, "stall", "asked"), player.stall ? [[player.stall.good, String(player.stall.price)]] : []);
    }
  });
});

const needsLua = { skip: existsSync("/usr/bin/lua") ? false : "needs lua" };

test("spades: hands, bids, tricks, cards on the table and points are those of the record", needsLua, async () => {
  const match = play("spades", "spades/single.dat", [ai("spades", "reference"), ai("spades", "partner-python")], ["--seats", "fixed"]);
  const final = gamesOf(match.record)[0].moves.slice(-4);
  await compareTurns(match, async (page, state) => {
    assert.deepEqual(await dataOf(page, "#board .team", "team", "points"), state.points.map((points, i) => [String(i + 1), String(points)]));
    assert.deepEqual(await page.$$eval("#board .team .points", (all) => all.map((text) => text.textContent)), state.points.map((points) => String(points).replace("-", "−")));
    const contracts = [0, 1].map((team) => [state.players[team], state.players[team + 2]]).filter((own) => !state.over && own.every(({ bid }) => bid >= 0));
    assert.deepEqual(await page.$$eval("#board .contract", (all) => all.map((text) => text.textContent)), contracts.map(([one, other]) => `took ${one.tricks + other.tricks} of ${one.bid + other.bid}`));
    for (const [i, { hand, ...player }] of state.players.entries()) {
      const [bid, tricks] = state.over ? [state.result.bids[i], state.result.taken[i]] : [player.bid, player.tricks];
      assert.deepEqual((await dataOf(page, `[data-hand="${i + 1}"] .held`, "card")).flat(), hand);
      assert.deepEqual(await dataOf(page, `.label[data-seat="${i + 1}"]`, "bid", "tricks"), [[String(player.bid), String(player.tricks)]]);
      assert.equal(await textOf(page, `.label[data-seat="${i + 1}"] .told`), bid < 0 ? "no bid yet" : bid === 0 ? `nil, took ${tricks}` : `${tricks} of ${bid}`);
      const played = state.over ? [] : state.on_table.filter(({ seat }) => seat === i + 1).map(({ card }) => card);
      assert.deepEqual((await dataOf(page, `#board .played.now.s${i + 1}`, "card")).flat(), played);
    }
    // The last trick is whole on the table until a card is led, then beside it; who took it is marked.
    const { last } = state;
    const isShown = state.over || last && state.trick > 1;
    // The trick that ends the game is shown at its end.
    const [cards, taker] = state.over ? [final.map(({ effect }) => effect), / seat (\d);/.exec(final[3].comment)?.[1] ?? final[3].seat] : [last?.cards, last?.winner ?? 0];
    assert.deepEqual((await dataOf(page, state.on_table.length > 0 ? "#board .small" : "#board .past", state.on_table.length > 0 ? "last" : "card")).flat(), isShown ? cards : []);
    assert.equal((await page.$$(`#board .best:is(.small, .past).s${taker}`)).length, isShown ? 1 : 0);
    assert.deepEqual(await page.$$eval("#board .note", (all) => all.map((text) => text.textContent).filter((text) => /took it/.test(text)).length), isShown ? 1 : 0);
    assert.equal((await page.$$("#board .label.turn")).length, state.over ? 0 : 1);
  });
  const page = await browser.open(match.page, "turn=3");
  assert.deepEqual(await page.$$eval("#board .held", (cards) => cards.filter((card) => [...card.querySelectorAll("text")].some((text) => {
    const { left, top, width, height } = text.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".card") !== card;
  })).map((card) => card.dataset.card)), [], "no card covers value or suit of another one");
});

/** In a replay page: what its game's drawing makes of these frames, each drawn after the one before it. @param {any} page @param {any[]} all */
const drawnOf = (page, all) => page.evaluate(async (frames) => {
  const modules = ["source", "drawing", "viewer"].map((name) => `view/${name}.js`);
  const [{ PackedSource }, { drawingOf }, { viewOf }] = await Promise.all(modules.map((name) => import(name)));
  const match = JSON.parse(document.getElementById("match")?.textContent ?? "");
  const game = await new PackedSource(document, match).game(0);
  const board = (await drawingOf(match.game, () => {})).board(frames[0]);
  const seats = match.games[0].names.map((_, i) => i + 1);
  return frames.map((frame, at) => {
    const view = { ...viewOf(game, 0, match.games[0]), frame, before: frames[at - 1] ?? null, earlier: (back) => frames[at - back] ?? null };
    const parts = board.draw({ ...view, keep: (_key, _state, make) => make() });
    return { parts: parts.flatMap((part) => [part, ...part.querySelectorAll("*")]).map((part) => ({ kind: part.getAttribute("class") ?? "", text: part.textContent, ...part.dataset })), played: seats.map((seat) => board.played?.(view, seat) ?? "") };
  });
}, all);

test("spades: who sees only their own cards sees the trick that ends the deal, too, and what others play", needsLua, async () => {
  const match = play("spades-seat", "spades/single.dat", [ai("spades", "reference"), ai("spades", "reference")], ["--seats", "fixed"]);
  const page = await browser.open(match.page);
  const [{ moves, states }] = gamesOf(match.record);
  const drawn = await drawnOf(page, states.map((frame) => ({ ...frame, players: frame.players.map((player, i) => ({ ...player, hand: i === 1 ? player.hand : null })) })));
  assert.deepEqual(drawn.at(-1).parts.filter(({ kind }) => / past /.test(kind)).map(({ card }) => card), moves.slice(-4).map(({ effect }) => effect));
  moves.forEach(({ seat, effect }, i) => assert.equal(drawn[i + 1].played[seat - 1], effect));
});

const needsGo = { skip: existsSync(join(build, "games/salvage")) ? false : "needs go" };

test("salvage: boats, holds, buoys, harbours, crates and points are those of the record", needsGo, async () => {
  const match = play("salvage", "salvage/small.dat", [ai("salvage", "reference"), ai("salvage", "captain-python")], ["--seats", "fixed"]);
  await compareTurns(match, async (page, state) => {
    assert.deepEqual(await dataOf(page, ".harbour", "harbour", "x", "y"), state.boats.map(({ home }, i) => [i + 1, ...home].map(String)));
    assert.deepEqual(await dataOf(page, ".boat", "boat", "x", "y", "crates"), state.boats.map(({ place, crates }, i) => [i + 1, ...place, crates].map(String)));
    assert.deepEqual(await dataOf(page, ".buoy", "buoy", "x", "y"), state.boats.flatMap(({ buoys }, i) => buoys.map((buoy) => [i + 1, ...buoy].map(String))));
    const crates = state.sea.flatMap((row, y) => [...row].flatMap((square, x) => (/[1-9]/.test(square) ? [[String(x), String(y), square]] : [])));
    assert.deepEqual((await dataOf(page, "#board .crate", "x", "y", "worth")).sort(), crates.sort());
    assert.deepEqual((await gaugesOf(page)).map(({ points }) => points), state.boats.map(({ score }) => String(score)));
  });
});

test("salvage: a crate is seen below a boat, and a boat that was seen last where a buoy looks stays there", needsGo, async () => {
  const match = play("salvage-covered", "salvage/small.dat", [ai("salvage", "reference"), ai("salvage", "reference")], ["--seats", "fixed"]);
  const page = await browser.open(match.page);
  const [start] = gamesOf(match.record)[0].states;
  const [x, y] = [5, 5];
  const sea = start.sea.map((row, i) => (i === y ? `${row.slice(0, x)}7${row.slice(x + 1)}` : row));
  const own = { ...start.boats[0], place: [x + 3, y], buoys: [[x, y - 1]] };
  const other = { ...start.boats[1], place: [x, y], crates: 3, load: null };
  const lost = { ...other, place: null, crates: null };
  const { charted: _, ...frame } = { ...start, sea, boats: [own, other] };
  const [, covered, gone, away] = await drawnOf(page, [start, { ...frame, turn: 1 }, { ...frame, turn: 2, boats: [own, lost] }, { ...frame, turn: 3, boats: [{ ...own, place: [0, 10], buoys: [] }, lost] }]);
  const at = covered.parts.findIndex((part) => part.covered === "7");
  assert.ok(at > covered.parts.findIndex((part) => part.boat === "2"), "its worth lies above the boat");
  assert.deepEqual(gone.parts.filter((part) => part.memory).map(({ kind, x, y, ago }) => [kind, x, y, ago]), [["memory s2 gone", "5", "5", "1"]]);
  assert.deepEqual(away.parts.filter((part) => part.memory).map(({ kind, ago }) => [kind, ago]), [["memory s2", "2"]]);
});

test("the board of each shipped game is compared with a record", () => {
  const tests = readFileSync(import.meta.filename, "utf8");
  for (const { name } of JSON.parse(referee("games", "--json"))) {
    assert.ok(tests.includes(`test("${name}: `), name);
  }
});

test("ranks, scores and the reason of the end stand on the last turn, and only there", async () => {
  const match = play("gems-end", "gems/contest.dat", [ai("gems", "depth2"), ai("gems", "reference")]);
  const [game] = gamesOf(match.record);
  const page = await browser.open(match.page, "game=1");
  assert.doesNotMatch(await textOf(page, "#players"), /rank/);
  await page.keyboard.press("End");
  await until(page, (reason) => document.querySelector("#status").textContent.includes(reason), game.result.reason);
  const states = await page.$$eval(".player-card .state", (elements) => elements.map((element) => element.textContent));
  assert.deepEqual(states, game.result.ranks.map((rank, i) => `rank ${rank}, score ${game.result.scores[i]}`.replace("-", "−")));
});

test("dicewars: each die of an attack lies in its row, beside the sum that the record tells", async () => {
  const match = play("dicewars-throws", "dicewars/two-001.dat", [ai("dicewars", "sdc"), ai("dicewars", "reference")]);
  const [game] = gamesOf(match.record);
  const page = await browser.open(match.page, "game=1");
  const battles = game.turns.filter(({ state }) => state.last.command === "battle");
  assert.ok(battles.length > 3);
  for (const { turn, state, moves } of some(battles)) {
    await goTo(page, `game=1&turn=${turn}`);
    const { last } = state;
    const [throwData] = await dataOf(page, ".throw", "attack-dice", "defence-dice");
    assert.deepEqual(throwData, [last.attack_dice, last.defence_dice]);
    const sum = (digits) => [...digits].reduce((total, die) => total + Number(die), 0);
    assert.deepEqual([await textOf(page, ".throw .attack"), await textOf(page, ".throw .defence")], [last.attack_dice, last.defence_dice].map((dice) => String(sum(dice))));
    assert.ok(moves[0].comment.includes(`${last.attack} : ${last.defence}`));
    assert.deepEqual([sum(last.attack_dice), sum(last.defence_dice)], [last.attack, last.defence]);
  }
});

for (const [game, field, ais] of /** @type {[string, string, string[]][]} */ ([
  ["cops", "cops/small.dat", ["smart", "predict"]],
  ["dicewars", "dicewars/two-001.dat", ["sdc", "reference"]],
])) {
  test(`${game}: after the end the line above the board gives its reason once`, async () => {
    const match = play(`${game}-over`, field, ais.map((name) => ai(game, name)));
    const page = await browser.open(match.page, "game=1");
    await page.keyboard.press("End");
    await until(page, () => document.querySelector("#status").textContent.startsWith("over"));
    assert.equal(await textOf(page, "#status"), `over · ${gamesOf(match.record)[0].result.reason}`);
  });
}
