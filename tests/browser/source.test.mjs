// The page's modules themselves.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { source } from "./support.mjs";

const web = join(source, "referee/pages/web");

test("the JavaScript passes the type check", () => {
  const check = spawnSync(join(source, "scripts/check-javascript"), { encoding: "utf8" });
  assert.equal(check.status, 0, check.stdout);
  assert.ok(!check.stdout.startsWith("skipped"));
});

test("only a game's own module names it", () => {
  const games = readdirSync(join(web, "games")).map((name) => name.replace(".js", ""));
  assert.ok(games.length >= 5);
  for (const name of readdirSync(web, { recursive: true }).map(String).filter((file) => file.endsWith(".js") && !file.startsWith("games/"))) {
    const code = readFileSync(join(web, name), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    for (const game of games) {
      assert.ok(!new RegExp(`\\b${game}\\b`).test(code), `${name} names ${game}`);
    }
  }
});

test("texts never become markup", () => {
  const files = readdirSync(web, { recursive: true }).map(String).filter((file) => file.endsWith(".js"));
  for (const name of files) {
    assert.doesNotMatch(readFileSync(join(web, name), "utf8"), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/, name);
  }
});
