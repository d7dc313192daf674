// Another game of the match beside the one shown: both go to the same turn together, so that a
// person sees where two games on one field part.

import { showNames } from "view/names.js";
import { Stage } from "view/stage.js";
import { html, isolated } from "view/svg.js";

/**
 * The frame that belongs to another game's: in the same turn, as many steps into it; the last one of a turn beside the last
 * one. A game that is over stays at its end.
 * @param {import("view/source").Game} game @param {import("view/types").Entry} entry of the other game @param {number} at its frame
 */
export function frameBeside(game, entry, at) {
  const own = game.entries[game.entryOfTurn(entry.turn)];
  if (at === entry.last || own.turn < entry.turn) {
    return own.last;
  }
  return Math.min(own.first + (at - entry.first), own.last);
}

/**
 * @typedef {object} Together what the viewer tells of the game that it shows
 * @property {import("view/types").Entry} entry
 * @property {number} at its frame
 * @property {boolean} isStart nothing has been played
 * @property {number} motion how long pieces may move, in milliseconds; 0: they don't
 */

export class Beside {
  /**
   * @param {HTMLElement} place hidden while no game is beside
   * @param {import("view/types").Source} source
   * @param {import("view/types").BoardMaker} makeBoard
   * @param {{viewOf: typeof import("view/viewer").viewOf, choose: (index: number) => void, close: () => void, redraw: () => void}} actions
   *   `choose`, `close`: a person wants another game or none; `redraw`: it has been unpacked, or drawn anew
   */
  constructor(place, source, makeBoard, actions) {
    this.place = place;
    this.source = source;
    this.makeBoard = makeBoard;
    this.actions = actions;
    this.index = -1;
    this.wishes = 0;
    this.shown = -1;
    /** @type {import("view/source").Game | null} */
    this.game = null;
    /** @type {import("view/types").Board | null} */
    this.board = null;
    this.stage = new Stage(source.match.game.name);
    this.names = html("ol", { id: "beside-names", class: "names" });
    this.status = html("p", { class: "status" });
    this.choice = /** @type {HTMLSelectElement} */ (html("select", { id: "beside-game", "aria-label": "Game beside it" }));
    this.choice.addEventListener("change", () => actions.choose(Number(this.choice.value)));
    const close = html("button", { type: "button", id: "do-close-beside", "aria-label": "Close the game beside it", title: "Close (g)" }, "×");
    close.addEventListener("click", () => actions.close());
    this.picture = html("div", { class: "board" }, this.stage.picture);
    place.replaceChildren(html("div", { class: "line" }, this.names, html("div", { class: "pick" }, this.choice, this.status, close)), this.picture);
  }

  /** Shows a game from its place in the list of games; −1: none. `main`: the one that is shown already. @param {number} index @param {number} main */
  async open(index, main) {
    const wish = ++this.wishes;
    this.index = index;
    this.game = null;
    this.shown = -1;
    this.place.hidden = index < 0;
    this.place.parentElement?.classList.toggle("double", index >= 0);
    if (index < 0) {
      this.stage.picture.replaceChildren();
      return;
    }
    this.choice.replaceChildren(...this.source.match.games.flatMap((head, i) => (i === main ? [] : [
      html("option", { value: i, ...(i === index ? { selected: "" } : {}) }, `Game ${head.number}`)])));
    const game = await this.source.game(index);
    if (wish !== this.wishes || !game || game.frames === 0) {
      return;
    }
    const board = await this.makeBoard(game.frame(0), this.picture);
    if (wish !== this.wishes) {
      return;
    }
    this.game = game;
    this.board = board;
    this.stage.take(board);
    this.picture.style.setProperty("--aspect", String(board.box[2] / board.box[3]));
    board.onchange = (isOther) => {
      if (this.board === board) {
        if (isOther) {
          this.stage.take(board);
          this.shown = -1;
        }
        this.actions.redraw();
      }
    };
    this.actions.redraw();
  }

  /** @param {Together} together */
  show({ entry, at, isStart, motion }) {
    const { game, board } = this;
    if (!game || !board) {
      return;
    }
    const { match } = this.source;
    const head = match.games[this.index];
    const frame = isStart ? 0 : frameBeside(game, entry, at);
    const view = this.actions.viewOf(game, frame, head);
    const isEnd = frame === game.frames - 1;
    const end = isEnd ? game.end : null;
    const status = board.status(view.frame, view.names.map(isolated));
    this.stage.show(view, { title: `${match.game.name}, game ${head.number}: ${status}`, motion: frame === this.shown + 1 ? motion : 0 });
    this.shown = frame;
    const out = new Set(game.entries.slice(0, game.entryOf[frame] + 1).flatMap((each) => each.out));
    showNames(this.names, { head: { ...head, ranks: end?.ranks, scores: end?.scores, names: view.names }, measure: match.game.measures[0] ?? "",
      values: view.frame.measures ?? [], own: "", out, byScore: Boolean(match.game.match_decides) });
    const reason = end?.reason ?? "";
    const turn = view.entry.turn < entry.turn && isEnd ? `over after turn ${view.entry.turn}` : "";
    this.status.textContent = [turn, status, reason].filter((words, i, all) => words && all.indexOf(words) === i).join(" · ");
    this.status.title = this.status.textContent;
  }
}
