// The check of a recorded game by the rules, as record/replay.cpp does it.

import { faults } from "view/wasm/games.js";

/** @typedef {import("view/wasm/games.js").Games} Games */
/** @typedef {import("view/wasm/games.js").Answer} Answer */
/** @typedef {import("view/wasm/games.js").Effect} Effect */

/**
 * A recorded move as the rules get it: as written; if that is incomplete, as it was judged. `move` is null if what the AI wrote isn't whole.
 * @param {{seat: number, move?: string | null, effect: string, fault: string | null}} move @returns {Answer}
 */
export function answerOf({ seat, move, effect, fault }) {
  const wasJudged = !fault || fault === "illegal";
  if (typeof move === "string" && (wasJudged || fault === "bad-result")) {
    return { seat, text: move };
  }
  return { seat, fault: wasJudged ? "none" : fault ?? "none", text: effect };
}

/**
 * @typedef {{turn: number, seat: number, move?: string | null, effect: string, fault: string | null, comment?: string, state?: string}} RecordedMove
 * @typedef {{text: string, sha256: string, game: string, names: string[], moves: RecordedMove[],
 *   result: {ranks: number[], scores: number[], reason: string, ended_by?: string, state: string} | null}} RecordedGame `text` and `sha256` of the field
 */

/** Plays a recorded game by the rules, as record/replay.cpp does. */
export class Verification {
  /** @param {Games} games @param {RecordedGame} game */
  constructor(games, game) {
    this.games = games;
    this.game = game;
    this.at = 0;
    this.turns = 0;
    /** Where record and rules disagree first; empty: nowhere so far. */
    this.difference = "";
    this.field = games.load(game.text);
    const { sha256, game: name } = games.field(this.field);
    if (sha256 !== game.sha256) {
      this.difference = "the field does not match its SHA-256";
    } else if (name !== game.game) {
      this.difference = `the field is of ${name}`;
    } else if (games.seats(this.field) !== game.names.length) {
      this.difference = "the field has a different number of seats";
    }
    this.position = games.start(this.field);
  }

  /** Plays the next turn. Returns false at the end, or where the first difference is. */
  next() {
    const { games, game, position } = this;
    const movers = games.movers(position);
    const moves = game.moves.slice(this.at, this.at + movers.length);
    if (this.difference !== "" || moves.length === 0 || moves.length < movers.length) {
      this.#end();
      return false;
    }
    const turn = games.turn(position);
    const wrong = moves.find((move, i) => move.turn !== turn || move.seat !== movers[i]);
    if (wrong) {
      this.difference = `turn ${wrong.turn}, seat ${wrong.seat} is recorded, but it is turn ${turn}, seat ${movers[moves.indexOf(wrong)]}`;
      return false;
    }
    const { effects } = games.apply(position, moves.map(answerOf));
    this.difference = moves.map((move, i) => differenceOf(move, effects[i])).find(Boolean) ?? "";
    const { state = "" } = moves[moves.length - 1];
    if (this.difference === "" && !games.hash(position).startsWith(state)) {
      this.difference = `turn ${turn}: the state after it differs from the record`;
    }
    this.at += moves.length;
    this.turns += this.difference === "" ? 1 : 0;
    return this.difference === "";
  }

  #end() {
    const { games, game, position } = this;
    if (this.difference !== "") {
      return;
    }
    if (this.at < game.moves.length && games.movers(position).length === 0) {
      this.difference = `turn ${game.moves[this.at].turn}: the game is over before this move`;
      return;
    }
    if (!game.result) {
      return;
    }
    // Nobody can say here whether the AIs' time was over; the ranks are those of record/replay.cpp.
    const isLimited = game.result.ended_by === "game-time";
    const ending = games.ending(position) ?? (isLimited ? game.result : null);
    const same = (/** @type {unknown} */ one, /** @type {unknown} */ other) => JSON.stringify(one) === JSON.stringify(other);
    if (!ending) {
      this.difference = `the record has a result, but the game goes on after turn ${games.turn(position)}`;
    } else if (!same(ending.ranks, game.result.ranks) || !same(ending.scores, game.result.scores) || ending.reason !== game.result.reason) {
      this.difference = "the moves lead to a different result";
    } else if (games.hash(position) !== game.result.state) {
      this.difference = "the final state differs from the record";
    }
  }

  /** Frees what the check holds. */
  drop() {
    this.games.drop(this.position);
    this.games.drop(this.field);
  }
}

/** @param {RecordedMove} move @param {Effect} effect */
function differenceOf(move, effect) {
  const fault = faults[effect.fault];
  if (fault !== (move.fault ?? "none")) {
    return `turn ${move.turn}: the record has the fault ${move.fault ?? "none"}, the rules give ${fault}`;
  }
  if (effect.text !== move.effect) {
    return `turn ${move.turn}: the record has the effect '${move.effect}', the rules give '${effect.text}'`;
  }
  if (effect.comment !== (move.comment ?? "")) {
    return `turn ${move.turn}: the record has '${move.comment ?? ""}', the rules give '${effect.comment}'`;
  }
  return "";
}
