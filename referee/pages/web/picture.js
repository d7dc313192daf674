// The board of a game without a drawing of its own: the terminal's picture.

import { svg } from "view/svg.js";

export const version = 1;

/** Without a picture all that is known. @param {any} frame */
const textOf = (frame) => String(frame.picture ?? JSON.stringify(frame, null, 1));

/** @param {any} first @returns {import("view/types").Board} */
export function board(first) {
  const lines = textOf(first).split("\n");
  const columns = Math.max(20, ...lines.map((line) => line.length));
  return {
    box: [0, 0, columns * 6.2 + 20, (Math.max(10, lines.length) + 2) * 13],
    cell: 10,
    centre: (x, y) => [x * 10, y * 10],
    draw: ({ frame }) => [svg("text", { class: "picture" },
      ...textOf(frame).split("\n").map((line, i) => svg("tspan", { x: 10, y: (i + 1.5) * 13 }, line)))],
    text: textOf,
    status: () => "",
    gauges: () => [],
    fate: () => "",
  };
}

/** Choices as words. @type {import("view/types").HandMaker} */
export const hand = ({ choices }) => ({
  hint: "",
  buttons: choices.map((answer) => ({ answer, label: answer, keys: [] })),
});
