// dicewars: a map of areas with stacks of dice, attacks with their sums, transfers, dice dealt.

import { arrow, from, n, path, svg } from "view/svg.js";

export const version = 1;

const side = 10; // of a hexagon
const half = (side * Math.sqrt(3)) / 2;
/** Neighbours in doubled coordinates, in the order of a hexagon's edges, clockwise from the right. */
const around = [[2, 0], [1, 1], [-1, 1], [-2, 0], [-1, -1], [1, -1]];
/** @typedef {[number, number]} Point */
/** Left, top, right, bottom. @typedef {[number, number, number, number]} Box */

/** @param {number} x @param {number} y @returns {Point} */
const middle = (x, y) => [x * half, y * side * 1.5];

/** Corner k of a hexagon, clockwise from the upper right. @param {Point} at @param {number} k @returns {Point} */
function corner([x, y], k) {
  const angle = ((60 * k - 30) * Math.PI) / 180;
  return [x + side * Math.cos(angle), y + side * Math.sin(angle)];
}

/** Outlines of all areas: the edges that no cell of the same area has behind them, joined. @param {number[][]} hexes */
function outlines(hexes) {
  const areaAt = new Map(hexes.map(([area, x, y]) => [`${x} ${y}`, area]));
  /** @type {Map<number, Map<string, {to: Point, key: string}>>} */
  const edges = new Map();
  const key = (/** @type {Point} */ [x, y]) => `${Math.round(x * 10)} ${Math.round(y * 10)}`;
  for (const [area, x, y] of hexes) {
    around.forEach(([dx, dy], k) => {
      if (areaAt.get(`${x + dx} ${y + dy}`) !== area) {
        const from = corner(middle(x, y), k);
        const to = corner(middle(x, y), k + 1);
        const own = edges.get(area) ?? new Map();
        own.set(key(from), { to, key: key(to) });
        edges.set(area, own);
      }
    });
  }
  /** @type {Map<number, string>} */
  const paths = new Map();
  for (const [area, own] of edges) {
    let d = "";
    while (own.size > 0) {
      const start = own.keys().next().value ?? "";
      /** @type {Point[]} */
      const points = [];
      for (let at = start; own.has(at); ) {
        const edge = own.get(at);
        own.delete(at);
        if (edge) {
          points.push(edge.to);
          at = edge.key;
        }
      }
      d += path(points) + "Z";
    }
    paths.set(area, d);
  }
  return paths;
}

