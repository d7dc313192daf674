// salvage: the sea with its fog, rocks and crates; of each boat what it sees now, its wake, its buoys and its hold.

import { enlarged, grid, n, path, sidesOf, svg } from "view/svg.js";

export const version = 1;

const cell = 10;
const visibleCells = 18; // in a row; on larger boards pieces are enlarged
/** @typedef {[number, number]} Place */
/** @typedef {{home: Place, score: number, place: Place | null, crates: number | null, load: number[] | null, left: number | null, buoys: Place[], wake: Place[]}} Boat */
/** A boat as it was seen. @typedef {{turn: number, place: Place, crates: number}} Sighting */

const steps = /** @type {Record<string, Place>} */ ({ up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] });

/** @param {string} kind */
const isCrate = (kind) => kind >= "1" && kind <= "9";
/** @param {Place} one @param {Place | null | undefined} other */
const isSame = (one, other) => Boolean(other) && one[0] === other?.[0] && one[1] === other?.[1];
/** @param {Place} place @returns {Place} */
const middle = ([x, y]) => [x * cell + cell / 2, y * cell + cell / 2];
/** From where the viewer sees: own boats and their buoys. @param {any} frame @returns {Place[]} */
const eyes = (frame) => frame.boats.flatMap((/** @type {Boat} */ boat) => (boat.load && boat.place ? [boat.place, ...boat.buoys] : []));
/** @param {any} frame @param {Place[]} from @param {number} x @param {number} y */
const isSeen = (frame, from, x, y) => from.some((eye) => Math.max(Math.abs(eye[0] - x), Math.abs(eye[1] - y)) <= frame.sight);

/** The squares of a row for which `is` holds, as one path. @param {string} row @param {number} y @param {(kind: string) => boolean} is */
function runs(row, y, is) {
  let d = "";
  for (let x = 0; x < row.length; ++x) {
    const begin = x;
    while (x < row.length && is(row[x])) {
      ++x;
    }
    if (x > begin) {
      d += `M${begin * cell} ${y * cell}h${(x - begin) * cell}v${cell}h${-(x - begin) * cell}z`;
    }
  }
  return d;
}

/** @param {Place} place */
function drawRock([x, y]) {
  // No two neighbours look alike.
  const [a, b, c] = [(x * 7 + y * 3) % 3, (x * 3 + y * 5) % 4, (x + y * 2) % 3];
  const [left, top] = [x * cell, y * cell];
  return `M${left + 0.6} ${n(top + 6 + a * 0.6)}L${n(left + 2.2 + b * 0.3)} ${n(top + 1.4 + c * 0.5)}L${n(left + 6.4 + a * 0.5)} ${n(top + 0.8 + b * 0.3)}` +
    `L${left + 9.4} ${n(top + 4.2 + c * 0.7)}L${n(left + 8.4 - b * 0.3)} ${top + 9.2}L${n(left + 2.4 + c * 0.4)} ${top + 9.4}Z`;
}

/** @param {Place} place @param {string} value @param {boolean} isNow @param {boolean} isCovered by a boat */
function drawCrate([x, y], value, isNow, isCovered) {
  const [left, top] = [x * cell, y * cell];
  return svg("g", { class: isNow ? "crate" : "crate remembered", "data-x": x, "data-y": y, "data-worth": value },
    svg("rect", { x: left + 1.3, y: top + 1.3, width: 7.4, height: 7.4, rx: 1.2 }),
    ...(isCovered ? [] : [svg("text", { x: left + 5, y: top + 5.2, "text-anchor": "middle", "dominant-baseline": "central" }, value)]));
}

/** A crate that a boat covers: its worth above the boat, in the corner of the square. @param {Place} place @param {string} value @param {number} scale */
function drawCovered([x, y], value, scale) {
  const [cx, cy] = middle([x, y]);
  return svg("g", { class: "crate covered", "data-covered": value }, svg("g", enlarged([cx, cy], scale),
    svg("rect", { x: cx + 1.3, y: cy - 5.9, width: 4.4, height: 4.4, rx: 0.9 }),
    svg("text", { x: cx + 3.5, y: n(cy - 3.6), "text-anchor": "middle", "dominant-baseline": "central" }, value)));
}

