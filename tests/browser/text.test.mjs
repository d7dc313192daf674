// The content of names, notes, errors and fields is shown as text and does nothing else.

import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ai, folder, pageOf, play, scriptAi, source, textOf, useBrowser } from "./support.mjs";

const browser = useBrowser();
const evil = "</script><script>document.title='broken'</script><img src=x onerror=\"document.title='broken'\">&amp;'\"{{data}}{{title}}";

/** @param {import("playwright-core").Page} page */
async function isUnbroken(page) {
  assert.deepEqual(page.problems, []);
  assert.notEqual(await page.title(), "broken");
  assert.equal((await page.$$("img")).length, 0);
  assert.equal((await page.$$("body script:not([id]):not([type=module])")).length, 0);
}

test("names with markup, quotes and the end of a script are shown as they are", async () => {
  const path = join(source, "fields/gems/contest.dat");
  const { record } = play("plain", path, [ai("gems", "reference"), ai("gems", "reference")]);
  const lines = readFileSync(record, "utf8").trimEnd().split("\n").map((line) => {
    const json = JSON.parse(line);
    if (json.record) {
      json.field.name = evil;
      json.seats.forEach((seat) => {
        seat.name = `${evil} ${seat.seat}`;
      });
    } else if (!json.ranks) {
      json.notes = `${evil}\n\u202eright to left\u2028line\u0000nul`;
    }
    return JSON.stringify(json);
  });
  const page = await browser.open(pageOf("evil", lines.join("\n") + "\n").page, "game=1&turn=4");
  await isUnbroken(page);
  assert.equal(await textOf(page, '.player-card[data-seat="1"] .name'), `${evil} 1`);
  assert.ok((await textOf(page, "#title")).endsWith(`gems on ${evil}`));
  assert.ok((await page.title()).includes(`${evil} 1`));
  assert.equal(await textOf(page, ".move-card .notes"), `${evil}\n\\u202eright to left\\u2028line\\u0000nul`);
});

test("what a program writes in its answer, notes and file name is shown as text", async () => {
  const name = "<b>x<b>";
  const script = scriptAi("evil-ai", `
    cat > notes.dat <<'END'
${evil}
END
    printf '%s' "<script>document.title='broken'</script>" > result.dat`);
  const field = join(folder, "<i>&field.dat");
  copyFileSync(join(source, "fields/battlesnake/11x11-2-001.dat"), field);
  const { page: file } = play("evil-run", field, [`${name}=${script}`, ai("battlesnake", "reference")]);
  const page = await browser.open(file, "game=1&turn=0");
  await isUnbroken(page);
  assert.equal(await textOf(page, '.player-card[data-seat="1"] .name'), name);
  assert.ok((await textOf(page, "#title")).endsWith("battlesnake on <i>&field"));
  assert.match(await textOf(page, '.move-card[data-seat="1"] .written'), /^<script>/);
  assert.equal(await textOf(page, '.move-card[data-seat="1"] .notes'), evil);
});

test("a game that was broken off is shown as far as it goes", async () => {
  const { record } = play("whole", "gems/contest.dat", [ai("gems", "reference"), ai("gems", "reference")]);
  const lines = readFileSync(record, "utf8").split("\n");
  const page = await browser.open(pageOf("broken-off", lines.slice(0, 6).join("\n") + "\n").page, "game=1&turn=999");
  assert.match(await textOf(page, ".where"), /^Turn 4 of 4/);
  await isUnbroken(page);
});

test("a record that the rules contradict is shown up to there, with what is wrong", async () => {
  const { record } = play("right", "gems/contest.dat", [ai("gems", "reference"), ai("gems", "reference")]);
  const lines = readFileSync(record, "utf8").split("\n");
  lines[3] = lines[3].replace(/"state":"[^"]*"/, '"state":"00000000"');
  const path = join(folder, "wrong.jsonl");
  writeFileSync(path, lines.join("\n"));
  assert.throws(() => pageOf("wrong", lines.join("\n")), /the state after it differs from the record/);
  const page = await browser.open(join(folder, "wrong.html"));
  assert.match(await textOf(page, "#message"), /line 4: turn 2: the state after it differs from the record/);
});
