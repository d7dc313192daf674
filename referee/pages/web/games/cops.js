// cops: walls and gates with their heading, thief and cops, the plans they carry out.

import { arrow, enlarged, grid, path, svg } from "view/svg.js";

export const version = 1;

const size = 10;
const visibleCells = 36; // in a row; on larger boards pieces are enlarged
const steps = /** @type {Record<string, [number, number]>} */ ({
  N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0], "-": [0, 0],
});
/** @typedef {[number, number]} Cell */

/** @param {any} first @returns {import("view/types").Board} */
export function board(first) {
  const inner = first.size;
  const cells = inner + 2;
  /** @param {number} x @param {number} y @returns {Cell} */
  const centre = (x, y) => [x * size + size / 2, y * size + size / 2];

  /** @param {any} wall @param {number} index */
  function drawWall(wall, index) {
    const [w, h] = wall.vertical ? [1, wall.length] : [wall.length, 1];
    const [x, y] = [wall.x * size, wall.y * size];
    const middle = /** @type {Cell} */ ([x + (w * size) / 2, y + (h * size) / 2]);
    const group = svg("g", { class: "wall", "data-wall": index, "data-x": wall.x, "data-y": wall.y },
      svg("rect", { x: x + 0.6, y: y + 0.6, width: w * size - 1.2, height: h * size - 1.2, rx: 1.6 }));
    if (wall.heading) { // while people play it isn't told
      const [dx, dy] = steps[wall.heading];
      group.setAttribute("data-heading", wall.heading);
      group.append(svg("path", { class: "heading", d: chevron(middle, dx, dy) }));
    }
    return group;
  }

  /** @param {any} gate @param {number} index */
  function drawGate(gate, index) {
    const group = svg("g", { class: "gate", "data-gate": index });
    for (const [x, y] of gate.cells) {
      group.append(svg("rect", { x: x * size + 0.3, y: y * size + 0.3, width: size - 0.6, height: size - 0.6, rx: 1.2, "data-x": x, "data-y": y }));
    }
    if (gate.clockwise === undefined) { // while people play it isn't told
      return group;
    }
    group.setAttribute("data-clockwise", String(gate.clockwise));
    for (const cell of gate.cells) {
      const [dx, dy] = alongRing(cell, gate.clockwise);
      group.append(svg("path", { class: "heading", d: chevron(centre(cell[0], cell[1]), dx, dy) }));
    }
    return group;
  }

  /** Clockwise: the top edge to the right, the right one down, and so on. @param {Cell} cell @param {boolean} clockwise */
  function alongRing([x, y], clockwise) {
    const last = cells - 1;
    const way = y === 0 && x < last ? [1, 0] : x === last && y < last ? [0, 1] : y === last && x > 0 ? [-1, 0] : [0, -1];
    return clockwise ? way : [-way[0], -way[1]];
  }

  /** The rest of a plan, as if nothing were in its way. @param {Cell} from @param {string[]} letters */
  function route(from, letters) {
    const points = [from];
    for (const letter of letters) {
      const [x, y] = points[points.length - 1];
      const [dx, dy] = steps[letter] ?? [0, 0];
      points.push([x + dx, y + dy]);
    }
    return points;
  }

  /** Plans of the turn shown; their first letter is played in its first tick. @param {import("view/types").Scene} scene */
  function drawPlans({ frame, entry, step }) {
    const done = Math.min(step + 1, 1000);
    return entry.moves.filter((move) => move.phase !== "prepare" && move.effect).flatMap((move) => {
      const letters = String(move.effect).split(/\s+/);
      const units = move.seat === 1 ? [frame.thief] : frame.cops;
      const length = letters.length / units.length;
      return units.map((/** @type {Cell} */ unit, /** @type {number} */ i) => {
        const rest = letters.slice(i * length + Math.min(done, length), (i + 1) * length);
        const points = route(unit, rest).map(([x, y]) => centre(x, y));
        return svg("path", { class: `plan s${move.seat}`, d: path(points) });
      });
    });
  }

  return {
    box: [-1, -1, cells * size + 2, cells * size + 2],
    cell: size,
    centre,

    draw(scene) {
      const { frame } = scene;
      const parts = [
        svg("rect", { class: "ring", x: 0, y: 0, width: cells * size, height: cells * size, rx: 2 }),
        svg("rect", { class: "ground", x: size, y: size, width: inner * size, height: inner * size }),
        svg("path", { class: "gridline", d: grid(inner, inner, size), transform: `translate(${size} ${size})` }),
        ...frame.gates.map(drawGate),
        ...frame.walls.map(drawWall),
        ...drawPlans(scene),
      ];
      const [tx, ty] = centre(frame.thief[0], frame.thief[1]);
      frame.cops.forEach((/** @type {Cell} */ cop, /** @type {number} */ i) => {
        const [x, y] = centre(cop[0], cop[1]);
        parts.push(svg("g", { class: "cop s2", "data-cop": i, "data-x": cop[0], "data-y": cop[1], ...enlarged([x, y], cells / visibleCells) },
          svg("path", { class: "piece", d: `M${x} ${y - 4.2}L${x + 3.8} ${y - 2.8}V${y + 0.6}Q${x + 3.4} ${y + 3.4} ${x} ${y + 4.4}Q${x - 3.4} ${y + 3.4} ${x - 3.8} ${y + 0.6}V${y - 2.8}Z` }),
          svg("text", { class: "count", x, y: y + 0.2 }, String(i + 1))));
      });
      parts.push(svg("g", { class: "thief s1", "data-thief": "", "data-x": frame.thief[0], "data-y": frame.thief[1],
        ...enlarged([tx, ty], cells / visibleCells) },
        svg("circle", { class: "piece", cx: tx, cy: ty, r: 4.1 }),
        svg("path", { class: "mask", d: `M${tx - 4} ${ty - 1.6}H${tx + 4}V${ty + 0.9}H${tx - 4}Z` }),
        svg("circle", { class: "eye", cx: tx - 1.5, cy: ty - 0.4, r: 0.75 }),
        svg("circle", { class: "eye", cx: tx + 1.5, cy: ty - 0.4, r: 0.75 })));
      if (frame.end === "captured" || frame.end === "escaped") {
        parts.push(svg("circle", { class: frame.end, "data-end": frame.end, cx: tx, cy: ty, r: 7 }));
      }
      return parts;
    },

    text: (frame) => frame.board.map((/** @type {string} */ row) => row.split("").join(" ")).join("\n"),
    status: (frame) => (frame.end === "none" ? `tick ${frame.tick}${frame.planning ? ", both plan" : ""}` : "over"),
    gauges: (frame, seat) => [{ name: "payoff", value: seat === 1 ? frame.payoff : -frame.payoff }],
    fate: (frame, seat) => (seat === 2 ? "cops" : frame.end === "captured" || frame.end === "escaped" ? `thief, ${frame.end}` : "thief"),
  };
}

