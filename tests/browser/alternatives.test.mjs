// The board as text, for those who can't see the picture: it has every piece that the record has, at
// chosen turns of every game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ai, gamesOf, goTo, play, some, textOf, useBrowser, until } from "./support.mjs";

const browser = useBrowser();

/** The text beside the first game's board at some turns, each with its state. @param {{record: string, page: string}} match @param {(lines: string[], state: any) => void} compare */
async function compareTexts(match, compare) {
  const [game] = gamesOf(match.record);
  const page = await browser.open(match.page);
  await page.click("#picture summary");
  await until(page, () => document.querySelector("#picture pre").textContent.length > 0);
  for (const turn of some(game.turns)) {
    await goTo(page, `game=1&turn=${turn.turn}`);
    compare((await textOf(page, "#picture pre")).split("\n"), turn.state);
  }
  assert.deepEqual(page.problems, []);
}

test("gems: the text has every stone with its row and column", async () => {
  const match = play("gems", "gems/contest.dat", [ai("gems", "reference"), ai("gems", "reference")]);
  await compareTexts(match, (lines, state) => {
    assert.deepEqual(lines.slice(0, 10), state.board.map((row, i) => `${9 - i}  ${[...row].join(" ")}`));
    assert.equal(lines[11], "   0 1 2 3 4 5 6 7 8 9");
  });
});

test("battlesnake: the text has food, and head and body of each living snake", async () => {
  const match = play("battlesnake", "battlesnake/11x11-4-001.dat", ["space", "reference", "random", "reference"].map((name) => ai("battlesnake", name)));
  await compareTexts(match, (lines, state) => {
    const rows = Array.from({ length: state.height }, () => Array(state.width).fill("."));
    const put = ([x, y], sign) => { rows[state.height - 1 - y][x] = sign; };
    state.food.forEach((cell) => put(cell, "F"));
    for (const snake of state.snakes.filter(({ alive }) => alive)) {
      const letter = "abcdefgh"[snake.seat - 1];
      snake.body.slice().reverse().forEach((cell) => put(cell, letter));
      put(snake.body[0], letter.toUpperCase());
    }
    assert.deepEqual(lines, rows.map((row) => row.join(" ")));
  });
});

test("spe_ed: the text has every trail, and heads that show their direction", async () => {
  const match = play("spe_ed", "spe_ed/small-4-001.dat", ["space", "reference", "random", "reference"].map((name) => ai("spe_ed", name)));
  await compareTexts(match, (lines, state) => {
    const rows = state.board.map((row) => [...row]);
    for (const player of state.players.filter(({ active }) => active)) {
      rows[player.y][player.x] = { up: "^", right: ">", down: "v", left: "<" }[player.direction];
    }
    assert.deepEqual(lines, rows.map((row) => row.join("")));
  });
});

test("cops: the text has thief, cops, walls, gates and ring", async () => {
  const match = play("cops", "cops/small.dat", [ai("cops", "reference"), ai("cops", "random")]);
  await compareTexts(match, (lines, state) => {
    assert.deepEqual(lines, state.board.map((row) => [...row].join(" ")));
    assert.equal(lines[state.thief[1]].split(" ")[state.thief[0]], "T");
    for (const [x, y] of state.cops) {
      assert.match(lines[y].split(" ")[x], /[CT]/);
    }
  });
});

test("dicewars: the text has owner, dice and neighbours of each area", async () => {
  const match = play("dicewars", "dicewars/four-001.dat", ["sdc", "reference", "sdc", "reference"].map((name) => ai("dicewars", name)));
  const { edges } = gamesOf(match.record)[0].states[0].map;
  await compareTexts(match, (lines, state) => {
    assert.equal(lines.length, state.owners.length + 1);
    lines.slice(1).forEach((line, i) => {
      const [area, owner, dice, ...borders] = line.trim().split(/\s+/);
      assert.deepEqual([area, owner, dice], [String(i + 1), state.owners[i], state.dice[i]]);
      const neighbours = edges.filter((edge) => edge.includes(i + 1)).map(([a, b]) => (a === i + 1 ? b : a));
      assert.deepEqual(borders.map(Number), neighbours);
    });
  });
});
