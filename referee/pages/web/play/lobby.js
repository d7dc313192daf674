// The page in which people play: choose a game, an opponent, a field; then the board and the hand.

import { drawingOf } from "view/drawing.js";
import { showAfter } from "view/play/after.js";
import { playingViewer } from "view/play/follow.js";
import { SeatSource } from "view/play/seats.js";
import { Stage } from "view/stage.js";
import { html } from "view/svg.js";
import { openRules } from "view/rules.js";
import { moduleOf, newWorker, rules, shelf } from "view/wasm/modules.js";

/** @typedef {import("view/wasm/modules.js").PageAi} PageAi */
/** @typedef {import("view/wasm/games.js").GameInfo} GameInfo */
/** @typedef {{game: string, players: number, opponent: string, seat: number, seed: string, field: string}} Choice `field`: a text of the person's own */

const workshop = { newWorker, module: moduleOf };
const person = "You";

/** A seed that nobody has chosen. */
const newSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000);

/** @param {string} id @param {string} label @param {HTMLElement} control */
const field = (id, label, control) => {
  control.id = id;
  return html("label", { class: "choice", for: id }, html("span", {}, label), control);
};

/** A list of which one is chosen. @param {string} name @param {{value: string, title: string, text: string}[]} entries @param {string} chosen @param {(value: string) => void} choose */
function radios(name, entries, chosen, choose) {
  return html("div", { class: "radios", role: "radiogroup" }, ...entries.map(({ value, title, text }) => {
    const input = /** @type {HTMLInputElement} */ (html("input", { type: "radio", name, value }));
    input.checked = value === chosen;
    input.addEventListener("change", () => choose(value));
    return html("label", { class: "radio" }, input, html("span", {}, html("b", {}, title), ...(text ? [html("span", { class: "soft" }, text)] : [])));
  }));
}

