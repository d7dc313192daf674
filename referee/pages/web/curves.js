// The time line: curves of one measure over the game, marks of faults and eliminations, the place
// that is shown. A click goes there.

import { percent, shapes } from "view/judge.js";
import { readNotes } from "view/notes.js";
import { figure, html, isolated, n, svg, visible } from "view/svg.js";
import { byTeam } from "view/teams.js";

const margin = { left: 56, right: 30, top: 8, bottom: 18 }; // in type of 14 px; they grow with it
const sliceMs = 8; // how long the page may stand still while curves are computed

/** The curve of what AIs say of their positions, if they name it differently. */
const ownValues = "own values (notes)";

/** A mark of the time line. @typedef {{frame: number, seat: number, kind: "fault" | "out", text: string}} Mark */
/** A move that lost a chance. @typedef {{frame: number, seat: number, kind: "doubtful" | "mistake" | "blunder", text: string}} Loss */

export class Curves {
  /**
   * @param {HTMLElement} place
   * @param {(frame: number) => void} goTo
   */
  constructor(place, goTo) {
    this.place = place;
    this.goTo = goTo;
    this.chosen = "";
    /** @type {import("view/source").Game | null} */
    this.game = null;
    this.names = /** @type {string[]} */ ([]);
    this.measures = /** @type {string[]} */ ([]);
    /** @type {string[]} */
    this.firstValues = [];
    this.taken = 0;
    this.computed = 0;
    this.offered = "";
    /** Of each curve the values by seat and frame. @type {Map<string, Float32Array[]>} */
    this.series = new Map();
    /** @type {Mark[]} */
    this.marks = [];
    /** @type {Loss[]} */
    this.losses = [];
    /** The seats of each place, from 1: places have chances. @type {number[][]} */
    this.members = [];
    this.at = 0;
    this.hides = false;
    this.width = 600;
    this.height = 112;
    this.unit = 1;
    this.job = 0;
    this.choice = html("select", { id: "curve", "aria-label": "Curve", title: "Curve" });
    this.picture = svg("svg", { class: "chart", "aria-hidden": "true" });
    this.range = /** @type {HTMLInputElement} */ (html("input", { type: "range", min: 0, "aria-label": "Position in the game" }));
    place.replaceChildren(this.picture, this.range);
    this.choice.addEventListener("change", () => {
      this.chosen = /** @type {HTMLSelectElement} */ (this.choice).value;
      this.draw();
    });
    this.range.addEventListener("input", () => this.goTo(Number(this.range.value)));
    const follow = (/** @type {PointerEvent} */ event) => {
      if (event.buttons === 1 || event.type === "pointerdown") {
        const { left, right } = this.picture.getBoundingClientRect();
        const x = Math.max(left + margin.left * this.unit, Math.min(right - margin.right * this.unit, event.clientX));
        this.goTo(this.frameAt(x) ?? this.at);
      }
    };
    this.frameAt = (/** @type {number} */ x) => {
      const box = this.picture.checkVisibility() ? this.picture.getBoundingClientRect() : null;
      const range = this.range.getBoundingClientRect();
      const inside = box ? (x - box.left - margin.left * this.unit) / (box.width - (margin.left + margin.right) * this.unit)
        : (x - range.left - 8) / (range.width - 16);
      return this.game && inside > -0.02 && inside < 1.02 ? Math.round(Math.max(0, Math.min(1, inside)) * this.last) : null;
    };
    this.picture.addEventListener("pointerdown", (event) => {
      this.picture.setPointerCapture(event.pointerId);
      follow(event);
    });
    this.picture.addEventListener("pointermove", follow);
    new ResizeObserver(() => this.draw()).observe(this.picture);
  }

  get last() {
    return Math.max(0, (this.game?.frames ?? 1) - 1);
  }

  /**
   * @param {import("view/source").Game} game
   * @param {string[]} measures names of what each frame's `measures` hold
   * @param {import("view/types").GameHead} head
   */
  show(game, measures, head) {
    this.game = game;
    this.measures = measures;
    this.names = head.names;
    this.members = byTeam(head).members;
    this.series = new Map();
    this.marks = [];
    this.losses = [];
    /** By seat: the name of the first value that its notes have. @type {string[]} */
    this.firstValues = [];
    this.taken = 0; // entries whose moves are in
    this.computed = 0; // frames whose measures are in
    this.grow();
    this.draw();
  }

