// Games that are played in the page, as a source for the viewer and as what the hand asks: it answers
// as the referee's server does (pages/live/seat_links.cpp), by the same rules.

import { PlayedGame } from "view/play/played.js";
import { shelf } from "view/wasm/modules.js";

/** @typedef {import("view/types").Question} Question */
/** @typedef {import("view/wasm/games.js").Games} Games */
/** @typedef {import("view/play/played.js").Plan} Plan */

export class SeatSource {
  /**
   * @param {import("view/types").Match} match @param {import("view/types").Source | null} recorded games that stand in the page
   * @param {Games} games @param {import("view/wasm/ai.js").Workshop} workshop @param {string} person name
   */
  constructor(match, recorded, games, workshop, person) {
    this.match = match;
    this.recorded = recorded;
    this.games = games;
    this.workshop = workshop;
    this.person = person;
    /** By index of the game; those of the record have none. @type {(PlayedGame | undefined)[]} */
    this.boards = [];
    /** The one that the person plays. @type {PlayedGame | null} */
    this.current = null;
    /** @type {import("view/live/source").LiveState} */
    this.state = "live";
    /** @type {((board: number) => void)[]} */
    this.listeners = [];
    /** @type {((value: any) => void)[]} */
    this.watchers = [];
    /** @type {Question | null} */
    this.question = null;
    this.asked = 0;
    this.askedAt = 0;
  }

  get isOver() {
    return this.current?.isOver ?? false;
  }

  /** @param {number} index */
  async game(index) {
    return this.boards[index]?.game ?? (await this.recorded?.game(index)) ?? null;
  }

  /** Begins a game and shows it from now on. @param {Plan} plan @returns {PlayedGame} */
  begin(plan) {
    const index = this.match.games.length;
    const played = new PlayedGame(this.games, this.workshop, plan);
    this.boards[index] = played;
    const rules = this.games.rules(played.field, shelf.rules[this.match.game.name] ?? "");
    this.match.games.push({ number: plan.number, field: plan.name, names: plan.names, rules, ...(plan.from ? { from: plan.from } : {}) });
    played.onchange = () => this.#changed(index);
    played.onask = (seat) => this.#ask(index, seat);
    this.#choose(played);
    this.#tell(index);
    void played.prepare().then(() => played.play());
    return played;
  }

  /** The person goes on with that game, if it is one of theirs. @param {number} index */
  resume(index) {
    const board = this.boards[index];
    if (board && board !== this.current) {
      this.#choose(board);
      board.takebacks; // its question is asked anew
      const seat = board.plan.seats.indexOf(null) + 1;
      if (board.waiting) {
        this.#ask(index, seat);
      }
    }
  }

  /** @param {PlayedGame} played */
  #choose(played) {
    this.current = played;
    this.question = null;
    this.#publish();
  }

  /** @param {number} index */
  #changed(index) {
    const board = this.boards[index];
    const head = this.match.games[index];
    if (board && head) {
      const { ranks, scores, reason } = board.game.end ?? {};
      Object.assign(head, { ranks, scores, reason });
      if (board === this.current && !board.waiting) {
        this.question = null;
        this.#publish();
      }
      this.#tell(index);
    }
  }

  /** @param {number} index @param {number} seat */
  #ask(index, seat) {
    const board = this.boards[index];
    if (!board || board !== this.current) {
      return;
    }
    const { length, choices, slots } = this.games.legal(board.position, seat);
    this.asked += 1;
    this.askedAt = performance.now();
    this.question = {
      number: this.asked, game: this.match.games[index].number, turn: board.turn, played: board.game.entries.length - 1, seat,
      choices, length, ...(slots ? { slots } : {}), answered: false,
    };
    this.#publish();
  }

  #publish() {
    const { question, current } = this;
    const waiting = current && !current.isOver ? this.#waitingFor() : [];
    const value = question ? [{ number: question.number, name: this.person, seat: question.seat, game: question.game, turn: question.turn, answered: question.answered }, ...waiting] : waiting;
    this.watchers.forEach((watcher) => watcher(value));
  }

  /** The AIs that think. */
  #waitingFor() {
    const { current } = this;
    return current ? this.games.movers(current.position).filter((seat) => current.ais[seat - 1])
      .map((seat) => ({ number: -1, name: current.plan.names[seat - 1], seat, game: current.plan.number, turn: current.turn, answered: false })) : [];
  }

  /** @param {string} _name @param {(value: any) => void} callback */
  topic(_name, callback) {
    this.watchers.push(callback);
    this.#publish();
  }

  /** @param {number} board */
  #tell(board) {
    this.listeners.forEach((listener) => listener(board));
  }

  /** As the server answers: the question, or whether an answer was taken. @param {any} words @returns {Promise<any>} */
  async send({ number, choices }) {
    const { question, current } = this;
    if (number === undefined) {
      return { status: 200, name: this.person, question };
    }
    if (!question || !current?.waiting || number !== question.number) {
      return { status: 409, error: "this question is over" };
    }
    const objection = objectionTo(question, choices);
    if (objection) {
      return { status: 409, error: objection };
    }
    question.answered = true;
    const { waiting } = current;
    this.question = null;
    waiting({ text: choices.join(" "), ms: performance.now() - this.askedAt });
    this.#publish();
    return { status: 200, taken: number };
  }
}

/** Why an answer can't be taken; empty: it can. @param {Question} question @param {string[]} choices */
function objectionTo({ slots, length, choices: offered }, choices) {
  if (!slots) {
    return choices.length !== length ? `${length} choices are needed` : choices.every((choice) => offered.includes(choice)) ? "" : "not legal now";
  }
  const fits = choices.length === slots.length && slots.every(({ words, from = 0, to = 0, step = 1 }, i) =>
    (words ? words.includes(choices[i]) : Number(choices[i]) >= from && Number(choices[i]) <= to && (Number(choices[i]) - from) % step === 0));
  return fits ? "" : "not legal now";
}