class Lobby {
  /** @param {import("view/wasm/games.js").Games} games */
  constructor(games) {
    this.games = games;
    this.infos = games.list().filter((info) => shelf.ais.some((ai) => ai.game === info.name));
    const asked = new URLSearchParams(location.hash.slice(1));
    const info = this.infos.find(({ name }) => name === asked.get("play")) ?? this.infos[0];
    /** @type {Choice} */
    this.choice = { game: info.name, players: info.default_seats, opponent: "", seat: 1, seed: asked.get("seed") ?? newSeed(), field: "" };
    this.place = html("main", { id: "lobby" });
    this.left = new AbortController(); // of what listens only here
    /** The frame of the preview. @type {any} */
    this.shown = null;
    /** How the game works on the field chosen. @type {import("view/types").Rules} */
    this.rules = { lines: [], legend: [] };
    this.preview = html("div", { class: "board", "aria-hidden": "true" });
    this.previewed = "";
    this.problem = html("p", { class: "fault", role: "status" });
    this.form = html("form", {});
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#begin();
    });
    this.place.append(html("div", { class: "preview" }, this.preview), this.form);
    document.querySelector("header.top")?.after(this.place);
    const { signal } = this.left;
    const open = async () => openRules(/** @type {HTMLDialogElement} */ (document.getElementById("rules")), { ...this.info, rules: this.rules }, await (await this.drawing()).board(this.shown));
    document.getElementById("do-rules")?.addEventListener("click", () => void open(), { signal });
    document.addEventListener("keydown", (event) => {
      if (event.key === "h" && !(event.target instanceof HTMLInputElement && event.target.type === "text") && !document.querySelector("dialog[open]")) {
        void open();
      }
    }, { signal });
    document.body.classList.add("lobby");
    document.getElementById("title")?.replaceChildren(this.infos.length > 1 ? "Play" : `Play ${info.name}`);
  }

  get info() {
    return /** @type {GameInfo} */ (this.infos.find(({ name }) => name === this.choice.game));
  }

  get ais() {
    return shelf.ais.filter((ai) => ai.game === this.choice.game);
  }

  /** The text of the field chosen. */
  fieldText() {
    const { game, players, seed, field: own } = this.choice;
    return own || this.games.create(game, seed, players);
  }

  async show() {
    const { choice, info, ais } = this;
    choice.opponent = ais.some((ai) => ai.name === choice.opponent) ? choice.opponent : ais[Math.min(ais.length - 1, Math.floor(ais.length / 2))].name;
    choice.players = Math.max(info.min_seats < 2 ? 2 : info.min_seats, Math.min(info.max_seats, choice.players));
    choice.seat = Math.min(choice.seat, choice.players);
    const again = (/** @type {Partial<Choice>} */ change) => {
      Object.assign(choice, change);
      void this.show();
    };
    const parts = [];
    if (this.infos.length > 1) {
      parts.push(html("fieldset", { class: "games" }, html("legend", {}, "Game"), radios("game",
        this.infos.map(({ name, title }) => ({ value: name, title: name, text: title })), choice.game,
        (game) => again({ game, field: "", players: this.infos.find(({ name }) => name === game)?.default_seats ?? 2, seat: 1 }))));
    } else {
      parts.push(html("p", { class: "soft" }, info.title));
    }
    parts.push(html("fieldset", { class: "opponents" }, html("legend", {}, ais.length > 1 ? "Opponent, the strongest first" : "Opponent"),
      radios("opponent", [...ais.map(({ name, about }) => ({ value: name, title: name, text: about })),
        ...(choice.players > 2 && ais.length > 1 ? [{ value: "*", title: "all sorts", text: "A different one in each seat, from the strongest." }] : [])],
      choice.opponent, (opponent) => {
        choice.opponent = opponent;
      })));
    parts.push(html("fieldset", { class: "details" }, html("legend", {}, "Board"), ...this.#details(again)),
      html("p", { class: "row" }, html("button", { type: "submit", class: "main", id: "begin" }, "Play")), this.problem,
      html("p", { class: "soft small" }, "Rules and opponents run in this page; nothing is sent. Opponents get instructions instead of time, so they play the same everywhere. The page holds the whole field, and with it what will happen: it is for practice."));
    const focused = document.activeElement instanceof HTMLInputElement ? `${document.activeElement.name}=${document.activeElement.value}` : "";
    this.form.replaceChildren(...parts);
    const same = [...this.form.querySelectorAll("input")].find((input) => focused && `${input.name}=${input.value}` === focused);
    same?.focus();
    await this.#preview();
  }

  /** @param {(change: Partial<Choice>) => void} again */
  #details(again) {
    const { choice, info } = this;
    const number = (/** @type {number} */ value, /** @type {number} */ from, /** @type {number} */ to, /** @type {(text: string) => void} */ change, /** @type {(n: number) => string} */ name = String) => {
      const select = /** @type {HTMLSelectElement} */ (html("select", {}, ...Array.from({ length: to - from + 1 }, (_, i) => html("option", { value: from + i }, name(from + i)))));
      select.value = String(value);
      select.addEventListener("change", () => change(select.value));
      return select;
    };
    const seed = /** @type {HTMLInputElement} */ (html("input", { type: "text", inputmode: "numeric", autocomplete: "off", value: choice.seed, pattern: "[0-9]{1,18}" }));
    // The form stays as it is: a click on "Play" must find its button.
    seed.required = true;
    seed.addEventListener("input", () => {
      const isGood = /^[0-9]{1,18}$/.test(seed.value);
      seed.setCustomValidity(isGood ? "" : "A seed is a number of 1 to 18 digits.");
      if (isGood) {
        Object.assign(choice, { seed: seed.value, field: "" });
        void this.#preview();
      }
    });
    const other = html("button", { type: "button", id: "other" }, "Another board");
    other.addEventListener("click", () => again({ seed: newSeed(), field: "" }));
    const file = /** @type {HTMLInputElement} */ (html("input", { type: "file", accept: ".dat,text/plain" }));
    file.addEventListener("change", async () => {
      const text = await file.files?.[0]?.text();
      if (text) {
        this.#take(text);
      }
    });
    const { min_seats: least, max_seats: most } = info;
    return [
      ...(most > Math.max(2, least) ? [field("players", "Players", number(choice.players, Math.max(2, least), most, (text) => again({ players: Number(text), field: "" })))] : []),
      field("seat", "Your seat", number(choice.seat, 1, choice.players, (text) => {
        choice.seat = Number(text);
      }, (seat) => (info.simultaneous || choice.players > 2 ? `${seat}` : seat === 1 ? "first" : "second"))),
      field("seed", "Seed", seed), other,
      html("details", { class: "own" }, html("summary", {}, "A field of your own"), field("own", choice.field ? "this field is used" : "a file of `referee create`", file)),
    ];
  }

  /** A field of the person's own. @param {string} text */
  #take(text) {
    try {
      const number = this.games.load(text);
      const { game } = this.games.field(number);
      const players = this.games.seats(number);
      this.games.drop(number);
      if (!this.infos.some(({ name }) => name === game)) {
        throw new Error(`there is no opponent for ${game} in this page`);
      }
      Object.assign(this.choice, { game, players, field: text });
      this.problem.textContent = "";
      void this.show();
    } catch (error) {
      this.problem.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** The board as it will be. */
  async #preview() {
    const { choice } = this;
    const state = JSON.stringify([choice.game, choice.players, choice.seed, choice.field.length]);
    if (state === this.previewed) {
      return;
    }
    this.previewed = state;
    const drawing = await this.drawing();
    const number = this.games.load(this.fieldText());
    const position = this.games.start(number);
    const frame = this.games.frame(position);
    this.rules = this.games.rules(number, shelf.rules[choice.game] ?? "");
    this.games.drop(position);
    this.games.drop(number);
    const board = await drawing.board(frame);
    this.shown = frame;
    const stage = new Stage(choice.game);
    this.preview.replaceChildren(stage.picture);
    this.preview.style.setProperty("--aspect", String(board.box[2] / board.box[3]));
    stage.take(board);
    const names = Array.from({ length: choice.players }, (_, i) => `${i + 1}`);
    stage.show({ frame, before: null, entry: { turn: 0, moves: [], out: [], first: 0, last: 0 }, step: 0, steps: 1, names }, { title: "", over: [], motion: 0 });
  }

  drawing() {
    return drawingOf({ ...matchGame(this.info), drawing: true }, () => {});
  }

  async #begin() {
    const { choice, info, ais } = this;
    const text = this.fieldText();
    const drawing = await this.drawing();
    if (drawing.style) {
      document.head.append(html("style", {}, drawing.style));
    }
    this.left.abort();
    this.place.remove();
    document.body.classList.remove("lobby");
    const source = new SeatSource({ game: matchGame(info), games: [] }, null, this.games, workshop, person);
    const session = new Session(source, choice, ais, text);
    const viewer = playingViewer(source, drawing.board, drawing.hand);
    showAfter(source, viewer, [
      ["Again", "again", () => session.begin(session.seat)],
      [choice.players > 2 ? "Next seat" : "Other seat", "seat", () => session.begin((session.seat % choice.players) + 1)],
      ["New board", "board", () => session.begin(session.seat, this.games.create(choice.game, newSeed(), choice.players))],
      ["Other game", "lobby", () => location.reload()]]);
    session.begin(choice.seat);
    addEventListener("beforeunload", (event) => { // the browser asks: a game isn't kept
      if (viewer.isGrowing && viewer.last > 0) {
        event.preventDefault();
      }
    });
  }
}

