// gems: stones by shape and colour, bombs with their number, the swap, the lines that vanish.

import { n, svg } from "view/svg.js";

export const version = 1;

const size = 10;
const names = /** @type {Record<string, string>} */ ({
  R: "red", Y: "yellow", G: "green", B: "blue", L: "purple",
});

/** Corners around the middle. @type {Record<string, [number, number][]>} */
const shapes = {
  R: [[-1.7, -3.9], [1.7, -3.9], [3.9, -1.7], [3.9, 1.7], [1.7, 3.9], [-1.7, 3.9], [-3.9, 1.7], [-3.9, -1.7]],
  Y: [[0, -4.4], [4, 0], [0, 4.4], [-4, 0]],
  G: [[-2.2, -3.8], [2.2, -3.8], [4.4, 0], [2.2, 3.8], [-2.2, 3.8], [-4.4, 0]],
  B: [[-3.7, -3.7], [3.7, -3.7], [3.7, 0.4], [0, 4.3], [-3.7, 0.4]],
  L: [[0, -4.1], [4.3, 3.4], [-4.3, 3.4]],
};

/** @param {[number, number][]} corners @param {number} scale @param {number} x @param {number} y */
const outline = (corners, scale, x, y) =>
  corners.map(([dx, dy]) => `${n(x + dx * scale)},${n(y + dy * scale)}`).join(" ");

/** @param {string} stone @param {number} x @param {number} y column and row from the top */
function drawStone(stone, x, y) {
  const [cx, cy] = [x * size + size / 2, y * size + size / 2];
  const place = { "data-x": x, "data-y": 9 - y, "data-stone": stone };
  const corners = shapes[stone];
  if (corners) {
    const drop = stone === "L" ? 0.9 : 0;
    return svg("g", { class: `stone ${names[stone]}`, ...place },
      svg("polygon", { class: "gem", points: outline(corners, 1, cx, cy) }),
      svg("polygon", { class: "facet", points: outline(corners, 0.55, cx, cy + drop) }));
  }
  if (stone >= "1" && stone <= "5") {
    return svg("g", { class: "stone bomb", ...place },
      svg("path", { class: "fuse", d: `M${cx + 2.2} ${cy - 2.6}q1 -1.6 2 -1.2` }),
      svg("circle", { class: "gem", cx, cy: cy + 0.4, r: 3.8 }),
      svg("text", { class: "count", x: cx, y: cy + 0.6 }, stone));
  }
  return svg("g", { class: "stone hole", ...place },
    svg("circle", { class: "gem", cx, cy, r: 1 }));
}

/** What equals what: all bombs are one kind. @param {string} stone */
const kind = (stone) => (stone >= "1" && stone <= "5" ? "1" : stone === "." ? "" : stone);

/** Cells of all lines of three or more. @param {string[]} board @returns {Set<number>} y * 10 + x */
function cellsInLines(board) {
  const found = new Set();
  for (const [dx, dy] of [[1, 0], [0, 1]]) {
    for (let y = 0; y < 10; ++y) {
      for (let x = 0; x < 10; ++x) {
        const first = kind(board[y][x]);
        let count = 1;
        while (first && x + dx * count < 10 && y + dy * count < 10 &&
            kind(board[y + dy * count][x + dx * count]) === first) {
          count += 1;
        }
        for (let i = 0; count >= 3 && i < count; ++i) {
          found.add((y + dy * i) * 10 + x + dx * i);
        }
      }
    }
  }
  return found;
}

