// The tools of a replay page that holds the rules and AIs: verify, ask, analyse, play on from here.

import { Analyst, analyse } from "view/ask/analyst.js";
import { Positions, recordOf } from "view/ask/positions.js";
import { drawNotes } from "view/notes.js";
import { showAfter } from "view/play/after.js";
import { follow } from "view/play/follow.js";
import { SeatSource } from "view/play/seats.js";
import { PackedSource } from "view/source.js";
import { html, visible } from "view/svg.js";
import { Viewer } from "view/viewer.js";
import { moduleOf, newWorker, rules, shelf } from "view/wasm/modules.js";

/** @typedef {import("view/types").Match} Match */
/** @typedef {import("view/wasm/modules.js").PageAi} PageAi */
/** @typedef {import("view/ask/analyst.js").Answered} Answered */
/** @typedef {{positions: Positions, difference: string}} Checked */

const workshop = { newWorker, module: moduleOf };
const person = "You";

class Tools {
  /** @param {Match} match @param {import("view/types").WholeDrawing} drawing */
  constructor(match, drawing) {
    this.match = match;
    this.drawing = drawing;
    this.recorded = new PackedSource(document, { ...match });
    /** Games of the record; those after them are variations. */
    this.count = match.games.length;
    /** @type {SeatSource | null} */
    this.seats = null;
    /** @type {Map<number, Promise<Checked>>} */
    this.checks = new Map();
    /** Games that have been verified. @type {Map<number, Checked>} */
    this.done = new Map();
    this.failed = "";
    /** What was answered, by game, AI, turn and seat. @type {Map<string, Answered>} */
    this.answers = new Map();
    /** The analysis that goes on. @type {{game: number, ai: string, done: number, all: number, isOver: boolean, error: string} | null} */
    this.work = null;
    this.ai = shelf.ais[0];
    this.busy = "";
    this.viewer = new Viewer({ match, game: (index) => this.#game(index) }, drawing.board);
    this.place = html("section", { id: "ask", "aria-label": "Rules and AIs in this page" });
    this.shownState = "";
    document.getElementById("result")?.before(this.place);
    this.viewer.overlay = (view, board) => drawNotes(this.#shownAnalyses(view), board);
    this.viewer.onshow = () => {
      void this.#checked(this.viewer.gameIndex);
      this.show();
    };
  }

  /** @param {number} index */
  #game(index) {
    return this.seats?.boards[index] ? this.seats.game(index) : this.recorded.game(index);
  }

  /** The game shown as moves for drawings: answers of the chosen AI to this turn. @param {import("view/types").View} view @returns {import("view/types").Move[]} */
  #shownAnalyses({ entry }) {
    return this.ai ? entry.moves.flatMap((move) => (move.analyses ?? []).filter(({ name }) => name === this.ai.name)
      .map(({ notes, ms }) => ({ seat: move.seat, ms, notes: notes ?? "" }))) : [];
  }

  get isVariation() {
    return this.viewer.gameIndex >= this.count;
  }

  /** Verifies a game once. @param {number} index */
  #checked(index) {
    let checked = this.checks.get(index);
    if (!checked && index >= 0 && index < this.count) {
      checked = (async () => {
        const positions = new Positions(await rules(), await recordOf(index));
        const difference = await positions.verify();
        return { positions, difference };
      })();
      this.checks.set(index, checked);
      void checked.then(({ positions, difference }) => {
        this.done.set(index, { positions, difference });
        this.show();
      }, (error) => {
        this.failed = String(error instanceof Error ? error.message : error);
        this.show();
      });
    }
    return checked;
  }

