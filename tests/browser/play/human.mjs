// What the tests of people who play share: matches with people, and how a move is made in each game
// with the keyboard alone, or with the mouse or a finger alone.

import assert from "node:assert/strict";
import { join } from "node:path";
import { folder, patience, referee, until, watch } from "../support.mjs";


/** Small fields, so that games are short: what `create` is told of each. @type {Record<string, string[]>} */
export const settings = {
  gems: ["--set", "rows=30", "--set", "max_moves=8"],
  battlesnake: ["--set", "size=7", "--set", "lines=60", "--set", "max_turns=9"],
  spe_ed: ["--set", "width=16", "--set", "height=12"],
  cops: ["--players", "2", "--set", "size=7", "--set", "ticks=9", "--set", "plan_length=3", "--set", "walls=2", "--set", "wall_length=2", "--set", "cops=2", "--set", "start_distance=4"],
  dicewars: ["--players", "2", "--set", "areas=8", "--set", "numbers=500", "--set", "max_turns=4"],
};

/** A match of people (names) and AIs (paths) that is being played. @param {string} name @param {string} game @param {string[]} seats @param {string[]} options @param {string[]} wanted of the field */
export async function match(name, game, seats, options = ["--seats", "fixed"], wanted = settings[game]) {
  const field = join(folder, `${name}.dat`);
  referee("create", field, "--game", game, "--seed", "3", ...wanted);
  return begin(name, field, seats, options);
}

/** The same on a field that is there. @param {string} name @param {string} field @param {string[]} seats @param {string[]} options */
export async function begin(name, field, seats, options = ["--seats", "fixed"]) {
  const record = join(folder, `${name}.jsonl`);
  const run = await watch(field, ...seats.flatMap((seat) => ["--ai", seat]), "--record", record, ...options);
  const names = seats.filter((seat) => seat.endsWith("human")).length;
  await untilHere(() => (run.err.match(/ plays here: /g) ?? []).length === names);
  const links = Object.fromEntries([...run.err.matchAll(/(\S+) plays here: (\S+)/g)].map(([, who, link]) => [who, link]));
  return { run, record, field, links };
}

/** Waits for something outside of the page. @param {() => boolean} condition */
export async function untilHere(condition) {
  const end = Date.now() + patience;
  while (!condition()) {
    assert.ok(Date.now() < end, `never came true: ${condition}`);
    await new Promise((done) => setTimeout(done, 10));
  }
}

export const state = (page) => page.getAttribute("#hand", "data-state");
export const question = (page) => page.getAttribute("#hand", "data-question");
export const isIn = (page, ...states) => until(page, (names) => names.includes(document.querySelector("#hand")?.getAttribute("data-state")), states);

/** The question after that one, or the end; true if there is a question. @param {any} page @param {string} before */
export async function nextQuestion(page, before) {
  const isNext = () => until(page, (number) => {
    const { state = "", question = "" } = document.querySelector("#hand")?.dataset ?? {}; // a page makes it when it has begun
    return state === "over" || (["move", "behind"].includes(state) && question !== number);
  }, before);
  await isNext();
  if ((await state(page)) === "behind") { // a game is over, and its end stays until the next one is wanted
    assert.match(await page.innerText("#hand .who button"), /^Play game \d/);
    page.ends = (page.ends ?? 0) + 1;
    await page.keyboard.press("ArrowUp"); // meant for the game that is over: it moves nothing in the next one
    await page.keyboard.press("l");
    await isIn(page, "move", "over");
  }
  return (await state(page)) === "move";
}

/** Plays until the match is over; `move` makes a move and returns the answer that it means. @param {any} page @param {(turn: number) => Promise<string>} move */
export async function playAll(page, move) {
  const answers = [];
  for (let before = ""; await nextQuestion(page, before); ) {
    before = await question(page);
    answers.push(await move(answers.length));
  }
  return answers;
}