/** @param {any} first @returns {import("view/types").Board} */
export function board(first) {
  const [life, shield] = [first.players[0].life, Math.max(15, first.players[0].shield)];
  return {
    box: [-6, -1, 107, 107],
    cell: size,
    centre: (x, y) => [x * size + size / 2, (9 - y) * size + size / 2],

    draw({ frame, step }) {
      const parts = [svg("rect", { class: "ground", x: 0, y: 0, width: 100, height: 100, rx: 1.5 })];
      for (let i = 0; i < 100; ++i) {
        if ((Math.floor(i / 10) + i) % 2 === 1) {
          parts.push(svg("rect", { class: "check", x: (i % 10) * size, y: Math.floor(i / 10) * size, width: size, height: size }));
        }
      }
      for (const cell of cellsInLines(frame.board)) {
        parts.push(svg("rect", {
          class: "vanishing", "data-x": cell % 10, "data-y": 9 - Math.floor(cell / 10),
          x: (cell % 10) * size + 0.4, y: Math.floor(cell / 10) * size + 0.4, width: size - 0.8, height: size - 0.8, rx: 1.6,
        }));
      }
      for (let y = 0; y < 10; ++y) {
        for (let x = 0; x < 10; ++x) {
          parts.push(drawStone(frame.board[y][x], x, y));
        }
        parts.push(svg("text", { class: "label", x: -2.6, y: (9 - y) * size + size / 2 }, String(y)));
        parts.push(svg("text", { class: "label", x: y * size + size / 2, y: 103.2 }, String(y)));
      }
      if (frame.last && step === 0) {
        parts.push(drawSwap(frame.last));
      }
      return parts;
    },

    text: (frame) =>
      frame.board.map((/** @type {string} */ row, /** @type {number} */ i) => `${9 - i}  ${row.split("").join(" ")}`)
        .join("\n") + "\n\n   0 1 2 3 4 5 6 7 8 9",

    status: (frame, names) => (frame.end === "none" ? `${names[frame.mover - 1]} to move` : "over"),

    gauges(frame, seat) {
      const player = frame.players[seat - 1];
      return [
        { name: "life", value: player.life, max: life },
        { name: "shield", value: player.shield, max: shield, kind: "blue" },
        { name: "red", value: player.red, max: 15, kind: "red" },
        { name: "yellow", value: player.yellow, max: 15, kind: "yellow" },
        { name: "green", value: player.green, max: 15, kind: "green" },
        { name: "purple", value: player.purple, max: 15, kind: "purple" },
      ];
    },
    fate: (frame, seat) => (frame.end === "life" && frame.players[seat - 1].life === 0 ? "life used up" : ""),

  };
}

/** @param {number[]} swap two cells, y from the bottom */
function drawSwap([x1, y1, x2, y2]) {
  const left = Math.min(x1, x2) * size;
  const top = (9 - Math.max(y1, y2)) * size;
  return svg("rect", {
    class: "swap", "data-swap": `${x1} ${y1} ${x2} ${y2}`, x: left - 0.2, y: top - 0.2,
    width: size * (1 + Math.abs(x1 - x2)) + 0.4, height: size * (1 + Math.abs(y1 - y2)) + 0.4, rx: 2.4,
  });
}

/** Both stones of a swap may be chosen first. @type {import("view/types").HandMaker} */
export const hand = ({ choices }, frame, board) => {
  const swaps = choices.map((answer) => ({ answer, cells: /** @type {number[]} */ (answer.split(" ").map(Number)) }));
  const nameOf = (/** @type {number} */ x, /** @type {number} */ y) => `${names[frame.board[9 - y][x]] ?? "bomb"} stone ${x} ${y}`;
  /** @type {Map<string, import("view/types").Spot>} */
  const spots = new Map();
  const pairs = swaps.flatMap(({ answer, cells: [x1, y1, x2, y2] }) => {
    const [one, other] = [[x1, y1], [x2, y2]].map(([x, y]) => {
      const [cx, cy] = board.centre(x, y);
      const d = `M${cx - size / 2} ${cy - size / 2}h${size}v${size}h${-size}z`;
      spots.set(`${x} ${y}`, { id: `${x} ${y}`, at: [cx, cy], d, name: nameOf(x, y) });
      return `${x} ${y}`;
    });
    return [{ answer, from: one, to: other, what: "swap" }, { answer, from: other, to: one, what: "swap" }];
  });
  return { hint: "Choose a stone, then the neighbour to swap it with.", keys: "Keys: arrows, Enter; Esc cancels.", buttons: [], pairs, spots: [...spots.values()] };
};
