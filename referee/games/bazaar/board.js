// bazaar: the market and the lot; below them, of each player, coins and cards under the goods of the market.

import { svg } from "view/svg.js";

export const version = 1;

const column = 44;
const left = 4;
const width = left + 5 * column + 2;
const marketHeight = 28;
const lotTop = 34;
const playersTop = 60;
const row = 36;
const card = { width: 9, height: 12 };

/** @typedef {{open: number[], hidden: (string | null)[], coins: number, patron: string | null, stall: {good: string, price: number} | null}} Player */

/** @param {(string | null)[]} cards @param {string} good */
const count = (cards, good) => cards.filter((each) => each === good).length;
/** @param {Player} player */
const unknown = (player) => player.hidden.filter((each) => each === null).length;
/** @param {Player} player */
const all = (player) => player.open.reduce((sum, cards) => sum + cards, 0) + player.hidden.length + (player.stall ? 1 : 0);
/** @param {any} frame @param {number} seat */
const bid = (frame, seat) => frame.last?.bids[seat - 1];

/**
 * @param {number} x @param {number} y @param {string} text @param {string} kind
 * @param {Record<string, string | number>} [more]
 */
const words = (x, y, text, kind, more = {}) =>
  svg("text", { x, y, class: kind, "dominant-baseline": "central", ...more }, text);

