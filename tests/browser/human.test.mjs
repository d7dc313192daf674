// People play whole games of all games, with the keyboard alone and with the mouse alone, as the record
// says; how the page looks then, and fingers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { clickInside, isIn, match, moves, nextQuestion, pairs, playAll, question, swapOf } from "./human.mjs";
import { ai, desktop, gamesOf, phone, referee, screenshotPath, textOf, useBrowser } from "./support.mjs";

const browser = useBrowser();

for (const game of Object.keys(moves)) {
  for (const way of ["keyboard", "mouse"]) {
    test(`${game}: a person plays whole games with the ${way} alone, as the record says`, async () => {
      const { run, record, links } = await match(`${game}-${way}`, game, ["Anna=human", ai(game, "reference")]);
      const page = await browser.open(links.Anna);
      const answers = await playAll(page, (turn) => moves[game][way](page, turn));
      assert.equal(await run.ended, 0, run.err);
      assert.ok(answers.length > 1);
      const [played] = gamesOf(record);
      // To the card: what came of it, said to the person, and no buttons that do nothing.
      const { ranks, scores } = played.result;
      const words = game === "cops" ? `This game: You ${scores[0]}, reference ${scores[1]}`
        : ranks[0] !== 1 ? "You lost to reference" : ranks[1] !== 1 ? "You won" : "Nobody is ahead: a draw";
      await page.waitForSelector("#result .verdict");
      assert.equal(await textOf(page, "#result .verdict strong"), words);
      assert.equal(await page.isVisible(".hand-controls"), false);
      await page.click('#result [data-result="again"]');
      await page.waitForSelector('#do-play[aria-label^="Pause"]');
      assert.deepEqual(played.head.seats[0], { seat: 1, name: "Anna", ai: { human: true } });
      assert.deepEqual(played.moves.filter((move) => move.seat === 1).map((move) => move.move), answers);
      assert.deepEqual(played.moves.filter((move) => move.seat === 1 && move.fault), []);
      assert.match(referee("replay", record, "--verify"), /every move and state matches/);
      assert.deepEqual(page.problems, []);
    });
  }
}

for (const game of Object.keys(moves)) {
  for (const colorScheme of ["light", "dark"]) {
    for (const [size, viewport] of Object.entries({ desktop, phone })) {
      test(`${game}, ${colorScheme}, ${size}: board and hand are seen together (picture in build/screenshots)`, async () => {
        // As cops, with several units.
        const seats = game === "cops" ? [ai("cops", "reference"), "Anna=human"] : ["Anna=human", ai(game, "reference")];
        const { run, links } = await match(`look-${game}-${colorScheme}-${size}`, game, seats);
        const page = await browser.open(links.Anna, "", { viewport, colorScheme, hasTouch: size === "phone" });
        await isIn(page, "move");
        if (await page.$(".hand-spot.open") && game !== "cops") {
          await page.keyboard.press("Enter");
        } else if (game === "cops") {
          await page.keyboard.press("ArrowUp");
          await page.keyboard.press("ArrowRight");
        }
        await page.screenshot({ path: screenshotPath(`human-${game}-${colorScheme}-${size}`) });
        const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(widths[0] <= widths[1], `the page is ${widths[0]} wide in a window of ${widths[1]}`);
        const covered = await page.$$eval(".hand-controls button:not(:disabled)", (buttons) => buttons.filter((button) => {
          const box = button.getBoundingClientRect();
          const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
          return !button.contains(found) || box.height < 36;
        }).map((button) => button.textContent));
        assert.deepEqual(covered, []);
        const board = await (await page.$("#board svg")).boundingBox();
        assert.ok(board.y >= 0 && board.y + board.height <= viewport.height);
        assert.deepEqual(page.problems, []);
        run.child.kill("SIGINT");
      });
    }
  }
}

for (const [size, viewport] of Object.entries({ desktop, phone, narrow: { width: 360, height: 780 } })) {
  test(`cops, ${size}: the plans of five cops fit, and none covers its cop's number`, async () => {
    const { run, links } = await match(`five-${size}`, "cops", [ai("cops", "reference"), "Anna=human"], ["--seats", "fixed"], []);
    const page = await browser.open(links.Anna, "", { viewport });
    await isIn(page, "move");
    assert.equal((await page.$$(".unit")).length, 5);
    assert.deepEqual(await page.$$eval(".unit, .units", (all) => all.filter((each) =>
      each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight).map((each) => each.className)), []);
    assert.equal((await page.$$("circle.hand-plan")).length, 0);
    run.child.kill("SIGINT");
  });
}

test("on a phone a finger is enough: gems by its stones, cops by the cell to go to", async () => {
  const options = { viewport: phone, hasTouch: true };
  const { run, links, record } = await match("touch", "gems", ["Anna=human", ai("gems", "reference")]);
  const page = await browser.open(links.Anna, "", options);
  await isIn(page, "move");
  const source = await page.$eval(".hand-spot.open", (spot) => spot.getAttribute("data-pick"));
  await clickInside(page, source, "touchscreen");
  const { chosen, targets } = await pairs(page);
  await clickInside(page, targets[0].id, "touchscreen");
  assert.ok(await nextQuestion(page, "1"));
  assert.equal(gamesOf(record)[0].moves[0].move, swapOf([chosen, targets[0].id]));
  run.child.kill("SIGINT");

  const cops = await match("touch-cops", "cops", ["Anna=human", ai("cops", "reference")]);
  const other = await browser.open(cops.links.Anna, "", options);
  await isIn(other, "move");
  const [x, y] = await other.$eval("[data-thief]", (thief) => [Number(thief.getAttribute("data-x")), Number(thief.getAttribute("data-y"))]);
  const [dx, letter] = x > 3 ? [-2, "W"] : [2, "E"];
  await clickInside(other, `${x + dx} ${y}`, "touchscreen");
  assert.deepEqual(await other.$$eval(".unit .letter", (all) => all.map((each) => each.textContent)), [letter, letter, "·"]);
  await other.tap('[data-plan="send"]');
  assert.ok(await nextQuestion(other, "1"));
  assert.equal(gamesOf(cops.record)[0].moves[0].move, `${letter} ${letter} -`);
  cops.run.child.kill("SIGINT");
});

test("between two games the hand says how the first ended and which seat is the person's now", async () => {
  const { run, links, record } = await match("seats-change", "battlesnake", ["Anna=human", ai("battlesnake", "reference")], []);
  const page = await browser.open(links.Anna);
  const hints = [];
  for (let before = ""; await nextQuestion(page, before); ) {
    before = await question(page);
    hints.push(await textOf(page, "#hand .hint"));
    await moves.battlesnake.keyboard(page, hints.length - 1);
  }
  assert.equal(await run.ended, 0, run.err);
  const [first, second] = gamesOf(record);
  const said = first.result.ranks.every((rank) => rank === 1) ? "Nobody is ahead: a draw" : first.result.ranks[first.head.seats.findIndex(({ name }) => name === "Anna")] === 1 ? "You won" : "You lost to reference";
  const seat = second.head.seats.findIndex(({ name }) => name === "Anna");
  const told = hints.filter((hint) => hint.includes("now you are"));
  assert.deepEqual(told.map((hint) => hint.split(" Where")[0]), [`Game 1: ${said}. Game 2: now you are ${["blue", "orange"][seat]}.`]);
  await page.waitForSelector("#result .standing");
  assert.match(await textOf(page, "#result .standing"), /^(You won the match|You lost the match|The match is a draw) [\d.]+ : [\d.]+$/);
});
