// The drawing of game: referee/pages/README.md, "A new game's drawing". Without this file, pages show the picture.

import { svg } from "view/svg.js";

export const version = 1;

const size = 10;

/** @param {any} first the first frame: what show() gave */
export function board(first) {
  const columns = Math.max(...first.heaps);
  const rows = first.heaps.length;
  return {
    box: [-size, 0, (columns + 1) * size, rows * size],
    cell: size,
    centre: (x, y) => [(x + 0.5) * size, (y + 0.5) * size],
    /** All elements of a frame, from the back to the front. */
    draw({ frame }) {
      return frame.heaps.flatMap((stones, i) => [
        svg("text", { x: -size / 2, y: (i + 0.5) * size, class: "number", "text-anchor": "middle", "dominant-baseline": "central", "font-size": 5 }, String(i + 1)),
        ...Array.from({ length: first.heaps[i] }, (_, n) =>
          svg("circle", {
            cx: (n + 0.5) * size, cy: (i + 0.5) * size, r: size * 0.38,
            class: n < stones ? "stone" : "gone", "data-heap": i + 1,
          })),
      ]);
    },
    text: (frame) => frame.heaps.map((stones, i) => `heap ${i + 1}: ${stones}`).join(", "),
    status: (frame) => `${frame.heaps.reduce((sum, stones) => sum + stones, 0)} stones left`,
    gauges: (frame, seat) => [{ name: "taken", value: frame.measures[seat - 1][0] }],
    fate: () => "",
  };
}

export const style = `
.game-game .stone { fill: var(--accent); }
.game-game .gone { fill: none; stroke: var(--line); stroke-width: 0.5; }
.game-game .number { fill: var(--soft); }
`;
