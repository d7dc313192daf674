// Positions of a recorded game: where AIs are asked. The game is verified on the way, turn by turn, so
// that the page doesn't stand still, and some positions are kept.

import { Verification, answerOf } from "view/wasm/verification.js";
import { unpacked } from "view/source.js";

/** @typedef {import("view/wasm/games.js").Games} Games */
/** @typedef {import("view/wasm/verification.js").RecordedGame & {number: number, field: string, points: number[], limit_ms: number}} Recorded */

const spacing = 16; // turns from one kept position to the next
const sliceMs = 12; // how long the page may stand still

/** The recorded game of that index. @param {number} index @returns {Promise<Recorded>} */
export async function recordOf(index) {
  const [record] = await unpacked(document.getElementById(`record-${index + 1}`)?.textContent ?? "");
  return record;
}

const pause = () => new Promise((resolve) => setTimeout(resolve));

export class Positions {
  /** @param {Games} games @param {Recorded} record */
  constructor(games, record) {
    this.games = games;
    this.record = record;
    this.check = new Verification(games, record);
    /** Positions before turns, by the number of turns played. @type {Map<number, number>} */
    this.kept = new Map([[0, games.clone(this.check.position)]]);
    /** Of each turn: its number, and where its moves begin and end in the record. @type {{turn: number, from: number, to: number}[]} */
    this.turns = [];
  }

  /** Verifies all. Returns what differs first, or "". @param {(turns: number) => void} [progress] */
  async verify(progress = () => {}) {
    const { check, games } = this;
    for (let due = performance.now() + sliceMs; ; ) {
      const from = check.at;
      const turn = games.turn(check.position);
      if (!check.next()) {
        break;
      }
      this.turns.push({ turn, from, to: check.at });
      if (this.turns.length % spacing === 0) {
        this.kept.set(this.turns.length, games.clone(check.position));
      }
      if (performance.now() > due) {
        progress(this.turns.length);
        await pause();
        due = performance.now() + sliceMs;
      }
    }
    return check.difference;
  }

  /** A copy of the position before the turn with that index, which may be the one after the last; whoever asks drops it. @param {number} index */
  before(index) {
    const at = Math.floor(index / spacing) * spacing;
    const position = this.games.clone(/** @type {number} */ (this.kept.get(at)));
    for (let i = at; i < index; ++i) {
      this.games.apply(position, this.answers(i));
    }
    return position;
  }

  /** The moves of a turn; none where the record ends. @param {number} index */
  moves(index) {
    const { from, to } = this.turns[index] ?? { from: 0, to: 0 };
    return this.record.moves.slice(from, to);
  }

  /** The number of the turn that is to be played there. @param {number} index */
  turnAt(index) {
    return this.turns[index]?.turn ?? this.games.turn(this.check.position);
  }

  /** The seats that are to move there; none: the game is over. @param {number} index */
  movers(index) {
    return index < this.turns.length ? this.moves(index).map(({ seat }) => seat) : this.games.movers(this.check.position);
  }

  /** How many moves led there. @param {number} index */
  movesUntil(index) {
    return this.turns[index]?.from ?? this.check.at;
  }

  /** What was answered in a turn. @param {number} index */
  answers(index) {
    return this.moves(index).map(answerOf);
  }
}
