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

  const scale = cells / visibleCells;

  /** The numbers of all cops on a cell: the last one covers the others. @param {Cell} cell @param {Cell[]} cops */
  function numbersOn(cell, cops) {
    const numbers = cops.flatMap((cop, i) => (cop[0] === cell[0] && cop[1] === cell[1] ? [i + 1] : []));
    return numbers.length > 3 ? `×${numbers.length}` : numbers.join(" ");
  }

  /** @param {Cell} cop @param {number} i @param {string} numbers */
  function drawCop(cop, i, numbers) {
    const [x, y] = centre(cop[0], cop[1]);
    return svg("g", { class: "cop s2", "data-cop": i, "data-x": cop[0], "data-y": cop[1] }, svg("g", enlarged([x, y], scale),
      svg("path", { class: "piece", d: `M${x} ${y - 4.2}L${x + 3.8} ${y - 2.8}V${y + 0.6}Q${x + 3.4} ${y + 3.4} ${x} ${y + 4.4}Q${x - 3.4} ${y + 3.4} ${x - 3.8} ${y + 0.6}V${y - 2.8}Z` }),
      svg("text", { class: numbers.length > 1 ? "count several" : "count", x, y: y + 0.2 }, numbers)));
  }

  /** @param {Cell} thief */
  function drawThief(thief) {
    const [x, y] = centre(thief[0], thief[1]);
    return svg("g", { class: "thief s1", "data-thief": "", "data-x": thief[0], "data-y": thief[1] }, svg("g", enlarged([x, y], scale),
      svg("circle", { class: "piece", cx: x, cy: y, r: 4.1 }),
      svg("path", { class: "mask", d: `M${x - 4} ${y - 1.6}H${x + 4}V${y + 0.9}H${x - 4}Z` }),
      svg("circle", { class: "eye", cx: x - 1.5, cy: y - 0.4, r: 0.75 }),
      svg("circle", { class: "eye", cx: x + 1.5, cy: y - 0.4, r: 0.75 })));
  }

  /** @param {Cell} cell @param {string} end */
  function drawEnd(cell, end) {
    const [cx, cy] = centre(cell[0], cell[1]);
    return svg("circle", { class: end, "data-end": end, cx, cy, r: 7 });
  }

  /** How a piece comes to its cell. @param {Cell} cell @param {Cell | undefined} old @returns {[number, number] | undefined} */
  const wayFrom = (cell, old) => (old && (old[0] !== cell[0] || old[1] !== cell[1]) ? [(old[0] - cell[0]) * size, (old[1] - cell[1]) * size] : undefined);

  const drawGround = () => svg("g", {}, svg("rect", { class: "ring", x: 0, y: 0, width: cells * size, height: cells * size, rx: 2 }),
    svg("rect", { class: "ground", x: size, y: size, width: inner * size, height: inner * size }),
    svg("path", { class: "gridline", d: grid(inner, inner, size), transform: `translate(${size} ${size})` }));

  return {
    box: [-1, -1, cells * size + 2, cells * size + 2],
    cell: size,
    centre,

    draw(scene) {
      const { frame, before, keep } = scene;
      const parts = [
        keep("ground", 0, drawGround),
        ...frame.gates.map((/** @type {any} */ gate, /** @type {number} */ i) => keep(`gate ${i}`, `${gate.cells.join(" ")} ${gate.clockwise}`, () => drawGate(gate, i),
          before && wayFrom(gate.cells[0], before.gates[i]?.cells[0]))),
        ...frame.walls.map((/** @type {any} */ wall, /** @type {number} */ i) => keep(`wall ${i}`, `${wall.x} ${wall.y} ${wall.heading}`, () => drawWall(wall, i),
          before && wayFrom([wall.x, wall.y], [before.walls[i].x, before.walls[i].y]))),
        ...drawPlans(scene).map((plan, i) => keep(`plan ${i}`, `${plan.getAttribute("class")} ${plan.getAttribute("d")}`, () => plan)),
        ...frame.cops.map((/** @type {Cell} */ cop, /** @type {number} */ i) => keep(`cop ${i}`, `${cop.join()} ${numbersOn(cop, frame.cops)}`, () => drawCop(cop, i, numbersOn(cop, frame.cops)), wayFrom(cop, before?.cops[i]))),
        keep("thief", frame.thief.join(), () => drawThief(frame.thief), wayFrom(frame.thief, before?.thief)),
      ];
      if (frame.end === "captured" || frame.end === "escaped") {
        parts.push(keep("end", `${frame.end} ${frame.thief}`, () => drawEnd(frame.thief, frame.end)));
      }
      return parts;
    },

    sounds: ({ frame, before }) => (frame.end === before?.end ? [] : frame.end === "captured" ? ["catch"] : frame.end === "escaped" ? ["lock"] : []),

    sample(word) {
      const middle = /** @type {Cell} */ ([1, 1]);
      /** @type {Record<string, () => Element>} */
      const makers = {
        thief: () => drawThief(middle), cop: () => drawCop(middle, 0, "1"),
        gate: () => drawGate({ cells: [[1, 0]], clockwise: true }, 0), wall: () => drawWall({ x: 1, y: 1, vertical: false, length: 2, heading: "E" }, 0),
        plan: () => svg("path", { class: "plan s1", d: `M${size} 15H28V18` }),
        captured: () => svg("g", {}, drawThief(middle), drawEnd(middle, "captured")), escaped: () => svg("g", {}, drawThief(middle), drawEnd(middle, "escaped")),
      };
      const y = word === "gate" ? -2 : 7;
      return makers[word] ? { box: [7, y, word === "wall" || word === "plan" ? 26 : 16, 16], parts: [makers[word]()] } : null;
    },

    text: (frame) => frame.board.map((/** @type {string} */ row) => row.split("").join(" ")).join("\n"),
    status: (frame) => (frame.end === "none" ? `tick ${frame.tick}${frame.planning ? ", both plan" : ""}` : "over"),
    gauges: (frame, seat) => [
      { name: "payoff", value: seat === 1 ? frame.payoff : -frame.payoff },
      { name: seat === 1 ? "cells to a gate" : "cells to the thief", value: frame.measures[seat - 1][0] },
    ],
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
    hint: `Plan ${length / cells.length} ticks${isThief ? "" : " for each cop"}, or click where to go. ${isThief ? "You escape on a gate" : "You catch the thief on its cell"}; walls stop a move.`,
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
