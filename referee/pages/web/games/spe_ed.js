// spe_ed: trails, heads with direction and speed, cells where two met, what a jump left out.

import { enlarged, from, n, sidesOf, svg } from "view/svg.js";

export const version = 1;

const size = 10;
const steps = /** @type {Record<string, [number, number]>} */ ({
  up: [0, -1], right: [1, 0], down: [0, 1], left: [-1, 0],
});
const period = 6;
const visibleCells = 80; // in a row; on longer boards heads are enlarged
const turns = ["up", "right", "down", "left"];
/** Why a player is out, in words that don't sound like a program's failure. @type {Record<string, string>} */
const fates = { crash: "ran into a trail", fault: "no valid action", "speed not from 1 to 10": "speed beyond 1 to 10" };
/** As in the terminal. @type {Record<string, string>} */
const headSigns = { up: "^", right: ">", down: "v", left: "<" };

/** Runs of equal cells in rows as one path for each sign. @param {string[]} rows */
function runs(rows) {
  const paths = /** @type {Record<string, string>} */ ({});
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; ) {
      const sign = row[x];
      let end = x + 1;
      while (end < row.length && row[end] === sign) {
        end += 1;
      }
      if (sign !== ".") {
        paths[sign] = (paths[sign] ?? "") + `M${x * size} ${y * size}h${(end - x) * size}v${size}h${(x - end) * size}z`;
      }
      x = end;
    }
  });
  return paths;
}

/** @param {any} first @returns {import("view/types").Board} */
export function board(first) {
  const { width, height } = first;
  /** @param {number} x @param {number} y @returns {[number, number]} */
  const centre = (x, y) => [x * size + size / 2, y * size + size / 2];

  /** @param {any} player @param {number} seat @param {any} old the player in the frame before, or null */
  function drawHead(player, seat, old) {
    const [x, y] = centre(player.x, player.y);
    const [dx, dy] = steps[player.direction];
    const head = svg("g", enlarged([x, y], Math.max(width, height) / visibleCells), svg("rect", {
      class: "head", x: x - size * 0.75, y: y - size * 0.75, width: size * 1.5, height: size * 1.5, rx: 4,
    }));
    const parts = [head];
    if (player.active) {
      parts.unshift(svg("path", {
        class: "ahead", d: `M${x} ${y}l${dx * player.speed * size} ${dy * player.speed * size}`,
      }));
      const at = (/** @type {number} */ forward, /** @type {number} */ side) =>
        `${n(x + dx * forward - dy * side)} ${n(y + dy * forward + dx * side)}`;
      head.append(svg("path", { class: "direction", d: `M${at(4.6, 0)}L${at(-3, 4)}L${at(-3, -4)}Z` }));
    } else {
      head.append(svg("path", { class: "cross", d: `M${x - 5} ${y - 5}l10 10m0 -10l-10 10` }));
    }
    const turned = old ? [0, 90, 180, -90][(turns.indexOf(old.direction) - turns.indexOf(player.direction) + 4) % 4] : 0;
    return svg("g", {
      class: `player s${seat}${player.active ? "" : " dead"}`, "data-seat": seat, "data-x": player.x, "data-y": player.y,
      "data-direction": player.direction, "data-speed": player.speed,
    }, svg("g", old ? from((old.x - player.x) * size, (old.y - player.y) * size, turned) : {}, ...parts));
  }

  /** @param {number} x @param {number} y */
  const drawMet = (x, y) => svg("path", { class: "cross", "data-met": `${x} ${y}`, d: `M${x * size + 2} ${y * size + 2}l6 6m0 -6l-6 6` });

  /** @param {string} sign @param {string} d */
  const drawTrail = (sign, d) => (sign === "x" ? [svg("path", { class: "met", "data-sign": sign, d })]
    : [svg("path", { class: `trail s${sign}`, "data-sign": sign, d }), svg("path", { class: `pattern s${sign}`, d })]);

  /** What was jumped over in the round before. @param {any} frame @param {any} before */
  function drawJumps(frame, before) {
    if (!before || before.round % period !== 0 || frame.round !== before.round + 1) {
      return [];
    }
    return frame.players.flatMap((/** @type {any} */ player, /** @type {number} */ i) => {
      const from = centre(before.players[i].x, before.players[i].y);
      const to = centre(player.x, player.y);
      const wasActive = before.players[i].active && player.speed >= 3;
      return wasActive && (from[0] !== to[0] || from[1] !== to[1])
        ? [svg("path", { class: `jump s${i + 1}`, "data-seat": i + 1, d: `M${from[0]} ${from[1]}L${to[0]} ${to[1]}` })]
        : [];
    });
  }

  return {
    // A player that leaves the board stands on the first cell beyond it.
    box: [-size * 1.3, -size * 1.3, (width + 2.6) * size, (height + 2.6) * size],
    cell: size,
    centre,

    draw({ frame, before, keep }) {
      const parts = [keep("ground", 0, () => svg("rect", { class: "ground", x: 0, y: 0, width: width * size, height: height * size }))];
      for (const [sign, d] of Object.entries(runs(frame.board))) {
        parts.push(keep(`trail ${sign}`, d, () => svg("g", {}, ...drawTrail(sign, d))));
      }
      frame.board.forEach((/** @type {string} */ row, /** @type {number} */ y) => {
        for (let x = row.indexOf("x"); x >= 0; x = row.indexOf("x", x + 1)) {
          const at = x;
          parts.push(keep(`met ${x} ${y}`, 0, () => drawMet(at, y)));
        }
      });
      parts.push(...drawJumps(frame, before));
      const heads = frame.players.map((/** @type {any} */ player, /** @type {number} */ i) => {
        const old = before?.players[i].active ? before.players[i] : null;
        return keep(`head ${i}`, `${player.x} ${player.y} ${player.direction} ${player.speed} ${player.active}`, () => drawHead(player, i + 1, old));
      });
      heads.sort((/** @type {any} */ a, /** @type {any} */ b) =>
        Number(b.classList.contains("dead")) - Number(a.classList.contains("dead")));
      return [...parts, ...heads];
    },

    text(frame) {
      const rows = frame.board.map((/** @type {string} */ row) => row.split(""));
      for (const player of frame.players.filter((/** @type {any} */ each) => each.active)) {
        rows[player.y][player.x] = headSigns[player.direction];
      }
      return rows.map((/** @type {string[]} */ row) => row.join("")).join("\n");
    },
    status(frame) {
      const rest = (period - (frame.round % period)) % period;
      return !frame.running ? "over" : rest === 0 ? "jumps in this round" : `next jumps in ${rest} round${rest === 1 ? "" : "s"}`;
    },
    played({ frame, before }, seat) {
      const [now, old] = [frame, before].map((each) => each?.players[seat - 1]);
      if (!now?.active || !old) {
        return "";
      }
      const turn = (turns.indexOf(now.direction) - turns.indexOf(old.direction) + 4) % 4;
      return turn === 1 ? "turn_right" : turn === 3 ? "turn_left" : now.speed > old.speed ? "speed_up" : now.speed < old.speed ? "slow_down" : "change_nothing";
    },
    gauges(frame, seat) {
      const player = frame.players[seat - 1];
      return [
        { name: "speed", value: player.speed, max: 10 },
        { name: "reach", value: frame.measures[seat - 1]?.[0] ?? 0, max: width * height },
      ];
    },
    fate(frame, seat) {
      const out = frame.players[seat - 1].out;
      return out ? `${fates[out.reason] ?? out.reason}, turn ${out.round - 1}` : "";
    },
    sample(word) {
      const middle = { x: 1, y: 0, direction: "right", speed: 2 };
      /** @type {Record<string, import("view/types").Sample>} */
      const samples = {
        head: { box: [0, -3, 40, 16], parts: [drawHead({ ...middle, active: true }, 1, null)] },
        trail: { box: [0, 0, 40, size], parts: drawTrail("2", "M0 0h40v10h-40z") },
        crossed: { box: [0, 0, 20, size], parts: [svg("path", { class: "met", d: "M5 0h10v10h-10z" }), svg("g", { transform: "translate(5 0)" }, drawMet(0, 0))] },
        jump: { box: [0, 0, 40, size], parts: [svg("path", { class: "jump s1", d: "M0 5H40" })] },
        dead: { box: [0, -3, 40, 16], parts: [drawHead({ ...middle, active: false }, 1, null)] },
      };
      return samples[word] ?? null;
    },
  };
}

