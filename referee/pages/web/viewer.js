// The viewer: which game and frame are shown, and all parts of the page put together.

import { Beside } from "view/beside.js";
import { Controls, keys, speeds } from "view/controls.js";
import { Curves } from "view/curves.js";
import { showGames } from "view/games.js";
import { drawNotes, drawingsIn } from "view/notes.js";
import { Judge } from "view/judge.js";
import { showNames } from "view/names.js";
import { showMoves, showPlayers } from "view/players.js";
import { Preview } from "view/preview.js";
import { showResult, totals } from "view/result.js";
import { openRules } from "view/rules.js";
import { download, savedBoard } from "view/save.js";
import { addressOf, openShare } from "view/share.js";
import { Sound } from "view/sound.js";
import { Stage } from "view/stage.js";
import { Story } from "view/story.js";
import { figure, html, isolated, visible } from "view/svg.js";

/**
 * What a board draws, and panels show, of a frame. If a game continues another one, others played it until there.
 * @param {import("view/source").Game} game @param {number} at the frame @param {import("view/types").GameHead} head
 * @returns {import("view/types").View}
 */
export function viewOf(game, at, { from, names }) {
  const entry = game.entries[game.entryOf[at]];
  return {
    before: at > 0 ? game.frame(at - 1) : null, frame: game.frame(at), earlier: (back) => (at >= back ? game.frame(at - back) : null), entry, step: at - entry.first, steps: entry.last - entry.first + 1,
    names: (from && (at === 0 || entry.turn < from.turn) ? from.names : names).map(visible),
  };
}

/** @type {import("view/types").Moment[]} */
const none = [];

/** Up to this speed every step is shown. */
const everyStep = 60;
/** The time that steps are left out for, in milliseconds: a page in the background doesn't go on. */
const longestSkip = 250;

