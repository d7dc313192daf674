// The picture of a board. From one frame to the next it touches only what has changed, and pieces
// move to their new places. It also has the patterns that tell seats apart without colours.

import { svg } from "view/svg.js";

/** The longest time that a piece needs to its new place, in milliseconds. */
const longest = 220;

/**
 * The marks of each seat's pattern in a square of 8 × 8; seat 1 has none. Lines go on from square to square.
 * @type {string[]}
 */
const marks = [
  "", "M-2 2L2 -2M0 8L8 0M6 10L10 6", "M4 2.6a1.4 1.4 0 1 0 .01 0z", "M0 4H8", "M4 0V8", "M0 4H8M4 0V8", "M-2 6L2 10M0 0L8 8M6 -2L10 2", "M0 2L4 6L8 2",
];
let pictures = 0; // each has patterns of its own: references into a hidden picture would show nothing

/**
 * Patterns for a picture: "solid" ones lie on the colour of a seat, "mixed" ones on its mixture with the ground.
 * Style sheets use them as --pattern-solid and --pattern-mixed of the nearest seat.
 * @param {SVGElement} picture @param {number} period in the picture's units
 */
function addPatterns(picture, period) {
  const name = `picture-${++pictures}`;
  const defs = svg("defs");
  for (let seat = 2; seat <= marks.length; ++seat) {
    for (const kind of ["solid", "mixed"]) {
      const id = `${name}-${kind}-${seat}`;
      defs.append(svg("pattern", { id, class: `s${seat}`, width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: `scale(${(period / 8).toFixed(3)})` },
        svg("path", { class: `pattern-${kind}`, d: marks[seat - 1] })));
      picture.style.setProperty(`--${kind}-${seat}`, `url(#${id})`);
    }
  }
  return defs;
}

/** @param {string} game its name becomes a class, for style sheets */
const classOf = (game) => `game-${/^\w+$/.test(game) ? game : "other"}`;

/**
 * A picture for itself, such as one of a legend or a preview.
 * @param {string} game @param {import("view/types").Sample} sample @param {number} period of patterns
 */
export function pictureOf(game, { box, parts }, period) {
  const picture = svg("svg", { class: classOf(game), viewBox: box.join(" "), "aria-hidden": "true" });
  picture.append(addPatterns(picture, period), ...parts);
  return picture;
}

/** How wide a pattern's square is on a board: the same on the screen for large and small ones. @param {import("view/types").Board} board */
export const periodOf = (board) => Math.max(board.box[2], board.box[3]) / 66;

export class Stage {
  /** @param {string} game */
  constructor(game) {
    this.title = svg("title");
    this.picture = svg("svg", { role: "img", class: classOf(game) }, this.title);
    /** Elements that the board may keep, by key. @type {Map<string, {state: string | number, element: Element}>} */
    this.kept = new Map();
    /** @type {import("view/types").Board | null} */
    this.board = null;
    /** @type {Element[]} */
    this.defs = [];
  }

  /** Another game: nothing is kept. @param {import("view/types").Board} board */
  take(board) {
    this.board = board;
    this.kept = new Map();
    this.picture.setAttribute("viewBox", board.box.join(" "));
    this.picture.style.setProperty("--outline", `${(periodOf(board) / 3).toFixed(3)}px`);
    this.defs = [addPatterns(this.picture, periodOf(board))];
  }

  /**
   * @param {import("view/types").View} view
   * @param {{title: string, over?: Element[], motion?: number, own?: number}} options `over`: what lies over the board;
   *   `motion`: how long pieces may move, in milliseconds, 0: they don't; `own`: the seat whose pieces are outlined, 0: none
   */
  show(view, { title, over = [], motion = 0, own = 0 }) {
    if (!this.board) {
      return;
    }
    /** @type {Stage["kept"]} */
    const kept = new Map();
    const moved = /** @type {[Element, number[]][]} */ ([]);
    /** @type {import("view/types").Scene["keep"]} */
    const keep = (key, state, make, move) => {
      const known = this.kept.get(key);
      const made = known && known.state === state ? known : { state, element: make() };
      kept.set(key, made);
      if (move) {
        moved.push([made.element, move]);
      }
      return made.element;
    };
    const parts = this.board.draw(/** @type {import("view/types").Scene} */ ({ ...view, keep, motion, own })); // a frame needs these, too
    if (own) {
      this.picture.dataset.own = String(own);
    } else if (this.picture.dataset.own) {
      delete this.picture.dataset.own;
    }
    this.kept = kept;
    const added = put(this.picture, [this.title, ...this.defs, ...parts, ...over]);
    if (this.title.textContent !== title) {
      this.title.textContent = title;
    }
    if (motion > 0) {
      const ms = Math.min(longest, motion);
      for (const element of added) {
        for (const piece of [element, ...element.querySelectorAll("[data-from]")]) {
          glide(piece, (piece.getAttribute("data-from") ?? "").split(" ").map(Number), ms);
        }
      }
      moved.forEach(([element, move]) => glide(element, move, ms));
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

/** Moves an element to its place from where it comes (`from()` of svg.js). @param {Element} piece @param {number[]} way @param {number} ms */
function glide(piece, [dx, dy, angle], ms) {
  if (dx || dy || angle) {
    piece.animate([{ transform: `translate(${dx || 0}px, ${dy || 0}px) rotate(${angle || 0}deg)` }, { transform: "none" }], { duration: ms, easing: "ease-out" });
  }
}
