// Playing, stepping, speed, marks: buttons, keys, and the menu of what is needed now and then. Knows
// the viewer only by what it can do.

import { html, svg } from "view/svg.js";

export const speeds = [1, 2, 4, 8, 16, 32, 60, 250, 1000];

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
 * @property {() => void} curves
 * @property {() => void} help
 * @property {() => void} drawings
 * @property {() => void} results
 * @property {() => void} beside
 * @property {() => void} sound
 * @property {() => void} share
 * @property {() => void} rules
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
  curves: "M4 18l5-7 4 4 7-10",
  more: "M5 12h.01M12 12h.01M19 12h.01",
};

/** The keys and their actions, for the list that ? shows. */
export const keys = [
  ["Space", "play, pause"],
  ["← →", "one step back, forward"],
  ["Page Up, Page Down", "ten turns back, forward"],
  ["Home, End", "start, end"],
  ["[ ]", "previous, next fault, elimination or mistake"],
  ["1 … 9", "game 1 … 9"],
  ["p n", "previous, next game"],
  ["+ −", "faster, slower"],
  ["b", "the board before these moves, as the AIs saw it"],
  ["c", "show or fold the curves"],
  ["d", "what AIs draw, on the board that they saw"],
  ["g", "another game of the match beside this one"],
  ["v", "sound"],
  ["m", "share this moment: link, picture, video"],
  ["s", "save the board as SVG"],
  ["x", "hide results and what is to come"],
  ["h", "how the game works"],
  ["?", "this list"],
];

/** @param {string} name */
const icon = (name) => svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: icons[name] }));

/** @param {HTMLElement} element @param {() => void} action */
function pressed(element, action) {
  element.addEventListener("click", (event) => {
    action();
    if (event.detail > 0) {
      element.blur(); // keys go to the page again after a click
    }
  });
  return element;
}

/** @param {string} name @param {string} label @param {() => void} action */
const button = (name, label, action) =>
  pressed(html("button", { type: "button", id: `do-${name}`, "aria-label": label, title: label }, icon(name)), action);

/**
 * The menu: a button that opens a list of buttons. The browser closes it at Escape and at a click elsewhere.
 * @param {[name: string, label: string, key: string, action: () => void][]} entries
 */
function menu(entries) {
  const list = html("div", { id: "menu", popover: "auto", class: "menu", role: "group", "aria-label": "More" },
    ...entries.map(([name, label, key, action]) => {
      const entry = html("button", { type: "button", id: `do-${name}` }, html("span", {}, label), html("kbd", {}, key));
      entry.addEventListener("click", () => {
        list.hidePopover();
        action();
      });
      return entry;
    }));
  const opener = html("button", { type: "button", id: "do-more", "aria-label": "More", title: "More", popovertarget: "menu" }, icon("more"));
  list.addEventListener("beforetoggle", () => {
    const { right, top } = opener.getBoundingClientRect();
    list.style.right = `${Math.max(4, document.documentElement.clientWidth - right)}px`;
    list.style.bottom = `${document.documentElement.clientHeight - top + 4}px`;
    list.style.maxHeight = `${top - 8}px`;
  });
  return [opener, list];
}

/** Touches the attribute only if it changes. @param {HTMLElement} element @param {string} name @param {string} value */
function set(element, name, value) {
  if (element.getAttribute(name) !== value) {
    element.setAttribute(name, value);
  }
}

