// A person plays: asks the referee what is to be decided, offers what is legal, sends the answer.
// The games' modules say what their choices look like (`hand`); pad, pairs, picks and plan are the forms.

import { targetOf } from "view/controls.js";
import { answerOfKey, keyButton, pad } from "view/live/pad.js";
import { Pairs } from "view/live/pairs.js";
import { Picks } from "view/live/picks.js";
import { Plan } from "view/live/plan.js";
import { Slots } from "view/live/slots.js";
import { nameOf, swatch } from "view/players.js";
import { verdict } from "view/result.js";
import { html, isolated, svg } from "view/svg.js";

/** @typedef {import("view/types").Question} Question */

/** The colours of seats in words, where they are the same on light and dark pages. */
const colours = ["blue", "orange", "green", "pink"];

export class Human {
  /**
   * @param {import("view/live/source").LiveSource} source
   * @param {import("view/viewer").Viewer} viewer
   * @param {import("view/types").LateHandMaker} makeHand
   * @param {string} key the secret of the link
   */
  constructor(source, viewer, makeHand, key) {
    this.source = source;
    this.viewer = viewer;
    this.makeHand = makeHand;
    this.key = key;
    this.name = "";
    /** What the referee asks; null: nothing. @type {Question | null} */
    this.question = null;
    /** Numbers of questions: one that is asked for again, one that is being answered, the last one that was. */
    this.chased = 0;
    this.sending = 0;
    this.sent = 0;
    /** Why the last answer was refused, or the link. */
    this.error = "";
    this.isRefused = false;
    /** @type {Pairs | Picks | Plan | Slots | null} */
    this.form = null;
    /** @type {import("view/types").Hand | null} */
    this.hand = null;
    /** The hand that the drawing's frame has been asked for. @type {Promise<import("view/types").Hand> | null} */
    this.coming = null;
    this.cursor = "";
    this.shown = ""; // what the buttons were made for
    /** Which button had the focus. @type {DOMStringMap | null} */
    this.focused = null;
    this.prepared = ""; // what the hand was made for
    this.waiting = /** @type {import("view/types").Waiting[]} */ ([]);
    this.place = html("section", { id: "hand", "aria-label": "Your move" });
    this.head = html("div", { class: "who" });
    this.clock = html("span", { class: "state" });
    this.hint = html("p", { class: "hint", role: "status" });
    this.controls = html("div", { class: "hand-controls" });
    this.words = html("p", { class: "words", "aria-live": "polite" });
    this.early = /** @type {{key: string, at: number} | null} */ (null);
    this.back = keyButton("Your move: newest turn", "l", () => void this.#goToGame());
    this.isTimed = false;
    // Who plays sees how a game ended, and a key that was meant for it moves nothing in the next one. A clock doesn't wait.
    viewer.staysAtEnd = () => this.name !== "" && !this.isTimed;
    this.place.append(this.head, this.hint, this.controls, this.words);
    document.querySelector(".panel")?.prepend(this.place);
    document.body.classList.add("playing");
    viewer.overlay = (scene, board) => this.#draw(scene, board);
    if (key) { // none: the page itself is the referee
      viewer.keeps.set("key", key);
    }
    // What the others do is seen step by step, unless less motion is asked for.
    viewer.pace = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 250;
    document.addEventListener("keydown", (event) => this.#press(event), true);
    source.topic("people", (value) => this.#takeWaiting(value));
    source.listeners.push(() => this.show());
    void this.#ask();
  }

  /** The match waits for others than before. @param {import("view/types").Waiting[]} waiting */
  #takeWaiting(waiting) {
    this.waiting = waiting;
    const own = waiting.find((each) => each.name === this.name);
    const { question } = this;
    if (own && own.number !== question?.number) {
      void this.#ask();
    } else if (question) {
      this.question = own ? { ...question, answered: own.answered } : null;
      this.viewer.show();
    }
    this.show();
  }

  /** Fetches the question; of several requests the last one counts. */
  async #ask() {
    const asked = (this.asked = (this.asked ?? 0) + 1);
    const reply = await this.#request({});
    if (!reply || asked !== this.asked) {
      return;
    }
    this.isRefused = reply.status === 403;
    this.error = this.isRefused ? `This page can't play: ${reply.error}` : this.error;
    this.name = reply.name ?? this.name;
    this.viewer.own = this.name;
    const before = this.question;
    this.question = reply.question ?? null;
    this.received = performance.now();
    this.isTimed ||= this.question?.left_ms !== undefined;
    if (this.question?.number !== before?.number) {
      this.error = this.isRefused ? this.error : "";
      this.form = null;
    }
    // A question that came while the name wasn't known, or the reply was on its way.
    const own = this.waiting.find((each) => each.name === this.name);
    if (own && own.number > (this.question?.number ?? 0) && own.number !== this.chased) {
      this.chased = own.number;
      void this.#ask();
    }
    this.viewer.show();
    this.show();
  }

  /** @param {object} words */
  async #request(words) {
    try {
      return await this.source.send({ key: this.key, ...words });
    } catch {
      return null; // the connection is lost; the page says so
    }
  }

