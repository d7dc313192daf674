// The tools of a replay page that holds the rules and AIs: verify, ask, analyse, play on from here.
// "Here" is the position in the picture: README.md of pages/wasm, "Here".

import { Analyst, analyse } from "view/ask/analyst.js";
import { Positions, recordOf } from "view/ask/positions.js";
import { drawNotes } from "view/notes.js";
import { answerCard } from "view/players.js";
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
    this.viewer.overlay = (_view, board) => drawNotes(this.#drawn(), board);
    this.viewer.onshow = () => {
      void this.#checked(this.viewer.gameIndex);
      this.show();
    };
  }

  /** @param {number} index */
  #game(index) {
    return this.seats?.boards[index] ? this.seats.game(index) : this.recorded.game(index);
  }

  /** What the chosen AI answered in the position in the picture, to draw it there. @returns {import("view/types").Move[]} */
  #drawn() {
    const { viewer, ai } = this;
    const { turns, isWhole } = viewer.position;
    if (!ai || !isWhole || this.isVariation) {
      return [];
    }
    const asked = this.#answersAt(turns).map(({ seat, analysis }) => ({ seat, analysis }));
    // Analyses that the record brought along (`rerun --notes`) are beside the moves that follow.
    const brought = (viewer.game?.entries[turns + 1]?.moves ?? []).flatMap(({ seat, analyses = [] }) => analyses
      .filter(({ name }) => name === ai.name && !asked.some((each) => each.seat === seat)).map((analysis) => ({ seat, analysis })));
    return [...asked, ...brought].map(({ seat, analysis }) => ({ seat, ms: 0, notes: analysis.notes ?? "" }));
  }

  /** What the chosen AI answered in that position, by seat. @param {number} turns played until it */
  #answersAt(turns) {
    const [game, name] = [this.viewer.gameIndex, this.ai?.name];
    return [1, 2, 3, 4, 5, 6, 7, 8].flatMap((seat) => this.answers.get(`${game} ${name} ${turns} ${seat}`) ?? []);
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

  show() {
    const { viewer, ai } = this;
    const index = viewer.gameIndex;
    const checked = this.done.get(index);
    const { turns, isWhole } = viewer.position;
    const variation = this.seats?.boards[index];
    const state = JSON.stringify([index, turns, isWhole, viewer.hides, ai?.name, Boolean(checked), this.work, this.busy, this.failed, variation?.isOver, viewer.game?.revision, this.match.games.length]);
    if (state === this.shownState) {
      return;
    }
    this.shownState = state;
    const parts = [];
    if (!this.isVariation) {
      parts.push(this.#verdict(checked));
    }
    if (checked && checked.difference === "" && ai) {
      parts.push(this.#choice(), ...this.#buttons(checked, turns), ...(isWhole ? this.#here(checked, turns) : []), ...this.#result(checked));
    } else if (variation) {
      const { from } = variation.plan;
      parts.push(html("p", { class: "soft" }, `A variation of game ${from?.game}, from turn ${from?.turn} on`), this.#back(from?.game ?? 1, from?.turn ?? 0));
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

  /** @param {Checked} checked @param {number} turns played until the position in the picture, or the one that the step shown leads to */
  #buttons(checked, turns) {
    const isBusy = this.busy !== "" || Boolean(this.work && !this.work.isOver);
    const isOver = checked.positions.movers(turns).length === 0;
    const buttons = html("div", { class: "asks" },
      this.#button(this.busy || "What would it play here?", "here", () => void this.#ask(checked, turns), isBusy || isOver),
      this.work && !this.work.isOver ? this.#button("Stop", "stop", () => {
        this.work = null;
        this.show();
      }) : this.#button("Analyse the game", "analyse", () => void this.#analyse(checked), isBusy),
      this.#button("Play on from here", "play", () => this.#choosePlayOn(checked, turns), isOver));
    return [buttons, ...(isOver ? [html("p", { class: "soft", "data-ask": "over" }, "The game is over here: nobody is to move.")] : [])];
  }

  /** What the chosen AI would play in the position in the picture. @param {Checked} checked @param {number} turns */
  #here({ positions }, turns) {
    const { names } = positions.record;
    const answers = this.#answersAt(turns);
    const compared = (/** @type {Answered} */ { seat, analysis }) => {
      const played = positions.moves(turns).find((move) => move.seat === seat);
      // With hidden results the page doesn't show what comes.
      return !played || this.viewer.hides ? "" : analysis.same ? "The same as in the game." : `In the game: ${visible(played.effect || played.fault || "nothing")}`;
    };
    return answers.length === 0 ? [] : [html("div", { class: "here", "data-here": positions.turnAt(turns) },
      ...answers.map((answered) => answerCard(answered.seat, names[answered.seat - 1], answered.analysis, compared(answered))))];
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

  /** @param {Checked} checked @param {number} turns */
  async #ask({ positions }, turns) {
    const { ai } = this;
    const game = this.viewer.gameIndex;
    this.viewer.endTurn();
    this.busy = `${ai.name} thinks …`;
    this.show();
    try {
      const analyst = new Analyst(workshop, positions, ai, this.#limitMs(positions));
      for (const seat of positions.movers(turns)) {
        this.#take(await analyst.single(turns, seat), game);
      }
      analyst.close();
    } catch (error) {
      this.failed = String(error instanceof Error ? error.message : error);
    }
    this.busy = "";
    await this.#shown(game);
    this.place.querySelector(".here")?.scrollIntoView({ block: "nearest" });
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
      link.title = `turn ${turn}: ${ai.name} would have played ${visible(analysis.effect ?? analysis.fault ?? "")}`;
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
      void this.viewer.open(index, String(turn - 1)); // the position before that turn
    }));
  }

  /** Which seat does the person take, and against whom? @param {Checked} checked @param {number} turns played until the position from which it goes on */
  #choosePlayOn({ positions }, turns) {
    this.viewer.endTurn();
    const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("list"));
    const { record } = positions;
    const [mover] = positions.movers(turns);
    const seat = /** @type {HTMLSelectElement} */ (html("select", { id: "as" }, ...record.names.map((name, i) => html("option", { value: i + 1 }, `${i + 1}: ${visible(name)}`))));
    seat.value = String(mover);
    const other = /** @type {HTMLSelectElement} */ (html("select", { id: "against" }, ...shelf.ais.map(({ name }) => html("option", { value: name }, name))));
    other.value = this.ai.name;
    const form = html("form", { method: "dialog", class: "play-on" }, html("h2", {}, `Play on from turn ${positions.turnAt(turns)}`),
      html("label", { class: "choice" }, html("span", {}, "You play for"), seat), html("label", { class: "choice" }, html("span", {}, "Against"), other),
      html("p", { class: "row" }, html("button", { value: "no" }, "Cancel"), html("button", { value: "yes", class: "main", "data-ask": "begin" }, "Play")));
    form.addEventListener("submit", (event) => {
      if (/** @type {HTMLButtonElement | null} */ (/** @type {SubmitEvent} */ (event).submitter)?.value === "yes") {
        void this.#playOn(positions, turns, Number(seat.value), shelf.ais.find(({ name }) => name === other.value) ?? this.ai);
      }
    });
    dialog.replaceChildren(form);
    dialog.showModal();
  }

  /** @param {Positions} positions @param {number} turns @param {number} seat @param {PageAi} ai */
  async #playOn(positions, turns, seat, ai) {
    const { record, games } = positions;
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
    this.viewer.isBefore = false; // the board on which the person moves
    this.seats.begin({
      number: this.match.games.length + 1, name: record.field, field: record.text, names, seats: record.names.map((_, i) => (i + 1 === seat ? null : ai)),
      limitMs: this.#limitMs(/** @type {any} */ ({ record })), points: record.points, seed: 0, moves: record.moves.slice(0, positions.movesUntil(turns)),
      from: { record: "this page", game: head.number, turn: positions.turnAt(turns), names: record.names },
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