/** Directions that a snake survives, from what the board shows. @param {any} page @param {string} seat */
export const openWays = (page, seat) => page.evaluate((own) => {
  const bodies = [...document.querySelectorAll(".snake:not(.dead)")].map((snake) => [snake.dataset.seat, snake.dataset.body.split(" ")]);
  const taken = new Set(bodies.flatMap(([, body]) => body.slice(0, -1)));
  const size = Math.round((Number(document.querySelector("#board .ground").getAttribute("width"))) / 10);
  const [x, y] = bodies.find(([number]) => number === own)[1][0].split(",").map(Number);
  const ways = { up: [0, 1], left: [-1, 0], down: [0, -1], right: [1, 0] };
  return Object.keys(ways).filter((way) => {
    const [nx, ny] = [x + ways[way][0], y + ways[way][1]];
    return nx >= 0 && ny >= 0 && nx < size && ny < size && !taken.has(`${nx},${ny}`);
  });
}, seat);

export const arrows = { up: "ArrowUp", down: "ArrowDown", left: "ArrowLeft", right: "ArrowRight" };
const actions = ["change_nothing", "speed_up", "turn_left", "change_nothing", "slow_down", "turn_right", "change_nothing", "turn_right"];
const actionKeys = { speed_up: "ArrowUp", slow_down: "ArrowDown", turn_left: "ArrowLeft", turn_right: "ArrowRight", change_nothing: "Space" };
const letterKeys = { N: "ArrowUp", S: "ArrowDown", W: "ArrowLeft", E: "ArrowRight", "-": "Space" };
const plans = [["E", "E", "S"], ["N", "-", "W"], ["S", "S", "S"], ["W", "W", "N"]];