/** @param {Place} place @param {number} seat */
function drawHarbour([x, y], seat) {
  const frame = { x: x * cell + 0.5, y: y * cell + 0.5, width: cell - 1, height: cell - 1, rx: 2 };
  return svg("g", { class: `harbour s${seat}`, "data-harbour": seat, "data-x": x, "data-y": y },
    svg("rect", { class: "quay", ...frame }), svg("rect", { class: "pattern-mixed-fill", ...frame }), svg("rect", { class: "edge", ...frame }));
}

/** @param {Place} place @param {number} seat @param {number} scale */
function drawBuoy([x, y], seat, scale) {
  const [cx, cy] = middle([x, y]);
  const d = `M${n(cx - 2.2)} ${n(cy + 3.4)}L${n(cx - 0.7)} ${n(cy - 1.6)}H${n(cx + 0.7)}L${n(cx + 2.2)} ${n(cy + 3.4)}Z`;
  return svg("g", { class: `buoy s${seat}`, "data-buoy": seat, "data-x": x, "data-y": y }, svg("g", enlarged([cx, cy], scale),
    svg("path", { class: "body", d }), svg("path", { class: "pattern", d }), svg("circle", { class: "lamp", cx, cy: cy - 2.8, r: 1.3 })));
}

/** @param {number} cx @param {number} cy */
const hullOf = (cx, cy) =>
  `M${n(cx)} ${n(cy - 4.7)}C${n(cx + 3.4)} ${n(cy - 2.2)} ${n(cx + 3.4)} ${n(cy + 1.4)} ${n(cx + 2.5)} ${n(cy + 4.4)}H${n(cx - 2.5)}C${n(cx - 3.4)} ${n(cy + 1.4)} ${n(cx - 3.4)} ${n(cy - 2.2)} ${n(cx)} ${n(cy - 4.7)}Z`;

/**
 * A boat from above; its bow looks along `way`.
 * @param {Place} at its middle @param {number} seat @param {Place} way @param {number | null} crates @param {number} scale @param {number} hold
 */
function drawBoat([cx, cy], seat, way, crates, scale, hold) {
  const angle = Math.round((Math.atan2(way[1], way[0]) * 180) / Math.PI) + 90;
  const d = hullOf(cx, cy);
  const dots = Array.from({ length: crates ?? 0 }, (_, i) => {
    const around = ((i + 0.5) / Math.max(hold, crates ?? 0) - 0.5) * Math.PI * 1.5 + Math.PI / 2;
    return svg("circle", { class: "dot", cx: n(cx + 5.4 * Math.cos(around)), cy: n(cy + 5.4 * Math.sin(around)), r: 1.15 });
  });
  return svg("g", enlarged([cx, cy], scale),
    svg("g", { transform: `rotate(${angle} ${n(cx)} ${n(cy)})` }, svg("path", { class: "hull", d }), svg("path", { class: "pattern", d }), svg("path", { class: "edge", d }), ...dots),
    svg("circle", { class: "plate", cx: n(cx), cy: n(cy + 0.3), r: 2.1 }),
    svg("text", { class: "number", x: n(cx), y: n(cy + 0.4), "text-anchor": "middle", "dominant-baseline": "central" }, String(seat)));
}

/**
 * Where a boat was seen last, and how many turns ago.
 * @param {{place: Place, crates: number}} last @param {number} seat @param {number} ago @param {number} scale @param {boolean} isGone that square is in sight, and the boat isn't there
 */
function drawMemory({ place, crates }, seat, ago, scale, isGone = false) {
  const [cx, cy] = middle(place);
  return svg("g", { class: `memory s${seat}${isGone ? " gone" : ""}`, "data-memory": seat, "data-x": place[0], "data-y": place[1], "data-ago": ago, "data-crates": crates }, svg("g", enlarged([cx, cy], scale),
    svg("path", { class: "trace", d: hullOf(cx, cy) }),
    ...(isGone ? [svg("path", { class: "cross", d: `M${n(cx - 4.2)} ${n(cy - 4.2)}L${n(cx + 4.2)} ${n(cy + 4.2)}M${n(cx + 4.2)} ${n(cy - 4.2)}L${n(cx - 4.2)} ${n(cy + 4.2)}` })] : []),
    svg("text", { class: "number", x: n(cx), y: n(cy - 0.6), "text-anchor": "middle", "dominant-baseline": "central" }, String(seat)),
    svg("text", { class: "ago", x: n(cx), y: n(cy + 2.7), "text-anchor": "middle", "dominant-baseline": "central" }, `−${ago}`)));
}