/** @param {any} first @returns {import("view/types").Board} */
export function board(first) {
  const seats = first.players.length;
  /** @type {string[]} */
  const { goods } = first;
  const height = playersTop + seats * row;

  /** How many of a good were sold in the last round. @param {any} frame @param {string} good */
  const sold = (frame, good) => (frame.last?.sales ?? []).filter((/** @type {any} */ each) => each.good === good)
    .reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.count, 0);

  /** @param {any} frame @param {import("view/types").Scene["keep"]} keep */
  function drawMarket(frame, keep) {
    return goods.map((good, i) => {
      const x = left + i * column;
      const count = sold(frame, good);
      return keep(`market ${good}`, `${frame.prices[i]} ${count}`, () => svg("g", { class: `market good-${good}`, "data-good": good, "data-price": frame.prices[i] },
        svg("rect", { x: x + 1, y: 2, width: column - 2, height: marketHeight - 4, rx: 3 }),
        words(x + 5, 8.5, good, "name"),
        words(x + column - 6, 18.5, String(frame.prices[i]), "price", { "text-anchor": "end" }),
        ...(count > 0 ? [words(x + 5, 21, `${count} sold`, "sold")] : [])));
    });
  }

  /** @param {any} frame */
  function drawLot(frame) {
    const cards = [...frame.lot.open.map((/** @type {string} */ good) => ({ good, isOpen: true })),
      ...frame.lot.closed.map((/** @type {string | null} */ good) => ({ good, isOpen: false }))];
    const step = Math.min(40, (width - left - 26) / Math.max(1, cards.length));
    return [
      words(left + 1, lotTop + 9, frame.over ? "the bazaar closes" : "lot", "caption"),
      ...cards.map(({ good, isOpen }, i) => svg("g", { class: `lot-card ${good ? `good-${good}` : "back"} ${isOpen ? "open" : "closed"}`, "data-lot": good ?? "?" },
        svg("rect", { x: left + 20 + i * step, y: lotTop, width: step - 3, height: 18, rx: 2.5 }),
        words(left + 20 + i * step + (step - 3) / 2, lotTop + 9, good ?? "?", "name", { "text-anchor": "middle" }))),
    ];
  }

  /** @param {number} x @param {number} y @param {string} good @param {number} open @param {number} hidden */
  function drawCards(x, y, good, open, hidden) {
    const cards = open + hidden;
    const step = cards > 1 ? Math.min(5, (column - 12 - card.width) / (cards - 1)) : 0;
    return svg("g", { class: `cards good-${good}`, "data-cards": good, "data-open": open, "data-hidden": hidden },
      words(x + 4, y + card.height / 2, String(cards), "count", { "text-anchor": "middle" }),
      ...Array.from({ length: cards }, (_, i) => svg("rect", { class: i < open ? "open" : "held", x: x + 9 + i * step, y, width: card.width, height: card.height, rx: 1.4 })));
  }

  /** @param {any} frame @param {number} seat */
  function drawSeat(frame, seat) {
    /** @type {Player} */
    const player = frame.players[seat - 1];
    const y = playersTop + (seat - 1) * row;
    const offered = bid(frame, seat);
    const hasWon = frame.last?.winner === seat;
    return svg("g", { class: `player s${seat}`, "data-seat": seat, "data-coins": player.coins, "data-patron": player.patron ?? "" },
      svg("line", { x1: left, x2: width - 2, y1: y, y2: y }),
      svg("g", { class: "seat" }, svg("rect", { x: left, y: y + 3.5, width: 9, height: 9, rx: 1.8 }),
        words(left + 4.5, y + 8, String(seat), "number", { "text-anchor": "middle" })),
      words(left + 12, y + 8, String(player.coins), "coins"),
      ...(player.patron ? [words(left + 36, y + 8, `wants ${player.patron}`, `patron good-${player.patron}`)] : []),
      ...(unknown(player) > 0 ? [
        ...Array.from({ length: unknown(player) }, (_, i) => svg("rect", { class: "back", x: left + 36 + i * Math.min(5, 40 / unknown(player)), y: y + 3, width: 7, height: 10, rx: 1.2 })),
        words(left + 46 + (unknown(player) - 1) * Math.min(5, 40 / unknown(player)), y + 8, `${unknown(player)} hidden`, "caption")] : []),
      ...(offered === undefined ? [] : [words(left + 3 * column + 2, y + 8, `bid ${offered}`, hasWon ? "bid best" : "bid", { "data-bid": offered, "text-anchor": "middle" })]),
      ...(player.stall ? [svg("g", { class: `stall good-${player.stall.good}`, "data-stall": player.stall.good, "data-asked": player.stall.price },
        svg("rect", { x: width - 58, y: y + 2, width: 54, height: 12, rx: 2 }),
        words(width - 31, y + 8, `${player.stall.good} for ${player.stall.price}`, "name", { "text-anchor": "middle" }))] : []),
      ...goods.flatMap((good, i) => {
        const hidden = count(player.hidden, good);
        return player.open[i] + hidden > 0 ? [drawCards(left + i * column, y + 19, good, player.open[i], hidden)] : [];
      }));
  }

  /** @param {any} frame @param {number} seat */
  const cardsInWords = (frame, seat) => {
    /** @type {Player} */
    const player = frame.players[seat - 1];
    const seen = goods.flatMap((good, i) => {
      const cards = player.open[i] + count(player.hidden, good);
      return cards > 0 ? [`${cards} ${good}`] : [];
    });
    return [...seen, ...(unknown(player) > 0 ? [`${unknown(player)} hidden`] : [])].join(", ") || "no cards";
  };

  return {
    box: [0, 0, width, height],
    cell: column,
    centre: (x, y) => [left + (x + 0.5) * column, playersTop + (y + 0.5) * row],
    sounds: () => ["card"],
    draw: ({ frame, keep }) => [
      ...drawMarket(frame, keep), keep("lot", JSON.stringify([frame.lot, frame.over]), () => svg("g", {}, ...drawLot(frame))),
      ...frame.players.map((/** @type {Player} */ player, /** @type {number} */ i) =>
        keep(`seat ${i + 1}`, JSON.stringify([player, bid(frame, i + 1), frame.last?.winner]), () => drawSeat(frame, i + 1))),
    ],
    text: (frame) => [
      `market: ${goods.map((good, i) => `${good} ${frame.prices[i]}`).join(", ")}`,
      `lot: ${[...frame.lot.open, ...frame.lot.closed.map((/** @type {string | null} */ good) => good ?? "face down")].join(", ") || "none"}`,
      ...frame.players.map((/** @type {Player} */ player, /** @type {number} */ i) =>
        `seat ${i + 1}: ${player.coins} coins, ${cardsInWords(frame, i + 1)}${player.stall ? `, stall: ${player.stall.good} for ${player.stall.price}` : ""}`),
    ].join("; "),
    status: (frame) => (frame.over ? "the bazaar closes" : `seat ${frame.first} is asked first`),
    gauges: (frame, seat) => [
      { name: "coins", value: frame.players[seat - 1].coins },
      { name: "cards", value: all(frame.players[seat - 1]) },
    ],
    fate: () => "",
    sample(word) {
      /** @type {Record<string, () => Element>} */
      const makers = {
        market: () => svg("g", { class: "market good-tea" }, svg("rect", { x: 2, y: 2, width: 20, height: 20, rx: 3 }), words(12, 12, "3", "price", { "text-anchor": "middle" })),
        lot: () => svg("g", { class: "lot-card good-silk" }, svg("rect", { x: 1, y: 3, width: 22, height: 18, rx: 2.5 }), words(12, 12, "silk", "name", { "text-anchor": "middle" })),
        "open card": () => svg("g", { class: "cards good-dates" }, svg("rect", { class: "open", x: 7.5, y: 6, width: card.width, height: card.height, rx: 1.4 })),
        "hidden card": () => svg("g", { class: "cards good-dates" }, svg("rect", { class: "held", x: 7.5, y: 6, width: card.width, height: card.height, rx: 1.4 })),
        stall: () => svg("g", { class: "stall good-tea" }, svg("rect", { x: 0.5, y: 6, width: 23, height: 12, rx: 2 }), words(12, 12, "for 4", "name", { "text-anchor": "middle" })),
      };
      return makers[word] ? { box: [0, 0, 24, 24], parts: [makers[word]()] } : null;
    },
  };
}