  /** Takes in what has come since. */
  grow() {
    const { game } = this;
    if (!game) {
      return;
    }
    this.range.max = String(this.last);
    this.measures.forEach((name) => this.#curve(name));
    this.#collectMoves(game);
    const all = [...this.measures, ...[...this.series.keys()].filter((name) => !this.measures.includes(name))];
    if (new Set(this.firstValues.filter(Boolean)).size > 1) {
      all.push(ownValues); // else one curve has them all
    }
    if (all.join("\n") !== this.offered) {
      this.offered = all.join("\n");
      this.choice.replaceChildren(...all.map((name) => html("option", { value: name }, visible(name))));
    }
    this.chosen = all.includes(this.chosen) ? this.chosen : all[0];
    /** @type {HTMLSelectElement} */ (this.choice).value = this.chosen;
    this.#compute(game);
  }

  /** Reads the measures of new frames, a slice at a time. @param {import("view/source").Game} game */
  #compute(game) {
    delete this.place.dataset.ready;
    const job = ++this.job;
    const go = () => {
      if (job !== this.job) {
        return; // there is more by now, or another game
      }
      const curves = this.measures.map((name) => this.#curve(name));
      const until = performance.now() + sliceMs;
      while (this.computed < game.frames && performance.now() < until) {
        const values = game.frame(this.computed).measures;
        for (let m = 0; m < curves.length; ++m) {
          for (let seat = 0; seat < this.names.length; ++seat) {
            curves[m][seat][this.computed] = values[seat]?.[m] ?? NaN;
          }
        }
        this.computed += 1;
      }
      if (this.computed < game.frames) {
        setTimeout(go);
      } else {
        this.place.dataset.ready = "true";
        this.draw();
      }
    };
    setTimeout(go);
  }

  /** The values of a curve by seat, with room for all frames. @param {string} name */
  #curve(name) {
    const frames = this.game?.frames ?? 0;
    let curve = this.series.get(name) ?? this.names.map(() => new Float32Array(0));
    if ((curve[0]?.length ?? frames) < frames) {
      curve = curve.map((values) => {
        const longer = new Float32Array(this.game?.end ? frames : 2 * frames).fill(NaN);
        longer.set(values);
        return longer;
      });
    }
    this.series.set(name, curve);
    return curve;
  }

