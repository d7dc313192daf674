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

/**
 * How far the stone of each cell has come since the frame before, in rows and columns: by a swap, or because stones of
 * lines below it have vanished. Null if the boards tell of something else, such as a row that was removed.
 * @param {string[]} before @param {string[]} board @param {number[] | null} swap
 * @returns {Map<number, [number, number]> | null} y * 10 + x, y from the top
 */
function movesBetween(before, board, swap) {
  /** @type {Map<number, [number, number]>} */
  const moves = new Map();
  if (swap) {
    const [x1, y1, x2, y2] = [swap[0], 9 - swap[1], swap[2], 9 - swap[3]];
    moves.set(y1 * 10 + x1, [x2 - x1, y2 - y1]);
    moves.set(y2 * 10 + x2, [x1 - x2, y1 - y2]);
    return before[y1][x1] === board[y2][x2] && before[y2][x2] === board[y1][x1] ? moves : null;
  }
  const vanished = cellsInLines(before);
  for (let x = 0; x < 10; ++x) {
    let from = 9;
    let fresh = 0;
    for (let y = 9; y >= 0; --y) {
      while (from >= 0 && vanished.has(from * 10 + x)) {
        from -= 1;
      }
      fresh += from < 0 ? 1 : 0;
      if (from >= 0 && before[from][x] !== board[y][x]) {
        return null;
      }
      const rows = from >= 0 ? y - from : y + fresh; // new stones wait above the board, one over the other
      if (rows > 0) {
        moves.set(y * 10 + x, [0, -rows]);
      }
      from -= 1;
    }
  }
  return moves;
}

/** What does not change: squares and numbers. */
function drawGround() {
  const squares = [];
  for (let i = 0; i < 100; ++i) {
    if ((Math.floor(i / 10) + i) % 2 === 1) {
      squares.push(`M${(i % 10) * size} ${Math.floor(i / 10) * size}h${size}v${size}h${-size}z`);
    }
  }
  const group = svg("g", {}, svg("rect", { class: "ground", x: 0, y: 0, width: 100, height: 100, rx: 1.5 }), svg("path", { class: "check", d: squares.join("") }));
  for (let i = 0; i < 10; ++i) {
    group.append(svg("text", { class: "label", x: -2.6, y: (9 - i) * size + size / 2 }, String(i)),
      svg("text", { class: "label", x: i * size + size / 2, y: 103.2 }, String(i)));
  }
  return group;
}

/** @param {number} x @param {number} y column and row from the top */
const drawVanishing = (x, y) => svg("rect", {
  class: "vanishing", "data-x": x, "data-y": 9 - y, x: x * size + 0.4, y: y * size + 0.4, width: size - 0.8, height: size - 0.8, rx: 1.6,
});

/** Stones of a legend, in a row. @param {string} stones @param {Element[]} more what lies behind them @returns {import("view/types").Sample} */
const inARow = (stones, ...more) => ({ box: [0, 0, stones.length * size, size], parts: [...more, ...[...stones].map((stone, i) => drawStone(stone, i, 0))] });
/** @type {Record<string, () => import("view/types").Sample>} */
const samples = {
  "red, yellow, green": () => inARow("RYG"), blue: () => inARow("B"), purple: () => inARow("L"), bomb: () => inARow("3"),
  swap: () => ({ box: [-1, -1, 22, 12], parts: [drawStone("R", 0, 0), drawStone("B", 1, 0), drawSwap([0, 9, 1, 9])] }),
  vanishing: () => inARow("GGG", ...[0, 1, 2].map((x) => drawVanishing(x, 0))),
};

