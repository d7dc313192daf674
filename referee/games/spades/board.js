// spades: the table with the cards of this trick in the middle, the four hands around it, and the points of both teams.

import { svg } from "view/svg.js";

export const version = 1;

const width = 240;
const height = 190;
const card = { width: 15, height: 20 };
const signs = /** @type {Record<string, string>} */ ({ S: "♠", H: "♥", D: "♦", C: "♣" });
const suits = /** @type {Record<string, string>} */ ({ S: "spades", H: "hearts", D: "diamonds", C: "clubs" });

/**
 * The four sides of the table: below, left, above, right. Partners face each other, and who looks at the page sits below.
 * Hands at the sides show value and suit beside each other, because each card covers the lower part of the one before.
 */
const sides = [
  { hand: { x: width / 2, y: 174, dx: 13.5, dy: 0, scale: 1.2, isWide: false }, label: { x: width / 2, y: 149 }, card: { x: width / 2, y: 117 }, note: { x: width / 2 + 11, y: 117, anchor: "start" } },
  { hand: { x: 13, y: 100, dx: 0, dy: 8.4, scale: 1, isWide: true }, label: { x: 50.5, y: 92 }, card: { x: 98, y: 92 }, note: { x: 98, y: 108, anchor: "middle" } },
  { hand: { x: width / 2, y: 14, dx: 9.6, dy: 0, scale: 1, isWide: false }, label: { x: width / 2, y: 34 }, card: { x: width / 2, y: 67 }, note: { x: width / 2 + 11, y: 67, anchor: "start" } },
  { hand: { x: width - 13, y: 100, dx: 0, dy: 8.4, scale: 1, isWide: true }, label: { x: width - 50.5, y: 92 }, card: { x: width - 98, y: 92 }, note: { x: width - 98, y: 108, anchor: "middle" } },
];

/** The seat whose hand alone is known: whose page this is; 1 if all are, or none is. @param {any} frame */
function viewerOf({ players }) {
  const known = players.flatMap((/** @type {any} */ player, /** @type {number} */ i) => (player.hand === null ? [] : [i + 1]));
  return known.length === 1 ? known[0] : 1;
}

/** @param {any} frame @param {number} seat */
const sideOf = (frame, seat) => /** @type {typeof sides[0]} */ (sides[(seat - viewerOf(frame) + 4) % 4]);

/** @param {number} number */
const signed = (number) => (number < 0 ? `−${-number}` : String(number));

/**
 * @param {number} x @param {number} y @param {string} text @param {string} kind
 * @param {Record<string, string | number>} [more]
 */
const words = (x, y, text, kind, more = {}) =>
  svg("text", { x, y, class: kind, "text-anchor": "middle", "dominant-baseline": "central", ...more }, text);

/** @param {string} name */
const spoken = (name) => `${name[0] === "T" ? "10" : name[0]}${signs[name[1] ?? ""]}`;

/** Whether a card takes the trick from another one that led or was best. @param {string} one @param {string} best */
function beats(one, best) {
  const order = "23456789TJQKA";
  return one[1] === best[1] ? order.indexOf(one[0] ?? "") > order.indexOf(best[0] ?? "") : one[1] === "S";
}

/** Who would take the trick now. @param {{seat: number, card: string}[]} cards */
const takerOf = (cards) => cards.reduce((best, each) => (beats(each.card, best.card) ? each : best)).seat;

/** The last trick as cards with their seats. @param {any} last @returns {{seat: number, card: string}[]} */
const cardsOf = ({ leader, cards }) => cards.map((/** @type {string} */ each, /** @type {number} */ i) => ({ seat: (leader - 1 + i) % 4 + 1, card: each }));

/**
 * A card with its middle at a point; null: its back.
 * @param {number} x @param {number} y @param {string | null} name @param {string} kind
 * @param {{scale?: number, isWide?: boolean}} [form]
 */
