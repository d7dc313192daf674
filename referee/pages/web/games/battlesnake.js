// battlesnake: snakes as connected bodies with head, eyes and a tail that gets thin, food, deaths.

import { grid, n, path, svg } from "view/svg.js";

export const version = 1;

const size = 10;
const thickness = 6.6;

/** @param {any} first @returns {import("view/types").Board} */
export function board(first) {
  const { width, height } = first;
  /** @param {number} x @param {number} y @returns {[number, number]} */
  const centre = (x, y) => [x * size + size / 2, (height - 1 - y) * size + size / 2];

  /** @param {any} snake @param {any} frame */
  function drawSnake(snake, frame) {
    /** @type {[number, number][]} */
    const points = [];
    for (const [x, y] of snake.body) {
      const point = centre(x, y);
      const before = points[points.length - 1];
      if (!before || before[0] !== point[0] || before[1] !== point[1]) {
        points.push(point);
      }
    }
    const group = svg("g", {
      class: `snake s${snake.seat}${snake.alive ? "" : " dead"}`, "data-seat": snake.seat,
      "data-body": snake.body.map((/** @type {number[]} */ cell) => cell.join(",")).join(" "),
    });
    if (points.length > 1) {
      const tail = points[points.length - 1];
      const neck = points[points.length - 2];
      group.append(
        svg("path", { class: "body", d: path(points.length > 2 ? points.slice(0, -1) : [points[0], points[0]]), "stroke-width": thickness }),
        svg("path", { class: "tail", d: taper(neck, tail) }));
    }
    group.append(...drawHead(points[0], points[1] ?? [points[0][0], points[0][1] + 1], snake));
    if (!snake.alive && snake.died === frame.turn) {
      const [x, y] = points[0];
      group.append(svg("path", { class: "cross", d: `M${x - 3} ${y - 3}l6 6m0 -6l-6 6` }));
    }
    return group;
  }

  return {
    box: [-7, -1, width * size + 8, height * size + 8],
    cell: size,
    centre,

    draw({ frame }) {
      const parts = [
        svg("rect", { class: "ground", x: 0, y: 0, width: width * size, height: height * size, rx: 1.5 }),
        svg("path", { class: "gridline", d: grid(width, height, size) }),
      ];
      for (let i = 0; i < Math.max(width, height); ++i) {
        if (i < width) {
          parts.push(svg("text", { class: "label", x: i * size + size / 2, y: height * size + 3.6 }, String(i)));
        }
        if (i < height) {
          parts.push(svg("text", { class: "label", x: -3.4, y: (height - 1 - i) * size + size / 2 }, String(i)));
        }
      }
      for (const [x, y] of frame.food) {
        const [cx, cy] = centre(x, y);
        parts.push(svg("g", { class: "food", "data-x": x, "data-y": y },
          svg("circle", { cx, cy: cy + 0.4, r: 2.5 }),
          svg("path", { d: `M${cx} ${cy - 1.6}q0.2 -1.8 2 -2` })));
      }
      // The dead of this turn lie under the living; older ones are gone from the board.
      const shown = frame.snakes.filter((/** @type {any} */ snake) => snake.alive || snake.died === frame.turn);
      shown.sort((/** @type {any} */ a, /** @type {any} */ b) => Number(a.alive) - Number(b.alive));
      parts.push(...shown.map((/** @type {any} */ snake) => drawSnake(snake, frame)));
      return parts;
    },

    text(frame) {
      const rows = Array.from({ length: height }, () => Array(width).fill("."));
      const put = (/** @type {number[]} */ [x, y], /** @type {string} */ sign) => {
        if (rows[height - 1 - y]?.[x]) {
          rows[height - 1 - y][x] = sign;
        }
      };
      frame.food.forEach((/** @type {number[]} */ cell) => put(cell, "F"));
      for (const snake of frame.snakes.filter((/** @type {any} */ each) => each.alive)) {
        const letter = String.fromCharCode(96 + snake.seat);
        [...snake.body].reverse().forEach((cell, i) => put(cell, i === snake.body.length - 1 ? letter.toUpperCase() : letter));
      }
      return rows.map((row) => row.join(" ")).join("\n");
    },

    status(frame) {
      const alive = frame.snakes.filter((/** @type {any} */ snake) => snake.alive).length;
      return `${alive} alive, ${frame.food.length} food`;
    },
    gauges(frame, seat) {
      const snake = frame.snakes[seat - 1];
      return [
        { name: "length", value: snake.length },
        { name: "health", value: snake.alive ? snake.health : 0, max: 100 },
      ];
    },
    fate(frame, seat) {
      const snake = frame.snakes[seat - 1];
      if (snake.alive) {
        return "";
      }
      const by = snake.killer && snake.killer !== seat ? `seat ${snake.killer}` : "";
      const causes = /** @type {Record<string, string>} */ ({ // short, for one line of a card
        starved: "starved", wall: "left the board", self: "ran into itself",
        body: `ran into ${by || "a body"}`, head: `head to head${by ? `, ${by}` : ""}`,
      });
      return `${causes[snake.cause] ?? snake.cause}, turn ${snake.died - 1}`;
    },
  };
}