  /** The newest turn of the game asked about is shown. */
  #isShown() {
    const { viewer, question } = this;
    return Boolean(question && this.#hasCome() && viewer.match.games[viewer.gameIndex]?.number === question.game &&
      viewer.isFollowing && !viewer.isBefore && viewer.at === viewer.last);
  }

  /** All turns before the question are here; the first entry is the start. */
  #hasCome() {
    const { question } = this;
    const board = this.source.boards[this.viewer.match.games.findIndex((head) => head?.number === question?.game)];
    return Boolean(question && board && board.game.entries.length > question.played);
  }

  /** The page still shows the game before the one that is asked about. */
  #isAtEnd() {
    return this.viewer.isFollowing && this.question !== null && (this.viewer.head?.number ?? 0) < this.question.game;
  }

  async #goToGame() {
    const index = this.viewer.match.games.findIndex((head) => head.number === this.question?.game);
    if (index >= 0) {
      await this.viewer.follow(index);
    }
  }

  get canMove() {
    const { question } = this;
    return Boolean(question && !question.answered && question.number !== this.sent && question.number !== this.sending &&
      this.#isShown());
  }

  /** @param {string[]} choices */
  async #send(choices) {
    if (!this.question || !this.canMove) {
      return;
    }
    const { number } = this.question;
    this.sending = number;
    this.error = "";
    this.viewer.show();
    const reply = await this.#request({ number, choices });
    this.sending = 0;
    if (reply?.taken === number) {
      this.sent = number;
    } else {
      this.error = reply ? `Not taken: ${reply.error ?? reply.status}` : "Not sent: the connection is lost";
      void this.#ask();
    }
    this.viewer.show();
  }

  /** What is offered, made anew for each question and frame. @param {import("view/types").View} scene @param {import("view/types").Board} board */
  #prepare(scene, board) {
    const { question } = this;
    if (!question || !this.canMove) {
      this.hand = null;
      this.form = null;
      this.coming = null;
      return;
    }
    const state = `${question.number} ${this.viewer.at}`;
    if (this.prepared === state && (this.hand || this.coming)) {
      return;
    }
    this.prepared = state;
    const made = this.makeHand(question, scene.frame, board);
    this.coming = made instanceof Promise ? made : null;
    if (made instanceof Promise) {
      this.hand = null;
      this.form = null;
      void made.then((hand) => {
        if (this.coming === made) {
          this.coming = null;
          this.#offer(hand, question);
          this.viewer.show();
        }
      });
    } else {
      this.#offer(made, question);
    }
  }

  /** @param {import("view/types").Hand} hand @param {Question} question */
  #offer(hand, question) {
    const changed = () => {
      this.cursor = this.form instanceof Pairs ? this.form.cursor?.id ?? "" : this.cursor;
      this.viewer.show();
    };
    this.hand = hand;
    if (question.slots) {
      this.form = new Slots(question.slots, { changed, send: (choices) => void this.#send(choices) });
    } else if (hand.pairs && hand.spots) {
      this.form = new Pairs(hand.pairs, hand.spots, this.cursor, { changed, choose: (answer) => void this.#send([answer]) }, hand);
    } else if (hand.spots) {
      this.form = new Picks(hand.spots, hand.buttons, (answer) => void this.#send([answer]));
    } else if (hand.plan) {
      this.form = new Plan(hand.plan, `${this.key} ${question.number}`, { changed, send: (choices) => void this.#send(choices) });
    } else {
      this.form = null;
    }
    this.#takeEarly(hand);
  }

  /** A key that was pressed while the turn before was still shown. @param {import("view/types").Hand} hand */
  #takeEarly(hand) {
    const { early } = this;
    this.early = null;
    const answer = early && performance.now() - early.at < 2000 && (!this.form || this.form instanceof Picks) ? answerOfKey(hand.buttons, early.key) : undefined;
    if (answer !== undefined) {
      queueMicrotask(() => this.#choose(answer));
    }
  }

  /** What lies over the board. @param {import("view/types").View} scene @param {import("view/types").Board} board */
  #draw(scene, board) {
    this.#prepare(scene, board);
    this.show();
    return this.form && this.canMove ? [svg("g", { class: `hand s${this.question?.seat}` }, ...this.form.draw(board))] : [];
  }

  /** @param {string} answer */
  #choose(answer) {
    if (this.form instanceof Plan) {
      this.form.add(answer);
    } else {
      void this.#send([answer]);
    }
  }

  /** Keys of the hand come before those of the viewer. @param {KeyboardEvent} event */
  #press(event) {
    const target = targetOf(event);
    const isOwn = target.closest?.("select, dialog, textarea, input:not([type=range])") || document.querySelector("dialog[open]");
    const isPressed = (event.key === "Enter" || event.key === " ") && target.closest?.("button, summary, a");
    if (event.ctrlKey || event.altKey || event.metaKey || isOwn || isPressed) {
      return;
    }
    if (!this.hand || !this.canMove) {
      // A fast player steers, and doesn't leaf back: the key counts for the question that comes next.
      if (event.key.startsWith("Arrow") && this.viewer.isFollowing && !this.source.isOver) {
        this.early = this.#isAtEnd() ? null : { key: event.key, at: performance.now() };
        event.preventDefault();
        event.stopPropagation();
      }
      return;
    }
    const answer = answerOfKey(this.hand.buttons, event.key);
    if (answer !== undefined && !event.repeat) {
      this.#choose(answer);
    } else if (answer === undefined && !this.form?.press(event.key) && !this.#steers(event.key)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Whether a key would be a move elsewhere on the board: an arrow into a wall doesn't leaf back. @param {string} key */
  #steers(key) {
    return key.startsWith("Arrow") && this.viewer.isFollowing && Boolean(this.hand?.buttons.some(({ keys }) => keys.some((each) => each.startsWith("Arrow"))));
  }

  /** In a few words: what the person is to do, or is waiting for. */
  #state() {
    const others = this.waiting.filter((each) => !each.answered && each.number !== this.question?.number).map((each) => isolated(each.name));
    const states = /** @type {[boolean, string, string][]} */ ([
      [this.isRefused, "refused", "No seat here"],
      [this.source.isOver, "over", "The match is over"],
      [this.source.state !== "live", "lost", "Waiting for the connection"],
      [this.sending > 0, "sending", "Sending"],
      [Boolean(this.question) && (this.question?.answered || this.question?.number === this.sent), "sent",
        others.length > 0 ? `Sent. Waiting for ${others.join(", ")}` : "Sent"],
      [!this.question, "waiting", others.length > 0 ? `Waiting for ${others.join(", ")}` : "Waiting for the others"],
      [!this.#hasCome() || (this.viewer.isFollowing && this.viewer.at < this.viewer.last), "waiting", "The others have moved"],
      [this.viewer.isGoing || !this.viewer.game, "waiting", "The others have moved"],
      [!this.#isShown(), "behind", ""],
      [this.hand === null, "waiting", "The others have moved"], // what can be done is drawn with the next picture
    ]);
    const found = states.find(([holds]) => holds);
    return found ? { kind: found[1], text: found[2] } : { kind: "move", text: "Your move" };
  }

  /** Before the first move of a game: how the last one ended, and which seat is the person's now. */
  #start() {
    const { question } = this;
    const { game: { match_decides: byScore }, games } = this.viewer.match;
    const index = games.findIndex((head) => head?.number === question?.game);
    if (!question || index < 0 || question.played > (this.viewer.match.game.simultaneous ? 0 : games[index].names.length - 1)) {
      return "";
    }
    // A game whose seats have parts of their own names them: "thief".
    const { board, game } = this.viewer;
    const part = board && game ? board.fate(game.frame(0), question.seat, this.viewer.head.names) : "";
    const seat = [part, colours[question.seat - 1] ?? `number ${question.seat}`].filter(Boolean).join(", ");
    const last = games[index - 1];
    const ended = last?.ranks ? `Game ${last.number}: ${verdict(last, Boolean(byScore), this.name).replace(/^This game: /, "")}. ` : "";
    return `${ended}${index > 0 ? `Game ${question.game}: now you are ` : "Your seat: "}${seat}. `;
  }

  show() {
    const state = this.#state();
    const { question, hand } = this;
    this.place.dataset.state = state.kind;
    this.place.dataset.question = String(question?.number ?? "");
    document.body.dataset.turn = state.kind;
    const seat = question?.seat ?? this.viewer.head.names.indexOf(this.name) + 1;
    const back = this.#isAtEnd() ? `Play game ${question?.game}` : "Your move: newest turn";
    /** @type {HTMLElement} */ (this.back.querySelector(".word")).textContent = back;
    this.back.setAttribute("aria-label", back);
    this.back.classList.toggle("main", this.#isAtEnd());
    this.place.classList.toggle("at-end", this.#isAtEnd());
    this.head.replaceChildren(...(seat > 0 ? [swatch(seat)] : []), nameOf(this.name || "You"),
      state.kind === "behind" ? this.back : html("strong", {}, state.text), this.clock);
    const refused = state.kind === "move" && this.form instanceof Pairs ? this.form.refused : "";
    const error = this.error || refused;
    this.hint.replaceChildren(error || (state.kind === "move" ? this.#start() + (hand?.hint ?? "") : ""),
      html("span", { class: "keys" }, state.kind === "move" && !error && hand?.keys ? ` ${hand.keys}` : ""));
    this.hint.classList.toggle("fault", error !== "");
    this.#showClock();
    const isMove = state.kind === "move" && hand !== null;
    this.words.textContent = isMove ? this.form?.words ?? "" : "";
    this.words.hidden = hand ? this.form === null || this.form instanceof Picks : this.words.hidden; // it keeps its room between moves
    // Between moves the buttons keep their places, so that nothing jumps, and the focus its button.
    const focused = /** @type {HTMLElement | null} */ (this.controls.querySelector(":focus"));
    if (focused) {
      this.focused = { ...focused.dataset };
    }
    this.controls.toggleAttribute("inert", !isMove);
    const content = isMove ? `${this.prepared} ${this.form instanceof Plan ? JSON.stringify([this.form.letters, this.form.unit]) : ""}` : this.shown;
    if (content === this.shown || !hand) {
      return; // the focus stays where it is
    }
    this.shown = content;
    this.controls.replaceChildren(
      ...(hand.buttons.length > 0 ? [pad(hand.buttons, (answer) => this.#choose(answer))] : []),
      ...(this.form instanceof Plan || this.form instanceof Slots ? this.form.panel() : []));
    const { focused: kept } = this;
    const again = kept && [...this.controls.querySelectorAll("button")].find((button) =>
      ["answer", "plan", "unit"].some((name) => kept[name] !== undefined && button.dataset[name] === kept[name]));
    if (again && document.activeElement === document.body) {
      again.focus();
    }
    this.focused = null;
  }

  #showClock() {
    const left = this.question?.left_ms;
    clearTimeout(this.timer);
    const isRunning = left !== undefined && this.place.dataset.state === "move";
    const rest = Math.max(0, Math.ceil(((left ?? 0) - (performance.now() - (this.received ?? 0))) / 1000));
    this.clock.textContent = isRunning ? `${rest} s` : "";
    if (isRunning && rest > 0) {
      this.timer = setTimeout(() => this.#showClock(), 250);
    }
  }
}
