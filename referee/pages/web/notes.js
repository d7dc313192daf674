// What an AI says of a move: text, drawings on the board, numbers. Lines of notes.dat that begin
// with @ draw; one that can't be read is shown as text.

import { arrow, path, svg } from "view/svg.js";

/** @typedef {{kind: string, numbers: number[], colour: string, text: string}} Drawing */

/** How many numbers a line has before colour and text. @type {Record<string, [number, boolean]>} */
const forms = {
  "@cell": [2, true],
  "@line": [4, true],
  "@arrow": [4, true],
  "@circle": [3, true],
  "@text": [2, false],
  "@area": [1, true],
};
const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** @param {string} word */
function isColour(word) {
  return /^#[0-9a-f]{6}$/i.test(word) || (/^[a-z]{3,20}$/i.test(word) && CSS.supports("color", word) &&
    !["inherit", "initial", "unset", "revert", "currentcolor", "transparent"].includes(word.toLowerCase()));
}

/** @param {string[]} words @param {number} count @param {boolean} hasColour @returns {Drawing | null} */
function read(words, count, hasColour) {
  const numbers = words.slice(1, count + 1);
  const colour = hasColour ? words[count + 1] ?? "" : "";
  const text = words.slice(count + (hasColour ? 2 : 1)).join(" ");
  const fits = numbers.length === count && numbers.every((word) => number.test(word) && Math.abs(Number(word)) < 1e6);
  if (!fits || (hasColour && !isColour(colour)) || (!hasColour && !text)) {
    return null;
  }
  return { kind: words[0].slice(1), numbers: numbers.map(Number), colour, text };
}

/**
 * @param {string} notes
 * @returns {{text: string, drawings: Drawing[], values: [string, number][]}}
 */
export function readNotes(notes) {
  const text = [];
  const drawings = [];
  /** @type {[string, number][]} */
  const values = [];
  for (const line of notes.split("\n")) {
    const words = line.trim().split(/\s+/);
    const form = Object.hasOwn(forms, words[0]) ? forms[words[0]] : null;
    let drawing = form && read(words, form[0], form[1]);
    if (!drawing && words[0] === "@arrow" && words.length === 4) {
      drawing = read(words, 2, true); // between areas
    }
    if (drawing && (!["line", "arrow", "circle"].includes(drawing.kind) || !drawing.text)) {
      drawings.push(drawing);
    } else if (words[0] === "@value" && words.length === 3 && number.test(words[2])) {
      values.push([words[1], Number(words[2])]);
    } else {
      text.push(line);
    }
  }
  return { text: text.join("\n").replace(/\s+$/, ""), drawings, values };
}

/**
 * What notes draw, in words: "3 lines" in gold, "a text".
 * @param {string} notes @returns {{what: string, colour: string}[]}
 */
export function drawingsIn(notes) {
  const groups = /** @type {Map<string, {kind: string, colour: string, count: number}>} */ (new Map());
  for (const { kind, colour } of readNotes(notes).drawings) {
    const group = groups.get(`${kind} ${colour}`) ?? { kind, colour, count: 0 };
    group.count += 1;
    groups.set(`${kind} ${colour}`, group);
  }
  return [...groups.values()].map(({ kind, colour, count }) => ({ colour, what: `${count} ${kind}${count > 1 ? "s" : ""}` }));
}

/**
 * @param {Drawing} drawing
 * @param {import("view/types").Board} board
 * @returns {Element[]}
 */
function draw(drawing, board) {
  const { kind, numbers, colour, text } = drawing;
  const style = { class: `drawn ${kind}`, "data-drawn": kind };
  const wide = board.cell * 0.14;
  const area = (/** @type {number} */ index) => board.area?.(numbers[index]) ?? null;
  const label = (/** @type {[number, number]} */ [x, y]) => (text
    ? [svg("text", { class: "drawn label", x, y, "font-size": Math.max(board.cell * 0.42, board.box[2] * 0.018) }, text)] : []);
  if (kind === "cell") {
    const [x, y] = board.centre(numbers[0], numbers[1]);
    return [svg("rect", {
      ...style, x: x - board.cell / 2, y: y - board.cell / 2, width: board.cell, height: board.cell, fill: colour,
    }), ...label([x, y])];
  }
  if (kind === "area") {
    const found = area(0);
    return found ? [svg("path", { ...style, d: found.path, fill: colour }), ...label(found.centre)] : [];
  }
  if (kind === "text") {
    return label(board.centre(numbers[0], numbers[1]));
  }
  if (kind === "circle") {
    const [cx, cy] = board.centre(numbers[0], numbers[1]);
    return [svg("circle", { ...style, cx, cy, r: Math.abs(numbers[2]) * board.cell, stroke: colour, "stroke-width": wide })];
  }
  const isBetweenAreas = numbers.length === 2;
  const from = isBetweenAreas ? area(0)?.centre : board.centre(numbers[0], numbers[1]);
  const to = isBetweenAreas ? area(1)?.centre : board.centre(numbers[2], numbers[3]);
  if (!from || !to) {
    return [];
  }
  const d = kind === "arrow" ? arrow(from, to, board.cell * 0.5) : path([from, to]);
  return [svg("path", { ...style, d, stroke: colour, "stroke-width": wide })];
}

/**
 * The drawings of all these moves.
 * @param {import("view/types").Move[]} moves
 * @param {import("view/types").Board} board
 */
export function drawNotes(moves, board) {
  return moves.filter((move) => move.notes).map((move) =>
    svg("g", { "data-drawn-by": move.seat },
      ...readNotes(move.notes ?? "").drawings.flatMap((drawing) => draw(drawing, board))));
}