function drawCard(x, y, name, kind, { scale = 1, isWide = false } = {}) {
  const suit = name === null ? "back" : `suit-${name[1]}`;
  const value = name?.[0] === "T" ? "10" : name?.[0] ?? "";
  const size = { x: -card.width / 2, y: -card.height / 2, width: card.width, height: card.height, rx: 1.8 };
  return svg("g", { class: `card ${suit} ${kind}`, transform: `translate(${x} ${y}) scale(${scale})`, ...(name === null ? {} : { "data-card": name }) },
    svg("rect", size),
    ...(name === null ? [] : [
      words(isWide ? -3.4 : -3.1, isWide ? -5.4 : -6, value, value === "10" ? "value ten" : "value"),
      words(isWide ? 3.6 : -3.1, isWide ? -5.4 : 1.2, signs[name[1] ?? ""] ?? "", "suit")]));
}

/** Where the cards of a hand lie. @param {any} frame @param {number} seat @returns {{name: string | null, x: number, y: number}[]} */
function placesOf(frame, seat) {
  const { x, y, dx, dy } = sideOf(frame, seat).hand;
  const player = frame.players[seat - 1];
  const hand = player.hand ?? Array.from({ length: player.count }, () => null);
  const from = -(hand.length - 1) / 2;
  return hand.map((/** @type {string | null} */ name, /** @type {number} */ i) => ({ name, x: x + (from + i) * dx, y: y + (from + i) * dy }));
}

/** @param {any} frame @param {number} seat */
const drawHand = (frame, seat) => placesOf(frame, seat).map(({ name, x, y }) => drawCard(x, y, name, "held", sideOf(frame, seat).hand));

/** What a seat has bid and taken; at the end, in the last deal. @param {any} frame @param {number} seat */
function told({ over, players, result }, seat) {
  const { bid, tricks } = over ? { bid: result.bids[seat - 1], tricks: result.taken[seat - 1] } : players[seat - 1];
  return bid < 0 ? "no bid yet" : bid === 0 ? `nil, took ${tricks}` : `${tricks} of ${bid}`;
}

/** @param {any} frame @param {number} seat */
function drawLabel(frame, seat) {
  const { x, y } = sideOf(frame, seat).label;
  const text = told(frame, seat);
  const half = 7 + text.length * 1.55;
  return svg("g", { class: `label s${seat} ${frame.to_move === seat ? "turn" : ""}`, "data-seat": seat, "data-bid": frame.players[seat - 1].bid, "data-tricks": frame.players[seat - 1].tricks },
    svg("rect", { class: "frame", x: x - half - 2, y: y - 6, width: 2 * half + 4, height: 12, rx: 3 }),
    svg("rect", { class: "seat", x: x - half, y: y - 4.5, width: 9, height: 9, rx: 1.8 }),
    words(x - half + 4.5, y, String(seat), "number"),
    words(x + 5.5, y, text, "told"));
}

/** What a team has bid and taken in this deal; null: not all have bid. @param {any} frame @param {number} team */
function contractOf({ players, over }, team) {
  const own = [players[team - 1], players[team + 1]];
  return over || own.some(({ bid }) => bid < 0) ? null : { bid: own[0].bid + own[1].bid, taken: own[0].tricks + own[1].tricks };
}

/** @param {any} frame @param {number} team */
function drawTeam(frame, team) {
  const isLeft = (team - viewerOf(frame)) % 2 === 0; // the team of who looks
  const x = isLeft ? 5 : width - 5;
  const anchor = { "text-anchor": isLeft ? "start" : "end" };
  const contract = contractOf(frame, team);
  const bags = frame.bags[team - 1];
  return svg("g", { class: `team s${team}`, "data-team": team, "data-points": frame.points[team - 1] },
    words(x, 6, team === 1 ? "seats 1 and 3" : "seats 2 and 4", "caption", anchor),
    words(x, 15, signed(frame.points[team - 1]), "points", anchor),
    ...(contract ? [words(x, 24, `took ${contract.taken} of ${contract.bid}`, "told contract", anchor)] : []),
    ...(bags > 0 ? [words(x, contract ? 31 : 23, bags === 1 ? "1 bag" : `${bags} bags`, "caption", anchor)] : []));
}