  /** Times and values of notes, and the marks. @param {import("view/source").Game} game */
  #collectMoves(game) {
    const times = this.#curve("time per move (ms)");
    for (; this.taken < game.entries.length; ++this.taken) {
      const entry = game.entries[this.taken];
      for (const move of entry.moves) {
        if (!move.phase) {
          times[move.seat - 1][entry.last] = move.ms;
        }
        if (move.mark) {
          this.losses.push({ frame: entry.last, seat: move.seat, kind: move.mark, text: `${move.mark}: lost ${percent(move.loss ?? 0)}` });
        }
        if (move.fault) {
          this.marks.push({ frame: entry.last, seat: move.seat, kind: "fault", text: `${move.fault}: ${move.reason ?? ""}` });
        }
        const said = [{ by: "notes", notes: move.notes }, ...(move.analyses ?? []).map(({ name, notes }) => ({ by: `${name}'s notes`, notes }))];
        for (const { by, notes } of said) {
          const values = notes?.includes("@value") ? readNotes(notes).values : [];
          for (const [name, value] of values) {
            this.#curve(`${name} (${by})`)[move.seat - 1][entry.last] = value;
          }
          if (by === "notes" && values.length > 0) {
            this.firstValues[move.seat - 1] ||= values[0][0];
          }
        }
      }
      for (const seat of entry.out) {
        this.marks.push({ frame: entry.last, seat, kind: "out", text: "out" });
      }
    }
  }

  /** Where keys go: faults, eliminations, mistakes. */
  get stops() {
    return [...this.marks, ...this.losses.filter(({ kind }) => kind !== "doubtful")];
  }

  /** @param {number} frame */
  goneTo(frame) {
    this.at = frame;
    this.range.value = String(frame);
    const x = this.#x(frame);
    this.cursor?.setAttribute("x1", String(x));
    this.cursor?.setAttribute("x2", String(x));
    if (this.hides) {
      this.veil?.setAttribute("x", String(x));
      this.veil?.setAttribute("width", String(Math.max(0, this.width - x)));
    }
  }

  /** What comes after the frame shown is hidden, or not any more. @param {boolean} hides */
  hide(hides) {
    if (this.hides !== hides) {
      this.hides = hides;
      this.draw();
    }
  }

  /** The values of the chosen curve by seat. Where AIs name their values differently, each has its own scale: from -1 to 1. */
  #values() {
    const frames = this.game?.frames;
    if (this.chosen !== ownValues) {
      return (this.series.get(this.chosen) ?? []).map((values) => values.subarray(0, frames));
    }
    return this.names.map((_, seat) => {
      const values = this.series.get(`${this.firstValues[seat]} (notes)`)?.[seat].subarray(0, frames) ?? new Float32Array(0);
      const most = values.reduce((max, value) => (Math.abs(value) > max ? Math.abs(value) : max), 0) || 1;
      return values.map((value) => value / most);
    });
  }

  /** Where the values of both of two AIs are above 0 they disagree: both hope to win. @param {Float32Array[]} curve @param {number} top @param {number} bottom */
  #drawHopes(curve, top, bottom) {
    const isUsual = curve.length === 2 && curve.every((values) => values.some((value) => value < 0));
    const parts = [];
    const newest = [NaN, NaN];
    let begin = -1;
    for (let frame = 0; isUsual && frame <= curve[0].length; ++frame) {
      curve.forEach((values, seat) => {
        newest[seat] = Number.isNaN(values[frame] ?? NaN) ? newest[seat] : values[frame];
      });
      const isBoth = frame < curve[0].length && newest[0] > 0 && newest[1] > 0;
      if (isBoth && begin < 0) {
        begin = frame;
      } else if (!isBoth && begin >= 0) {
        const x = this.#x(begin);
        parts.push(svg("rect", { class: "hope", x: n(x), y: n(top), width: n(Math.max(1, this.#x(frame - 1) - x)), height: n(bottom - top) },
          svg("title", {}, "both AIs' values are above 0: both hope to win")));
        begin = -1;
      }
    }
    return parts;
  }

  /** How wide the curves are. */
  get room() {
    return this.width - (margin.left + margin.right) * this.unit;
  }

  /** @param {number} frame */
  #x(frame) {
    return margin.left * this.unit + (this.last > 0 ? frame / this.last : 0) * this.room;
  }

  /** The chances of all places as areas on one another, from 0 to 100 %. @param {import("view/types").Entry[]} entries @param {number} top @param {number} bottom */
  #drawChances(entries, top, bottom) {
    const [left, right] = [margin.left * this.unit, this.width - margin.right * this.unit];
    const y = (/** @type {number} */ share) => bottom - share * (bottom - top);
    const points = /** @type {{x: number, sums: number[]}[]} */ ([]);
    for (const { chances, last } of entries) {
      if (chances) {
        const x = this.#x(last);
        let sum = 0;
        const sums = [0, ...chances.map((chance) => (sum += chance))];
        if (points.length > 1 && x - points[points.length - 1].x < 0.5) {
          points.pop(); // one for each half of a pixel
        }
        points.push({ x, sums });
      }
    }
    const parts = this.members.flatMap(([seat], place) => {
      const upper = points.map(({ x, sums }) => `${n(x)} ${n(y(sums[place + 1]))}`);
      const lower = points.map(({ x, sums }) => `${n(x)} ${n(y(sums[place]))}`).reverse();
      const end = points[points.length - 1].sums;
      const middle = y((end[place] + end[place + 1]) / 2);
      return [svg("path", { class: `chance s${seat}`, "data-chance": place + 1, d: `M${upper.join("L")}L${lower.join("L")}z` }),
        ...(place + 1 < this.members.length ? [svg("path", { class: "chance-line", d: `M${upper.join("L")}` })] : []),
        ...(y(end[place]) - y(end[place + 1]) > 12 * this.unit ? [svg("text", { class: `seat-end chance-end s${seat}`, x: right + 8, y: n(middle + 4) }, String(seat))] : [])];
    });
    return [...parts, ...[0, 0.5, 1].flatMap((share) => [
      svg("line", { class: "gridline", x1: left, x2: right, y1: n(y(share)), y2: n(y(share)) }),
      svg("text", { class: "axis", x: left - 8, y: n(y(share)) + 4 }, percent(share))]), ...this.#drawLosses(bottom + 10 * this.unit)];
  }

  /** Marks of moves, the worst first, where there is room. @param {number} baseline */
  #drawLosses(baseline) {
    const order = ["blunder", "mistake", "doubtful"];
    const taken = /** @type {number[]} */ ([]);
    return [...this.losses].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)).flatMap(({ frame, seat, kind, text }) => {
      const x = this.#x(frame);
      if (taken.some((other) => Math.abs(other - x) < 13 * this.unit)) {
        return [];
      }
      taken.push(x);
      return [svg("text", { class: `loss s${seat}`, "data-mark": kind, "data-seat": seat, "data-frame": frame, x: n(x), y: n(baseline) }, shapes[kind],
        svg("title", {}, `${isolated(this.names[seat - 1] ?? "")}: ${text}`))];
    });
  }

  draw() {
    if (!this.game) {
      return;
    }
    // The end is known of every game, and no line.
    const hasJudge = this.game.entries.filter(({ chances }) => chances).length > 1;
    if (("judge" in this.place.dataset) !== hasJudge) { // it makes room
      hasJudge ? this.place.dataset.judge = "true" : delete this.place.dataset.judge;
    }
    this.width = this.picture.clientWidth || 600;
    this.height = this.picture.clientHeight || 96;
    this.unit = parseFloat(getComputedStyle(this.place).fontSize) / 14;
    const [left, right] = [margin.left * this.unit, this.width - margin.right * this.unit];
    const bottom = this.height - margin.bottom;
    const curve = this.#values();
    const { low, high, ticks } = axis(curve);
    const chancesEnd = margin.top + 0.4 * (bottom - margin.top);
    const top = hasJudge ? chancesEnd + 18 * this.unit : margin.top;
    const y = (/** @type {number} */ value) => bottom - ((value - low) / (high - low)) * (bottom - top);
    const judged = hasJudge ? this.#drawChances(this.game.entries, margin.top, chancesEnd) : [];
    const parts = ticks.flatMap((value) => [
      svg("line", { class: "gridline", x1: left, x2: right, y1: n(y(value)), y2: n(y(value)) }),
      svg("text", { class: "axis", x: left - 8, y: n(y(value)) + 4 }, figure(value)),
    ]);
    if (this.chosen.endsWith("(notes)")) {
      parts.push(...this.#drawHopes(curve, top, bottom));
    }
    const ends = [];
    const together = sharing(curve);
    for (let seat = 0; seat < curve.length; ++seat) {
      const line = this.#line(curve[seat], y);
      // Where curves lie on one another each is seen: the later ones have gaps, and the last the most.
      const dash = together[seat] > 0 ? `${6 * this.unit} ${6 * this.unit * together[seat]}` : "none";
      parts.push(svg("path", { class: `curve s${seat + 1}`, "data-curve": seat + 1, d: line.d, "stroke-dasharray": dash }));
      if (line.end !== null) {
        ends.push({ seat: seat + 1, y: line.end });
      }
    }
    const isCrowded = ends.length * 10 > this.height - top;
    for (const { seat, y: place } of spread(ends, top, this.height - 2, this.unit)) {
      parts.push(svg("text", {
        class: `seat-end s${seat}${isCrowded ? " crowded" : ""}`, x: right + 8, y: n(place),
      }, String(seat)));
    }
    parts.push(...judged, ...this.#drawTurns(this.game, top, bottom), ...this.#drawMarks(bottom));
    if (this.hides) {
      this.veil = svg("rect", { class: "veil", y: 0, height: this.height });
      parts.push(this.veil);
    }
    this.cursor = svg("line", { class: "cursor", y1: margin.top - 4, y2: this.height - 2 });
    this.picture.replaceChildren(...parts, this.cursor);
    this.goneTo(this.at);
  }

  /** One line through the values; where more than two share a pixel, their extremes. @param {Float32Array} values @param {(value: number) => number} y */
  #line(values, y) {
    let d = "";
    /** @type {number | null} */
    let end = null;
    const pixels = this.room;
    const isDense = values.length > 2 * pixels;
    const width = isDense ? values.length / pixels : 1;
    const isSparse = this.chosen.startsWith("time") || this.chosen.endsWith("notes)");
    let isDrawing = false;
    for (let from = 0; from < values.length; from += width) {
      let [min, max, last] = [Infinity, -Infinity, NaN];
      for (let i = Math.floor(from); i < Math.min(values.length, Math.floor(from + width)); ++i) {
        if (!Number.isNaN(values[i])) {
          min = Math.min(min, values[i]);
          max = Math.max(max, values[i]);
          last = values[i];
        }
      }
      if (Number.isNaN(last)) {
        isDrawing = isDrawing && isSparse; // a seat that moves now and then
        continue;
      }
      const x = n(this.#x(from));
      d += `${isDrawing ? "L" : "M"}${x} ${n(y(isDense ? max : last))}`;
      d += isDense && min !== max ? `L${x} ${n(y(min))}` : "";
      end = y(last);
      isDrawing = true;
    }
    return { d, end };
  }

  /** Lines at round turns, with their numbers where no mark stands. @param {import("view/source").Game} game @param {number} top @param {number} bottom */
  #drawTurns(game, top, bottom) {
    const { entries } = game;
    const last = entries[entries.length - 1].turn;
    const most = Math.max(2, Math.floor(this.room / (70 * this.unit)));
    const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, last / most))));
    const unit = [1, 2, 5, 10].map((factor) => factor * power).find((each) => last / each <= most) ?? last;
    const taken = this.marks.map(({ frame }) => this.#x(frame));
    const end = this.#x(this.last); // numbers of seats stand there
    return Array.from({ length: Math.floor(last / unit) + 1 }, (_, i) => i * unit).flatMap((turn) => {
      const entry = entries[game.entryOfTurn(turn)];
      if (entry.turn !== turn || entry.first === 0) {
        return [];
      }
      const x = n(this.#x(entry.last));
      return [svg("line", { class: "gridline", x1: x, x2: x, y1: n(top), y2: n(bottom) }),
        ...(end - x < 4 * this.unit * String(turn).length || taken.some((each) => Math.abs(each - x) < 16 * this.unit) ? [] : [svg("text", { class: "turn-tick", x, y: n(bottom + 13) }, String(turn))])];
    });
  }

  /** @param {number} bottom */
  #drawMarks(bottom) {
    const seen = new Set();
    return this.marks.flatMap((mark) => {
      const x = this.#x(mark.frame);
      const key = `${mark.kind} ${mark.seat} ${Math.round(x)}`;
      if (seen.has(key)) {
        return [];
      }
      seen.add(key);
      const y = bottom + 9;
      const shape = mark.kind === "fault" ? `M${n(x - 3.5)} ${y - 3.5}l7 7m0 -7l-7 7` : `M${n(x)} ${y + 4}l-4.5 -8h9z`;
      return [svg("path", { class: `mark ${mark.kind} s${mark.seat}`, "data-mark": mark.kind, "data-seat": mark.seat, "data-frame": mark.frame, d: shape },
        svg("title", {}, `${isolated(this.names[mark.seat - 1] ?? "")}: ${visible(mark.text)}`))];
    });
  }
}

