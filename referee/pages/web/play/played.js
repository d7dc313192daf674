// A game that is played in the page: the rules judge, AIs answer from their workers, people through
// their hand. It makes the same lines as pages/frames.cpp, so the viewer shows it like any other.

import { Game } from "view/source.js";
import { Ai, moveSeed } from "view/wasm/ai.js";
import { faults } from "view/wasm/games.js";
import { answerOf } from "view/wasm/verification.js";

/** @typedef {import("view/wasm/games.js").Games} Games */
/** @typedef {import("view/wasm/modules.js").PageAi} PageAi */
/** @typedef {import("view/wasm/verification.js").RecordedMove} RecordedMove */
/** @typedef {{text: string, ms: number}} PersonAnswer */
/** @typedef {RecordedMove & {ms: number, reason?: string, notes?: string, instructions?: number}} PlayedMove with all that a record has of a move */

/**
 * What a game is played with. `seats`: an AI, or null for the person. `limitMs`: of a move, if the field sets none.
 * `moves`: what was played before, if it goes on from there.
 * @typedef {{number: number, name: string, field: string, names: string[], seats: (PageAi | null)[], limitMs: number, points: number[],
 *   seed: number, moves: RecordedMove[], from?: import("view/types").GameHead["from"]}} Plan
 */

/** What is needed to go back to a turn. @typedef {{position: number, lines: number, moves: number, kept: Record<string, string>[], clocks: number[]}} Moment */

/** Bytes of AIs' own files that are kept to take moves back. */
const maxKept = 1 << 28;

export class PlayedGame {
  /**
   * @param {Games} games @param {import("view/wasm/ai.js").Workshop} workshop @param {Plan} plan
   */
  constructor(games, workshop, plan) {
    this.games = games;
    this.plan = plan;
    /** Called when the game has grown, or is another one because moves were taken back. @type {() => void} */
    this.onchange = () => {};
    /** Called when the person is to move; the answer goes to answer(). @type {(seat: number) => void} */
    this.onask = () => {};
    this.field = games.load(plan.field);
    const { game, sha256 } = games.field(this.field);
    this.sha256 = sha256;
    const info = games.list().find((each) => each.name === game);
    if (!info) {
      throw new Error(`there is no game ${game}`);
    }
    this.info = info;
    games.tell(this.field, plan.points);
    this.position = games.start(this.field);
    this.ais = plan.seats.map((about) => about && new Ai(workshop, about));
    this.clocks = plan.seats.map(() => info.clock_ms);
    this.last = plan.seats.map(() => ({ ms: 0, fault: "none" }));
    /** @type {PlayedMove[]} */
    this.moves = [];
    /** The lines so far, as text; the game is made of them again when moves are taken back. @type {any[]} */
    this.lines = [];
    this.game = new Game();
    /** @type {Moment[]} before each turn in which the person moved */
    this.moments = [];
    this.wasOut = new Set();
    this.lastFrame = "";
    /** Counts up when moves are taken back: what was asked before is no answer any more. */
    this.round = 0;
    this.isOver = false;
    /** @type {((answer: PersonAnswer) => void) | null} */
    this.waiting = null;
    this.#line(0, [], []);
    this.#replay();
  }

  get hasClock() {
    return this.info.clock_ms > 0;
  }

  get turn() {
    return this.games.turn(this.position);
  }

  /** How often the person may take back. */
  get takebacks() {
    return this.moments.length - (this.waiting ? 1 : 0);
  }

