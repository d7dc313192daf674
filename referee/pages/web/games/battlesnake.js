// battlesnake: snakes as connected bodies with head, eyes and a tail that gets thin, food, hazards, deaths.
// On wrapped boards a body that lies over the border is drawn up to it and on from the other side.

import { from, grid, n, path, sidesOf, svg } from "view/svg.js";

export const version = 1;

const size = 10;
const thickness = 6.6;
const ways = /** @type {Record<string, [number, number]>} */ ({ up: [0, 1], down: [0, -1], left: [-1, 0], right: [1, 0] });

/** @param {any} first @returns {import("view/types").Board} */
export function board(first) {
  const { width, height } = first;
  /** @param {number} x @param {number} y @returns {[number, number]} */
  const centre = (x, y) => [x * size + size / 2, (height - 1 - y) * size + size / 2];

  /** A head that has left the board lies half on its edge. @param {number[]} cell @returns {[number, number]} */
  const inSight = ([x, y]) => {
    const [cx, cy] = centre(x, y);
    return [Math.max(0, Math.min(width * size, cx)), Math.max(0, Math.min(height * size, cy))];
  };

  /**
   * The centres of a body in runs without a step over the border, which ends a run at it.
   * @param {[number, number][]} points
   */
  function runsOf(points) {
    const runs = [[points[0]]];
    for (let i = 1; i < points.length; ++i) {
      const [from, to] = [points[i - 1], points[i]];
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      if (Math.abs(dx) > size || Math.abs(dy) > size) {
        const [x, y] = [-Math.sign(dx) * size, -Math.sign(dy) * size];
        runs[runs.length - 1].push([from[0] + x, from[1] + y]);
        runs.push([[to[0] - x, to[1] - y]]);
      }
      runs[runs.length - 1].push(to);
    }
    return runs;
  }

  /** The hazards, a path for each number of layers. @param {any} frame */
  function drawHazards(frame) {
    /** @type {Map<number, [number, number][]>} */
    const byLayers = new Map();
    for (const [x, y, layers] of frame.hazards ?? []) {
      byLayers.set(layers, [...(byLayers.get(layers) ?? []), [x, y]]);
    }
    return [...byLayers].sort(([a], [b]) => a - b).map(([layers, cells]) => {
      const corners = cells.map(([x, y]) => [x * size, (height - 1 - y) * size]);
      const group = svg("g", { class: `hazard${frame.hazard_damage < 0 ? " heals" : ""}`, "data-layers": layers, "data-cells": cells.map((cell) => cell.join(",")).join(" ") },
        svg("path", { class: "pool", d: corners.map(([x, y]) => `M${x} ${y}h${size}v${size}h${-size}z`).join(""), "fill-opacity": n(Math.min(0.7, 0.16 + 0.12 * layers)) }),
        svg("path", { class: "hatch", d: corners.map(([x, y]) => `M${x} ${y + 5}l5 -5M${x} ${y + 10}l10 -10M${x + 5} ${y + 10}l5 -5`).join("") }));
      if (layers > 1) {
        group.append(...corners.map(([x, y]) => svg("text", { x: x + size / 2, y: y + size / 2 }, String(layers))));
      }
      return group;
    });
  }

  /** @param {any} snake @param {any} frame @param {any} old the snake in the frame before, or null */
  function drawSnake(snake, frame, old) {
    /** @type {[number, number][]} */
    const points = [];
    for (const cell of snake.body) {
      const point = inSight(cell);
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
      const runs = runsOf(points);
      const last = runs[runs.length - 1];
      const tail = last[last.length - 1];
      const neck = last[last.length - 2];
      const body = [...runs.slice(0, -1), last.slice(0, -1)].filter((run) => run.length > 1);
      const d = body.length > 0 ? body.map(path).join("") : path([points[0], points[0]]);
      const taperD = taper(neck, tail);
      group.append(svg("path", { class: "body", d, "stroke-width": thickness }), svg("path", { class: "tail", d: taperD }),
        svg("path", { class: "pattern-line", d, "stroke-width": thickness }), svg("path", { class: "pattern", d: taperD }));
    }
    /** @type {[number, number]} */
    const neckPoint = points.length > 1 ? runsOf(points)[0][1] : [points[0][0], points[0][1] + 1];
    const wayOf = (/** @type {any} */ each) => {
      const [[x, y], [nx, ny]] = [each.body[0], each.body.find((/** @type {number[]} */ cell) => cell.join() !== each.body[0].join()) ?? [each.body[0][0], each.body[0][1] - 1]];
      return (Math.atan2(ny - y, x - nx) * 180) / Math.PI;
    };
    /** @type {Record<string, string>} */
    let move = {};
    if (old?.alive) {
      const [x, y] = inSight(old.body[0]);
      const [dx, dy] = [x - points[0][0], y - points[0][1]];
      const angle = ((wayOf(old) - wayOf(snake) + 540) % 360) - 180;
      if (Math.abs(dx) <= size && Math.abs(dy) <= size) { // not over the border of a wrapped board
        move = from(dx, dy, old.body[0].join() === old.body[old.body.length - 1].join() ? 0 : angle);
      }
    }
    group.append(svg("g", move, ...drawHead(points[0], neckPoint, snake)));
    if (!snake.alive && snake.died === frame.turn) {
      const [x, y] = points[0];
      group.append(svg("path", { class: "cross", d: `M${x - 3} ${y - 3}l6 6m0 -6l-6 6` }));
    }
    return group;
  }

  function drawGround() {
    const group = svg("g", {}, svg("rect", { class: "ground", x: 0, y: 0, width: width * size, height: height * size, rx: 1.5 }),
      svg("path", { class: "gridline", d: grid(width, height, size) }));
    for (let i = 0; i < width; ++i) {
      group.append(svg("text", { class: "label", x: i * size + size / 2, y: height * size + 3.6 }, String(i)));
    }
    for (let i = 0; i < height; ++i) {
      group.append(svg("text", { class: "label", x: -3.4, y: (height - 1 - i) * size + size / 2 }, String(i)));
    }
    return group;
  }

  /** @param {number} x @param {number} y */
  function drawFood(x, y) {
    const [cx, cy] = centre(x, y);
    return svg("g", { class: "food", "data-x": x, "data-y": y }, svg("circle", { cx, cy: cy + 0.4, r: 2.5 }), svg("path", { d: `M${cx} ${cy - 1.6}q0.2 -1.8 2 -2` }));
  }

  return {
    box: [-7, -5, width * size + 12, height * size + 12],
    cell: size,
    centre,

    draw({ frame, before, keep }) {
      const parts = [keep("ground", 0, drawGround)];
      if (frame.hazards?.length > 0) {
        parts.push(keep("hazards", JSON.stringify(frame.hazards), () => svg("g", {}, ...drawHazards(frame))));
      }
      for (const [x, y] of frame.food) {
        parts.push(keep(`food ${x} ${y}`, 0, () => drawFood(x, y)));
      }
      // The dead of this turn lie under the living; older ones are gone from the board.
      const shown = frame.snakes.filter((/** @type {any} */ snake) => snake.alive || snake.died === frame.turn);
      shown.sort((/** @type {any} */ a, /** @type {any} */ b) => Number(a.alive) - Number(b.alive));
      // On a wrapped board, what goes over the border is cut off there.
      const cut = (/** @type {Element} */ snake) => frame.wrapped
        ? svg("svg", { x: 0, y: 0, width: width * size, height: height * size, overflow: "hidden" }, snake) : snake;
      parts.push(...shown.map((/** @type {any} */ snake) => keep(`snake ${snake.seat}`, `${snake.alive} ${snake.body.join(" ")}`,
        () => cut(drawSnake(snake, frame, before?.snakes[snake.seat - 1])))));
      return parts;
    },

    sounds: ({ frame, before }) => (before && frame.snakes.some((/** @type {any} */ { alive, body: [head] }) =>
      alive && before.food.some((/** @type {number[]} */ [x, y]) => x === head[0] && y === head[1])) ? ["eat"] : []),

    sample(word) {
      const snake = (/** @type {boolean} */ alive) => ({ seat: 1, alive, died: 0, body: [[2, height - 1], [1, height - 1], [0, height - 1]] });
      /** @type {Record<string, import("view/types").Sample>} */
      const samples = {
        food: { box: [0, 0, size, size], parts: [drawFood(0, height - 1)] },
        head: { box: [15, 0, 15, size], parts: [drawSnake(snake(true), { turn: 0 }, null)] },
        tail: { box: [0, 0, 15, size], parts: [drawSnake(snake(true), { turn: 0 }, null)] },
        hazard: { box: [0, 0, size, size], parts: drawHazards({ hazards: [[0, height - 1, 1]], hazard_damage: first.hazard_damage }) },
        dead: { box: [0, 0, 30, size], parts: [drawSnake(snake(false), { turn: 0 }, null)] },
      };
      return samples[word] ?? null;
    },

    text(frame) {
      const rows = Array.from({ length: height }, () => Array(width).fill("."));
      const put = (/** @type {number[]} */ [x, y], /** @type {string} */ sign) => {
        if (rows[height - 1 - y]?.[x]) {
          rows[height - 1 - y][x] = sign;
        }
      };
      for (const [x, y, layers] of frame.hazards ?? []) {
        put([x, y], layers > 1 ? String(Math.min(layers, 9)) : frame.hazard_damage < 0 ? "+" : "~");
      }
      frame.food.forEach((/** @type {number[]} */ cell) => put(cell, "F"));
      for (const snake of frame.snakes.filter((/** @type {any} */ each) => each.alive)) {
        const letter = String.fromCharCode(96 + snake.seat);
        [...snake.body].reverse().forEach((cell, i) => put(cell, i === snake.body.length - 1 ? letter.toUpperCase() : letter));
      }
      return rows.map((row) => row.join(" ")).join("\n");
    },

    status(frame) {
      const alive = frame.snakes.filter((/** @type {any} */ snake) => snake.alive).length;
      const hazards = frame.hazards?.length ? `, ${frame.hazards.length} hazards` : "";
      return `${alive} alive, ${frame.food.length} food${hazards}`;
    },
    played({ frame, before }, seat) {
      const [now, old] = [frame, before].map((each) => each?.snakes[seat - 1]);
      const [dx, dy] = now?.alive && old ? [0, 1].map((i) => now.body[0][i] - old.body[0][i]) : [0, 0];
      return Object.keys(ways).find((way) => ways[way]?.[0] === dx && ways[way]?.[1] === dy) ?? "";
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
        hazard: "died in a hazard", starved: "starved", wall: "left the board", self: "ran into itself",
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
export const hand = ({ choices, seat }, frame, board) => ({
  hint: "Where does your snake go?",
  buttons: /** @type {import("view/types").ChoiceButton[]} */ ([
    { answer: "up", label: "Up", keys: ["ArrowUp", "w"], icon: "up", place: "n" },
    { answer: "left", label: "Left", keys: ["ArrowLeft", "a"], icon: "left", place: "w" },
    { answer: "right", label: "Right", keys: ["ArrowRight", "d"], icon: "right", place: "e" },
    { answer: "down", label: "Down", keys: ["ArrowDown", "s"], icon: "down", place: "s" },
  ]).map((button) => ({ ...button, isLegal: choices.includes(button.answer), leads: leadsTo(button.answer, seat, frame) })),
  spots: choices.flatMap((way) => spotOf(way, frame.snakes[seat - 1].body[0], frame, board)),
});

/** Where a click means that way: beside the head, or where a snake that leaves a wrapped board comes in again. @param {string} way @param {[number, number]} head @param {any} frame @param {import("view/types").Board} board @returns {import("view/types").Spot[]} */
function spotOf(way, [x, y], { width, height, wrapped }, board) {
  const [dx, dy] = ways[way] ?? [0, 0];
  const [nx, ny] = [x + dx, y + dy];
  const isInside = nx >= 0 && ny >= 0 && nx < width && ny < height;
  if (!isInside && !wrapped) {
    return [];
  }
  const at = board.centre((nx + width) % width, (ny + height) % height);
  const d = isInside ? sidesOf(board.centre(x, y), size, width * size, height * size)[["right", "down", "left", "up"].indexOf(way)]
    : `M${at[0] - size / 2} ${at[1] - size / 2}h${size}v${size}h${-size}z`;
  return [{ id: way, name: way, at, d: d ?? "", isQuiet: isInside }];
}

/** What lies where a snake's next move leads, as far as the board shows it. @param {string} way @param {number} seat @param {any} frame */
function leadsTo(way, seat, frame) {
  const own = frame.snakes[seat - 1];
  const [dx, dy] = ways[way];
  const [x, y] = [own.body[0][0] + dx, own.body[0][1] + dy];
  const isAt = (/** @type {number[]} */ cell) => cell[0] === x && cell[1] === y;
  if (x < 0 || y < 0 || x >= frame.width || y >= frame.height) {
    return "off the board";
  }
  const living = frame.snakes.filter((/** @type {any} */ snake) => snake.alive);
  for (const snake of living) {
    // The tail leaves its cell, unless two segments lie there.
    if (snake.body.slice(0, -1).some(isAt)) {
      return snake === own ? "your own body" : `body of seat ${snake.seat}`;
    }
  }
  const rival = living.find((/** @type {any} */ snake) => snake !== own && snake.length >= own.length &&
    Math.abs(snake.body[0][0] - x) + Math.abs(snake.body[0][1] - y) === 1);
  return rival ? `seat ${rival.seat} may come` : frame.food.some(isAt) ? "food" : "free";
}