/**
 * Baselines for the numbers of seats beside the ends of their curves: one below the other, none below the picture.
 * @param {{seat: number, y: number}[]} ends @param {number} begin @param {number} bottom @param {number} unit
 */
function spread(ends, begin, bottom, unit) {
  const top = begin + 4;
  const gap = Math.min(12 * unit, (bottom - top) / Math.max(1, ends.length - 1));
  const places = ends.map(({ seat, y }) => ({ seat, y: y + 4 })).sort((a, b) => a.y - b.y);
  for (let i = 0, free = top; i < places.length; ++i) {
    places[i].y = Math.max(places[i].y, free);
    free = places[i].y + gap;
  }
  for (let i = places.length - 1, free = bottom; i >= 0; --i) {
    places[i].y = Math.min(places[i].y, free);
    free = places[i].y - gap;
  }
  return places;
}

/**
 * By curve: how many of those before it have the same values nearly everywhere, so that it would cover them.
 * @param {Float32Array[]} curves
 */
function sharing(curves) {
  const isSame = (/** @type {Float32Array} */ one, /** @type {Float32Array} */ other) => {
    let [same, all] = [0, 0];
    const stride = Math.max(1, Math.floor(one.length / 500));
    for (let i = 0; i < one.length; i += stride) {
      if (!Number.isNaN(one[i]) && !Number.isNaN(other[i])) {
        all += 1;
        same += one[i] === other[i] ? 1 : 0;
      }
    }
    return all > 0 && same > 0.2 * all;
  };
  return curves.map((values, i) => curves.slice(0, i).filter((other) => isSame(values, other)).length);
}

/** An axis from 0 or below, with lines at round numbers: at whole ones if all values are. @param {Float32Array[]} curve */
function axis(curve) {
  let [low, high] = [0, 0];
  for (const values of curve) {
    for (const value of values) {
      if (value < low) {
        low = value;
      }
      if (value > high) {
        high = value;
      }
    }
  }
  const range = high - low || 1;
  const power = 10 ** Math.floor(Math.log10(range / 2));
  const isWhole = curve.every((values) => values.every((value) => Number.isInteger(value) || Number.isNaN(value)));
  const unit = Math.max(isWhole ? 1 : 0, [1, 2, 5, 10].map((factor) => factor * power).find((each) => range / each <= 3) ?? range);
  const ticks = [];
  low = Math.floor(low / unit) * unit;
  high = Math.max(low + unit, Math.ceil(high / unit - 1e-9) * unit);
  for (let tick = 0; low + tick * unit <= high + unit / 2; ++tick) {
    ticks.push(low + tick * unit);
  }
  return { low, high, ticks };
}
