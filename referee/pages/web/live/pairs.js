// Choices of two places on the board: a stone and its neighbour, an area and the one it attacks. By
// mouse and touch: one after the other. By keys: a cursor that goes from place to place.

import { svg } from "view/svg.js";

/** @typedef {import("view/types").Spot} Spot */

/** Where arrows lead. @type {Record<string, [number, number]>} */
const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The nearest place on that side; what lies aside counts double. @param {Spot[]} spots @param {Spot} from @param {[number, number]} way */
export function nearest(spots, from, [dx, dy]) {
  let best = null;
  let least = Infinity;
  for (const spot of spots) {
    const [x, y] = [spot.at[0] - from.at[0], spot.at[1] - from.at[1]];
    const ahead = x * dx + y * dy;
    const cost = ahead + 2 * Math.abs(x * dy - y * dx);
    if (spot !== from && ahead > 1e-6 && cost < least) {
      least = cost;
      best = spot;
    }
  }
  return best;
}

export class Pairs {
  /**
   * @param {import("view/types").Pair[]} pairs
   * @param {Spot[]} spots
   * @param {string} at the place where the cursor was before
   * @param {{choose: (answer: string) => void, changed: () => void}} calls
   * @param {{closed?: Spot[], refusal?: (from: string, to: string | null) => string}} others places that can't be chosen, and why
   */
  constructor(pairs, spots, at, calls, { closed = [], refusal } = {}) {
    this.pairs = pairs;
    this.closed = closed;
    this.refusal = refusal;
    /** Why the last place wasn't taken. */
    this.refused = "";
    this.spots = new Map(spots.map((spot) => [spot.id, spot]));
    this.calls = calls;
    /** The place chosen first. @type {string | null} */
    this.from = null;
    this.sources = spots.filter((spot) => pairs.some((pair) => pair.from === spot.id));
    this.cursor = this.sources.find((spot) => spot.id === at) ?? this.#closest(at, spots) ?? this.spots.get(pairs[0]?.from ?? "") ?? null;
  }

  /** The source closest to a place that is none any more. @param {string} at @param {Spot[]} spots */
  #closest(at, spots) {
    const old = spots.find((spot) => spot.id === at);
    const distance = (/** @type {Spot} */ spot) => Math.hypot(spot.at[0] - (old?.at[0] ?? 0), spot.at[1] - (old?.at[1] ?? 0));
    return old ? [...this.sources].sort((a, b) => distance(a) - distance(b))[0] : null;
  }

  /** Where the cursor may go now. */
  get open() {
    const { from } = this;
    return from === null ? this.sources : [...this.spots.values()].filter((spot) =>
      spot.id === from || this.pairs.some((pair) => pair.from === from && pair.to === spot.id));
  }

  /** In words, for those who can't see the board. */
  get words() {
    const name = (/** @type {string | null} */ id) => this.spots.get(id ?? "")?.name ?? "";
    if (!this.cursor) {
      return "";
    }
    const pair = this.pairs.find((each) => each.from === this.from && each.to === this.cursor?.id);
    return this.from === null ? name(this.cursor.id)
      : pair ? `${pair.what} ${name(pair.to)} from ${name(pair.from)}${pair.leads ? `: ${pair.leads}` : ""}` : `${name(this.from)} chosen`;
  }

  /** @param {string} key @returns {boolean} whether the key means something here */
  press(key) {
    if (!this.cursor) {
      return false;
    }
    this.refused = "";
    if (ways[key]) {
      this.cursor = nearest(this.open, this.cursor, ways[key]) ?? this.cursor;
    } else if (key === "." || key === ",") {
      const { open } = this;
      const next = open.indexOf(this.cursor) + (key === "." ? 1 : -1);
      this.cursor = open[(next + open.length) % open.length];
    } else if (key === "Enter" || key === " ") {
      this.pick(this.cursor.id);
      return true;
    } else if ((key === "Escape" || key === "Backspace") && this.from !== null) {
      this.cursor = this.spots.get(this.from) ?? this.cursor;
      this.from = null;
    } else {
      return false;
    }
    this.calls.changed();
    return true;
  }

  /** Takes a place: the first one, the second one, or none if it is the first again. @param {string} id */
  pick(id) {
    const pair = this.pairs.find((each) => each.from === this.from && each.to === id);
    if (pair) {
      this.calls.choose(pair.answer);
      return;
    }
    const isSource = this.sources.some((spot) => spot.id === id);
    // Why not: of the two places together, or of the only one.
    this.refused = this.from === id ? "" : this.from !== null ? this.refusal?.(this.from, id) ?? "" : isSource ? "" : this.refusal?.(id, null) ?? "";
    this.from = isSource && this.from !== id ? id : isSource || this.refused === "" ? null : this.from;
    this.cursor = this.spots.get(isSource ? id : this.cursor?.id ?? "") ?? this.cursor;
    this.calls.changed();
  }

  /** What lies over the board: places to click, the cursor, what is chosen. */
  draw() {
    const open = new Set(this.open.map((spot) => spot.id));
    const marks = this.from === null ? [] : [...open].filter((id) => id !== this.from);
    /** @param {string | null | undefined} id @param {string} kind */
    const outline = (id, kind) => svg("path", { class: `hand-${kind}`, d: this.spots.get(id ?? "")?.d ?? "", "data-spot": id ?? "" });
    const parts = marks.map((id) => outline(id, "target"));
    if (this.from !== null) {
      parts.push(outline(this.from, "chosen"));
    }
    if (this.cursor) {
      parts.push(outline(this.cursor.id, "cursor"));
    }
    for (const spot of this.spots.values()) {
      const isOpen = open.has(spot.id) || this.sources.includes(spot);
      parts.push(this.#place(spot, isOpen ? " open" : ""));
    }
    parts.push(...(this.refusal ? this.closed : []).map((spot) => this.#place(spot, " closed")));
    return parts;
  }

  /** A place to click. @param {Spot} spot @param {string} kind */
  #place(spot, kind) {
    const leads = this.pairs.find((pair) => pair.from === this.from && pair.to === spot.id)?.leads;
    const area = svg("path", { class: `hand-spot${kind}`, d: spot.d, "data-pick": spot.id }, svg("title", {}, `${spot.name}${leads ? `: ${leads}` : ""}`));
    area.addEventListener("click", () => this.pick(spot.id));
    return area;
  }
}