/** @param {any} first @returns {import("view/types").Board} */
export function board(first) {
  /** @type {number} */
  const size = first.size;
  const scale = size / visibleCells;
  /** By seat and turn, what was seen of the boats. @type {Map<number, Sighting>[]} */
  const sightings = first.boats.map(() => new Map());
  /** Turns that have been looked at. @type {Set<number>} */
  const looked = new Set();

  /** @param {any} frame */
  function look(frame) {
    looked.add(frame.turn);
    frame.boats.forEach((/** @type {Boat} */ { place, crates }, /** @type {number} */ i) => {
      if (place) {
        sightings[i]?.set(frame.turn, { turn: frame.turn, place, crates: crates ?? 0 });
      }
    });
  }

  /** Also at frames that this page hasn't shown, as when it is opened again in the middle of a game: back to where each boat was in sight. @param {import("view/types").View} view */
  function lookBack({ frame, earlier }) {
    look(frame);
    for (let back = 1; frame.boats.some((/** @type {Boat} */ { place }, /** @type {number} */ i) => !place && !memoryOf(frame, i)); ++back) {
      const past = earlier?.(back);
      if (!past) {
        return;
      }
      if (!looked.has(past.turn)) {
        look(past);
      }
    }
  }

  /** A boat as it was seen last, if it isn't in sight now. @param {any} frame @param {number} i @returns {Sighting | null} */
  function memoryOf(frame, i) {
    for (let turn = frame.turn - 1; turn >= 0 && !frame.boats[i].place; --turn) {
      const last = sightings[i]?.get(turn);
      if (last) {
        return last;
      }
    }
    return null;
  }

  /** Those that have a square for themselves: the newest one of several, and none beneath a boat. @param {any} frame @returns {{last: Sighting, i: number}[]} */
  function memoriesOf(frame) {
    const all = frame.boats.flatMap((/** @type {Boat} */ _, /** @type {number} */ i) => {
      const last = memoryOf(frame, i);
      return last ? [{ last, i }] : [];
    }).sort((/** @type {any} */ a, /** @type {any} */ b) => b.last.turn - a.last.turn);
    return all.filter((/** @type {any} */ { last }, /** @type {number} */ at) => !frame.boats.some((/** @type {Boat} */ boat) => isSame(last.place, boat.place)) &&
      all.findIndex((/** @type {any} */ each) => isSame(last.place, each.last.place)) === at);
  }

  /** Squares that boats cover, or their memories. @param {any} frame @returns {Place[]} */
  const coveredBy = (frame) => [...frame.boats.flatMap(({ place }) => (place ? [place] : [])), ...memoriesOf(frame).map(({ last }) => last.place)];

  /** What a boat or a buoy sees. @param {any} frame @param {Place} eye @param {number} seat */
  function drawWindow(frame, [x, y], seat) {
    const [left, top] = [Math.max(0, x - frame.sight), Math.max(0, y - frame.sight)];
    const [right, bottom] = [Math.min(size, x + frame.sight + 1), Math.min(size, y + frame.sight + 1)];
    return svg("rect", { class: `window s${seat}`, x: left * cell, y: top * cell, width: (right - left) * cell, height: (bottom - top) * cell, rx: 2 });
  }

  /** @param {any} frame @param {import("view/types").Scene["keep"]} keep */
  function drawSea(frame, keep) {
    /** @type {string[]} */
    const known = frame.charted ?? frame.sea;
    const fog = frame.charted ? "0" : "?";
    return known.flatMap((row, y) => {
      const d = runs(row, y, (kind) => kind !== fog);
      return d ? [keep(`known ${y}`, d, () => svg("path", { class: "known", d }))] : [];
    });
  }

  /** @param {any} frame @param {import("view/types").Scene["keep"]} keep */
  function drawThings(frame, keep) {
    const from = eyes(frame);
    const covered = coveredBy(frame);
    /** @type {Element[]} */
    const crates = [];
    const rocks = frame.sea.flatMap((/** @type {string} */ row, /** @type {number} */ y) => {
      let d = "";
      for (let x = 0; x < size; ++x) {
        const kind = row[x];
        if (kind === "^") {
          d += drawRock([x, y]);
        } else if (isCrate(kind)) {
          const isNow = Boolean(frame.charted) || isSeen(frame, from, x, y);
          const isCovered = covered.some((place) => isSame([x, y], place));
          crates.push(keep(`crate ${x} ${y}`, `${kind} ${isNow} ${isCovered}`, () => drawCrate([x, y], kind, isNow, isCovered)));
        }
      }
      return d ? [keep(`rocks ${y}`, d, () => svg("path", { class: "rock", d }))] : [];
    });
    return [...rocks, ...crates];
  }

  /** Boats in one square lie side by side. @param {any} frame @param {number} i @returns {Place} */
  function berth(frame, i) {
    const { place } = frame.boats[i];
    const there = frame.boats.flatMap((/** @type {Boat} */ boat, /** @type {number} */ other) => (isSame(place, boat.place) ? [other] : []));
    const [x, y] = middle(place);
    return [n(x + (there.indexOf(i) - (there.length - 1) / 2) * 6.5 * Math.max(1, scale)), y];
  }

  /** @param {any} frame @param {any} before @param {number} i @returns {Place} */
  function wayOf(frame, before, i) {
    /** @type {Boat} */
    const { place, wake } = frame.boats[i];
    /** @type {Place[]} */
    const past = [...(before?.boats[i].place ? [before.boats[i].place] : []), ...wake];
    const last = past.find((each) => place && !isSame(each, place));
    return place && last && Math.abs(place[0] - last[0]) + Math.abs(place[1] - last[1]) === 1 ? [place[0] - last[0], place[1] - last[1]] : [0, -1];
  }

  /** @param {any} frame @param {number} i */
  function seenLast(frame, i) {
    const last = memoryOf(frame, i);
    return last ? `, seen ${frame.turn - last.turn} turns ago at ${last.place.join(",")}` : "";
  }

  return {
    box: [-2, -2, size * cell + 4, size * cell + 4],
    cell,
    centre: (x, y) => middle([x, y]),

    draw(scene) {
      const { frame, before, keep } = scene;
      lookBack(scene);
      /** @type {Boat[]} */
      const boats = frame.boats;
      const parts = [keep("fog", 0, () => svg("rect", { class: "fog", x: 0, y: 0, width: size * cell, height: size * cell, rx: 2 })), ...drawSea(frame, keep)];
      boats.forEach(({ load, place, buoys }, i) => {
        if (load && place) {
          const was = before?.boats[i].place;
          parts.push(...buoys.map((buoy) => keep(`light ${i} ${buoy}`, 0, () => drawWindow(frame, buoy, i + 1))),
            keep(`window ${i}`, String(place), () => drawWindow(frame, place, i + 1), was && !isSame(was, place) ? [(was[0] - place[0]) * cell, (was[1] - place[1]) * cell] : null));
        }
      });
      if (size <= 40) {
        parts.push(keep("grid", 0, () => svg("path", { class: "gridline", d: grid(size, size, cell) })));
      }
      parts.push(...boats.map(({ home }, i) => keep(`harbour ${i}`, 0, () => drawHarbour(home, i + 1))), ...drawThings(frame, keep));
      boats.forEach(({ wake, place }, i) => {
        const points = place ? [place, ...wake].map(middle) : [];
        if (points.length > 1) {
          parts.push(keep(`wake ${i}`, points.join(" "), () => svg("path", { class: `wake s${i + 1}`, d: path(points) })));
        }
      });
      parts.push(...boats.flatMap(({ buoys }, i) => buoys.map((buoy) => keep(`buoy ${i} ${buoy}`, 0, () => drawBuoy(buoy, i + 1, scale)))));
      for (const { last, i } of memoriesOf(frame)) {
        const ago = frame.turn - last.turn;
        const isGone = isSeen(frame, eyes(frame), ...last.place);
        parts.push(keep(`memory ${i}`, `${last.place} ${ago} ${isGone}`, () => drawMemory(last, i + 1, ago, scale, isGone)));
      }
      boats.forEach(({ place, crates }, i) => {
        if (!place) {
          return;
        }
        const at = berth(frame, i);
        const old = before?.boats[i].place ? berth(before, i) : at;
        const way = wayOf(frame, before, i);
        parts.push(keep(`boat ${i}`, `${at} ${way} ${crates}`,
          () => svg("g", { class: `boat s${i + 1}`, "data-boat": i + 1, "data-x": place[0], "data-y": place[1], "data-crates": crates ?? "" }, drawBoat(at, i + 1, way, crates, scale, frame.hold)),
          isSame(at, old) ? null : [old[0] - at[0], old[1] - at[1]]));
      });
      for (const [x, y] of coveredBy(frame).filter((place, i, all) => all.findIndex((each) => isSame(place, each)) === i)) {
        const kind = frame.sea[y]?.[x] ?? "";
        if (isCrate(kind)) {
          parts.push(keep(`covered ${x} ${y}`, kind, () => drawCovered([x, y], kind, scale)));
        }
      }
      for (const { kind, seat, place } of frame.events.filter((/** @type {any} */ each) => each.kind !== "takes")) {
        const [cx, cy] = middle(place);
        parts.push(svg("circle", { class: `event ${kind} s${seat}`, "data-event": kind, "data-seat": seat, cx, cy, r: n(8 * Math.max(1, scale)) }));
      }
      return parts;
    },

    text: (frame) => frame.boats.map((/** @type {Boat} */ boat, /** @type {number} */ i) =>
      `seat ${i + 1}: ${boat.score} points, ${boat.place ? `at ${boat.place.join(",")}` : "in the fog"}` +
      seenLast(frame, i) + (boat.load ? `, crates ${boat.load.join(" ") || "none"}` : boat.crates === null ? "" : `, crates: ${boat.crates}`)).join("; "),

    status(frame) {
      const news = newsOf(frame.events);
      return [frame.over ? "the game is over" : `${frame.turns - frame.turn} ${news.length > 0 ? "left" : "turns left"}`, ...news].join(", ");
    },

    played: ({ frame, before }, seat) => stepOf(before?.boats[seat - 1], frame.boats[seat - 1]),

    gauges(frame, seat) {
      /** @type {Boat} */
      const { score, crates } = frame.boats[seat - 1];
      const charted = frame.measures[seat - 1][2];
      return [
        { name: "points", value: score },
        ...(crates === null ? [] : [{ name: "crates", value: crates, max: frame.hold }]),
        ...(charted === null ? [] : [{ name: "% seen", value: charted, max: 100 }]),
      ];
    },
    fate: () => "",

    sample(word) {
      const sea = svg("rect", { class: "window", x: 0, y: 0, width: cell, height: cell });
      /** @type {Record<string, () => Element[]>} */
      const makers = {
        boat: () => [sea, svg("g", { class: "boat s1" }, drawBoat([5, 5], 1, [0, -1], 2, 1, 3))],
        "remembered boat": () => [svg("rect", { class: "known", x: 0, y: 0, width: cell, height: cell }), drawMemory({ place: [0, 0], crates: 0 }, 2, 4, 1)],
        wake: () => [sea, svg("path", { class: "wake s1", d: "M1 8H6V1" })],
        window: () => [svg("rect", { class: "known", x: 0, y: 0, width: cell, height: cell }), svg("rect", { class: "window s1", x: 1, y: 1, width: cell - 2, height: cell - 2, rx: 1 })],
        "known sea": () => [svg("rect", { class: "known", x: 0, y: 0, width: cell, height: cell })],
        ring: () => [sea, svg("circle", { class: "event delivers s1", cx: 5, cy: 5, r: 4 })],
        "dashed ring": () => [sea, svg("circle", { class: "event robs s1", cx: 5, cy: 5, r: 4 })],
        "crate below a boat": () => [sea, drawCrate([0, 0], "5", true, true), svg("g", { class: "boat s1" }, drawBoat([5, 5], 1, [0, -1], 0, 1, 3)), drawCovered([0, 0], "5", 1)],
        harbour: () => [sea, drawHarbour([0, 0], 1)],
        crate: () => [sea, drawCrate([0, 0], "5", true, false)],
        "remembered crate": () => [svg("rect", { class: "known", x: 0, y: 0, width: cell, height: cell }), drawCrate([0, 0], "5", false, false)],
        rock: () => [sea, svg("path", { class: "rock", d: drawRock([0, 0]) })],
        buoy: () => [sea, drawBuoy([0, 0], 1, 1)],
        fog: () => [svg("rect", { class: "fog", x: 0, y: 0, width: cell, height: cell })],
      };
      return makers[word] ? { box: [-1.5, -1.5, cell + 3, cell + 3], parts: makers[word]() } : null;
    },
  };
}