  /** Takes in a turn: its moves, frames, who went out. @param {number} turn @param {any[]} moves @param {any[]} frames */
  #line(turn, moves, frames) {
    const { games, position } = this;
    const shown = [];
    for (const frame of [...frames, games.frame(position)]) {
      const text = JSON.stringify(frame);
      if (text !== this.lastFrame) {
        this.lastFrame = text;
        shown.push([frame]);
      }
    }
    const out = this.plan.names.map((_, i) => i + 1).filter((seat) => games.isEliminated(position, seat) && !this.wasOut.has(seat));
    out.forEach((seat) => this.wasOut.add(seat));
    this.#add({ turn, moves, ...(out.length > 0 ? { out } : {}), frames: shown.length > 0 ? shown : [{}] });
  }

  /** @param {any} line */
  #add(line) {
    this.lines.push(line);
    this.game.add(structuredClone(line));
  }

  /** Plays what was played before. */
  #replay() {
    const { games, plan: { moves } } = this;
    for (let at = 0; at < moves.length; ) {
      const turn = this.turn;
      const count = games.movers(this.position).length;
      const part = moves.slice(at, at + count);
      this.#apply(turn, part.map(answerOf), part.map((move) => ({ ...move, ms: 0 })));
      at += Math.max(1, count);
    }
  }

  /** @param {number} turn @param {import("view/wasm/games.js").Answer[]} answers @param {any[]} about what is known of each move */
  #apply(turn, answers, about) {
    const { effects, frames } = this.games.apply(this.position, answers);
    const hash = this.games.hash(this.position);
    const moves = effects.map((effect, i) => {
      const { seat } = answers[i];
      const { ms = 0, instructions, notes, errors } = about[i];
      const fault = faults[effect.fault];
      const reason = about[i].reason && fault === answers[i].fault ? about[i].reason : effect.reason;
      const text = answers[i].text ?? "";
      this.moves.push({
        turn, seat, move: about[i].move === undefined ? text || null : about[i].move, effect: effect.text, fault: fault === "none" ? null : fault,
        ...(reason ? { reason } : {}), ...(effect.comment ? { comment: effect.comment } : {}), ...(notes ? { notes } : {}),
        ...(instructions === undefined ? {} : { instructions }), ms, ...(i === effects.length - 1 ? { state: hash.slice(0, 16) } : {}),
      });
      this.last[seat - 1] = { ms, fault };
      return {
        seat, ...(instructions === undefined ? { ms } : { instructions }), ...(effect.text ? { effect: effect.text } : {}),
        ...(fault === "none" ? {} : { fault, reason, ...(text ? { move: text } : {}), ...(errors ? { errors } : {}) }),
        ...(effect.comment ? { comment: effect.comment } : {}), ...(notes ? { notes } : {}),
      };
    });
    this.#line(turn, moves, frames);
  }

  /** The time that a seat's AI has for its move, in the milliseconds of a match. @param {number} seat */
  limitOf(seat) {
    const own = this.games.limitMs(this.position);
    return own ?? (this.hasClock ? Math.max(1, this.clocks[seat - 1]) : this.plan.limitMs || this.info.limit_ms);
  }

  /** @param {number} seat @param {string} phase @param {number} limitMs */
  #files(seat, phase, limitMs) {
    const { ms, fault } = this.last[seat - 1];
    return this.games.files(this.position, this.field, seat, {
      phase, limitMs, hasClock: this.hasClock, lastWallMs: ms, lastFault: fault, seed: moveSeed(this.plan.seed, this.turn, seat),
    });
  }

  /** Runs the AIs that prepare. */
  async prepare() {
    await Promise.all(this.ais.map(async (ai, i) => {
      if (ai && (this.info.prepare || ai.about.prepare)) {
        const limitMs = this.info.prepare_ms || 10_000;
        await ai.run(this.#files(i + 1, "prepare", limitMs), limitMs);
      }
    }));
  }

  /** Plays on until the game is over, or another call of this takes its place. */
  async play() {
    const round = ++this.round;
    while (round === this.round) {
      const movers = this.games.movers(this.position);
      if (movers.length === 0) {
        this.#end();
        return;
      }
      const turn = this.turn;
      if (movers.some((seat) => !this.ais[seat - 1])) {
        this.moments.push(this.#moment());
        this.#forgetOld();
      }
      const answers = await Promise.all(movers.map((seat) => (this.ais[seat - 1] ? this.#ask(seat) : this.#askPerson(seat))));
      if (round !== this.round) {
        return;
      }
      this.#apply(turn, answers.map(({ seat, fault, text }) => ({ seat, fault, text })), answers);
      if (this.games.movers(this.position).length > 0) {
        this.onchange();
      }
    }
  }

  #end() {
    const ending = this.games.ending(this.position);
    this.isOver = true;
    if (ending) {
      this.#add({ ranks: ending.ranks, scores: ending.scores, reason: ending.reason });
    }
    this.ais.forEach((ai, i) => {
      if (ai?.about.end) {
        void ai.run(this.#files(i + 1, "end", this.limitOf(i + 1)), this.limitOf(i + 1)).then(() => ai.close());
      } else {
        ai?.close();
      }
    });
    this.onchange();
  }

  /** @param {number} seat */
  async #ask(seat) {
    const ai = /** @type {Ai} */ (this.ais[seat - 1]);
    const limitMs = this.limitOf(seat);
    const round = this.round;
    const report = await ai.run(this.#files(seat, "move", limitMs), limitMs);
    // The unit of limits, clocks and last_wall_ms: five million instructions.
    const ms = report.instructions / 5e6;
    if (round === this.round) {
      this.clocks[seat - 1] += this.info.increment_ms - ms;
    }
    return { seat, fault: report.fault, text: report.result, reason: report.reason, notes: report.notes, errors: report.errors, ms, instructions: report.instructions };
  }

  /** @param {number} seat @returns {Promise<any>} */
  #askPerson(seat) {
    return new Promise((resolve) => {
      this.waiting = ({ text, ms }) => {
        this.waiting = null;
        resolve({ seat, fault: "none", text, ms });
      };
      this.onask(seat);
    });
  }

  /** @returns {Moment} */
  #moment() {
    return {
      position: this.games.clone(this.position), lines: this.lines.length, moves: this.moves.length,
      kept: this.ais.map((ai) => ({ ...ai?.kept })), clocks: [...this.clocks],
    };
  }

  /** An AI may keep megabytes and change them in each move: how far back one can go has an end. */
  #forgetOld() {
    const sizes = this.moments.map(({ kept }) => kept.flatMap((files) => Object.values(files)).reduce((sum, { length }) => sum + length, 0));
    let first = sizes.length;
    for (let sum = 0; first > 0 && (sum += sizes[first - 1]) <= maxKept; first -= 1);
    // The last two are always there: a move can be taken back.
    this.moments.splice(0, Math.min(first, Math.max(0, sizes.length - 2))).forEach(({ position }) => this.games.drop(position));
  }

  /** Takes the person's last move back, and all that came after it. */
  takeBack() {
    if (this.takebacks < 1) {
      return;
    }
    const isWaiting = this.waiting !== null;
    this.waiting = null;
    this.round += 1;
    const drop = isWaiting ? 2 : 1;
    const moment = this.moments[this.moments.length - drop];
    this.moments.splice(-drop).slice(1).forEach(({ position }) => this.games.drop(position));
    this.games.drop(this.position);
    this.position = moment.position;
    this.moves.length = moment.moves;
    this.lines.length = moment.lines;
    this.clocks = [...moment.clocks];
    this.isOver = false;
    this.wasOut = new Set(this.lines.flatMap((line) => line.out ?? []));
    this.lastFrame = JSON.stringify(this.games.frame(this.position));
    this.game = new Game();
    this.lines.forEach((line) => this.game.add(structuredClone(line)));
    this.ais.forEach((ai, i) => {
      ai?.close(); // what it computes is of a game that isn't any more
      if (ai) {
        ai.last = Promise.resolve();
        ai.kept = { ...moment.kept[i] };
      }
    });
    this.onchange();
    void this.play();
  }

  /** Ends its workers; nothing more is played. */
  close() {
    this.round += 1;
    this.waiting = null;
    this.ais.forEach((ai) => ai?.close());
  }
}