/** @param {any} first @returns {import("view/types").Board} */
export function board(first) {
  const [life, shield] = [first.players[0].life, Math.max(15, first.players[0].shield)];
  return {
    box: [-6, -1, 107, 107],
    cell: size,
    centre: (x, y) => [x * size + size / 2, (9 - y) * size + size / 2],

    sounds: ({ before }) => (before && cellsInLines(before.board).size > 0 ? ["fall"] : []),

    draw({ frame, before, step, keep }) {
      const parts = [keep("ground", 0, drawGround)];
      for (const cell of cellsInLines(frame.board)) {
        const [x, y] = [cell % 10, Math.floor(cell / 10)];
        parts.push(keep(`vanishing ${cell}`, 0, () => drawVanishing(x, y)));
      }
      const moves = before && movesBetween(before.board, frame.board, frame.last && step === 0 ? frame.last : null);
      for (let y = 0; y < 10; ++y) {
        for (let x = 0; x < 10; ++x) {
          const stone = frame.board[y][x];
          const way = moves?.get(y * 10 + x);
          parts.push(keep(`${x} ${y}`, stone, () => drawStone(stone, x, y), way && [way[0] * size, way[1] * size]));
        }
      }
      if (frame.last && step === 0) {
        parts.push(keep("swap", frame.last.join(), () => drawSwap(frame.last)));
      }
      return parts;
    },

    sample: (word) => samples[word]?.() ?? null,

    text: (frame) =>
      frame.board.map((/** @type {string} */ row, /** @type {number} */ i) => `${9 - i}  ${row.split("").join(" ")}`)
        .join("\n") + "\n\n   0 1 2 3 4 5 6 7 8 9",

    status: (frame, names) => (frame.end === "none" ? `${names[frame.mover - 1]} to move` : "over"),

    played: ({ frame }) => frame.last?.join(" ") ?? "",
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

/** The board after a swap. @param {string[]} board @param {number[]} cells y from the bottom */
function swapped(board, [x1, y1, x2, y2]) {
  const rows = board.map((row) => row.split(""));
  [rows[9 - y1][x1], rows[9 - y2][x2]] = [rows[9 - y2][x2], rows[9 - y1][x1]];
  return rows.map((row) => row.join(""));
}

/** What a swap's first lines hold: "3 red, 4 blue", "bombs of 9". @param {string[]} board @param {number[]} cells */
function gainOf(board, cells) {
  const after = swapped(board, cells);
  /** @type {Map<string, number>} */
  const counts = new Map();
  let bombs = 0;
  for (const cell of cellsInLines(after)) {
    const stone = after[Math.floor(cell / 10)][cell % 10];
    if (names[stone]) {
      counts.set(names[stone], (counts.get(names[stone]) ?? 0) + 1);
    } else {
      bombs += Number(stone);
    }
  }
  return [...[...counts].map(([name, count]) => `${count} ${name}`), ...(bombs > 0 ? [`bombs of ${bombs}`] : [])].join(", ");
}

/** Both stones of a swap may be chosen first. @type {import("view/types").HandMaker} */
export const hand = ({ choices }, frame, board) => {
  const swaps = choices.map((answer) => ({ answer, cells: /** @type {number[]} */ (answer.split(" ").map(Number)) }));
  const nameOf = (/** @type {number} */ x, /** @type {number} */ y) => `${names[frame.board[9 - y][x]] ?? "bomb"} stone ${x} ${y}`;
  /** @param {number} x @param {number} y @returns {import("view/types").Spot} */
  const spotOf = (x, y) => {
    const [cx, cy] = board.centre(x, y);
    return { id: `${x} ${y}`, at: [cx, cy], d: `M${cx - size / 2} ${cy - size / 2}h${size}v${size}h${-size}z`, name: nameOf(x, y) };
  };
  /** @type {Map<string, import("view/types").Spot>} */
  const spots = new Map();
  const pairs = swaps.flatMap(({ answer, cells: [x1, y1, x2, y2] }) => {
    const [one, other] = [[x1, y1], [x2, y2]].map(([x, y]) => {
      spots.set(`${x} ${y}`, spotOf(x, y));
      return `${x} ${y}`;
    });
    const leads = gainOf(frame.board, [x1, y1, x2, y2]);
    return [{ answer, from: one, to: other, what: "swap", leads }, { answer, from: other, to: one, what: "swap", leads }];
  });
  return {
    hint: "Choose a stone, then the neighbour to swap it with.", keys: "Keys: arrows, Enter; Esc cancels.", buttons: [], pairs, spots: [...spots.values()],
    closed: Array.from({ length: 100 }, (_, i) => [i % 10, Math.floor(i / 10)]).filter(([x, y]) => !spots.has(`${x} ${y}`)).map(([x, y]) => spotOf(x, y)),
    refusal: (from, to) => {
      const [x1, y1] = from.split(" ").map(Number);
      const [x2, y2] = (to ?? from).split(" ").map(Number);
      return to === null ? "No swap with a neighbour of this stone makes a line of three."
        : Math.abs(x1 - x2) + Math.abs(y1 - y2) !== 1 ? "Only stones side by side can be swapped." : "This swap makes no line of three equal stones.";
    },
  };
};