/** A small arrow head at a place. @param {Cell} at @param {number} dx @param {number} dy */
function chevron([x, y], dx, dy) {
  return arrow([x - dx * 2.4, y - dy * 2.4], [x + dx * 2.4, y + dy * 2.4], 2.4);
}

/** @type {import("view/types").HandMaker} */
export const hand = ({ choices, length, seat }, frame) => {
  const isThief = seat === 1;
  const cells = /** @type {Cell[]} */ (isThief ? [frame.thief] : frame.cops);
  const side = frame.size + 2;
  return {
    hint: `Plan ${length / cells.length} ticks${isThief ? "" : " for each cop"}, or click where to go.`,
    keys: `Keys: ${isThief ? "" : "1 2 … choose a cop, "}⌫ deletes, Enter sends.`,
    buttons: /** @type {import("view/types").ChoiceButton[]} */ ([
      { answer: "N", label: "Up", keys: ["ArrowUp", "w"], icon: "up", place: "n" },
      { answer: "W", label: "Left", keys: ["ArrowLeft", "a"], icon: "left", place: "w" },
      { answer: "-", label: "Stay", keys: [" ", "-"], icon: "stay", place: "c" },
      { answer: "E", label: "Right", keys: ["ArrowRight", "d"], icon: "right", place: "e" },
      { answer: "S", label: "Down", keys: ["ArrowDown", "s"], icon: "down", place: "s" },
    ]).map((button) => ({ ...button, isLegal: choices.includes(button.answer) })),
    plan: {
      units: cells.map((cell, i) => ({ name: isThief ? "Thief" : `Cop ${i + 1}`, cell })),
      length: length / cells.length, steps, rest: "-",
      cells: Array.from({ length: side * side }, (_, i) => [i % side, Math.floor(i / side)]),
    },
  };
};
