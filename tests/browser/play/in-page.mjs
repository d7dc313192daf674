// What the tests of rules and AIs in a page share: whether `make wasm` was run, the page's modules in
// Node, and records played by native AIs.

import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, folder, source } from "../support.mjs";

const wasm = join(build, "wasm");

/** Why tests of these AIs, "gems/depth3", can't run here, or false. @param {string[]} ais */
export function lacking(...ais) {
  if (["games.wasm", ...ais.map((ai) => `ai/${ai}.wasm`)].every((name) => existsSync(join(wasm, name)))) {
    return false;
  }
  return existsSync("/usr/bin/clang++-19") ? "needs make wasm" : "needs clang-19";
}

/** The page's modules as Node can import them: with addresses of files instead of "view/". @returns {(name: string) => Promise<any>} */
export function viewModules() {
  const web = join(source, "referee/pages/web");
  const to = join(folder, "view");
  for (const name of readdirSync(web, { recursive: true }).map(String).filter((file) => file.endsWith(".js"))) {
    mkdirSync(dirname(join(to, name)), { recursive: true });
    writeFileSync(join(to, name), readFileSync(join(web, name), "utf8").replace(/(from |import\()"view\//g, `$1"${pathToFileURL(to)}/`));
  }
  writeFileSync(join(to, "package.json"), '{"type": "module"}');
  return (name) => import(`${pathToFileURL(to)}/${name}`);
}

/** The games of a record as ReplayPage puts them into a page. @param {string} record */
export function recordedGames(record) {
  const games = [];
  for (const line of readFileSync(record, "utf8").trimEnd().split("\n")) {
    const json = JSON.parse(line);
    const game = games[games.length - 1];
    if (json.record) {
      games.push({
        game: json.game, number: json.number, field: json.field.name, text: json.field.text, sha256: json.field.sha256, names: json.seats.map((seat) => seat.name),
        points: json.points ?? [], limit_ms: json.limits.time_ms ?? 0, moves: [], result: null,
      });
    } else if (json.ranks) {
      game.result = json;
    } else if (json.phase === undefined) {
      game.moves.push({ ...json, move: json.move_is_whole === false ? null : json.move, effect: json.effect ?? "" });
    }
  }
  return games;
}

/** A module whose program is an endless loop, and one that never looks at its budget. */
export const endless = Buffer.from("0061736d010000000104016000000302010005030100010713020" + "66d656d6f727902000" + "65f737461727400000a0901070003400c000b0b", "hex");