/** What has happened, the robberies first; of several events only how many they are. @param {any[]} events */
function newsOf(events) {
  const told = [...events.filter(({ kind }) => kind === "robs"), ...events.filter(({ kind }) => kind === "delivers")];
  const [first, ...others] = told.map(({ kind, seat, from, value }) => (kind === "robs" ? `seat ${seat} robs seat ${from}` : `seat ${seat} brings home ${value}`));
  return first ? [first, ...(others.length > 0 ? [`${others.length} more`] : [])] : [];
}

/** What a boat did that was seen before and after it; of others nothing is known. @param {Boat | undefined} before @param {Boat} after */
function stepOf(before, after) {
  if (!before?.place || !after.place) {
    return "";
  }
  const by = [after.place[0] - before.place[0], after.place[1] - before.place[1]];
  const step = Object.keys(steps).find((word) => steps[word]?.[0] === by[0] && steps[word]?.[1] === by[1]);
  return step ?? (after.buoys.length > before.buoys.length ? "buoy" : "wait");
}

/** What lies in a square, in a word or two: each way has one, so that no button is taller than another. @param {any} frame @param {number} seat @param {Place} place */
function found(frame, seat, [x, y]) {
  const other = frame.boats.findIndex((/** @type {Boat} */ boat, /** @type {number} */ i) => i + 1 !== seat && isSame([x, y], boat.place));
  if (other >= 0) {
    return `boat ${other + 1}`;
  }
  if (isSame([x, y], frame.boats[seat - 1].home)) {
    return "home";
  }
  const kind = frame.sea[y]?.[x] ?? "";
  const kinds = /** @type {Record<string, string>} */ ({ "^": "rock", "": "the edge", "?": "fog" });
  return isCrate(kind) ? `crate ${kind}` : kinds[kind] ?? (frame.boats.some((/** @type {Boat} */ { home }) => isSame([x, y], home)) ? "harbour" : "sea");
}