  /** The turn shown: its index among the turns played, or −1 at the start. */
  #turnIndex() {
    const { viewer } = this;
    return (viewer.game?.entryOf[viewer.at] ?? 0) - 1;
  }

  show() {
    const { viewer, ai } = this;
    const index = viewer.gameIndex;
    const checked = this.done.get(index);
    const turn = this.#turnIndex();
    const variation = this.seats?.boards[index];
    const state = JSON.stringify([index, turn, ai?.name, Boolean(checked), this.work, this.busy, this.failed, variation?.isOver, viewer.game?.revision, this.match.games.length]);
    if (state === this.shownState) {
      return;
    }
    this.shownState = state;
    const parts = [];
    if (!this.isVariation) {
      parts.push(this.#verdict(checked));
    }
    if (checked && checked.difference === "" && ai) {
      parts.push(this.#choice(), this.#buttons(checked, turn), ...this.#result(checked));
    } else if (variation) {
      const { from } = variation.plan;
      parts.push(html("p", { class: "soft" }, `A variation from turn ${from?.turn} of game ${from?.game}`), this.#back(from?.game ?? 1, from?.turn ?? 0));
    }
    const focus = document.activeElement instanceof HTMLElement && this.place.contains(document.activeElement) ? document.activeElement.dataset.ask : undefined;
    this.place.replaceChildren(...parts);
    if (focus) {
      /** @type {HTMLElement | null} */ (this.place.querySelector(`[data-ask="${focus}"]`))?.focus();
    }
  }

  /** @param {Checked | undefined} checked */
  #verdict(checked) {
    const count = checked?.positions.check.at ?? 0;
    const [kind, text] = this.failed ? ["failed", `These rules can't run here: ${this.failed}`] : !checked ? ["busy", "Verifying …"]
      : checked.difference ? ["wrong", `Not by the rules: ${checked.difference}`] : ["right", `All ${count} moves verified in this page`];
    return html("p", { class: "verified", role: "status", "data-verified": kind }, html("span", { "aria-hidden": "true" }, { right: "✓", wrong: "✗", failed: "✗", busy: "…" }[kind] ?? ""), visible(text));
  }

  /** @param {string} label @param {string} name @param {() => void} action @param {boolean} [isOff] */
  #button(label, name, action, isOff = false) {
    const made = /** @type {HTMLButtonElement} */ (html("button", { type: "button", "data-ask": name }, label));
    made.disabled = isOff;
    made.addEventListener("click", action);
    return made;
  }

  #choice() {
    const select = /** @type {HTMLSelectElement} */ (html("select", { "data-ask": "ai", "aria-label": "AI" }, ...shelf.ais.map(({ name }) => html("option", { value: name }, name))));
    select.value = this.ai.name;
    select.addEventListener("change", () => {
      this.ai = shelf.ais.find(({ name }) => name === select.value) ?? shelf.ais[0];
      this.viewer.show();
    });
    return html("p", { class: "row chosen" }, shelf.ais.length > 1 ? select : html("b", {}, this.ai.name), html("span", { class: "soft" }, this.ai.about));
  }

  /** @param {Checked} checked @param {number} turn */
  #buttons(checked, turn) {
    const isBusy = this.busy !== "" || Boolean(this.work && !this.work.isOver);
    return html("div", { class: "asks" },
      this.#button(this.busy || "What would it play here?", "here", () => void this.#ask(checked, turn), isBusy || turn < 0),
      this.work && !this.work.isOver ? this.#button("Stop", "stop", () => {
        this.work = null;
        this.show();
      }) : this.#button("Analyse the game", "analyse", () => void this.#analyse(checked), isBusy),
      this.#button("Play on from here", "play", () => this.#choosePlayOn(checked, Math.max(0, turn))));
  }

  /** @param {Answered} answered @param {number} game */
  #take(answered, game) {
    this.answers.set(`${game} ${answered.analysis.name} ${answered.index} ${answered.seat}`, answered);
    void this.recorded.game(game).then((shown) => {
      const move = shown.entries[answered.index + 1]?.moves.find(({ seat, phase }) => seat === answered.seat && !phase);
      if (move) {
        move.analyses = [...(move.analyses ?? []).filter(({ name }) => name !== answered.analysis.name), answered.analysis];
      }
    });
  }

  /** Shows what has been answered. @param {number} game */
  async #shown(game) {
    const shown = await this.recorded.game(game);
    shown.revision += 1;
    if (this.viewer.gameIndex === game) {
      this.viewer.grown();
      this.viewer.show();
    }
    this.show();
  }

  /** @param {Checked} checked @param {number} turn */
  async #ask({ positions }, turn) {
    const { ai } = this;
    const game = this.viewer.gameIndex;
    this.busy = `${ai.name} thinks …`;
    this.show();
    try {
      const analyst = new Analyst(workshop, positions, ai, this.#limitMs(positions));
      for (const { seat } of positions.moves(turn)) {
        this.#take(await analyst.single(turn, seat), game);
      }
      analyst.close();
    } catch (error) {
      this.failed = String(error instanceof Error ? error.message : error);
    }
    this.busy = "";
    await this.#shown(game);
    document.querySelector("#moves .analysis")?.scrollIntoView({ block: "nearest" });
  }

  /** The limit of a match, but no more than AIs get on the ladder. @param {Positions} positions */
  #limitMs({ record }) {
    const ladder = shelf.limits_ms[record.game] ?? 0;
    return record.limit_ms && ladder ? Math.min(record.limit_ms, ladder) : record.limit_ms || ladder;
  }

  /** @param {Checked} checked */
  async #analyse({ positions }) {
    const { ai } = this;
    const game = this.viewer.gameIndex;
    const work = { game, ai: ai.name, done: 0, all: 1, isOver: false, error: "" };
    this.work = work;
    this.show();
    let due = performance.now() + 300;
    try {
      await analyse(new Analyst(workshop, positions, ai, this.#limitMs(positions)), (answered, done, all) => {
        work.done = done;
        work.all = all;
        this.#take(answered, game);
        if (performance.now() > due) {
          due = performance.now() + 300;
          this.show();
        }
      }, () => this.work === work);
    } catch (error) {
      work.error = String(error instanceof Error ? error.message : error);
    }
    work.isOver = true;
    await this.#shown(game);
    this.place.querySelector(".agreement")?.scrollIntoView({ block: "nearest" });
  }

  /** How often the chosen AI would have played the same, and where not. @param {Checked} checked */
  #result({ positions }) {
    const { work, viewer, ai } = this;
    const parts = [];
    if (work && !work.isOver) {
      parts.push(html("p", { class: "row" }, html("progress", { value: work.done, max: work.all, "aria-label": "Analysis" }), html("span", { class: "soft", role: "status" }, `${work.done} of ${work.all} moves by ${work.ai}`)));
    }
    const mine = [...this.answers].filter(([key]) => key.startsWith(`${viewer.gameIndex} ${ai.name} `)).map(([, answered]) => answered);
    const all = positions.turns.reduce((sum, _, index) => sum + positions.moves(index).length, 0);
    if (work?.error) {
      parts.push(html("p", { class: "fault" }, work.error));
    }
    if (mine.length < all || all === 0) {
      return parts;
    }
    const rows = positions.record.names.map((name, i) => {
      const of = mine.filter(({ seat }) => seat === i + 1);
      const same = of.filter(({ analysis }) => analysis.same).length;
      return html("li", { "data-agrees": `${same}/${of.length}` }, html("span", { class: `swatch s${i + 1}`, "aria-hidden": "true" }, String(i + 1)),
        html("bdi", { class: "name" }, visible(name)), html("span", {}, of.length > 0 ? `${same} of ${of.length} the same (${Math.round((100 * same) / of.length)} %)` : "no moves"));
    });
    const others = mine.filter(({ analysis }) => !analysis.same).sort((a, b) => a.index - b.index || a.seat - b.seat);
    const links = others.map(({ turn, index, seat, analysis }) => {
      const link = this.#button(String(turn), `turn-${index}-${seat}`, () => void viewer.open(viewer.gameIndex, String(turn)));
      link.className = `turn s${seat}`;
      link.title = `turn ${turn}: ${ai.name} would play ${visible(analysis.effect ?? analysis.fault ?? "")}`;
      return link;
    });
    parts.push(html("div", { class: "agreement", "data-instructions": mine.reduce((sum, { analysis }) => sum + (analysis.instructions ?? 0), 0) }, html("h2", {}, `${ai.name} and the players`), html("ul", {}, ...rows),
      ...(links.length > 0 ? [html("p", { class: "soft" }, `Turns in which ${ai.name} would have played otherwise:`), html("p", { class: "turns" }, ...links)] : [])));
    return parts;
  }

  /** The way back from a variation. @param {number} number of the game @param {number} turn */
  #back(number, turn) {
    const index = this.match.games.findIndex((head) => head.number === number);
    return html("p", { class: "row" }, this.#button(`Back to game ${number}`, "back", () => {
      this.viewer.wishes += 1;
      void this.viewer.open(index, String(Math.max(0, turn - 1)));
    }));
  }

  /** Which seat does the person take, and against whom? @param {Checked} checked @param {number} index the moves of this turn are left to the person */
  #choosePlayOn({ positions }, index) {
    const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("list"));
    const { record } = positions;
    const at = Math.max(0, Math.min(index, positions.turns.length - 1));
    const mover = positions.moves(at)[0]?.seat ?? 1;
    const seat = /** @type {HTMLSelectElement} */ (html("select", { id: "as" }, ...record.names.map((name, i) => html("option", { value: i + 1 }, `${i + 1}: ${visible(name)}`))));
    seat.value = String(mover);
    const other = /** @type {HTMLSelectElement} */ (html("select", { id: "against" }, ...shelf.ais.map(({ name }) => html("option", { value: name }, name))));
    other.value = this.ai.name;
    const form = html("form", { method: "dialog", class: "play-on" }, html("h2", {}, `Play on from turn ${positions.turns[at]?.turn ?? 0}`),
      html("label", { class: "choice" }, html("span", {}, "You play for"), seat), html("label", { class: "choice" }, html("span", {}, "Against"), other),
      html("p", { class: "row" }, html("button", { value: "no" }, "Cancel"), html("button", { value: "yes", class: "main", "data-ask": "begin" }, "Play")));
    form.addEventListener("submit", (event) => {
      if (/** @type {HTMLButtonElement | null} */ (/** @type {SubmitEvent} */ (event).submitter)?.value === "yes") {
        void this.#playOn(positions, at, Number(seat.value), shelf.ais.find(({ name }) => name === other.value) ?? this.ai);
      }
    });
    dialog.replaceChildren(form);
    dialog.showModal();
  }

  /** @param {Positions} positions @param {number} index @param {number} seat @param {PageAi} ai */
  async #playOn({ record, turns, games }, index, seat, ai) {
    if (!this.seats) {
      this.seats = new SeatSource(this.match, this.recorded, games, workshop, person);
      const { onshow, overlay } = this.viewer;
      follow(this.seats, this.viewer, this.drawing.hand);
      const hand = this.viewer.overlay;
      this.viewer.overlay = (view, board) => [...overlay(view, board), ...(this.isVariation ? hand(view, board) : [])];
      showAfter(this.seats, this.viewer, []);
      const after = this.viewer.onshow;
      this.viewer.onshow = () => {
        after();
        document.body.classList.toggle("playing", this.isVariation);
        onshow();
      };
    }
    const head = this.match.games[this.viewer.gameIndex];
    const names = record.names.map((_, i) => (i + 1 === seat ? person : record.names.length > 2 ? `${ai.name} ${i + 1}` : ai.name));
    this.seats.begin({
      number: this.match.games.length + 1, name: record.field, field: record.text, names, seats: record.names.map((_, i) => (i + 1 === seat ? null : ai)),
      limitMs: this.#limitMs(/** @type {any} */ ({ record })), points: record.points, seed: 0, moves: record.moves.slice(0, turns[index]?.from ?? 0),
      from: { record: "this page", game: head.number, turn: turns[index]?.turn ?? 0, names: record.names },
    });
  }
}

/** Those of this page; tests read what was answered. @type {Tools | null} */
export let tools = null;

/** @param {Match} match @param {import("view/types").WholeDrawing} drawing */
export async function showReplay(match, drawing) {
  tools = new Tools(match, drawing);
  await tools.viewer.start();
}
