// spades: the table with the cards of this trick in the middle, the four hands around it, and the points of both teams.

import { svg } from "view/svg.js";

export const version = 1;

const width = 240;
const height = 176;
const card = { width: 15, height: 20 };
const signs = /** @type {Record<string, string>} */ ({ S: "♠", H: "♥", D: "♦", C: "♣" });

/** Where a seat sits: 1 below, 2 left, 3 above, 4 right. Partners face each other. */
const places = [
  { x: width / 2, y: 158, dx: 11, dy: 0 }, { x: 14, y: 90, dx: 0, dy: 8.6 },
  { x: width / 2, y: 18, dx: 11, dy: 0 }, { x: width - 14, y: 90, dx: 0, dy: 8.6 },
];
const middles = [{ x: width / 2, y: 105 }, { x: width / 2 - 25, y: 88 }, { x: width / 2, y: 71 }, { x: width / 2 + 25, y: 88 }];
const labels = [{ x: width / 2, y: 137 }, { x: 58, y: 42 }, { x: width / 2, y: 39 }, { x: width - 58, y: 42 }];

/**
 * @param {number} x @param {number} y @param {string} text @param {string} kind
 * @param {Record<string, string | number>} [more]
 */
const words = (x, y, text, kind, more = {}) =>
  svg("text", { x, y, class: kind, "text-anchor": "middle", "dominant-baseline": "central", ...more }, text);

/** @param {string} name */
const spoken = (name) => `${name[0] === "T" ? "10" : name[0]}${signs[name[1] ?? ""]}`;

/**
 * A card with its middle at a point; null: its back.
 * @param {number} x @param {number} y @param {string | null} name @param {string} kind
 */
function drawCard(x, y, name, kind) {
  const suit = name === null ? "back" : `suit-${name[1]}`;
  return svg("g", { class: `card ${suit} ${kind}`, ...(name === null ? {} : { "data-card": name }) },
    svg("rect", { x: x - card.width / 2, y: y - card.height / 2, width: card.width, height: card.height, rx: 1.8 }),
    ...(name === null ? [] : [
      words(x - 3.1, y - 6, name[0] === "T" ? "10" : name[0] ?? "", name[0] === "T" ? "value ten" : "value"),
      words(x - 3.1, y + 1.2, signs[name[1] ?? ""] ?? "", "suit")]));
}

/** @param {any} frame @param {number} seat */
function drawHand(frame, seat) {
  const { x, y, dx, dy } = /** @type {{x: number, y: number, dx: number, dy: number}} */ (places[seat - 1]);
  const player = frame.players[seat - 1];
  const hand = player.hand ?? Array.from({ length: player.count }, () => null);
  const from = -(hand.length - 1) / 2;
  return hand.map((/** @type {string | null} */ name, /** @type {number} */ i) =>
    drawCard(x + (from + i) * dx, y + (from + i) * dy, name, "held"));
}

/** What a seat has bid and taken. @param {any} frame @param {number} seat */
function told({ over, players }, seat) {
  const { bid, tricks } = players[seat - 1];
  return over ? "done" : bid < 0 ? "no bid yet" : bid === 0 ? `nil, took ${tricks}` : `${tricks} of ${bid}`;
}

/** @param {any} frame @param {number} seat */
function drawLabel(frame, seat) {
  const { x, y } = /** @type {{x: number, y: number}} */ (labels[seat - 1]);
  const text = told(frame, seat);
  const half = 7 + text.length * 1.55;
  return svg("g", { class: `label s${seat} ${frame.to_move === seat ? "turn" : ""}`, "data-seat": seat, "data-bid": frame.players[seat - 1].bid, "data-tricks": frame.players[seat - 1].tricks },
    svg("rect", { class: "frame", x: x - half - 2, y: y - 6, width: 2 * half + 4, height: 12, rx: 3 }),
    svg("rect", { class: "seat", x: x - half, y: y - 4.5, width: 9, height: 9, rx: 1.8 }),
    words(x - half + 4.5, y, String(seat), "number"),
    words(x + 5.5, y, text, "told"));
}

/** @param {any} frame @param {number} team */
function drawTeam(frame, team) {
  const x = team === 1 ? 6 : width - 6;
  const anchor = { "text-anchor": team === 1 ? "start" : "end" };
  return svg("g", { class: `team s${team}`, "data-team": team, "data-points": frame.points[team - 1] },
    words(x, 8, team === 1 ? "seats 1 and 3" : "seats 2 and 4", "caption", anchor),
    words(x, 18, String(frame.points[team - 1]), "points", anchor));
}

