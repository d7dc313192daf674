// Everything that the tests of pages must hold for: each game that the referee knows, with each number of seats and
// each mode and map, and two games of a stranger's. It is made of what `referee games --json` says, never of names.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build, folder, referee } from "./support.mjs";

/**
 * @typedef {{name: string, seats: {min: number, max: number, default: number}, rules: string, small: Record<string, string>,
 *   ais: {folder: string, built: string[]}, parameters: {name: string, default: string, range: string, in_field: boolean, values?: string[], ends_game?: boolean}[]}} Game
 * @typedef {Record<string, string>} Settings
 * A field of a game: `what` it shows in a few words; `asks` are settings that it is about, `room` those that make it small.
 * Seats that aren't asked for are fewer where a map has no room for them.
 * @typedef {{game: Game, what: string, seats: number, areSeatsAsked?: boolean, asks: Settings, room: Settings}} Case
 */

/** So many turns, moves or rounds a short game has at most. */
const shortGame = 12;
const strangers = join(folder, "games");

/** A drawing as strangers write them: it sets anchors, sizes and colours of its texts by attributes only. @param {string} name */
const drawingOf = (name) => `
import { svg } from "view/svg.js";
export const version = 1;
const text = (x, y, words, more) => svg("text", { x, y, "dominant-baseline": "central", "font-size": 4, fill: "var(--ink)", ...more }, words);
export const board = (first) => ({
  box: [0, 0, 100, 12 * first.heaps.length + 4],
  cell: 8,
  centre: (x, y) => [30 + 8 * x, 8 + 12 * y],
  draw: ({ frame }) => frame.heaps.flatMap((stones, i) => [
    svg("g", {}, svg("rect", { x: 2, y: 12 * i + 3, width: 24, height: 10, fill: "var(--surface)", stroke: "var(--line)", "stroke-width": 0.5 }),
      text(4, 12 * i + 8, "heap " + (i + 1), { "text-anchor": "start" }),
      text(24, 12 * i + 8, String(stones), { "text-anchor": "end", "font-weight": "bold" })),
    ...Array.from({ length: stones }, (_, n) => svg("circle", { cx: 30 + 3.4 * n, cy: 12 * i + 8, r: 1.5, fill: "var(--ink)" })),
    svg("g", {}, text(98, 12 * i + 8, "of " + first.heaps[i], { "text-anchor": "end" })),
  ]),
  text: (frame) => frame.heaps.map((stones, i) => "heap " + (i + 1) + ": " + stones).join(", "),
  status: (frame) => frame.heaps.reduce((sum, stones) => sum + stones, 0) + " stones left",
  gauges: (frame, seat) => [{ name: "taken", value: frame.measures[seat - 1][0] }],
  fate: () => "",
});
export const style = ".game-${name} circle { stroke: none; }";
`;

/** Games made as a stranger makes them: one with a drawing, one without. */
function makeStrangers() {
  mkdirSync(strangers, { recursive: true });
  for (const name of ["drawn_elsewhere", "not_drawn"]) {
    execFileSync(join(build, "referee"), ["new-game", "--language", "Python", join(strangers, name)], { stdio: "pipe" });
  }
  writeFileSync(join(strangers, "drawn_elsewhere", "board.js"), drawingOf("drawn_elsewhere"));
  rmSync(join(strangers, "not_drawn", "board.js"));
  process.env.REFEREE_GAMES = [strangers, process.env.REFEREE_GAMES].filter(Boolean).join(":");
  return ["drawn_elsewhere", "not_drawn"];
}

const foreign = makeStrangers();
/** @type {Game[]} */
export const games = [...JSON.parse(referee("games", "--json")), ...JSON.parse(referee("games", ...foreign, "--json"))];
/** @param {string} name */
export const gameNamed = (name) => {
  const game = games.find((each) => each.name === name);
  if (!game) {
    throw new Error(`there is no game ${name}`);
  }
  return game;
};

/** An AI of a game that needs nothing but the game: the reference, or the first that is there. @param {Game} game */
export function aiOf({ ais, rules }) {
  const built = ais.built.includes("reference") ? "reference" : ais.built[0];
  const own = join(dirname(rules), "reference");
  const path = built ? join(ais.folder, built) : own;
  if (!existsSync(path)) {
    throw new Error(`no AI plays this game: neither in ${ais.folder} nor as ${own}`);
  }
  return path;
}

/** Names of the players of a match, and their AIs as words of --ai. @param {Game} game @param {number} seats */
export const playersOf = (game, seats) => Array.from({ length: seats }, (_, i) => `${["Ada", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Greta", "Hans"][i]}=${aiOf(game)}`);

/** What makes a field small and its game short. @param {Game} game @returns {Settings} */
export function roomOf({ small, parameters }) {
  const ends = parameters.filter(({ name, ends_game }) => ends_game && !(name in small)).map(({ name }) => [name, String(shortGame)]);
  return { ...small, ...Object.fromEntries(ends) };
}

/**
 * All cases of a game: as `create` makes it; then so many that each number of seats and each other value of each choice
 * is in one of them. A case asks for one value of everything at once: what doesn't go together is found, too.
 * @param {Game} game @returns {Case[]}
 */
export function casesOf(game) {
  const room = roomOf(game);
  const least = Math.max(2, game.seats.min);
  const counts = Array.from({ length: game.seats.max - least + 1 }, (_, i) => least + i);
  const choices = game.parameters.map(({ name, default: usual, values = [] }) => ({ name, others: values.filter((value) => value !== usual) }));
  const number = Math.max(counts.length, ...choices.map(({ others }) => others.length));
  return [
    { game, what: "as created", seats: game.seats.default, areSeatsAsked: false, asks: {}, room: {} },
    ...Array.from({ length: number }, (_, i) => {
      const asks = Object.fromEntries(choices.filter(({ others }) => i < others.length).map(({ name, others }) => [name, others[i]]));
      const areSeatsAsked = i < counts.length;
      const what = [...areSeatsAsked ? [`${counts[i]} seats`] : [], ...Object.entries(asks).map((words) => words.join(" "))].join(", ");
      return { game, what, seats: areSeatsAsked ? counts[i] : game.seats.default, areSeatsAsked, asks, room };
    }),
  ];
}

/** Makes the field of a case. A map may have a size of its own: then the settings that make fields small are left out. @param {Case} each */
export function fieldOf({ game, what, seats, areSeatsAsked = false, asks, room }) {
  const path = join(folder, `${game.name} ${what}.dat`.replace(/[^\w.]+/g, "-"));
  const { small } = game;
  const ends = Object.fromEntries(Object.entries(room).filter(([name]) => !(name in small)));
  const ways = [{ ...room, ...asks }, { ...ends, ...asks }];
  const counts = areSeatsAsked ? [seats] : [...new Set([seats, game.seats.min])];
  let refusal = null;
  for (const settings of ways) {
    for (const count of counts) {
      try {
        referee("create", path, "--game", game.name, "--seed", "3", "--force", "--players", String(count), ...Object.entries(settings).flatMap(([name, value]) => ["--set", `${name}=${value}`]));
        return { path, seats: count };
      } catch (error) {
        refusal ??= error;
      }
    }
  }
  throw refusal;
}
