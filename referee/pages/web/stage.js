// The picture of a board. From one frame to the next it touches only what has changed, and pieces
// move to their new places.

import { svg } from "view/svg.js";

/** The longest time that a piece needs to its new place, in milliseconds. */
const longest = 220;

export class Stage {
  /** @param {string} game its name becomes a class, for style sheets */
  constructor(game) {
    this.title = svg("title");
    this.picture = svg("svg", { role: "img", class: `game-${/^\w+$/.test(game) ? game : "other"}` }, this.title);
    /** Elements that the board may keep, by key. @type {Map<string, {state: string | number, element: Element}>} */
    this.kept = new Map();
    /** @type {import("view/types").Board | null} */
    this.board = null;
  }

  /** Another game: nothing is kept. @param {import("view/types").Board} board */
  take(board) {
    this.board = board;
    this.kept = new Map();
    this.picture.setAttribute("viewBox", board.box.join(" "));
  }

  /**
   * @param {import("view/types").View} view
   * @param {{title: string, over?: Element[], motion?: number}} options `over`: what lies over the board; `motion`: how
   *   long pieces may move, in milliseconds, 0: they don't
   */
  show(view, { title, over = [], motion = 0 }) {
    if (!this.board) {
      return;
    }
    /** @type {Stage["kept"]} */
    const kept = new Map();
    const keep = (/** @type {string} */ key, /** @type {string | number} */ state, /** @type {() => Element} */ make) => {
      const known = this.kept.get(key);
      const made = known && known.state === state ? known : { state, element: make() };
      kept.set(key, made);
      return made.element;
    };
    const parts = this.board.draw({ ...view, keep });
    this.kept = kept;
    const added = put(this.picture, [this.title, ...parts, ...over]);
    if (this.title.textContent !== title) {
      this.title.textContent = title;
    }
    if (motion > 0) {
      added.forEach((element) => glide(element, Math.min(longest, motion)));
    }
  }
}

/** Makes `parts` the children, and touches only those that weren't in their place. Returns the new ones. @param {Element} parent @param {Element[]} parts */
export function put(parent, parts) {
  const wanted = new Set(parts);
  for (const child of [...parent.children]) {
    if (!wanted.has(child)) {
      child.remove();
    }
  }
  const added = [];
  let place = parent.firstElementChild;
  for (const part of parts) {
    if (part === place) {
      place = place.nextElementSibling;
    } else {
      if (part.parentNode !== parent) {
        added.push(part);
      }
      parent.insertBefore(part, place);
    }
  }
  return added;
}

/** Moves an element, and those within it, from where they come from (`from()` of svg.js). @param {Element} element @param {number} ms */
function glide(element, ms) {
  for (const piece of [element, ...element.querySelectorAll("[data-from]")]) {
    const [dx, dy, angle] = (piece.getAttribute("data-from") ?? "").split(" ").map(Number);
    if (dx || dy || angle) {
      piece.animate([{ transform: `translate(${dx}px, ${dy}px) rotate(${angle || 0}deg)` }, { transform: "none" }], { duration: ms, easing: "ease-out" });
    }
  }
}