/** @param {any} frame */
function drawMiddle(frame) {
  if (frame.over) return [words(width / 2, 88, "all deals are played", "caption")];
  const onTable = frame.on_table.map((/** @type {{seat: number, card: string}} */ each) => {
    const { x, y } = /** @type {{x: number, y: number}} */ (middles[each.seat - 1]);
    return drawCard(x, y, each.card, `played s${each.seat}`);
  });
  return onTable.length > 0 ? onTable : [
    words(width / 2, 84, `deal ${frame.deal} of ${frame.deals}`, "caption"),
    words(width / 2, 93, frame.step === "bid" ? "bids" : `trick ${frame.trick}`, "caption")];
}

/** @param {any} _first @returns {import("view/types").Board} */
export function board(_first) {
  return {
    box: [0, 0, width, height],
    cell: card.width,
    centre: (x, y) => [x * card.width, y * card.height],
    draw: ({ frame, keep }) => [
      svg("rect", { class: "table", x: width / 2 - 44, y: 54, width: 88, height: 68, rx: 8 }),
      ...[1, 2].map((team) => drawTeam(frame, team)),
      ...[1, 2, 3, 4].map((seat) => keep(`hand ${seat}`, JSON.stringify(frame.players[seat - 1]),
        () => svg("g", { class: `hand s${seat}`, "data-hand": seat }, ...drawHand(frame, seat)))),
      ...[1, 2, 3, 4].map((seat) => drawLabel(frame, seat)),
      ...drawMiddle(frame),
    ],
    text: (frame) => frame.players.map((/** @type {any} */ player, /** @type {number} */ i) =>
      `seat ${i + 1}: ${told(frame, i + 1)}, ${player.hand === null ? `${player.count} cards` : player.hand.map(spoken).join(" ") || "no cards"}`).join("; ")
      + (frame.on_table.length > 0 ? `; on the table: ${frame.on_table.map((/** @type {any} */ each) => spoken(each.card)).join(" ")}` : ""),
    status: (frame) => (frame.over ? "all deals are played" : frame.step === "bid" ? `deal ${frame.deal}: bids` : `deal ${frame.deal}, trick ${frame.trick}`),
    gauges: (frame, seat) => [
      { name: "team", value: frame.points[(seat - 1) % 2] },
      { name: "tricks", value: frame.players[seat - 1].tricks },
    ],
    fate: () => "",
    sample(word) {
      const kinds = /** @type {Record<string, string | null>} */ ({ card: "QH", spade: "AS", back: null });
      return word in kinds ? { box: [-2, -2, 19, 24], parts: [svg("g", { class: "s1" }, drawCard(7.5, 10, kinds[word] ?? null, "held"))] } : null;
    },
  };
}

export const style = `
.game-spades .table { fill: var(--ground); stroke: var(--line); stroke-width: 0.8; }
.game-spades .card rect { fill: var(--surface); stroke: var(--line); stroke-width: 0.6; }
.game-spades .card text { fill: var(--ink); font-size: 7px; }
.game-spades .card .ten { font-size: 5.4px; letter-spacing: -0.4px; }
.game-spades .card .suit { font-size: 7.5px; }
.game-spades .suit-H text, .game-spades .suit-D text { fill: var(--bad); }
.game-spades .suit-S text { font-weight: bold; }
.game-spades .back rect { fill: var(--seat); fill-opacity: 0.3; stroke: var(--seat); }
.game-spades .played rect { stroke: var(--seat); stroke-width: 1.2; }
.game-spades .label .frame { fill: var(--surface); stroke: var(--line); stroke-width: 0.5; }
.game-spades .label.turn .frame { stroke: var(--seat); stroke-width: 1.2; }
.game-spades .label .seat { fill: var(--seat); }
.game-spades .label .number { fill: var(--on-seat); font-weight: bold; font-size: 5.5px; }
.game-spades .told { fill: var(--ink); font-size: 5.5px; }
.game-spades .caption { fill: var(--soft); font-size: 5.5px; }
.game-spades .points { fill: var(--ink); font-weight: bold; font-size: 8px; }
`;