/** @param {GameInfo} info @returns {import("view/types").Match["game"]} */
const matchGame = ({ name, title, simultaneous, match_decides, measures }) => ({ name, title, simultaneous, match_decides, measures, drawing: true });

/** One game after the other against the same opponents. */
class Session {
  /** @param {SeatSource} source @param {Choice} choice @param {PageAi[]} ais @param {string} text of the field */
  constructor(source, choice, ais, text) {
    this.source = source;
    this.choice = choice;
    this.ais = ais;
    this.text = text;
    this.seat = choice.seat;
  }

  /** @param {number} seat @param {string} [text] of another field */
  begin(seat, text = this.text) {
    const { choice, source, ais } = this;
    const isNew = text !== this.text;
    this.text = text;
    this.seat = seat;
    const all = choice.opponent === "*" ? ais : ais.filter(({ name }) => name === choice.opponent);
    let next = 0;
    /** @type {(PageAi | null)[]} */
    const seats = Array.from({ length: choice.players }, (_, i) => (i + 1 === seat ? null : all[next++ % all.length]));
    const same = (/** @type {number} */ i) => seats.filter((ai) => ai === seats[i]).length > 1;
    const names = seats.map((ai, i) => (ai ? (same(i) ? `${ai.name} ${i + 1}` : ai.name) : person));
    source.begin({
      number: source.match.games.length + 1, name: choice.field || isNew ? "own board" : `seed ${choice.seed}`, field: text, names, seats,
      limitMs: shelf.limits_ms[choice.game] ?? 0, points: [], seed: Number(choice.seed) >>> 0, moves: [],
    });
  }
}

/** Shows what can be played. */
export async function showLobby() {
  const lobby = new Lobby(await rules());
  await lobby.show();
}
