// The games' module for JavaScript: pages/wasm/module/games.cpp with strings and objects instead of
// numbers and bytes.

import { Wasi } from "view/wasm/wasi.js";

/** As in game/fault.hpp. */
export const faults = ["none", "timeout", "crash", "exit", "no-result", "bad-result", "illegal"];
const phases = ["prepare", "move", "end"];

/**
 * @typedef {{name: string, title: string, min_seats: number, max_seats: number, default_seats: number, simultaneous: boolean,
 *   hidden: boolean, prepare: boolean, match_decides: boolean, limit_ms: number, clock_ms: number, increment_ms: number,
 *   prepare_ms: number, measures: string[], files: string[]}} GameInfo
 * @typedef {{fault: number, text: string, reason: string, comment: string}} Effect
 * @typedef {{ranks: number[], scores: number[], no_winner: boolean, reason: string}} Ending
 * @typedef {{seat: number, fault?: string, text?: string}} Answer `text`: what result.dat has
 * @typedef {{phase?: string, limitMs?: number, hasClock?: boolean, lastWallMs?: number, lastFault?: string, seed?: number}} Facts of match.dat
 */

export class Games {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.module = module;
    this.#begin();
  }

  #begin() {
    this.wasi = new Wasi(new Map());
    const instance = new WebAssembly.Instance(this.module, this.wasi.imports());
    /** @type {any} */
    this.exports = instance.exports;
    this.wasi.initialize(instance);
  }

  /** Calls a function of the module. What it says about a mistake is thrown. @param {string} name @param {string | null} input @param {number[]} numbers @returns {number} */
  #call(name, input, ...numbers) {
    try {
      if (input !== null) {
        const bytes = new TextEncoder().encode(input);
        const at = this.exports.input(bytes.length);
        new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
      }
      return this.exports[name](...numbers);
    } catch (error) {
      const what = this.wasi?.stderr.trim();
      this.#begin(); // the instance is spent, with all fields and positions
      throw new Error(what || String(error));
    }
  }

  /** @param {string} name @param {string | null} input @param {number[]} numbers */
  #text(name, input, ...numbers) {
    this.#call(name, input, ...numbers);
    return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, this.exports.output(), this.exports.output_size()));
  }

  /** @returns {GameInfo[]} */
  list() {
    return JSON.parse(this.#text("games", null));
  }

  /** The text of a field, as `referee create` writes it. @param {string} game @param {string} seed @param {number} players @param {Record<string, string>} [settings] */
  create(game, seed, players, settings = {}) {
    return this.#text("create", [`${game} ${seed}`, ...Object.entries(settings).map((setting) => setting.join(" "))].join("\n"), players);
  }

  /** A field's number. @param {string} text */
  load(text) {
    return this.#call("load", text);
  }

  /** What match.dat says of all moves of a match. @param {number} field @param {number[]} points by rank @param {string[]} toldNames */
  tell(field, points = [], toldNames = []) {
    this.#call("tell", [...points.map(String), ...(toldNames.length > 0 ? ["names", ...toldNames] : [])].join(" "), field);
  }

  /** @param {number} field @returns {{game: string, sha256: string}} */
  field(field) {
    return JSON.parse(this.#text("field", null, field));
  }

  /** @param {number} field */
  seats(field) {
    return this.#call("seats", null, field);
  }

  /** How the game works on this field. @param {number} field @param {string} text the section "In short" of the game's README @returns {import("view/types").Rules} */
  rules(field, text) {
    return JSON.parse(this.#text("rules", text, field));
  }

  /** A position's number: the start. @param {number} field */
  start(field) {
    return this.#call("start", null, field);
  }

  /** @param {number} position */
  clone(position) {
    return this.#call("clone", null, position);
  }

  /** Forgets a position or a field. @param {number} number */
  drop(number) {
    this.#call("drop", null, number);
  }

  /** @param {number} position */
  turn(position) {
    return this.#call("turn", null, position);
  }

  /** The seats that must answer; none: the game is over. @param {number} position */
  movers(position) {
    const bits = this.#call("to_move", null, position);
    return [1, 2, 3, 4, 5, 6, 7, 8].filter((seat) => (bits >> seat) & 1);
  }

  /** @param {number} position @param {number} seat */
  isEliminated(position, seat) {
    return this.#call("eliminated", null, position, seat) !== 0;
  }

  /** The limit that the field sets for this turn; null: none. @param {number} position */
  limitMs(position) {
    const limit = this.#call("limit_ms", null, position);
    return limit < 0 ? null : limit;
  }

  /** Plays a turn. @param {number} position @param {Answer[]} answers @returns {{effects: Effect[], frames: any[]}} */
  apply(position, answers) {
    for (const { seat, fault = "none", text = "" } of answers) {
      this.#call("answer", text, seat, faults.indexOf(fault));
    }
    return JSON.parse(this.#text("apply", null, position));
  }

  /** @param {number} position @param {number} seat @returns {{length: number, choices: string[], slots?: import("view/types").Slot[]}} */
  legal(position, seat) {
    return JSON.parse(this.#text("legal", null, position, seat));
  }

  /** The files that an AI reads for one run, by name. @param {number} position @param {number} field @param {number} seat @param {Facts} facts @returns {Record<string, string>} */
  files(position, field, seat, { phase = "move", limitMs = 0, hasClock = false, lastWallMs = 0, lastFault = "none", seed = 0 } = {}) {
    return JSON.parse(this.#text("files", null, position, field, seat, phases.indexOf(phase), limitMs, Number(hasClock), lastWallMs,
      faults.indexOf(lastFault), seed));
  }

  /** @param {number} position @returns {any} */
  frame(position) {
    return JSON.parse(this.#text("frame", null, position));
  }

  /** The board as a terminal shows it. @param {number} position */
  picture(position) {
    return this.#text("picture", null, position);
  }

  /** SHA-256 of the state. @param {number} position */
  hash(position) {
    return this.#text("hash", null, position);
  }

  /** @param {number} position @returns {Ending | null} */
  ending(position) {
    return JSON.parse(this.#text("ending", null, position));
  }
}