/** @type {import("view/types").HandMaker} */
export const hand = ({ choices, seat }, frame) => {
  /** @type {Boat} */
  const { place, load, left } = frame.boats[seat - 1];
  const held = load && load.length > 0 ? `Your crates: ${load.join(", ")}. ` : "";
  return {
    hint: `${held}${load && load.length >= frame.hold ? "Your hold is full: bring them home." : `Your hold has room for ${frame.hold - (load?.length ?? 0)} more.`}`,
    buttons: /** @type {import("view/types").ChoiceButton[]} */ ([
      { answer: "up", label: "Up", keys: ["ArrowUp", "w"], icon: "up", place: "n" },
      { answer: "left", label: "Left", keys: ["ArrowLeft", "a"], icon: "left", place: "w" },
      { answer: "wait", label: "Wait", keys: [" "], icon: "stay", place: "c" },
      { answer: "right", label: "Right", keys: ["ArrowRight", "d"], icon: "right", place: "e" },
      { answer: "down", label: "Down", keys: ["ArrowDown", "s"], icon: "down", place: "s" },
      { answer: "buoy", label: `Buoy (${left} left)`, keys: ["q"] },
    ]).map((button) => {
      const by = steps[button.answer];
      return { ...button, isLegal: choices.includes(button.answer), leads: by && place ? found(frame, seat, [place[0] + by[0], place[1] + by[1]]) : undefined };
    }),
    // A click beside the boat steers there.
    spots: place ? ["right", "down", "left", "up"].flatMap((answer, side) => {
      const to = /** @type {Place} */ ([place[0] + (steps[answer]?.[0] ?? 0), place[1] + (steps[answer]?.[1] ?? 0)]);
      return choices.includes(answer) ? [{ id: answer, name: `${answer}: ${found(frame, seat, to)}`, at: middle(to), d: sidesOf(middle(place), cell, frame.size * cell, frame.size * cell)[side] ?? "", isQuiet: true }] : [];
    }) : [],
  };
};