/** The last segment, from the body's thickness to a tip. @param {[number, number]} neck @param {[number, number]} tail */
function taper(neck, tail) {
  const length = Math.hypot(tail[0] - neck[0], tail[1] - neck[1]) || 1;
  const [dx, dy] = [(tail[0] - neck[0]) / length, (tail[1] - neck[1]) / length];
  const [wide, thin] = [thickness / 2, 1.3];
  const tip = [tail[0] + dx * 2.2, tail[1] + dy * 2.2];
  return `M${n(neck[0] - dy * wide)} ${n(neck[1] + dx * wide)}` +
    `L${n(tip[0] - dy * thin)} ${n(tip[1] + dx * thin)}` +
    `A${thin} ${thin} 0 0 ${0} ${n(tip[0] + dy * thin)} ${n(tip[1] - dx * thin)}` +
    `L${n(neck[0] + dy * wide)} ${n(neck[1] - dx * wide)}Z`;
}

/** @param {[number, number]} head @param {[number, number]} neck @param {any} snake */
function drawHead(head, neck, snake) {
  const length = Math.hypot(head[0] - neck[0], head[1] - neck[1]) || 1;
  const [dx, dy] = [(head[0] - neck[0]) / length, (head[1] - neck[1]) / length];
  const eyes = [1, -1].map((side) => {
    const [x, y] = [head[0] + dx * 0.9 - dy * side * 1.7, head[1] + dy * 0.9 + dx * side * 1.7];
    return svg("g", {},
      svg("circle", { class: "eye", cx: n(x), cy: n(y), r: 1.05 }),
      svg("circle", { class: "pupil", cx: n(x + dx * 0.35), cy: n(y + dy * 0.35), r: 0.55 }));
  });
  return [
    svg("circle", { class: "head", cx: head[0], cy: head[1], r: thickness / 2 + 0.7, "data-seat": snake.seat }),
    ...eyes,
  ];
}

/** @type {import("view/types").HandMaker} */
export const hand = ({ choices }) => ({
  hint: "Where does your snake go?",
  buttons: /** @type {import("view/types").ChoiceButton[]} */ ([
    { answer: "up", label: "Up", keys: ["ArrowUp", "w"], icon: "up", place: "n" },
    { answer: "left", label: "Left", keys: ["ArrowLeft", "a"], icon: "left", place: "w" },
    { answer: "right", label: "Right", keys: ["ArrowRight", "d"], icon: "right", place: "e" },
    { answer: "down", label: "Down", keys: ["ArrowDown", "s"], icon: "down", place: "s" },
  ]).map((button) => ({ ...button, isLegal: choices.includes(button.answer) })),
});