/** Where a stack of dice has most room: the cell farthest from other areas, nearest to the middle. @param {number[][]} hexes @param {number} area @returns {Point} */
function place(hexes, area) {
  const own = hexes.filter((hex) => hex[0] === area).map(([, x, y]) => middle(x, y));
  const cells = new Set(own.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`));
  const sum = own.reduce(([a, b], [x, y]) => [a + x, b + y], [0, 0]);
  const [mx, my] = [sum[0] / own.length, sum[1] / own.length];
  /** @type {Point} */
  let best = own[0];
  let least = Infinity;
  for (const [x, y] of own) {
    const open = around.filter(([dx, dy]) => {
      const [nx, ny] = middle(dx, dy);
      return !cells.has(`${Math.round(x + nx)} ${Math.round(y + ny)}`);
    }).length;
    const cost = Math.hypot(x - mx, y - my) + open * 6;
    if (cost < least) {
      least = cost;
      best = [x, y];
    }
  }
  return best;
}

/** A stack of dice in two columns, seen from above on its left. @param {Point} at @param {number} count @param {number} seat */
function dice([x, y], count, seat) {
  const [w, d, h] = [8.2, 4.1, 8.4]; // half width, depth, height of a die
  const group = svg("g", { class: `dice s${seat}` });
  const columns = count > 4 ? 2 : 1;
  for (let i = 0; i < count; ++i) {
    const column = columns === 2 ? Math.floor(i / 4) : 0;
    const cx = x + (columns === 2 ? (column === 0 ? 5 : -7) : 0) - 2;
    const cy = y + 11 + (column === 0 ? -3 : 3) - (i % 4) * h;
    group.append(
      svg("path", { class: "front", d: `M${n(cx - w)} ${n(cy - d)}L${n(cx)} ${n(cy)}v${-h}l${-w} ${-d}z` }),
      svg("path", { class: "flank", d: `M${n(cx + w)} ${n(cy - d)}L${n(cx)} ${n(cy)}v${-h}l${w} ${-d}z` }),
      svg("path", { class: "top", d: `M${n(cx)} ${n(cy - h)}l${w} ${-d}l${-w} ${-d}l${-w} ${d}z` }));
  }
  return group;
}

const stackHeight = 30; // of a high stack above the middle of its area
const dieStep = 13; // from one thrown die to the next
/** Where the pips of a die are, in quarters of it. @type {Record<number, Point[]>} */
const pips = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** A thrown die as it lies there. @param {Point} at @param {number} value @param {number} seat */
function drawDie([x, y], value, seat) {
  const half = dieStep / 2 - 1;
  return svg("g", { class: `die s${seat}`, "data-die": value, ...from(-14, -22, -200) },
    svg("rect", { x: n(x - half), y: n(y - half), width: 2 * half, height: 2 * half, rx: 2.2 }),
    ...pips[value].map(([dx, dy]) => svg("circle", { cx: n(x + dx * half * 0.52), cy: n(y + dy * half * 0.52), r: 1.15 })));
}

/** @param {any} first @returns {import("view/types").Board} */
export function board(first) {
  const { map } = first;
  const count = first.owners.length;
  /** @type {Point[]} */
  let centres;
  /** @type {Map<number, string>} */
  let paths;
  if (map.hexes) {
    paths = outlines(map.hexes);
    centres = Array.from({ length: count }, (_, i) => place(map.hexes, i + 1));
  } else {
    const xs = map.centres.map((/** @type {number[]} */ point) => point[0]);
    const ys = map.centres.map((/** @type {number[]} */ point) => point[1]);
    const scale = 300 / Math.max(1e-9, Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
    centres = map.centres.map((/** @type {number[]} */ [x, y]) => [x * scale, y * scale]);
    paths = new Map(centres.map(([x, y], i) => [i + 1, `M${n(x - 17)} ${n(y)}a17 17 0 1 0 34 0a17 17 0 1 0 -34 0Z`]));
  }
  const corners = map.hexes ? map.hexes.map((/** @type {number[]} */ [, x, y]) => middle(x, y)) : centres;
  const left = Math.min(...corners.map((/** @type {Point} */ p) => p[0])) - 22;
  const top = Math.min(...corners.map((/** @type {Point} */ p) => p[1])) - 44;
  const right = Math.max(...corners.map((/** @type {Point} */ p) => p[0])) + 22;
  const bottom = Math.max(...corners.map((/** @type {Point} */ p) => p[1])) + 22;
  /** @type {(area: number) => Point} */
  const centreOf = (area) => centres[area - 1];

  /** Half the width of a stack of dice. @param {string | number} number */
  const wideOf = (number) => (Number(number) > 4 ? 21 : 15);

  // The number of an area stands where no count of dice and no other number is; counts move with the stack's width.
  const counts = centres.map(([x, y]) => /** @type {Box} */ ([x + 7, y, x + 26, y + 16]));
  /** @type {Box[]} */
  const taken = [];
  const labels = centres.map(([x, y], i) => {
    const ways = /** @type {Point[]} */ ([[-21, 10], [-18, 18], [-23, 0], [0, 19], [18, 19], [-23, -12], [23, -6], [23, -20], [-32, 12], [32, 12], [-23, -24], [0, 27]]);
    const boxes = ways.map(([dx, dy]) => /** @type {Box} */ ([x + dx - 7, y + dy - 5, x + dx + 7, y + dy + 5]));
    const isFree = (/** @type {Box} */ box) => ![...counts, ...taken].some((other) => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]);
    const best = Math.max(0, boxes.findIndex(isFree));
    taken[i] = boxes[best];
    return { isBeside: best === 0, at: /** @type {Point} */ ([x + ways[best][0], y + ways[best][1]]) };
  });

  /** The upper and lower ends of an area with its stack of dice. @param {number} area @returns {[number, number]} */
  function ends(area) {
    const [, y] = centreOf(area);
    const rows = map.hexes
      ? map.hexes.filter((/** @type {number[]} */ [own]) => own === area).map((/** @type {number[]} */ [, column, row]) => middle(column, row)[1])
      : [y - 8, y + 8];
    return [Math.min(y - stackHeight, ...rows.map((/** @type {number} */ each) => each - side)), Math.max(...rows) + side];
  }

  /** What was thrown, a row for each side with its sum, above or below both areas. @param {any} last @param {number} defender */
  function drawThrow(last, defender) {
    const rows = /** @type {[string, number, number, string][]} */ ([
      [last.attack_dice, last.attack, last.seat, "attack"], [last.defence_dice, last.defence, defender, "defence"]]);
    const count = Math.max(last.attack_dice.length, last.defence_dice.length);
    const [width, height] = [count * dieStep + 25, 2 * dieStep + 3];
    const x = (centreOf(last.from)[0] + centreOf(last.to)[0]) / 2;
    const left0 = Math.max(left + 2, Math.min(right - width - 2, x - width / 2));
    const [[fromTop, fromBottom], [toTop, toBottom]] = [ends(last.from), ends(last.to)];
    const above = Math.min(fromTop, toTop) - height - 2;
    const top0 = above > top ? above : Math.min(bottom - height - 2, Math.max(fromBottom, toBottom) + 2);
    return svg("g", { class: "throw", "data-attack-dice": last.attack_dice, "data-defence-dice": last.defence_dice },
      svg("rect", { class: "panel", x: n(left0), y: n(top0), width: n(width), height, rx: 4 }),
      ...rows.flatMap(([dice, sum, seat, side], row) => {
        const middleY = top0 + 2 + dieStep / 2 + row * dieStep;
        return [
          ...[...dice].map((die, i) => drawDie([left0 + 3 + dieStep / 2 + i * dieStep, middleY], Number(die), seat)),
          svg("text", { class: side, x: n(left0 + width - 12), y: n(middleY + 0.4) }, String(sum))];
      }));
  }

  /** @param {any} last @param {any} before */
  function drawLast(last, before) {
    if (!last) {
      return [];
    }
    if (last.command === "end") {
      /** @type {Map<number, number>} */
      const dealt = new Map();
      last.put_down.forEach((/** @type {number} */ area) => dealt.set(area, (dealt.get(area) ?? 0) + 1));
      return [svg("g", {}, ...[...dealt].map(([area, more]) => {
        const [x, y] = centreOf(area);
        const badge = drawDealt([x + 12, y - 12], more, last.seat);
        badge.setAttribute("data-area", String(area));
        return badge;
      }))];
    }
    const [from, to] = [centreOf(last.from), centreOf(last.to)];
    const d = arrow(from, to, 9, 10);
    const label = last.command === "transfer" ? String(last.dice) : `${last.attack} : ${last.defence}`;
    const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const width = label.length * 6.4 + 10;
    const kind = last.command === "transfer" ? "transfer" : last.won ? "battle won" : "battle lost";
    const told = last.attack_dice && before
      ? [drawThrow(last, Number(before.owners[last.to - 1]))]
      : [svg("rect", { class: "panel", x: n(x - width / 2), y: n(y - 8.5), width, height: 17, rx: 5 }),
        svg("text", { x: n(x), y: n(y + 0.5) }, label)];
    return [svg("g", { class: `last ${kind} s${last.seat}`, "data-command": last.command, "data-from": last.from, "data-to": last.to },
      svg("path", { class: "edge", d }), svg("path", { class: "line", d }), ...told)];
  }

  /** New dice on an area. @param {Point} at @param {number} more @param {number} seat */
  function drawDealt([x, y], more, seat) {
    return svg("g", { class: `dealt s${seat}`, "data-dealt": more, ...from(0, -12) },
      svg("circle", { cx: n(x), cy: n(y), r: 7 }), svg("text", { x: n(x), y: n(y + 0.4) }, `+${more}`));
  }

  /** @param {number} area @param {number} seat @param {string} number of dice */
  function drawArea(area, seat, number) {
    return svg("path", { class: `area s${seat}`, d: paths.get(area) ?? "", "data-area": area, "data-owner": seat, "data-dice": number },
      svg("title", {}, `area ${area}: seat ${seat}, ${number} dice`));
  }

  /** @param {number} area @param {string} number of dice */
  function drawNumbers(area, number) {
    const [x, y] = centreOf(area);
    const { isBeside, at: [labelX, labelY] } = labels[area - 1];
    return svg("g", {}, svg("text", { class: "count", x: n(x + wideOf(number) - 2), y: n(y + 8) }, number),
      svg("text", { class: "label", x: n(isBeside ? x - wideOf(number) - 3 : labelX), y: n(labelY) }, String(area)));
  }

  /** From the back to the front: stacks stand before what lies behind them. */
  const byHeight = centres.map((_, i) => i + 1).sort((a, b) => centreOf(a)[1] - centreOf(b)[1]);

  return {
    box: [left, top, right - left, bottom - top],
    cell: side * 2,
    centre: (x, y) => middle(x, y),
    area: (number) => (number >= 1 && number <= count ? { centre: centreOf(number), path: paths.get(number) ?? "" } : null),

    sounds: ({ frame }) => (frame.last?.attack_dice ? ["roll"] : []),

    draw({ frame, before, keep }) {
      const parts = map.hexes ? [] : [keep("roads", 0, () => svg("g", {}, ...map.edges.map((/** @type {number[]} */ [a, b]) =>
        svg("path", { class: "road", d: path([centreOf(a), centreOf(b)]) }))))];
      const touched = [];
      for (let area = 1; area <= count; ++area) {
        const [owner, number] = [frame.owners[area - 1], frame.dice[area - 1]];
        parts.push(keep(`area ${area}`, owner + number, () => drawArea(area, Number(owner), number)));
        parts.push(keep(`pattern ${area}`, owner, () => svg("path", { class: `pattern-mixed-fill s${owner}`, d: paths.get(area) ?? "" })));
        if (frame.last && (frame.last.from === area || frame.last.to === area)) {
          touched.push(keep(`touched ${area}`, 0, () => svg("path", { class: "touched", d: paths.get(area) ?? "" })));
        }
      }
      parts.push(...touched);
      for (const area of byHeight) {
        const [owner, number] = [frame.owners[area - 1], frame.dice[area - 1]];
        parts.push(keep(`dice ${area}`, owner + number, () => dice(centreOf(area), Number(number), Number(owner))));
      }
      for (const area of byHeight) {
        const number = frame.dice[area - 1];
        parts.push(keep(`numbers ${area}`, number, () => drawNumbers(area, number)));
      }
      return [...parts, ...drawLast(frame.last, before).map((each) => keep("last", frame.turn, () => each))];
    },

    sample(word) {
      const last = { seat: 1, from: 1, to: 2, attack: 9, defence: 4 };
      const die = /** @type {Point} */ ([0, 0]);
      /** @type {Record<string, () => import("view/types").Sample>} */
      const samples = {
        area: () => ({ box: [-12, -12, 62, 24], parts: [1, 2].flatMap((seat) => {
          const d = path([0, 1, 2, 3, 4, 5].map((k) => corner([(seat - 1) * 38, 0], k))) + "Z";
          return [svg("path", { class: `area s${seat}`, d }), svg("path", { class: `pattern-mixed-fill s${seat}`, d })];
        }) }),
        dice: () => ({ box: [-16, -26, 40, 44], parts: [dice([0, 0], 3, 1), svg("text", { class: "count", x: 13, y: 8 }, "3")] }),
        attack: () => ({ box: [-10, -10, 44, 20], parts: [drawDie(die, 6, last.seat), svg("text", { x: 14, y: 0 }, ":"), drawDie([26, 0], 2, 2)] }),
        transfer: () => ({ box: [0, -9, 46, 18], parts: [svg("g", { class: "last transfer s1" }, svg("path", { class: "line", d: arrow([0, 0], [46, 0], 9, 4) }))] }),
        dealt: () => ({ box: [-8, -8, 16, 16], parts: [drawDealt([0, 0], 2, 1)] }),
      };
      return samples[word]?.() ?? null;
    },

    text(frame) {
      const lines = ["area owner dice  borders on"];
      for (let i = 0; i < count; ++i) {
        const borders = map.edges.flatMap((/** @type {number[]} */ [a, b]) => (a === i + 1 ? [b] : b === i + 1 ? [a] : []));
        lines.push(`${String(i + 1).padStart(4)} ${frame.owners[i].padStart(5)} ${frame.dice[i].padStart(4)}  ${borders.join(" ")}`);
      }
      return lines.join("\n");
    },
    status(frame, names) {
      return frame.end === "none" ? `${names[frame.mover - 1]} to move, ${frame.battles} battles so far` : "over";
    },
    played: ({ frame: { last } }) => (last?.command === "end" ? "end" : last ? `${last.command} ${last.from} ${last.to}` : ""),
    gauges(frame, seat) {
      const player = frame.players[seat - 1];
      return [
        { name: "areas", value: player.areas, max: count },
        { name: "dice", value: player.dice },
        { name: "largest", value: player.largest },
        { name: "reserve", value: player.reserve },
      ];
    },
    fate(frame, seat) {
      const player = frame.players[seat - 1];
      return player.areas === 0 ? "no areas left" : player.off ? "switched off" : "";
    },
  };
}

/** How many ways there are to roll each sum with so many dice. @param {number} dice */
function ways(dice) {
  let sums = [1];
  for (let i = 0; i < dice; ++i) {
    sums = Array.from({ length: sums.length + 6 }, (_, sum) => [1, 2, 3, 4, 5, 6].reduce((all, pips) => all + (sums[sum - pips] ?? 0), 0));
  }
  return sums;
}

/** The chance that so many dice roll more than the others. @param {number} attack @param {number} defence */
function chance(attack, defence) {
  const [ours, theirs] = [ways(attack), ways(defence)];
  let won = 0;
  ours.forEach((count, sum) => {
    theirs.slice(0, sum).forEach((other) => {
      won += count * other;
    });
  });
  return won / 6 ** (attack + defence);
}

/** @type {import("view/types").HandMaker} */
export const hand = ({ choices, seat }, frame, board) => {
  const nameOf = (/** @type {number} */ area) => `area ${area} (seat ${frame.owners[area - 1]}, ${frame.dice[area - 1]} ${frame.dice[area - 1] === "1" ? "die" : "dice"})`;
  /** @type {Map<string, import("view/types").Spot>} */
  const spots = new Map();
  const pairs = choices.filter((answer) => answer !== "end").map((answer) => {
    const [command, from, to] = answer.split(" ");
    for (const id of [from, to]) {
      const found = board.area?.(Number(id));
      if (found) {
        spots.set(id, { id, at: found.centre, d: found.path, name: nameOf(Number(id)) });
      }
    }
    const [dice, against] = [Number(frame.dice[Number(from) - 1]), Number(frame.dice[Number(to) - 1])];
    const leads = command === "battle" ? `${dice} dice against ${against} win ${Math.round(100 * chance(dice, against))} of 100 attacks`
      : `${Math.min(dice - 1, 8 - against)} dice move`;
    return { answer, from, to, what: command === "battle" ? "attack" : "move dice to", leads };
  });
  const closed = Array.from({ length: frame.owners.length }, (_, i) => String(i + 1)).filter((id) => !spots.has(id)).flatMap((id) => {
    const found = board.area?.(Number(id));
    return found ? [{ id, at: found.centre, d: found.path, name: nameOf(Number(id)) }] : [];
  });
  pairs.sort((a, b) => Number(b.what === "attack") - Number(a.what === "attack"));
  return {
    hint: "Choose one of your areas, then an area to attack, or one of yours to move dice to.",
    keys: "Keys: arrows, Enter; Esc cancels.",
    buttons: [{ answer: "end", label: "End turn", keys: ["e"] }],
    pairs, spots: [...spots.values()], closed,
    refusal(from, to) {
      const isOwn = (/** @type {string} */ id) => Number(frame.owners[Number(id) - 1]) === seat;
      if (to === null) {
        return !isOwn(from) ? `Area ${from} belongs to seat ${frame.owners[Number(from) - 1]}: first choose an area of yours.`
          : frame.dice[Number(from) - 1] === "1" ? `Area ${from} has one die: an attack needs two.` : `Area ${from} has no neighbour to attack or to move dice to.`;
      }
      return frame.dice[Number(from) - 1] === "1" && !isOwn(to) ? `Area ${from} has one die: an attack needs two.`
        : pairs.some((pair) => pair.from === from) ? `Area ${to} isn't a neighbour of area ${from}${isOwn(to) ? ", or no transfer is left" : ""}.` : "";
    },
  };
};
