// goofspiel: the prize that is bid for, and of each player the last bid and the cards in hand.

import { svg } from "view/svg.js";

export const version = 1;

const card = { width: 12, height: 16 };
const row = 30;
const top = 34;
const left = 40; // of the cards in hand

/** @param {any} frame @param {number} seat */
const won = (frame, seat) => frame.rounds.filter((/** @type {any} */ round) => round.winner === seat).length;

/** @param {any} first @returns {import("view/types").Board} */
export function board(first) {
  const seats = first.players.length;
  const width = left + first.cards * (card.width + 1.5) + 4;
  const height = top + seats * row;

  /**
   * A card; without a value its back.
   * @param {number} x @param {number} y @param {number | null} value @param {string} kind
   * @param {Record<string, string | number>} data
   */
  function drawCard(x, y, value, kind, data) {
    const group = svg("g", { class: `card ${kind}`, ...data },
      svg("rect", { x, y, width: card.width, height: card.height, rx: 1.6 }));
    if (value !== null) {
      group.append(svg("text", { x: x + card.width / 2, y: y + card.height / 2, "text-anchor": "middle", "dominant-baseline": "central", "font-size": 6.5 }, String(value)));
    }
    return group;
  }

  /** @param {any} frame */
  function drawPrize(frame) {
    const isOver = frame.rounds.length === frame.cards;
    const value = frame.prizes[frame.rounds.length];
    const label = isOver ? "all prizes are gone"
      : `round ${frame.rounds.length + 1} of ${frame.cards}` + (frame.carried > 0 ? `, ${frame.carried} carried over` : "");
    return [
      ...(isOver ? [] : [drawCard(6, 8, frame.worth, "prize", { "data-worth": frame.worth, "data-prize": value })]),
      svg("text", { class: "caption", x: isOver ? 6 : 22, y: 16, "dominant-baseline": "central" }, label),
    ];
  }

  /** @param {any} frame @param {number} seat */
  function drawSeat(frame, seat) {
    const player = frame.players[seat - 1];
    const y = top + (seat - 1) * row + 4;
    const last = frame.rounds[frame.rounds.length - 1];
    const hand = player.hand ?? Array.from({ length: player.count }, () => null);
    const group = svg("g", { class: `s${seat}`, "data-seat": seat, "data-points": player.points },
      svg("g", { class: "seat" }, svg("rect", { x: 2, y: y + 4, width: 8, height: 8, rx: 1.6 }),
        svg("text", { x: 6, y: y + card.height / 2, "text-anchor": "middle", "dominant-baseline": "central", "font-size": 5.5 }, String(seat))),
      svg("text", { class: "points", x: 16, y: y + card.height / 2, "text-anchor": "middle", "dominant-baseline": "central", "font-size": 8 }, String(player.points)));
    if (last) {
      const bid = last.bids[seat - 1];
      group.append(drawCard(23, y, bid === 0 ? null : bid, last.winner === seat ? "bid best" : "bid", { "data-bid": bid }));
    }
    hand.forEach((/** @type {number | null} */ value, /** @type {number} */ i) => {
      // A card that is known keeps its place, so that gaps show what was bid.
      const place = value === null ? i : value - 1;
      group.append(drawCard(left + place * (card.width + 1.5), y, value, value === null ? "back" : "held", value === null ? {} : { "data-card": value }));
    });
    return group;
  }

  return {
    box: [0, 0, width, height],
    cell: card.width,
    centre: (x, y) => [left + (x + 0.5) * (card.width + 1.5), top + (y + 0.5) * row],
    sounds: () => ["card"],
    draw: ({ frame, keep }) => [...drawPrize(frame), ...frame.players.map((/** @type {any} */ player, /** @type {number} */ i) =>
      keep(`seat ${i + 1}`, JSON.stringify([player, frame.rounds[frame.rounds.length - 1]]), () => drawSeat(frame, i + 1)))],
    text: (frame) => frame.players.map((/** @type {any} */ player, /** @type {number} */ i) =>
      `seat ${i + 1}: ${player.points} points, ${player.hand === null ? `${player.count} cards` : player.hand.join(" ") || "no cards"}`).join("; "),
    status: (frame) => (frame.rounds.length === frame.cards ? "all prizes are gone" : `bid for ${frame.worth}`),
    played: ({ frame, before }, seat) => (before && before.rounds.length < frame.rounds.length && frame.rounds.at(-1).bids[seat - 1] || "").toString(), // 0: hidden
    gauges: (frame, seat) => [
      { name: "points", value: frame.players[seat - 1].points },
      { name: "rounds won", value: won(frame, seat) },
    ],
    fate: () => "",
    sample(word) {
      const kinds = /** @type {Record<string, [number | null, string]>} */ ({ prize: [7, "prize"], bid: [5, "bid"], "best bid": [9, "bid best"], card: [4, "held"], back: [null, "back"] });
      return kinds[word] ? { box: [-2, 0, 16, 16], parts: [svg("g", { class: "s1" }, drawCard(0, 0, ...kinds[word], {}))] } : null;
    },
  };
}

/** @type {import("view/types").HandMaker} */
export const hand = ({ choices, seat }, frame) => {
  const y = top + (seat - 1) * row + 4;
  return {
    hint: `The highest card gets the prize, ${frame.worth} points; you bid each card once.`,
    buttons: choices.map((answer) => ({ answer, label: answer, keys: Number(answer) <= 10 ? [String(Number(answer) % 10)] : [] })),
    spots: choices.map((answer) => {
      const x = left + (Number(answer) - 1) * (card.width + 1.5);
      return { id: answer, name: answer, at: /** @type {[number, number]} */ ([x + card.width / 2, y + card.height / 2]), d: `M${x} ${y}h${card.width}v${card.height}h${-card.width}z` };
    }),
  };
};

export const style = `
.game-goofspiel .card rect { fill: var(--surface); stroke: var(--line); stroke-width: 0.6; }
.game-goofspiel .card text { fill: var(--ink); }
.game-goofspiel .card.prize rect { fill: var(--accent); stroke: none; }
.game-goofspiel .card.prize text { fill: var(--accent-ink); font-weight: bold; }
.game-goofspiel .card.back rect { fill: var(--seat); fill-opacity: 0.25; stroke: var(--seat); }
.game-goofspiel .card.held rect { stroke: var(--seat); }
.game-goofspiel .card.bid rect { fill: var(--ground); stroke-dasharray: 1.4 1; }
.game-goofspiel .card.best rect { fill: var(--seat); stroke: none; }
.game-goofspiel .card.best text { fill: var(--on-seat); font-weight: bold; }
.game-goofspiel .seat rect { fill: var(--seat); } .game-goofspiel .seat text { fill: var(--on-seat); font-weight: bold; }
.game-goofspiel .points { font-weight: bold; }
.game-goofspiel .caption { fill: var(--soft); font-size: 5.5px; text-anchor: start; }
`;