/** @type {import("view/types").HandMaker} */
export const hand = ({ choices, seat }, frame, board) => {
  const { x, y, direction, speed } = frame.players[seat - 1];
  const sides = sidesOf(board.centre(x, y), size, frame.width * size, frame.height * size);
  return {
    hint: `You go ${direction} at speed ${speed}. Left and right are relative to you, not to the board.`,
    buttons: /** @type {import("view/types").ChoiceButton[]} */ ([
      { answer: "speed_up", label: "Faster", keys: ["ArrowUp", "w"], icon: "faster", place: "n" },
      { answer: "turn_left", label: "Left", keys: ["ArrowLeft", "a"], icon: "turnLeft", place: "w" },
      { answer: "change_nothing", label: "Straight", keys: [" ", "Enter"], icon: "straight", place: "c" },
      { answer: "turn_right", label: "Right", keys: ["ArrowRight", "d"], icon: "turnRight", place: "e" },
      { answer: "slow_down", label: "Slower", keys: ["ArrowDown", "s"], icon: "slower", place: "s" },
    ]).map((button) => ({ ...button, isLegal: choices.includes(button.answer), leads: leadsTo(button.answer, seat, frame) })),
    spots: [["turn_left", "Left", 3], ["change_nothing", "Straight", 0], ["turn_right", "Right", 1]].map(([id, name, turn]) => {
      const way = turns[(turns.indexOf(direction) + Number(turn)) % 4] ?? "";
      const [dx, dy] = steps[way] ?? [0, 0];
      return { id: String(id), name: String(name), at: board.centre(x + dx, y + dy), d: sides[["right", "down", "left", "up"].indexOf(way)] ?? "", isQuiet: true };
    }),
  };
};

/** What lies on the way of an action, as far as the board shows it. @param {string} action @param {number} seat @param {any} frame */
function leadsTo(action, seat, frame) {
  const { x, y, direction, speed } = frame.players[seat - 1];
  const turn = action === "turn_left" ? 3 : action === "turn_right" ? 1 : 0;
  const [dx, dy] = steps[turns[(turns.indexOf(direction) + turn) % 4]];
  const cells = speed + (action === "speed_up" ? 1 : action === "slow_down" ? -1 : 0);
  if (cells < 1 || cells > 10) {
    return `speed ${cells}: out`;
  }
  const jumps = frame.round % period === 0 && cells >= 3;
  for (let step = 1; step <= cells; ++step) {
    const sign = frame.board[y + dy * step]?.[x + dx * step];
    const isPassed = jumps && step > 1 && step < cells;
    if (sign === undefined) {
      return "off the board";
    }
    if (sign !== "." && !isPassed) {
      return "into a trail";
    }
  }
  return jumps ? "jumps, free" : "free";
}