/** A trick in the middle: who led, and who takes it. @param {any} frame @param {{seat: number, card: any}[]} cards null: not known @param {string} kind */
function drawTrick(frame, cards, kind) {
  const taker = takerOf(cards.filter(({ card: name }) => name));
  return cards.flatMap(({ seat, card: name }, i) => {
    const { card: { x, y }, note } = sideOf(frame, seat);
    const notes = [...(i === 0 ? ["led"] : []), ...(seat === taker && cards.length > 1 ? [kind === "past" ? "took it" : "best"] : [])];
    return [drawCard(x, y, name, `played ${kind} s${seat} ${seat === taker ? "best" : ""}`, { scale: 1.1 }),
      ...(notes.length > 0 ? [words(note.x, note.y, notes.join(", "), "note", { "text-anchor": note.anchor })] : [])];
  });
}

/** The trick before this one, small. @param {any} frame */
function drawLast({ last }) {
  return [words(52, 118, "last trick", "note"), ...cardsOf(last).flatMap(({ seat, card: name }, i) => {
    const x = 33.5 + i * 12.4;
    return [svg("g", { class: `small s${seat} suit-${name[1]} ${seat === last.winner ? "best" : ""}`, "data-last": name },
      svg("rect", { x: x - 5.6, y: 123, width: 11.2, height: 9, rx: 1.4 }), words(x, 127.7, spoken(name), "value"))];
  }), words(52, 138, `${last.winner} took it`, "note")];
}

/** Deals that are over when a frame is shown. @param {any} frame */
const playedDeals = ({ over, deal }) => (over ? deal : deal - 1);

/** All cards. */
const deck = [...Object.keys(signs)].flatMap((suit) => [..."23456789TJQKA"].map((value) => value + suit));

/** Cards that a frame shows. @param {any} frame @returns {string[]} */
const shownCards = ({ players, on_table: onTable, last }) =>
  [...players.flatMap((/** @type {any} */ { hand }) => hand ?? []), ...onTable.map((/** @type {any} */ { card: name }) => name), ...(last?.cards ?? [])];

/**
 * The last trick of a deal: the frame after it is that of the next deal, or of the end. Null: the frame isn't that one.
 * The card that ends it is the only one in its hand; who doesn't see that hand has seen the other 51 in this deal.
 * @param {Pick<import("view/types").View, "frame" | "before" | "earlier">} view
 * @returns {{seat: number, card: string | null}[] | null}
 */
function finalTrick({ frame, before, earlier }) {
  if (!before || before.on_table.length !== 3 || frame.on_table.length > 0 || (frame.step === "play" && !frame.over)) {
    return null;
  }
  const seat = before.to_move;
  let name = before.players[seat - 1].hand?.[0] ?? null;
  const seen = new Set();
  let back = 1;
  for (let each = before; name === null && each?.step === "play"; each = earlier?.(++back)) {
    shownCards(each).forEach((one) => seen.add(one));
  }
  const missing = deck.filter((one) => !seen.has(one));
  name ??= missing.length === 1 ? missing[0] ?? null : null;
  return [...before.on_table, { seat, card: name }];
}

/**
 * What the deals brought, as far as the page has shown their ends.
 * @param {any} frame @param {Map<number, number[]>} brought points of the teams by deal @param {boolean} isAside beside the last trick of a deal
 */
function drawResults(frame, brought, isAside = false) {
  const columns = isAside ? [30, 47, 67] : [92, 113, 142];
  const deals = [...brought.keys()].filter((deal) => deal <= playedDeals(frame)).sort((a, b) => a - b).slice(isAside && !frame.over ? -3 : -8);
  const rows = deals.map((deal) =>
    [String(deal), ...(brought.get(deal) ?? []).map((points) => (points > 0 ? `+${points}` : signed(points)))]);
  return [["deal", "1 and 3", "2 and 4"], ...rows].flatMap((row, i) => row.map((/** @type {string} */ text, /** @type {number} */ k) =>
    words(/** @type {number} */ (columns[k]), (isAside ? 109 : 55) + i * 9, text, i === 0 ? "note" : "told")));
}