/** What the pairs' form shows. @param {any} page */
export const pairs = (page) => page.evaluate(() => {
  const middle = (/** @type {Element} */ element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const of = (/** @type {string} */ kind) => [...document.querySelectorAll(`.hand-${kind}`)].map((element) => ({ id: element.getAttribute("data-spot"), at: middle(element) }));
  return { cursor: of("cursor")[0], chosen: of("chosen")[0]?.id ?? null, targets: of("target") };
});

/** Chooses a place and then one of its targets with the keyboard. @param {any} page @param {number} turn */
async function chooseByKeys(page, turn) {
  await page.keyboard.press(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"][turn % 4]);
  const from = (await pairs(page)).cursor.id;
  await page.keyboard.press("Enter");
  const { chosen, targets } = await pairs(page);
  assert.equal(chosen, from);
  assert.ok(targets.length > 0);
  // Taken back, and chosen again.
  await page.keyboard.press("Escape");
  assert.equal((await pairs(page)).chosen, null);
  await page.keyboard.press("Enter");
  const aim = targets[turn % targets.length].id;
  for (let i = 0; (await pairs(page)).cursor.id !== aim; ++i) {
    assert.ok(i <= targets.length, "the keyboard reaches every target");
    await page.keyboard.press(".");
  }
  await page.keyboard.press("Enter");
  return [from, aim];
}

/** The same with the mouse. @param {any} page @param {number} turn */
async function chooseByMouse(page, turn) {
  const sources = await page.$$eval(".hand-spot.open", (spots) => spots.map((spot) => spot.getAttribute("data-pick")));
  for (let i = turn; ; ++i) {
    await clickInside(page, sources[i % sources.length]);
    const { chosen, targets } = await pairs(page);
    if (chosen !== null) {
      const aim = targets[turn % targets.length].id;
      await clickInside(page, aim);
      return [chosen, aim];
    }
  }
}

/** Presses a button: with a finger on a page that is touched, else with the mouse. @param {any} page @param {string} selector */
export const press = (page, selector) => (page.isTouched ? page.tap(selector) : page.click(selector));

/** Clicks where a place on the board is: areas of a map are no rectangles. @param {any} page @param {string} id @param {"mouse" | "touchscreen"} by */
export async function clickInside(page, id, by = page.isTouched ? "touchscreen" : "mouse") {
  const [x, y] = await page.evaluate((name) => {
    const element = document.querySelector(`[data-pick="${name}"]`);
    const box = element.getBoundingClientRect();
    for (const share of [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]) {
      for (const down of [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]) {
        const at = [box.left + box.width * share, box.top + box.height * down];
        if (document.elementFromPoint(at[0], at[1]) === element) {
          return at;
        }
      }
    }
    throw new Error(`${name} can't be clicked`);
  }, id);
  await (by === "mouse" ? page.mouse.click(x, y) : page.touchscreen.tap(x, y));
}

/** The answers that two places stand for. */
export const swapOf = ([from, to]) => {
  const [a, b] = [from, to].map((cell) => cell.split(" ").map(Number));
  const [first, second] = a[1] < b[1] || (a[1] === b[1] && a[0] < b[0]) ? [a, b] : [b, a];
  return [...first, ...second].join(" ");
};
const ownersOf = (page) => page.$$eval(".area", (areas) => Object.fromEntries(areas.map((area) => [area.dataset.area, area.dataset.owner])));
const commandOf = (owners, [from, to]) => `${owners[from] === owners[to] ? "transfer" : "battle"} ${from} ${to}`;

/** How a move is made in each game; returns the answer. @type {Record<string, Record<string, (page: any, turn: number) => Promise<string>>>} */
export const moves = {
  gems: {
    keyboard: async (page, turn) => swapOf(await chooseByKeys(page, turn)),
    pointer: async (page, turn) => swapOf(await chooseByMouse(page, turn)),
  },
  battlesnake: {
    keyboard: async (page) => {
      const way = (await openWays(page, "1"))[0] ?? "up";
      await page.keyboard.press(arrows[way]);
      return way;
    },
    pointer: async (page) => {
      const way = (await openWays(page, "1"))[0] ?? "up";
      await press(page, `[data-answer="${way}"]`);
      return way;
    },
  },
  spe_ed: {
    keyboard: async (page, turn) => {
      await page.keyboard.press(actionKeys[actions[turn % actions.length]]);
      return actions[turn % actions.length];
    },
    pointer: async (page, turn) => {
      await press(page, `[data-answer="${actions[turn % actions.length]}"]`);
      return actions[turn % actions.length];
    },
  },
  cops: {
    keyboard: async (page, turn) => {
      const plan = plans[turn % plans.length];
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Backspace");
      await page.keyboard.press("Backspace");
      for (const letter of plan) {
        await page.keyboard.press(letterKeys[letter]);
      }
      await page.keyboard.press("Enter");
      return plan.join(" ");
    },
    pointer: async (page, turn) => {
      const plan = plans[turn % plans.length];
      for (const letter of ["N", ...plan.slice(0, 2)]) {
        await press(page, `[data-answer="${letter}"]`);
      }
      await press(page, '[data-plan="undo"]');
      await press(page, '[data-plan="undo"]');
      await press(page, '[data-plan="undo"]');
      for (const letter of plan) {
        await press(page, `[data-answer="${letter}"]`);
      }
      await press(page, '[data-plan="send"]');
      return plan.join(" ");
    },
  },
  dicewars: {
    keyboard: async (page, turn) => {
      if (turn % 3 === 2 || !(await pairs(page)).cursor) {
        await page.keyboard.press("e");
        return "end";
      }
      return commandOf(await ownersOf(page), await chooseByKeys(page, turn));
    },
    pointer: async (page, turn) => {
      if (turn % 3 === 2 || (await page.$$(".hand-spot.open")).length === 0) {
        await press(page, '[data-answer="end"]');
        return "end";
      }
      return commandOf(await ownersOf(page), await chooseByMouse(page, turn));
    },
  },
};

/** What stands in the rows of a plan. @param {any} page @returns {Promise<string[]>} */
const lettersOf = (page) => page.$$eval(".unit .letter", (all) => all.map((letter) => letter.textContent));

/**
 * A move in any game, by what its hand offers, as the keyboard alone or a pointer alone makes it: places on the board,
 * a plan, parts of an answer, or buttons. Returns what the person means, or null if only the page can say that.
 * @param {any} page @param {"keyboard" | "pointer"} how @param {number} turn @returns {Promise<string | null>}
 */
export async function anyMove(page, how, turn) {
  const byKeys = how === "keyboard";
  const buttons = await page.$$eval("#hand .pad button:not(:disabled)", (all) => all.map((button) => ({ answer: button.dataset.answer, key: button.getAttribute("aria-keyshortcuts"), leads: button.querySelector(".leads")?.textContent })));
  const selector = (/** @type {string} */ answer) => `#hand .pad button[data-answer=${JSON.stringify(answer)}]`;
  /** @param {{answer: string, key: string}} button */
  const choose = async ({ answer, key }) => {
    if (!byKeys) {
      await press(page, selector(answer));
    } else if (key) {
      await page.keyboard.press(key);
    } else {
      await page.focus(selector(answer));
      await page.keyboard.press("Enter");
    }
  };
  const walls = await page.$$eval("#hand .pad button:disabled", (all) => all.map((button) => button.getAttribute("aria-keyshortcuts")).filter((key) => key?.startsWith("Arrow")));
  if (byKeys && walls.length > 0) {
    const where = await page.textContent(".where");
    for (const key of walls) {
      await page.keyboard.press(key);
    }
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.equal(await page.textContent(".where"), where, "an arrow into a wall doesn't leaf back");
  }
  if (await page.$("#hand .units")) {
    for (let left = (await lettersOf(page)).filter((letter) => letter === "·").length, i = turn; left > 0; ++i) {
      await choose(buttons[i % buttons.length]);
      const now = (await lettersOf(page)).filter((letter) => letter === "·").length;
      assert.equal(now, left - 1, "each choice fills a place of the plan");
      left = now;
    }
    const plan = (await lettersOf(page)).join(" ");
    await (byKeys ? page.keyboard.press("Enter") : press(page, '#hand [data-plan="send"]'));
    return plan;
  }
  if (await page.$("#hand .slots")) {
    // What is offered first costs nothing; the last number may be one more.
    const numbers = await page.$$("#hand .slot:last-child input[type=number]");
    if (turn % 2 === 1 && numbers.length > 0 && (await numbers[0].getAttribute("max")) !== (await numbers[0].inputValue())) {
      if (byKeys) {
        await numbers[0].focus();
        await page.keyboard.press("ArrowUp");
      } else {
        await press(page, '#hand .slot:last-child [aria-label="more"]');
      }
    }
    const words = await page.textContent("#hand .words");
    await (byKeys ? page.keyboard.press("Enter") : press(page, '#hand [data-plan="send"]'));
    return words;
  }
  const picks = await page.$$eval(".hand-spot.pick", (all) => all.map((spot) => spot.getAttribute("data-pick")));
  // Where buttons steer a piece to a neighbouring cell, a click there does so, too; elsewhere each choice is a place.
  const steers = await page.$$eval("#hand .pad [class*=at-] .leads", (all) => all.length > 0);
  if (picks.length > 0 && !byKeys) {
    const answers = buttons.map(({ answer }) => answer);
    assert.deepEqual(steers ? picks.filter((pick) => !answers.includes(pick)) : [...picks].sort(), steers ? [] : answers.sort(), "a place is a choice");
    const safe = picks.filter((pick) => buttons.some(({ answer, leads }) => answer === pick && leads === "free"));
    if (!steers || turn % 2 === 0) {
      const pick = (safe.length > 0 ? safe : picks)[turn % (safe.length || picks.length)];
      await clickInside(page, pick);
      return pick;
    }
  }
  assert.ok(!steers || picks.length > 0, "a click beside the piece steers it");
  if (picks.length === 0 && await page.$(".hand-spot.open") && !(turn % 3 === 2 && buttons.length > 0)) {
    await (byKeys ? chooseByKeys(page, turn) : chooseByMouse(page, turn));
    return null;
  }
  assert.ok(buttons.length > 0, "the hand offers something");
  // A hand may say where a choice leads: whoever reads it stays in the game longer.
  const good = buttons.filter(({ leads }) => leads === "free");
  const button = (good.length > 0 ? good : buttons)[turn % (good.length || buttons.length)];
  await choose(button);
  return button.answer;
}

/**
 * Plays a match to its end by what the hand offers; returns what the page sent, which is what the person meant.
 * @param {any} page @param {"keyboard" | "pointer"} how @param {(turn: number) => Promise<void>} [look] before each move
 */
export async function playAny(page, how, look = async () => {}) {
  /** @type {string[][]} */
  const sent = [];
  page.on("request", (/** @type {any} */ request) => {
    const { choices } = request.method() === "POST" ? JSON.parse(request.postData()) : {};
    if (choices) {
      sent.push(choices);
    }
  });
  await playAll(page, async (turn) => {
    await look(turn);
    const asked = await question(page);
    const meant = await anyMove(page, how, turn);
    await until(page, (number) => document.querySelector("#hand").dataset.question !== number || document.querySelector("#hand").dataset.state !== "move", asked);
    assert.ok(meant === null || sent.at(-1).join(" ") === meant, `${meant} was meant, ${sent.at(-1)} was sent`);
    return "";
  });
  return sent;
}
