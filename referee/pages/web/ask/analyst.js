// What an AI would play in a position of a record: it gets the files of a seat that is to move, as in a
// match, and the rules judge its answer with all others answering as recorded.

import { Ai, moveSeed } from "view/wasm/ai.js";
import { faults } from "view/wasm/games.js";

/** @typedef {import("view/ask/positions.js").Positions} Positions */
/** @typedef {import("view/types").Analysis} Analysis */
/**
 * `index`: of the position, by the turns played until it; `turn`: the number of the turn that is to be played there.
 * @typedef {{turn: number, index: number, seat: number, analysis: Analysis}} Answered
 */

export class Analyst {
  /** @param {import("view/wasm/ai.js").Workshop} workshop @param {Positions} positions @param {import("view/wasm/modules.js").PageAi} about @param {number} limitMs */
  constructor(workshop, positions, about, limitMs) {
    this.workshop = workshop;
    this.positions = positions;
    this.about = about;
    this.limitMs = limitMs;
    /** By seat. @type {Map<number, {ai: Ai, ms: number, isPrepared: boolean}>} */
    this.players = new Map();
    const { games, record } = positions;
    this.info = games.list().find(({ name }) => name === record.game);
    this.field = positions.check.field;
    games.tell(this.field, record.points);
  }

  /** @param {number} seat */
  #player(seat) {
    let player = this.players.get(seat);
    if (!player) {
      player = { ai: new Ai(this.workshop, this.about), ms: 0, isPrepared: false };
      this.players.set(seat, player);
    }
    return player;
  }

  /** @param {number} position @param {number} seat @param {string} phase @param {number} limitMs */
  #files(position, seat, phase, limitMs) {
    const { games } = this.positions;
    return games.files(position, this.field, seat, {
      phase, limitMs, hasClock: (this.info?.clock_ms ?? 0) > 0, lastWallMs: this.players.get(seat)?.ms ?? 0, seed: moveSeed(0, games.turn(position), seat),
    });
  }

  /** What it would play at that seat in that position. @param {number} index @param {number} seat @returns {Promise<Answered>} */
  async ask(index, seat) {
    const { positions: { games }, positions } = this;
    const player = this.#player(seat);
    const position = positions.before(index);
    try {
      const limitMs = games.limitMs(position) ?? (this.limitMs || this.info?.clock_ms || 1000);
      if (!player.isPrepared && (this.info?.prepare || this.about.prepare)) {
        const start = positions.before(0);
        const prepareMs = this.info?.prepare_ms || 10_000;
        const files = this.#files(start, seat, "prepare", prepareMs);
        games.drop(start);
        await player.ai.run(files, prepareMs);
      }
      player.isPrepared = true;
      const report = await player.ai.run(this.#files(position, seat, "move", limitMs), limitMs);
      player.ms = report.instructions / 5e6;
      const recorded = positions.answers(index);
      // Where the record ends nothing is known of the others.
      const answers = positions.movers(index).map((mover) => (mover === seat ? { seat, fault: report.fault, text: report.result }
        : recorded.find((answer) => answer.seat === mover) ?? { seat: mover, fault: "no-result" }));
      const place = answers.findIndex((answer) => answer.seat === seat);
      const effect = games.apply(position, answers).effects[place];
      const fault = faults[effect.fault];
      const reason = report.fault === "none" ? effect.reason : report.reason;
      const analysis = /** @type {Analysis} */ ({
        name: this.about.name, instructions: report.instructions, ...(report.notes ? { notes: report.notes } : {}),
        ...(effect.text ? { effect: effect.text } : {}), ...(fault === "none" ? {} : { fault, reason }),
      });
      const played = positions.moves(index)[place];
      if (played && effect.text === played.effect && fault === (played.fault ?? "none")) {
        analysis.same = true;
      }
      return { turn: positions.turnAt(index), index, seat, analysis };
    } finally {
      games.drop(position);
    }
  }

  /** Its answer in one position. An AI that keeps a memory is asked in the seat's earlier moves, too. @param {number} index @param {number} seat */
  async single(index, seat) {
    const answered = await this.ask(index, seat);
    const { kept } = this.#player(seat).ai;
    if (Object.values(kept).every((text) => text === "")) {
      return answered;
    }
    this.close();
    this.players.clear();
    for (let i = 0; i < index; ++i) {
      if (this.positions.movers(i).includes(seat)) {
        await this.ask(i, seat);
      }
    }
    return this.ask(index, seat);
  }

  close() {
    this.players.forEach(({ ai }) => ai.close());
  }
}

/**
 * Asks the AI in all moves of all seats, in the background; each seat has a worker.
 * @param {Analyst} analyst @param {(answered: Answered, done: number, all: number) => void} take @param {() => boolean} isWanted
 */
export async function analyse(analyst, take, isWanted) {
  const { positions } = analyst;
  const todo = positions.turns.flatMap((_, index) => positions.moves(index).map(({ seat }) => ({ index, seat })));
  const seats = [...new Set(todo.map(({ seat }) => seat))];
  let done = 0;
  await Promise.all(seats.map(async (seat) => {
    for (const { index } of todo.filter((each) => each.seat === seat)) {
      if (!isWanted()) {
        return;
      }
      const answered = await analyst.ask(index, seat);
      done += 1;
      if (isWanted()) {
        take(answered, done, todo.length);
      }
    }
  }));
  analyst.close();
}