export class Controls {
  /** @param {HTMLElement} place @param {Actions} actions @param {HTMLElement} curve the choice of a curve */
  constructor(place, actions, curve) {
    this.shown = "";
    this.playButton = button("play", "Play (Space)", actions.play);
    this.curvesButton = button("curves", "Curves (c)", actions.curves);
    this.speed = /** @type {HTMLSelectElement} */ (html("select", { id: "speed", "aria-label": "Speed", title: "Speed (+ −)" },
      ...speeds.map((speed) => html("option", { value: speed }, `${speed}/s`))));
    this.speed.addEventListener("change", () => actions.speed(Number(this.speed.value)));
    this.where = html("output", { class: "where", "aria-live": "polite" });
    const [opener, list] = menu([
      ["toStart", "Start", "Home", () => actions.goTo(0)],
      ["toEnd", "End", "End", () => actions.goTo(-1)],
      ["toPreviousMark", "Previous fault or elimination", "[", () => actions.mark(-1)],
      ["toNextMark", "Next fault or elimination", "]", () => actions.mark(1)],
      ["previousGame", "Previous game", "p", () => actions.changeGame(-1)],
      ["nextGame", "Next game", "n", () => actions.changeGame(1)],
      ["before", "Board before the moves", "b", actions.before],
      ["drawings", "What AIs draw", "d", actions.drawings],
      ["results", "Hide results", "x", actions.results],
      ["beside", "Another game beside it", "g", actions.beside],
      ["sound", "Sound", "v", actions.sound],
      ["share", "Share this moment", "m", actions.share],
      ["save", "Save the board as SVG", "s", actions.save],
      ["help", "Keys", "?", actions.help],
    ]);
    /** Entries that are on or off. @param {string} name */
    const entry = (name) => /** @type {HTMLElement} */ (list.querySelector(`#do-${name}`));
    this.switches = { isBefore: entry("before"), hasDrawings: entry("drawings"), hidesResults: entry("results"), hasSound: entry("sound"), isDouble: entry("beside") };
    place.replaceChildren(
      html("div", { class: "group" },
        button("start", "Start (Home)", () => actions.goTo(0)),
        button("back", "Step back (←)", () => actions.step(-1)),
        this.playButton,
        button("forward", "Step (→)", () => actions.step(1)),
        button("end", "End (End)", () => actions.goTo(-1))),
      this.speed, this.where,
      html("div", { class: "group marks" },
        button("previousMark", "Previous fault or elimination ([)", () => actions.mark(-1)),
        button("nextMark", "Next fault or elimination (])", () => actions.mark(1))),
      curve,
      html("div", { class: "group" }, this.curvesButton, opener), list);
    document.addEventListener("keydown", (event) => this.#press(event, actions));
  }

  /**
   * @param {{isPlaying: boolean, speed: number, isBefore: boolean, hasDrawings: boolean, hidesResults: boolean, hasSound: boolean, isDouble: boolean, where: string, hasGames: boolean,
   *   hasOther: boolean, hasMarks: boolean, hasCurves: boolean}} state
   */
  show(state) {
    const name = state.isPlaying ? "pause" : "play";
    if (this.shown !== name) {
      this.shown = name;
      this.playButton.replaceChildren(icon(name));
      this.playButton.setAttribute("aria-label", state.isPlaying ? "Pause (Space)" : "Play (Space)");
    }
    for (const name of /** @type {const} */ (["isBefore", "hasDrawings", "hidesResults", "hasSound", "isDouble"])) {
      set(this.switches[name], "aria-pressed", String(state[name]));
    }
    set(this.curvesButton, "aria-expanded", String(state.hasCurves));
    if (this.speed.value !== String(state.speed)) {
      this.speed.value = String(state.speed);
    }
    if (this.where.textContent !== state.where) {
      this.where.textContent = state.where;
    }
    set(this.where, "aria-live", state.isPlaying ? "off" : "polite");
    for (const [names, isUseful] of /** @type {[string[], boolean][]} */ ([
      [["nextGame", "previousGame"], state.hasGames], [["beside"], state.hasOther], [["previousMark", "nextMark", "toPreviousMark", "toNextMark"], state.hasMarks]])) {
      for (const each of names) {
        const button = /** @type {HTMLButtonElement} */ (document.getElementById(`do-${each}`));
        if (button.disabled === isUseful) {
          button.disabled = !isUseful;
        }
      }
    }
  }

  /** @param {KeyboardEvent} event @param {Actions} actions */
  #press(event, actions) {
    const target = targetOf(event);
    const isOwn = target.closest?.("select, dialog[open], textarea, [popover], input:not([type=range])");
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

/**
 * What a key is for. A dialog that was closed keeps the focus until the browser draws again: keys that come before then are the page's.
 * @param {KeyboardEvent} event @returns {HTMLElement}
 */
export function targetOf(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  return target.closest?.("dialog:not([open])") ? document.body : target;
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
  p: () => actions.changeGame(-1),
  "+": () => actions.faster(1),
  "-": () => actions.faster(-1),
  b: actions.before,
  c: actions.curves,
  d: actions.drawings,
  g: actions.beside,
  h: actions.rules,
  m: actions.share,
  s: actions.save,
  v: actions.sound,
  x: actions.results,
  "?": actions.help,
});