export const style = `
.game-salvage .fog { fill: color-mix(in srgb, var(--soft) 38%, var(--page)); }
.game-salvage .known { fill: color-mix(in srgb, var(--blue) 10%, color-mix(in srgb, var(--soft) 16%, var(--surface))); }
.game-salvage .window { fill: color-mix(in srgb, var(--blue) 16%, var(--surface)); stroke: var(--seat, none); stroke-width: 0.8; stroke-opacity: 0.75; }
.game-salvage .gridline { stroke: var(--soft); stroke-opacity: 0.13; stroke-width: 0.4; fill: none; }
.game-salvage .rock { fill: color-mix(in srgb, var(--ink) 62%, var(--surface)); stroke: none; }
.game-salvage .crate rect { fill: color-mix(in srgb, var(--yellow) 40%, var(--surface)); stroke: color-mix(in srgb, var(--yellow) 60%, var(--ink)); stroke-width: 0.8; }
.game-salvage .crate text { fill: var(--ink); font-size: 6.4px; font-weight: bold; }
.game-salvage .crate.covered text { font-size: 4px; } .game-salvage .crate.covered rect { fill: color-mix(in srgb, var(--yellow) 40%, var(--surface)); stroke-width: 0.5; }
.game-salvage .crate.remembered rect { fill: none; stroke-dasharray: 1.4 1; }
.game-salvage .harbour .quay { fill: color-mix(in srgb, var(--seat) 35%, var(--surface)); }
.game-salvage .harbour .edge { fill: none; stroke: var(--seat); stroke-width: 1.4; }
.game-salvage .wake { fill: none; stroke: var(--seat); stroke-opacity: 0.45; stroke-width: 1.4; stroke-dasharray: 0.2 2.3; stroke-linecap: round; }
.game-salvage .buoy .body { fill: var(--seat); stroke: var(--edge); stroke-width: 0.4; }
.game-salvage .buoy .lamp { fill: var(--yellow); stroke: var(--edge); stroke-width: 0.4; }
.game-salvage .boat .hull { fill: var(--seat); }
.game-salvage .boat .edge { fill: none; stroke: var(--surface); stroke-width: 0.7; }
.game-salvage .boat .plate { fill: var(--seat); }
.game-salvage .boat .number { fill: var(--on-seat); font-size: 3.8px; font-weight: bold; }
.game-salvage .boat .dot { fill: var(--yellow); stroke: var(--edge); stroke-width: 0.4; }
.game-salvage .memory .trace { fill: color-mix(in srgb, var(--blue) 10%, color-mix(in srgb, var(--soft) 16%, var(--surface))); stroke: var(--seat); stroke-width: 0.6; stroke-dasharray: 1.4 0.9; }
.game-salvage .memory .cross { fill: none; stroke: var(--seat); stroke-width: 0.6; } .game-salvage .memory.gone .trace { fill-opacity: 0.5; }
.game-salvage .memory.gone text { paint-order: stroke; stroke: color-mix(in srgb, var(--blue) 16%, var(--surface)); stroke-width: 0.9; stroke-linejoin: round; }
.game-salvage .memory .number { fill: var(--ink); font-size: 3.4px; font-weight: bold; } .game-salvage .memory .ago { fill: var(--ink); font-size: 2.6px; }
.game-salvage .event { fill: none; stroke: var(--seat); stroke-width: 1.2; }
.game-salvage .event.robs { stroke: var(--bad); stroke-dasharray: 3 1.6; }
`;