/** @param {import("view/types").Scene} scene @param {Map<number, number[]>} brought */
function drawMiddle(scene, brought) {
  const { frame } = scene;
  const { on_table: onTable, last, over, step, result } = frame;
  const final = finalTrick(scene);
  if (final) return [...drawTrick(frame, final, "past"), ...drawResults(frame, brought, true)];
  if (over) return drawResults(frame, brought);
  const title = step === "bid" ? `deal ${frame.deal} of ${frame.deals}: bids` : `deal ${frame.deal} of ${frame.deals}, trick ${frame.trick}`;
  if (onTable.length > 0) return drawTrick(frame, onTable, "now");
  if (step === "play" && last && frame.trick > 1) return drawTrick(frame, cardsOf(last), "past");
  return result && step === "bid" ? drawResults(frame, brought) : [words(width / 2, 92, title, "caption")];
}

/** @param {any} _first @returns {import("view/types").Board} */
export function board(_first) {
  /** What each deal brought the teams. A frame has the last one only. @type {Map<number, number[]>} */
  const brought = new Map();
  return {
    box: [0, 0, width, height],
    cell: card.width,
    centre: (x, y) => [x * card.width, y * card.height],
    draw(scene) {
      const { frame, keep } = scene;
      if (frame.result) brought.set(playedDeals(frame), frame.result.points);
      return [
        svg("rect", { class: "table", x: width / 2 - 40, y: 46, width: 80, height: 94, rx: 8 }),
        ...[1, 2].map((team) => drawTeam(frame, team)),
        ...[1, 2, 3, 4].map((seat) => keep(`hand ${seat}`, JSON.stringify([viewerOf(frame), frame.players[seat - 1]]),
          () => svg("g", { class: `hand s${seat}`, "data-hand": seat }, ...drawHand(frame, seat)))),
        ...[1, 2, 3, 4].map((seat) => drawLabel(frame, seat)),
        ...drawMiddle(scene, brought),
        ...(frame.on_table.length > 0 && frame.trick > 1 ? drawLast(frame) : []),
      ];
    },
    text: (frame) => frame.players.map((/** @type {any} */ player, /** @type {number} */ i) =>
      `seat ${i + 1}: ${told(frame, i + 1)}, ${player.hand === null ? `${player.count} cards` : player.hand.map(spoken).join(" ") || "no cards"}`).join("; ")
      + (frame.on_table.length > 0 ? `; on the table: ${frame.on_table.map((/** @type {any} */ each) => spoken(each.card)).join(" ")}` : ""),
    status: (frame) => (frame.over ? "all deals are played" : frame.step === "bid" ? `deal ${frame.deal}: bids` : `deal ${frame.deal}, trick ${frame.trick}`),
    played: (view, seat) => playedBy(view, seat),
    gauges: (frame, seat) => [
      { name: "team", value: frame.points[(seat - 1) % 2] },
      { name: "tricks", value: frame.over ? frame.result.taken[seat - 1] : frame.players[seat - 1].tricks },
    ],
    fate: () => "",
    sample(word) {
      const kinds = /** @type {Record<string, string | null>} */ ({ card: "QH", spade: "AS", back: null });
      return word in kinds ? { box: [-2, -2, 19, 24], parts: [svg("g", { class: "s1" }, drawCard(7.5, 10, kinds[word] ?? null, "held"))] } : null;
    },
  };
}

/** The bid or the card of a seat in this turn, which all have seen. @param {import("view/types").View} view @param {number} seat */
function playedBy(view, seat) {
  const { frame, before } = view;
  if (before?.to_move !== seat) {
    return "";
  }
  if (before.step === "bid") {
    return String(frame.players[seat - 1].bid);
  }
  const cards = frame.on_table.length > 0 ? frame.on_table : finalTrick(view) ?? (frame.last ? cardsOf(frame.last) : []);
  return cards.find((/** @type {any} */ each) => each.seat === seat)?.card ?? "";
}