/** Touches the text only if it changes. @param {HTMLElement} element @param {string} text */
function setText(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class Viewer {
  /**
   * @param {import("view/types").Source} source
   * @param {import("view/types").BoardMaker} makeBoard
   */
  constructor(source, makeBoard) {
    this.source = source;
    this.match = source.match;
    this.makeBoard = makeBoard;
    this.gameIndex = -1;
    this.at = 0;
    this.speed = 4;
    this.isPlaying = false;
    /** Counts the starts: only the last one's loop of frames goes on. */
    this.run = 0;
    this.isBefore = false;
    /** What AIs drew is on the board that they saw. */
    this.hasDrawings = false;
    /** Results, and what comes after the frame shown, are hidden. */
    this.hides = false;
    /** Games that were wanted so far: only the last one is shown. */
    this.wishes = 0;
    /** Follows a game in progress. */
    this.isFollowing = false;
    /** The wish that leads to the newest turn and isn't fulfilled yet. */
    this.going = -1;
    /** The address says what is shown. */
    this.hasAddress = true;
    /** @type {import("view/source").Game | null} */
    this.game = null;
    this.revision = 0; // of the game
    /** @type {import("view/types").GameHead} */
    this.head = { number: 0, field: "", names: [] };
    /** Called after each change of what is shown. */
    this.onshow = () => {};
    /** Called when a person asks for a game. @param {number} index */
    this.choose = (index) => {
      this.isTurningPage = true;
      void this.open(index);
    };
    /** A person has asked for another game: the way back to this one is kept. */
    this.isTurningPage = false;
    /** What lies over the board. @type {(view: import("view/types").View, board: import("view/types").Board) => Element[]} */
    this.overlay = () => [];
    /** Whether the end of a game stays on the page when the next one begins. */
    this.staysAtEnd = () => false;
    /** How long each new frame is shown while the page follows, in milliseconds; 0: only the newest one is shown. */
    this.pace = 0;
    /** Words of the address that stay there. @type {Map<string, string>} */
    this.keeps = new Map();
    /** The name of the person who plays on this page. */
    this.own = "";
    /** @type {import("view/types").SoFar & {game: import("view/source").Game, index: number} | null} */
    this.so = null;
    this.stage = new Stage(this.match.game.name);
    /** The frame in the picture. */
    this.pictured = -1;
    this.lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
    byId("board").replaceChildren(this.stage.picture);
    this.curves = new Curves(byId("curves"), (frame) => this.#goByHand(frame));
    this.controls = new Controls(byId("controls"), this.#actions(), this.curves.choice);
    this.story = new Story(byId("story"), (turn) => this.#goByHand(turn === null ? 0 : this.game?.entries[this.game.entryOfTurn(turn)].last ?? 0));
    this.judge = new Judge(byId("judge"), (turn) => this.#goByHand(this.game?.entries[this.game.entryOfTurn(turn)].last ?? 0));
    this.sound = new Sound();
    this.beside = new Beside(byId("beside"), source, makeBoard, { viewOf, choose: (index) => this.#setBeside(index), close: () => this.#setBeside(-1), redraw: () => this.show() });
    this.preview = new Preview(byId("curves"), (x) => this.curves.frameAt(x), (frame) => this.#previewOf(frame));
    this.#embed();
    this.showHead();
    this.#listen();
  }

  /** Begins where the address says. */
  async start() {
    await this.#follow(location.hash);
  }

  /** In a frame of another page there are board and buttons only, and a link to the whole page. */
  #embed() {
    if (!new URLSearchParams(location.hash.slice(1)).has("embed")) {
      return;
    }
    document.body.classList.add("embed");
    this.keeps.set("embed", "");
    const link = html("a", { id: "do-whole", target: "_blank", rel: "noopener", href: "#" }, "Whole page");
    link.addEventListener("click", () => link.setAttribute("href", addressOf(false)));
    byId("controls").append(link);
  }

  /** What a small picture of a frame tells; null: nothing, because it is hidden. @param {number} frame */
  #previewOf(frame) {
    const { board, game } = this;
    if (!board || !game || frame >= game.frames || (this.hides && frame > this.at)) {
      return null;
    }
    const view = viewOf(game, frame, this.head);
    const measures = view.frame.measures ?? [];
    return {
      game: this.match.game.name, board, view, where: view.entry.first === 0 ? "Start" : `Turn ${view.entry.turn}`, measure: this.match.game.measures[0] ?? "",
      values: this.match.game.measures.length > 0 ? this.head.names.map((_, seat) => measures[seat]?.[0] ?? NaN) : [],
    };
  }

  /** Title and list of games. */
  showHead() {
    const { game, games } = this.match;
    if (this.match.live?.tournament) { // each board has other players
      byId("title").replaceChildren(game.name, ...(games[0] ? [" on ", html("bdi", {}, visible((this.game ? this.head : games[0]).field))] : []));
      this.#showHelp();
      return;
    }
    const results = games.map((head, i) => (head && i === this.gameIndex && this.game?.end ? { ...head, ...this.game.end } : head));
    const sums = totals(results, Boolean(game.match_decides));
    const names = games[0] ? sums.length > 0 ? sums.map(([name]) => name) : games[0].names : [];
    if (names.length > 2) {
      names.sort((a, b) => (new Map(sums).get(b) ?? 0) - (new Map(sums).get(a) ?? 0));
    }
    const points = names.map((name) => new Map(sums).get(name));
    const isDuel = names.length === 2;
    const title = names.flatMap((name, i) => [
      ...(i > 0 ? [isDuel && sums.length > 0 ? html("b", { class: "spoils" }, ` ${points.map((each) => figure(each ?? 0)).join(" : ")} `) : " · "] : []),
      html("bdi", {}, visible(name)), ...(!isDuel && sums.length > 0 ? [html("b", { class: "spoils" }, ` ${figure(points[i] ?? 0)}`)] : [])]);
    byId("title").replaceChildren(...title, html("span", { class: "soft" }, game.name,
      ...(games[0] ? [" on ", html("bdi", {}, visible((this.game ? this.head : games[0]).field))] : [])));
    byId("title").title = names.map(isolated).join(" · "); // there may be no room for all
    if (names.length > 0 && this.hasAddress) {
      const shown = title.filter((part) => !this.hides || typeof part === "string" || part.localName !== "b");
      document.title = `${shown.map((part) => (typeof part === "string" ? part : isolated(part.textContent ?? ""))).join(this.hides && isDuel ? " – " : "")} – ${game.name}`;
    }
    showGames(byId("games"), results, { shown: this.gameIndex, isLive: Boolean(this.match.live), choose: (index) => this.choose(index) });
    this.#showHelp();
  }

  #showHelp() {
    byId("do-rules").hidden = !this.rules;
    byId("help").replaceChildren(html("h2", {}, "Keys"), html("dl", {}, ...keys.flatMap(([key, what]) =>
      [html("dt", {}, key), html("dd", {}, what)])), html("form", { method: "dialog" }, html("button", {}, "Close")));
  }

  #actions() {
    return {
      step: (/** @type {number} */ frames) => this.#goByHand(this.at + frames),
      turn: (/** @type {number} */ turns) => this.#goByHand(this.#frameOfEntry(this.#entryIndex() + turns)),
      goTo: (/** @type {number} */ frame) => this.#goByHand(frame < 0 ? this.last : frame),
      mark: (/** @type {number} */ direction) => this.#goToMark(direction),
      changeGame: (/** @type {number} */ direction) => {
        if (this.match.games.length > 0) {
          this.choose((this.gameIndex + direction + this.match.games.length) % this.match.games.length);
        }
      },
      game: (/** @type {number} */ index) => {
        if (index < this.match.games.length) {
          this.choose(index);
        }
      },
      play: () => this.#play(!this.isPlaying),
      faster: (/** @type {number} */ change) => {
        const index = Math.max(0, Math.min(speeds.length - 1, speeds.indexOf(this.speed) + change));
        this.#setSpeed(speeds[index]);
      },
      speed: (/** @type {number} */ speed) => this.#setSpeed(speed),
      before: () => {
        this.isBefore = !this.isBefore;
        this.show();
      },
      curves: () => {
        this.#fold(document.body.dataset.curves !== "folded");
        this.hasFolded = true;
        this.show();
      },
      drawings: () => this.#setDrawings(!this.hasDrawings),
      results: () => this.#hideResults(!this.hides),
      beside: () => this.#setBeside(this.beside.index < 0 ? this.#nextGame() : -1),
      sound: () => {
        this.sound.turn(!this.sound.isOn);
        this.show();
      },
      share: () => this.#share(),
      rules: () => this.#openRules(),
      save: async () => download(new Blob([await this.#saved()], { type: "image/svg+xml" }), `${this.#fileName()}.svg`),
      help: () => /** @type {HTMLDialogElement} */ (byId("help")).showModal(),
    };
  }

  /** Of what is shown, for files. */
  #fileName() {
    return `${this.match.game.name}-game${this.head.number}-frame${this.at}`;
  }

  /** How the game shown works. */
  get rules() {
    return this.head.rules ?? this.match.game.rules;
  }

  #openRules() {
    const { match: { game: { name, title } }, rules, board } = this;
    if (rules) {
      openRules(/** @type {HTMLDialogElement} */ (byId("rules")), { name, title, rules }, board);
    }
  }

  #share() {
    const { game } = this;
    if (!game) {
      return;
    }
    this.#play(false);
    openShare(/** @type {HTMLDialogElement} */ (byId("share")), {
      name: this.#fileName(), saved: () => this.#saved(), speed: this.speed,
      caption: () => `${this.head.names.map(visible).join(" – ")}, ${this.match.game.name}, ${this.#where(game.entries[this.#entryIndex()])}`,
      turn: game.entries[this.#entryIndex()].first === 0 ? -1 : game.entries[this.#entryIndex()].turn, last: game.entries[game.entries.length - 1].turn,
      frameOf: (turn) => (turn < 0 ? 0 : game.entries[game.entryOfTurn(turn)].last),
      show: (frame) => {
        this.at = frame;
        this.show();
      },
    });
  }

  /** A word of the address; without a value it goes. @param {string} word @param {string} value */
  #keepWord(word, value) {
    if (value) {
      this.keeps.set(word, value);
    } else {
      this.keeps.delete(word);
    }
  }

  /** @param {boolean} hasDrawings */
  #setDrawings(hasDrawings) {
    this.hasDrawings = hasDrawings;
    this.#keepWord("drawings", hasDrawings ? "on" : "");
    this.show();
  }

  /** @param {boolean} hides */
  #hideResults(hides) {
    this.hides = hides;
    this.#keepWord("results", hides ? "hidden" : "");
    document.body.dataset.results = hides ? "hidden" : "shown";
    this.curves.hide(hides);
    this.showHead();
    this.show();
  }

  /** The game after the one shown; −1: there is no other, or it isn't over. */
  #nextGame() {
    const { games, live } = this.match;
    return live || games.length < 2 ? -1 : (this.gameIndex + 1) % games.length;
  }

  /** Shows another game beside this one; −1: none. @param {number} index */
  #setBeside(index) {
    this.#keepWord("beside", index < 0 ? "" : String(this.match.games[index].number));
    void this.beside.open(index, this.gameIndex);
    this.show();
  }

  /** Shows or hides the curves; the scrubber stays. @param {boolean} isFolded */
  #fold(isFolded) {
    document.body.dataset.curves = isFolded ? "folded" : "shown";
  }

  #listen() {
    // On a small screen they are folded until a person wants them.
    const isSmall = matchMedia("(max-width: 800px), (max-height: 560px)");
    const fold = () => this.hasFolded || this.#fold(isSmall.matches);
    isSmall.addEventListener("change", fold);
    fold();
    // The event's address: by now we may have replaced that of the page by our own.
    addEventListener("hashchange", (event) => this.hasAddress && void this.#follow(event.newURL.replace(/^[^#]*/, "")));
    let from = /** @type {{x: number, y: number} | null} */ (null);
    const board = byId("board");
    board.addEventListener("touchstart", (event) => {
      from = event.touches.length === 1 ? { x: event.touches[0].clientX, y: event.touches[0].clientY } : null;
    }, { passive: true });
    board.addEventListener("touchend", (event) => {
      const to = event.changedTouches[0];
      const [dx, dy] = from ? [to.clientX - from.x, to.clientY - from.y] : [0, 0];
      if (Math.abs(dx) > 30 && Math.abs(dx) > 2 * Math.abs(dy)) {
        this.#goByHand(this.at + (dx < 0 ? 1 : -1));
      }
    });
    byId("picture").addEventListener("toggle", () => this.show());
    byId("do-rules").addEventListener("click", () => this.#openRules());
    byId("moves").addEventListener("click", (event) => {
      if (/** @type {HTMLElement} */ (event.target).closest?.("[data-drawings]")) {
        this.#setDrawings(!this.hasDrawings);
      }
    });
  }

  /** On the way to the newest turn: nobody has gone elsewhere meanwhile. */
  get isGoing() {
    return this.going === this.wishes;
  }

  get last() {
    return (this.game?.frames ?? 1) - 1;
  }

  /** True while the shown game is in progress. */
  get isGrowing() {
    return Boolean(this.match.live) && !this.game?.end;
  }

  #entryIndex() {
    return this.game?.entryOf[this.at] ?? 0;
  }

  /** The last frame of an entry. @param {number} index */
  #frameOfEntry(index) {
    const entries = this.game?.entries ?? [];
    return entries[Math.max(0, Math.min(entries.length - 1, index))]?.last ?? 0;
  }

  /** Goes to what an address like #game=2&turn=17 names. @param {string} hash */
  async #follow(hash) {
    if (hash === this.ownHash && this.game) {
      this.wishes += 1; // what is shown is wanted again, not what is still being unpacked
      return;
    }
    clearTimeout(this.addressTimer);
    const words = new URLSearchParams(hash.replace(/^#/, ""));
    const game = this.match.games.findIndex((head) => head.number === Number(words.get("game")));
    const speed = Number(words.get("speed"));
    this.speed = speeds.includes(speed) ? speed : this.speed;
    if (words.get("drawings") === "on" && !this.hasDrawings) {
      this.#setDrawings(true);
    }
    if (words.get("results") === "hidden" && !this.hides) {
      this.#hideResults(true);
    }
    await this.open(Math.max(0, game), words.get("turn"), Math.trunc(Number(words.get("step") ?? NaN)));
    const beside = this.match.live ? -1 : this.match.games.findIndex((head) => head.number === Number(words.get("beside")));
    const wanted = beside === this.gameIndex ? -1 : beside;
    if (wanted !== this.beside.index) {
      this.#setBeside(wanted);
    }
  }

  /** Shows a game from its start, or from a turn and a frame of it. @param {number} index @param {string | null} [turn] @param {number} [step] */
  async open(index, turn = null, step = NaN) {
    this.#play(false);
    this.isFollowing = false;
    const wish = ++this.wishes;
    const game = await this.source.game(index);
    if (wish !== this.wishes || !game || game.frames === 0) {
      return; // another one was wanted meanwhile, or it has not begun
    }
    if (this.game !== game) {
      const board = await this.makeBoard(game.frame(0), byId("board"));
      if (wish !== this.wishes) {
        return;
      }
      this.gameIndex = index;
      this.game = game;
      this.revision = game.revision;
      this.head = this.match.games[index];
      this.board = board;
      this.#takeBoard(board);
      board.onchange = (isOther) => {
        if (this.board === board) {
          if (isOther) {
            this.#takeBoard(board);
          }
          this.show();
        }
      };
      this.curves.show(game, this.match.game.measures, this.head);
      this.showHead();
      if (this.beside.index >= 0) {
        this.#setBeside(this.beside.index === index ? this.#nextGame() : this.beside.index);
      }
    }
    const entry = game.entries[turn === null || turn === "" || !Number.isFinite(Number(turn)) ? 0 : game.entryOfTurn(Number(turn))];
    this.at = Number.isFinite(step) ? Math.max(entry.first, Math.min(entry.last, entry.first + step)) : entry.last;
    this.show();
  }

  /** @param {import("view/types").Board} board */
  #takeBoard(board) {
    this.stage.take(board);
    byId("board").style.setProperty("--aspect", String(board.box[2] / board.box[3]));
    this.pictured = -1;
  }

  /** The board shown as a text that is an SVG. */
  async #saved() {
    const own = savedBoard(this.stage.picture);
    return this.board?.saved ? this.board.saved(own) : own;
  }

  /** Goes to the newest turn of a game and stays at it while it is played. @param {number} index */
  async follow(index) {
    const wish = this.wishes + 1; // that of open()
    this.going = wish;
    try {
      await this.open(index);
    } finally {
      this.going = this.going === wish ? -1 : this.going;
    }
    if (wish === this.wishes && this.gameIndex === index) {
      this.isFollowing = true;
      this.at = this.last;
      this.show();
    }
  }

  /** The game shown has grown: its newest turn is shown if nobody has gone back. */
  grown() {
    const { game } = this;
    if (!game) {
      return;
    }
    if (this.revision !== game.revision) {
      this.revision = game.revision;
      this.so = null;
      this.curves.show(game, this.match.game.measures, this.head);
    } else {
      this.curves.grow();
    }
    if (this.isFollowing && this.pace === 0) {
      this.at = this.last;
    }
    this.#showSoon();
    this.#walk();
  }

  /** Goes to the newest frame step by step, within two seconds. */
  #walk() {
    clearTimeout(this.walkTimer);
    const rest = this.last - this.at;
    if (this.isFollowing && rest > 0) {
      this.walkTimer = setTimeout(() => {
        if (!this.isFollowing) {
          return; // a person went elsewhere
        }
        this.at = Math.min(this.at + 1, this.last);
        this.show();
        this.#walk();
      }, Math.min(this.pace, 2000 / rest));
    }
  }

  /** A person went there: what plays stops. @param {number} frame */
  #goByHand(frame) {
    this.#play(false);
    this.at = Math.max(0, Math.min(this.last, frame));
    this.isFollowing = this.at === this.last && this.isGrowing;
    this.#showSoon();
  }

  /** @param {number} direction */
  #goToMark(direction) {
    const frames = this.curves.stops.map((mark) => mark.frame).sort((a, b) => a - b);
    const next = direction > 0 ? frames.find((frame) => frame > this.at) : frames.filter((frame) => frame < this.at).pop();
    if (next !== undefined) {
      this.#goByHand(next);
    }
  }

  /** Plays the game from its start. */
  #again() {
    this.#goByHand(0);
    this.#play(true);
  }

  /** How long pieces may move, in milliseconds: most of a step's time, and not at all where steps are too short to be seen. */
  #motion() {
    const step = this.isPlaying ? 1000 / this.speed : this.pace || Infinity;
    return step < 60 ? 0 : 0.8 * step;
  }

  /** @param {number} speed */
  #setSpeed(speed) {
    this.speed = speed;
    this.show();
  }

  /** @param {boolean} isPlaying */
  #play(isPlaying) {
    if (isPlaying === this.isPlaying) {
      return;
    }
    this.isPlaying = isPlaying;
    if (isPlaying && this.at >= this.last) {
      this.at = 0;
    }
    this.isFollowing = this.isFollowing && !isPlaying;
    // A loop that was ended and begun again within a frame of the screen would still be waiting for it.
    this.run += 1;
    const { run } = this;
    let due = performance.now() + 1000 / this.speed;
    let last = performance.now();
    const go = (/** @type {number} */ now) => {
      if (!this.isPlaying || run !== this.run) {
        return;
      }
      if (now >= due) {
        // At most one late step is caught up with. Faster than a screen shows steps, some are left out.
        this.at += this.speed > everyStep ? Math.max(1, Math.round((Math.min(now - last, longestSkip) * this.speed) / 1000)) : 1;
        due = Math.max(now, due + 1000 / this.speed);
        last = now;
        this.isPlaying = this.at < this.last;
        this.at = Math.min(this.at, this.last);
        this.isFollowing = this.at === this.last && this.isGrowing;
        this.show();
      }
      requestAnimationFrame(go);
    };
    if (isPlaying) {
      requestAnimationFrame(go);
    }
    this.show();
  }

  /** Of several wishes in one frame of the screen only the last is drawn. */
  #showSoon() {
    if (!this.isDue) {
      this.isDue = true;
      requestAnimationFrame(() => {
        this.isDue = false;
        this.show();
      });
    }
  }

  /** What AIs drew in these moves is on the board. @param {import("view/types").Entry} entry */
  #isDrawn(entry) {
    return this.hasDrawings && entry.moves.some((move) => drawingsIn(move.notes ?? "").length > 0);
  }

  /** The frame in the picture: the one gone to, or the last one before its moves. */
  #frameInPicture() {
    const entry = this.game?.entries[this.#entryIndex()];
    return entry && (this.isBefore || this.#isDrawn(entry)) ? Math.max(0, entry.first - 1) : this.at;
  }

  /**
   * The position in the picture. `turns`: how many were played until it. `isWhole`: it is a position, in which somebody is to move,
   * and not a step within a turn, which leads to it.
   */
  get position() {
    const frame = this.#frameInPicture();
    const turns = this.game?.entryOf[frame] ?? 0;
    return { turns, isWhole: frame === (this.game?.entries[turns].last ?? 0) };
  }

  /** Goes from a step within a turn to the position that the turn leads to. */
  endTurn() {
    if (!this.position.isWhole) {
      this.#play(false);
      this.at = this.#frameOfEntry(this.#entryIndex());
      this.show();
    }
  }

  show() {
    const { game, board } = this;
    if (!game || !board) {
      return;
    }
    performance.mark("show begins");
    const entry = game.entries[this.#entryIndex()];
    const isDrawn = this.#isDrawn(entry);
    const shown = this.#frameInPicture();
    const view = viewOf(game, this.at, this.head);
    const pictured = shown === this.at ? view : { ...viewOf(game, shown, this.head), entry, step: 0, steps: view.steps };
    const so = this.#soFar();
    const own = this.head.names.indexOf(this.own) + 1;
    const isNext = shown === this.pictured + 1;
    const motion = isNext && !this.lessMotion.matches ? this.#motion() : 0;
    if (isNext && this.#motion() > 0) {
      this.sound.play(pictured, board, { isLastStep: this.at === entry.last, isEnd: so.end !== null });
    }
    this.beside.show({ entry, at: this.at, isStart: this.at === 0, motion: this.lessMotion.matches ? 0 : this.#motion() });
    this.stage.show(pictured, {
      title: `${this.match.game.name}, ${this.#where(entry)}: ${board.status(view.frame, view.names.map(isolated))}`,
      over: [...(isDrawn ? drawNotes(entry.moves, board) : []), ...this.overlay(pictured, board)],
      motion,
      own: this.isGrowing && !so.moved.has(own) ? own : 0,
    });
    showNames(byId("names"), { head: { ...this.head, ranks: so.end?.ranks, scores: so.end?.scores, names: view.names }, measure: this.match.game.measures[0] ?? "",
      values: pictured.frame.measures ?? [], own: this.own, out: so.out, byScore: Boolean(this.match.game.match_decides) });
    this.pictured = shown;
    byId("status").dataset.game = String(this.head.number); // the same turn of another game may read alike
    setText(byId("status"), [shown === this.at ? "" : isDrawn ? "Before the moves, with what the AIs drew" : "Before the moves",
      board.status(pictured.frame, pictured.names.map(isolated)), this.#ending(game)].filter((words, i, all) => words && all.indexOf(words) === i).join(" · "));
    showResult(byId("result"), { match: this.match, index: this.gameIndex, game, board, isLast: this.at === this.last, own: this.own }, {
      again: () => this.#again(), game: (index) => this.choose(index), goTo: (to) => this.#goByHand(to) });
    showPlayers(byId("players"), view, board, so);
    showMoves(byId("moves"), view, board, this.at === 0 && entry.moves.length === 0 ? "Start" : `Moves of ${this.#where(entry)}`, this.hasDrawings);
    this.judge.show(entry, this.head, game.end?.judge, this.hides && this.at < this.last);
    this.story.show(game.end?.story ?? none, this.head.names, entry.first === 0 ? -1 : entry.turn, this.hides);
    setText(byId("message"), (game.end?.differences ?? []).map((text) => `The record differs from the rules here: ${text}`).join("\n"));
    const text = /** @type {HTMLDetailsElement} */ (byId("picture"));
    if (text.open) {
      /** @type {HTMLElement} */ (text.querySelector("pre")).textContent = board.text(pictured.frame);
    }
    this.curves.goneTo(this.at);
    this.controls.show({
      isPlaying: this.isPlaying, speed: this.speed, isBefore: this.isBefore, hasDrawings: this.hasDrawings, hidesResults: this.hides, hasSound: this.sound.isOn, isDouble: this.beside.index >= 0, where: this.#whereOf(entry),
      hasGames: this.match.games.length > 1, hasOther: this.#nextGame() >= 0, hasMarks: this.curves.stops.length > 0,
      hasCurves: document.body.dataset.curves !== "folded",
    });
    if (this.hasAddress) {
      this.#writeAddress(entry);
    }
    this.onshow();
    performance.clearMeasures("show");
    performance.measure("show", "show begins"); // seen in a browser's profile, and by tests
    performance.clearMarks("show begins");
  }

  /** @param {import("view/types").Entry} entry */
  #where(entry) {
    return entry.first === 0 ? "the start" : `turn ${entry.turn}`;
  }

  /** What the last frame says of the end. @param {import("view/source").Game} game */
  #ending({ end }) {
    return this.at !== this.last || !end ? "" : end.ranks || this.match.live ? end.reason ?? "" : "the record breaks off here";
  }

  /** @param {import("view/types").Entry} entry */
  #whereOf(entry) {
    const last = this.game?.entries[this.game.entries.length - 1].turn ?? 0;
    const steps = entry.last - entry.first + 1;
    const step = steps > 1 ? ` · step ${this.at - entry.first + 1}/${steps}` : "";
    const of = this.hides ? "" : ` of ${last}`;
    return entry.first === 0 ? `Start${of}` : `Turn ${entry.turn}${of}${step}`;
  }

  /** What has come about up to the frame shown: counted anew from the start only when going back. */
  #soFar() {
    const game = /** @type {import("view/source").Game} */ (this.game);
    const index = this.#entryIndex();
    if (!this.so || this.so.game !== game || this.so.index > index) {
      const count = this.head.names.length;
      this.so = { game, index: -1, out: new Set(), moved: new Set(), faults: Array(count).fill(0), lastMs: Array(count).fill(NaN), end: null };
    }
    const so = this.so;
    for (; so.index < index; ) {
      so.index += 1;
      const entry = game.entries[so.index];
      for (const move of entry.moves) {
        so.faults[move.seat - 1] += move.fault ? 1 : 0;
        so.lastMs[move.seat - 1] = move.ms;
        if (!move.phase) {
          so.moved.add(move.seat);
        }
      }
      entry.out.forEach((seat) => so.out.add(seat));
    }
    so.end = this.at === this.last ? game.end : null;
    return so;
  }

  /** @param {import("view/types").Entry} entry */
  #writeAddress(entry) {
    const words = new URLSearchParams([...this.keeps]);
    words.set("game", String(this.head.number));
    if (entry.first > 0 && !this.isFollowing) {
      words.set("turn", String(entry.turn));
    }
    if (this.at !== entry.last || (entry.first === 0 && this.isGrowing && !this.isFollowing)) {
      words.set("step", String(this.at - entry.first));
    }
    if (this.speed !== 4) {
      words.set("speed", String(this.speed));
    }
    this.ownHash = `#${words}`;
    clearTimeout(this.addressTimer);
    const isNewGame = this.isTurningPage;
    this.isTurningPage = false;
    if (this.ownHash === location.hash) {
      return;
    }
    if (isNewGame && !this.isPlaying) {
      history.pushState(null, "", this.ownHash);
      return;
    }
    // While it plays browsers would refuse so many changes of the address.
    this.addressTimer = setTimeout(() => history.replaceState(null, "", this.ownHash), this.isPlaying ? 500 : 100);
  }
}