/** @type {import("view/types").HandMaker} */
export const hand = ({ seat }, frame) => {
  const { patron } = frame.players[seat - 1];
  return {
    hint: `Your patron wants ${patron}, and pays ${frame.pays} for each card at the end.`,
    buttons: [],
  };
};

export const style = `
.game-bazaar { --good: var(--soft); }
.game-bazaar .good-amber { --good: var(--yellow); }
.game-bazaar .good-dates { --good: var(--purple); }
.game-bazaar .good-pepper { --good: var(--red); }
.game-bazaar .good-silk { --good: var(--blue); }
.game-bazaar .good-tea { --good: var(--green); }
.game-bazaar text { fill: var(--ink); font-size: 7px; }
.game-bazaar .market rect, .game-bazaar .lot-card rect { fill: color-mix(in srgb, var(--good) 22%, var(--surface)); stroke: var(--good); stroke-width: 1; }
.game-bazaar .market .price { font-size: 13px; font-weight: bold; }
.game-bazaar .market .sold { font-size: 5.5px; }
.game-bazaar .lot-card.closed rect { stroke-dasharray: 2 1.4; }
.game-bazaar .lot-card .name { font-weight: bold; }
.game-bazaar .caption, .game-bazaar .bid { fill: var(--soft); font-size: 6px; }
.game-bazaar .bid.best { fill: var(--seat); font-weight: bold; }
.game-bazaar .player line { stroke: var(--line); stroke-width: 0.6; }
.game-bazaar .seat rect { fill: var(--seat); }
.game-bazaar .seat .number { fill: var(--on-seat); font-size: 6.5px; font-weight: bold; }
.game-bazaar .coins { font-size: 11px; font-weight: bold; }
.game-bazaar .patron { font-weight: bold; text-decoration: underline; text-decoration-color: var(--good); text-decoration-thickness: 1.4px; }
.game-bazaar rect.back { fill: var(--seat); fill-opacity: 0.25; stroke: var(--seat); stroke-width: 0.6; }
.game-bazaar .lot-card.back rect { fill: var(--surface); stroke: var(--soft); }
.game-bazaar .cards rect { stroke: var(--surface); stroke-width: 0.5; fill: var(--good); }
.game-bazaar .cards .held { fill: color-mix(in srgb, var(--good) 22%, var(--surface)); stroke: var(--good); stroke-width: 1; }
.game-bazaar .count { font-weight: bold; }
.game-bazaar .stall rect { fill: color-mix(in srgb, var(--good) 22%, var(--surface)); stroke: var(--good); stroke-width: 0.8; }
.game-bazaar .stall .name { font-size: 6px; }
`;