/** A bid, and what the partner said. @param {any} frame @param {number} seat */
function bidHint({ players }, seat) {
  const { bid } = players[(seat + 1) % 4];
  return `How many tricks will you take? Your partner, seat ${(seat + 1) % 4 + 1}, ${bid < 0 ? "bids after you" : `bids ${bid === 0 ? "nil" : bid}`}.`;
}

/** What may be played, and why. @param {any} frame @param {string[]} hand @param {string[]} choices */
function playHint({ on_table: onTable }, hand, choices) {
  const led = suits[onTable[0]?.card[1] ?? ""];
  if (!led) {
    return choices.length < hand.length ? "You lead. No spade was played yet, so not with a spade." : "You lead.";
  }
  const follows = choices.every((each) => each[1] === onTable[0].card[1]);
  return follows ? `Seat ${onTable[0].seat} led ${led}: follow suit.` : `Seat ${onTable[0].seat} led ${led}, you have none: play any card.`;
}

/** @type {import("view/types").HandMaker} */
export const hand = ({ choices, seat }, frame) => {
  if (frame.step === "bid") {
    return { hint: bidHint(frame, seat),
      buttons: choices.map((answer) => ({ answer, label: answer, keys: answer.length === 1 ? [answer] : [] })) };
  }
  const { hand: form } = sideOf(frame, seat);
  const half = { x: (card.width * form.scale) / 2, y: (card.height * form.scale) / 2 };
  const places = placesOf(frame, seat);
  return {
    hint: playHint(frame, frame.players[seat - 1].hand, choices),
    buttons: choices.map((answer, i) => ({ answer, label: spoken(answer), keys: i < 10 ? [String((i + 1) % 10)] : [] })),
    spots: places.flatMap(({ name, x, y }, i) => (name === null || !choices.includes(name) ? [] : [{ id: name, name: spoken(name), at: /** @type {[number, number]} */ ([x, y]),
      // The part that the next card doesn't cover.
      d: `M${x - half.x} ${y - half.y}h${i + 1 < places.length ? form.dx : 2 * half.x}v${2 * half.y}h${-(i + 1 < places.length ? form.dx : 2 * half.x)}z` }])),
  };
};

export const style = `
.game-spades .table { fill: var(--ground); stroke: var(--line); stroke-width: 0.8; }
.game-spades .card rect { fill: var(--surface); stroke: var(--line); stroke-width: 0.6; }
.game-spades .card text { fill: var(--ink); font-size: 7px; }
.game-spades .card .ten { font-size: 5.4px; letter-spacing: -0.4px; }
.game-spades .card .suit { font-size: 7.5px; }
.game-spades .suit-H text, .game-spades .suit-D text { fill: var(--bad); }
.game-spades .suit-S text { font-weight: bold; }
.game-spades .back rect { fill: color-mix(in srgb, var(--seat) 30%, var(--surface)); stroke: var(--seat); }
.game-spades .played rect { stroke: var(--seat); stroke-width: 1; }
.game-spades .played.best rect { stroke-width: 1.8; }
.game-spades .past rect { stroke-dasharray: 2 1; }
.game-spades .small rect { fill: var(--surface); stroke: var(--seat); stroke-width: 0.6; }
.game-spades .small.best rect { stroke-width: 1.4; }
.game-spades .small text { fill: var(--ink); font-size: 5px; letter-spacing: -0.2px; }
.game-spades .small.suit-H text, .game-spades .small.suit-D text { fill: var(--bad); }
.game-spades .note { fill: var(--soft); font-size: 5px; }
.game-spades .label .frame { fill: var(--surface); stroke: var(--line); stroke-width: 0.5; }
.game-spades .label.turn .frame { stroke: var(--seat); stroke-width: 1.2; }
.game-spades .label .seat { fill: var(--seat); }
.game-spades .label .number { fill: var(--on-seat); font-weight: bold; font-size: 5.5px; }
.game-spades .told { fill: var(--ink); font-size: 5.5px; }
.game-spades .caption { fill: var(--soft); font-size: 5.5px; }
.game-spades .points { fill: var(--ink); font-weight: bold; font-size: 8px; }
`;
