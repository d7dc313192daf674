// Playing, stepping, speed, marks: buttons and keys. Knows the viewer only by what it can do.

import { html, svg } from "view/svg.js";

export const speeds = [1, 2, 4, 8, 16, 32, 60];

/**
 * @typedef {object} Actions
 * @property {(frames: number) => void} step
 * @property {(turns: number) => void} turn
 * @property {(frame: number) => void} goTo -1 is the end
 * @property {(direction: number) => void} mark
 * @property {(direction: number) => void} changeGame
 * @property {(index: number) => void} game
 * @property {() => void} play
 * @property {(change: number) => void} faster
 * @property {(speed: number) => void} speed
 * @property {() => void} before
 * @property {() => void} save
 * @property {() => void} help
 */

/** Icons on a 24 × 24 grid. @type {Record<string, string>} */
const icons = {
  start: "M6 5v14M19 5L9 12l10 7z",
  back: "M17 5L7 12l10 7z",
  play: "M7 4.5L19 12 7 19.5z",
  pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
  forward: "M7 5l10 7-10 7z",
  end: "M18 5v14M5 5l10 7-10 7z",
  previousMark: "M14 6l-6 6 6 6M18 5v14",
  nextMark: "M10 6l6 6-6 6M6 5v14",
  before: "M12 5a7 7 0 1 1-7 7M12 5L8 2M12 5L8 8.5",
  save: "M12 4v11M7.5 11L12 15.5 16.5 11M5 20h14",
  nextGame: "M5 6l6 6-6 6M12 6l6 6-6 6",
};

/** The keys and their actions, for the list that ? shows. */
export const keys = [
  ["Space", "play, pause"],
  ["← →", "one step back, forward"],
  ["Page Up, Page Down", "ten turns back, forward"],
  ["Home, End", "start, end"],
  ["[ ]", "previous, next fault or elimination"],
  ["1 … 9", "game 1 … 9"],
  ["n", "next game"],
  ["+ −", "faster, slower"],
  ["b", "the board before these moves, as the AIs saw it"],
  ["s", "save the board as SVG"],
  ["?", "this list"],
];

/** @param {string} name @param {string} label @param {() => void} action */
function button(name, label, action) {
  const element = html("button", { type: "button", id: `do-${name}`, "aria-label": label, title: label }, icon(name));
  element.addEventListener("click", (event) => {
    action();
    if (event.detail > 0) {
      element.blur(); // keys go to the page again after a click
    }
  });
  return element;
}

/** @param {string} name */
const icon = (name) => svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: icons[name] }));

export class Controls {
  /** @param {HTMLElement} place @param {Actions} actions @param {HTMLElement} curve the choice of a curve */
  constructor(place, actions, curve) {
    this.shown = "";
    this.playButton = button("play", "Play (Space)", actions.play);
    this.beforeButton = button("before", "Board before the moves (b)", actions.before);
    this.speed = /** @type {HTMLSelectElement} */ (html("select", { id: "speed", "aria-label": "Speed", title: "Speed (+ −)" },
      ...speeds.map((speed) => html("option", { value: speed }, `${speed}/s`))));
    this.speed.addEventListener("change", () => actions.speed(Number(this.speed.value)));
    this.where = html("output", { class: "where", "aria-live": "polite" });
    place.replaceChildren(
      html("div", { class: "group" },
        button("start", "Start (Home)", () => actions.goTo(0)),
        button("back", "Step back (←)", () => actions.step(-1)),
        this.playButton,
        button("forward", "Step (→)", () => actions.step(1)),
        button("end", "End (End)", () => actions.goTo(-1))),
      this.speed, this.where, curve,
      html("div", { class: "group" },
        button("previousMark", "Previous fault or elimination ([)", () => actions.mark(-1)),
        button("nextMark", "Next fault or elimination (])", () => actions.mark(1)),
        button("nextGame", "Next game (n)", () => actions.changeGame(1))),
      html("div", { class: "group" }, this.beforeButton, button("save", "Save the board as SVG (s)", actions.save),
        helpButton(actions.help)));
    document.addEventListener("keydown", (event) => this.#press(event, actions));
  }

  /** @param {{isPlaying: boolean, speed: number, isBefore: boolean, where: string, hasGames: boolean, hasMarks: boolean}} state */
  show(state) {
    const name = state.isPlaying ? "pause" : "play";
    if (this.shown !== name) {
      this.shown = name;
      this.playButton.replaceChildren(icon(name));
      this.playButton.setAttribute("aria-label", state.isPlaying ? "Pause (Space)" : "Play (Space)");
    }
    this.beforeButton.setAttribute("aria-pressed", String(state.isBefore));
    this.speed.value = String(state.speed);
    this.where.textContent = state.where;
    this.where.setAttribute("aria-live", state.isPlaying ? "off" : "polite");
    for (const [id, isUseful] of /** @type {[string, boolean][]} */ ([["do-nextGame", state.hasGames], ["do-previousMark", state.hasMarks], ["do-nextMark", state.hasMarks]])) {
      /** @type {HTMLButtonElement} */ (document.getElementById(id)).disabled = !isUseful;
    }
  }

  /** @param {KeyboardEvent} event @param {Actions} actions */
  #press(event, actions) {
    const target = /** @type {HTMLElement} */ (event.target);
    const isOwn = target.closest?.("select, dialog, textarea, input:not([type=range])");
    if (event.ctrlKey || event.altKey || event.metaKey || isOwn) {
      return;
    }
    if (event.key === " " && target.closest?.("button, summary, a")) {
      return; // it presses that
    }
    const action = keyActions(actions)[event.key] ??
      (/^[1-9]$/.test(event.key) ? () => actions.game(Number(event.key) - 1) : null);
    if (action) {
      event.preventDefault();
      action();
    }
  }
}

/** @param {Actions} actions @returns {Record<string, () => void>} */
const keyActions = (actions) => ({
  " ": actions.play,
  ArrowLeft: () => actions.step(-1),
  ArrowRight: () => actions.step(1),
  PageUp: () => actions.turn(-10),
  PageDown: () => actions.turn(10),
  Home: () => actions.goTo(0),
  End: () => actions.goTo(-1),
  "[": () => actions.mark(-1),
  "]": () => actions.mark(1),
  n: () => actions.changeGame(1),
  "+": () => actions.faster(1),
  "-": () => actions.faster(-1),
  b: actions.before,
  s: actions.save,
  "?": actions.help,
});

/** @param {() => void} help */
function helpButton(help) {
  const element = html("button", { type: "button", id: "do-help", "aria-label": "Keys (?)", title: "Keys (?)" }, "?");
  element.addEventListener("click", help);
  return element;
}
