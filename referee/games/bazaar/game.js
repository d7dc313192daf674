#!/usr/bin/env node
// Bazaar: auctions, stalls and a market, with hidden cards. The rules for people are in README.md.
//
// All functions are functions of the state: {rules, round, deck, lot, patrons, prices, players, log}. `rules` are the
// field's parameters. A player is {coins, open, hidden, stall}: `open` has the number of cards of each good that
// everybody has seen, `hidden` the other cards. A hidden card is {good, not}; `not` are the goods of which everybody
// knows that it isn't one.

"use strict";

const { run, random, ranks_of, Words, BadResult, Refused } = require("./referee_game.js");

const goods = ["amber", "dates", "pepper", "silk", "tea"];
const first_price = 3;
const max_price = 6; // at the market
const max_asked = 20; // at a stall

const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));
const index = (good) => goods.indexOf(good);
const is_over = (state) => state.round > state.rules.rounds;
const is_last = (state) => state.round === state.rules.rounds;
const turn = (state) => state.round - 1;
const to_move = (state) => (is_over(state) ? [] : state.players.map((_, i) => i + 1));

/** Hands, lots, and a card for each player between two rounds. */
const cards_needed = (players, { hand, rounds, lot }) => players * hand + rounds * lot + (rounds - 1) * players;

/** The seats in the order of this round, which begins with another seat each time. */
const in_order = (state) => times(state.players.length, (i) => 1 + ((turn(state) + i) % state.players.length));

/** Of each good, how many cards a player holds. */
const held = (player) => goods.map((good, i) => player.open[i] + player.hidden.filter((card) => card.good === good).length);

/** All goods are equally frequent, but for a rest. */
function create(players, parameters, seed) {
  const rng = random(seed);
  const patrons = rng.shuffle([...goods]);
  const order = rng.shuffle([...goods]);
  const deck = rng.shuffle(times(cards_needed(players, parameters), (i) => order[i % goods.length]));
  return { sections: { patrons: [patrons], cards: times(Math.ceil(deck.length / 10), (i) => deck.slice(10 * i, 10 * i + 10)) } };
}

function start(players, parameters, sections) {
  const patrons = sections.patrons.flat();
  if ([...patrons].sort().join() !== goods.join()) throw new Refused(`[patrons] must hold ${goods.join(", ")}, each once`);
  const deck = sections.cards.flat();
  const unknown = deck.find((card) => !goods.includes(card));
  if (unknown !== undefined) throw new Refused(`[cards] has '${unknown}'; the goods are ${goods.join(", ")}`);
  const needed = cards_needed(players, parameters);
  if (deck.length !== needed) throw new Refused(`[cards] has ${deck.length} cards; with these parameters it needs ${needed}`);
  const state = {
    rules: parameters, round: 1, deck, lot: null, patrons, prices: goods.map(() => first_price), log: [],
    players: times(players, () => ({ coins: parameters.coins, open: goods.map(() => 0), hidden: [], stall: null })),
  };
  times(parameters.hand, () => draw(state));
  turn_up(state);
  return state;
}

/** Each player gets a card that nobody else sees. */
function draw(state) {
  for (const player of state.players) player.hidden.push({ good: state.deck.shift(), not: [] });
}

function turn_up(state) {
  const cards = state.deck.splice(0, state.rules.lot);
  state.lot = { open: cards.slice(0, -1), closed: cards.slice(-1) };
}

// Answers: commands in any order, each at most once. ---------------------------------------------------------------

/** What the words after a command mean; null: nothing is to be done. */
const commands = {
  sell: (words) => good_or_none(words),
  buy: (words) => {
    const word = words.next("a seat, or none");
    if (word !== "none" && !/^[0-9]{1,3}$/.test(word)) words.refuse(word, "a seat, or none");
    return word === "none" ? null : Number(word);
  },
  stall: (words) => {
    const good = good_or_none(words);
    const price = words.integer("a price");
    return good === null ? null : { good, price };
  },
  bid: (words) => words.integer("a number of coins"),
};

function good_or_none(words) {
  const word = words.one_of([...goods, "none"], `a good (${goods.join(", ")}), or none`);
  return word === "none" ? null : word;
}

/** The commands of an answer in the order in which they are written. Throws BadResult. */
function parsed(text) {
  const words = new Words(text);
  const found = new Map();
  do {
    const name = words.one_of([...Object.keys(commands), "pass"], "sell, buy, stall, bid or pass");
    if (name === "pass" && words.count === 1) break;
    if (found.has(name) || name === "pass") throw new BadResult(`word ${words.count} is a second command '${name}'`);
    found.set(name, commands[name](words));
  } while (!words.is_at_end());
  words.end();
  return new Map([...found].filter(([, value]) => value !== null));
}

/** Why the seat may not do this now; empty if it may. */
function objection(state, seat, name, value) {
  const player = state.players[seat - 1];
  const holds = (good) => held(player)[index(good)] > 0;
  switch (name) {
    case "sell": return holds(value) ? "" : `you hold no ${value}`;
    case "buy": {
      const stall = value === seat ? null : state.players[value - 1]?.stall;
      if (!stall) return value === seat ? "it is your own stall" : `seat ${value} has no stall`;
      return stall.price <= player.coins ? "" : `it costs ${stall.price}, and you have ${player.coins}`;
    }
    case "stall":
      if (is_last(state)) return "the last round has no stalls";
      if (value.price < 1 || value.price > max_asked) return `a price is 1 to ${max_asked}`;
      return holds(value.good) ? "" : `you hold no ${value.good}`;
    default:
      if (value < 0) return "a bid isn't negative";
      return value <= player.coins ? "" : `you have ${player.coins}`;
  }
}

const text_of_command = (name, value) => (name === "stall" ? `stall ${value.good} ${value.price}` : `${name} ${value}`);

/** What an answer says in a unique spelling: commands that do nothing are left out. */
function text_of(wish) {
  const said = Object.keys(commands).filter((name) => wish[name] !== undefined && wish[name] !== 0);
  return said.map((name) => text_of_command(name, wish[name])).join(" ");
}

/** The effect of an answer, and what the seat wishes to do: the commands before the first one that isn't legal. */
function judged(state, { seat, text, fault }) {
  if (fault) return [{ fault }, {}];
  let found = new Map();
  try {
    found = parsed(text);
  } catch (problem) {
    if (!(problem instanceof BadResult)) throw problem;
    return [{ fault: "bad-result", reason: problem.message }, {}];
  }
  const wish = {};
  for (const [name, value] of found) {
    const reason = objection(state, seat, name, value);
    if (reason) {
      const refused = text_of_command(name, value);
      return [{ fault: "illegal", text: [text_of(wish), refused].join(" ").trim(), reason: `${refused}: ${reason}` }, wish];
    }
    wish[name] = value;
  }
  return [{ fault: null, text: text_of(wish) || "pass" }, wish];
}

// A round. ---------------------------------------------------------------------------------------------------------

function play(state, answers) {
  const judgements = answers.map((answer) => judged(state, answer));
  const wishes = judgements.map(([, wish]) => wish);
  const round = { sales: [], deals: [], stalls: [], lot: state.lot.open, bids: [], winner: 0, paid: 0 };
  const order = in_order(state);
  const comments = state.players.map(() => []);
  const say = (seat, text) => comments[seat - 1].push(text);
  sell_all(state, order, wishes, round, say);
  visit_stalls(state, order, wishes, round, say);
  open_stalls(state, wishes, round);
  auction(state, order, wishes, round, say);
  state.prices = state.prices.map((price, i) =>
    (round.sales.some((sale) => sale.good === goods[i]) ? price : Math.min(max_price, price + 1)));
  state.log.push(round);
  state.round += 1;
  state.lot = { open: [], closed: [] };
  if (!is_over(state)) {
    draw(state);
    turn_up(state);
  }
  return judgements.map(([effect], i) => (comments[i].length > 0 ? { ...effect, comment: comments[i].join(", ") } : effect));
}

/** Whoever sells a good sells all cards of it. The price falls by one for each card, after the sale. */
function sell_all(state, order, wishes, round, say) {
  for (const seat of order) {
    const { sell: good } = wishes[seat - 1];
    if (good === undefined) continue;
    const player = state.players[seat - 1];
    const at = index(good);
    const count = held(player)[at];
    const coins = sum(times(count, (i) => state.prices[at] + i));
    player.open[at] = 0;
    player.hidden = player.hidden.filter((card) => card.good !== good);
    for (const card of player.hidden) card.not = [...new Set([...card.not, good])].sort();
    player.coins += coins;
    state.prices[at] = Math.max(1, state.prices[at] - count);
    round.sales.push({ seat, good, count, coins });
    say(seat, `sells ${count} ${good} for ${coins}`);
  }
}

/** The first one in order gets what is in a stall. */
function visit_stalls(state, order, wishes, round, say) {
  for (const seat of order) {
    const { buy: owner } = wishes[seat - 1];
    const stall = owner === undefined ? null : state.players[owner - 1].stall;
    if (!stall) continue;
    const player = state.players[seat - 1];
    player.coins -= stall.price;
    player.open[index(stall.good)] += 1;
    state.players[owner - 1].coins += stall.price;
    state.players[owner - 1].stall = null;
    round.deals.push({ seat, owner, ...stall });
    say(seat, `buys ${stall.good} from seat ${owner} for ${stall.price}`);
    say(owner, `gets ${stall.price} for ${stall.good}`);
  }
}

/** What nobody bought goes back; what is offered now was seen by all. */
function open_stalls(state, wishes, round) {
  state.players.forEach((player, i) => {
    if (player.stall) player.open[index(player.stall.good)] += 1;
    player.stall = null;
    const { stall } = wishes[i];
    if (stall === undefined || held(player)[index(stall.good)] === 0) return; // it has been sold
    if (player.open[index(stall.good)] > 0) {
      player.open[index(stall.good)] -= 1;
    } else {
      player.hidden.splice(player.hidden.findIndex((card) => card.good === stall.good), 1);
    }
    player.stall = { ...stall };
    round.stalls.push({ seat: i + 1, ...stall });
  });
}

/** The highest bid gets the lot; of equal ones, the first in order. Nobody pays more than they have left. */
function auction(state, order, wishes, round, say) {
  round.bids = state.players.map((player, i) => Math.min(wishes[i].bid ?? 0, player.coins));
  const highest = Math.max(...round.bids);
  if (highest === 0) return;
  const winner = order.find((seat) => round.bids[seat - 1] === highest);
  const player = state.players[winner - 1];
  player.coins -= highest;
  for (const good of state.lot.open) player.open[index(good)] += 1;
  player.hidden.push(...state.lot.closed.map((good) => ({ good, not: [] })));
  round.winner = winner;
  round.paid = highest;
  say(winner, `wins the lot for ${highest}`);
}

/** What the cards of a player are worth at the end. */
const worth_of_cards = (state, seat) =>
  sum(held(state.players[seat - 1]).map((count, i) => count * (goods[i] === state.patrons[seat - 1] ? state.rules.patron : 1)));

const worth = (state, seat) => {
  const { coins, stall } = state.players[seat - 1];
  const asked = stall ? (stall.good === state.patrons[seat - 1] ? state.rules.patron : 1) : 0;
  return coins + worth_of_cards(state, seat) + asked;
};

function ending(state) {
  if (!is_over(state)) return null;
  const scores = state.players.map((_, i) => worth(state, i + 1));
  return { scores, ranks: ranks_of(scores), reason: "the bazaar closes" };
}

// What is told. ----------------------------------------------------------------------------------------------------

const lines = (rows) => rows.map((words) => `${words.join(" ")}\n`).join("");

function files(state, seat) {
  const me = state.players[seat - 1];
  return {
    match: { round: state.round, first: in_order(state)[0] },
    "player.dat": lines([[seat, me.coins, state.patrons[seat - 1]], ...goods.map((good, i) => [good, held(me)[i]])]),
    "market.dat": lines(goods.map((good, i) => [good, state.prices[i]])),
    "lot.dat": lines([...state.lot.open, ...state.lot.closed.map(() => "?")].map((good) => [good])),
    "players.dat": lines(state.players.map(({ coins, open, hidden, stall }, i) =>
      [i + 1, coins, ...open, hidden.length, stall?.good ?? "none", stall?.price ?? 0])),
    "rounds.dat": lines(state.log.map(({ winner, bids, sales }) =>
      [winner, ...bids, ...goods.map((good) => sum(sales.filter((sale) => sale.good === good).map((sale) => sale.count)))])),
  };
}

/** A word for each part; no part depends on another one. */
function choices(state, seat) {
  const me = state.players[seat - 1];
  const own = goods.filter((_, i) => held(me)[i] > 0);
  const stalls = state.players.flatMap(({ stall }, i) => (stall && i + 1 !== seat && stall.price <= me.coins ? [String(i + 1)] : []));
  const words = (name, list) => (list.length > 0 ? [{ words: [name] }, { words: ["none", ...list] }] : []);
  const asked = { name: "for", from: 1, to: max_asked };
  return {
    slots: [
      ...words("sell", own), ...words("buy", stalls),
      ...(is_last(state) || own.length === 0 ? [] : [...words("stall", own), asked]),
      { words: ["bid"] }, { name: "coins", from: 0, to: me.coins },
    ],
  };
}

/** seat null: everything; 0: what everybody knows; else what that seat knows. At the end all cards are shown. */
function show(state, seat) {
  const knows = (owner) => seat === null || seat === owner || is_over(state);
  const shown = {
    round: Math.min(state.round, state.rules.rounds), rounds: state.rules.rounds, over: is_over(state), pays: state.rules.patron,
    first: in_order(state)[0], goods, prices: state.prices,
    lot: { open: state.lot.open, closed: seat === null ? state.lot.closed : state.lot.closed.map(() => null) },
    last: state.log.at(-1) ?? null,
    players: state.players.map(({ coins, open, hidden, stall }, i) => ({
      coins, open, stall, patron: knows(i + 1) ? state.patrons[i] : null,
      hidden: hidden.map((card) => (knows(i + 1) ? card.good : null)).sort(),
    })),
    measures: state.players.map(({ coins }, i) => [coins, knows(i + 1) ? worth(state, i + 1) : null]),
  };
  return { ...shown, picture: picture(shown) };
}

function picture({ round, rounds, over, prices, lot, players }) {
  const counted = (cards) => goods.flatMap((good) => {
    const count = cards.filter((card) => card === good).length;
    return count === 0 ? [] : [count === 1 ? good : `${count} ${good}`];
  });
  const cards_of = ({ open, hidden }) => {
    const seen = goods.flatMap((good, i) => times(open[i], () => good));
    const unknown = hidden.filter((card) => card === null).length;
    return [...counted([...seen, ...hidden]), ...(unknown > 0 ? [`${unknown} hidden`] : [])].join(", ") || "no cards";
  };
  const market = goods.map((good, i) => `${good} ${prices[i]}`).join("  ");
  const lot_line = [...lot.open, ...lot.closed.map((card) => (card === null ? "?" : `(${card})`))].join(", ");
  return [
    over ? "the bazaar closes" : `round ${round} of ${rounds}  lot: ${lot_line}`, `market: ${market}`,
    ...players.flatMap((player, i) => [
      `seat ${i + 1}  ${String(player.coins).padStart(3)} coins${player.patron ? `  wants ${player.patron}` : ""}` +
        (player.stall ? `  stall: ${player.stall.good} for ${player.stall.price}` : ""),
      `        ${cards_of(player)}`.slice(0, 80),
    ]),
  ].join("\n") + "\n";
}

/**
 * What this seat doesn't know, dealt again: hidden cards of the others, the card that is face down, the cards to come
 * and the others' patrons. Step by step two cards change places, unless everybody knows that one can't be there.
 */
function deal(state, seat, seed) {
  if (is_over(state)) return state;
  const rng = random(seed);
  const places = [
    ...state.players.flatMap(({ hidden }, i) => (i + 1 === seat ? [] : hidden.map((card) => ({ cards: card, key: "good", not: card.not })))),
    ...state.lot.closed.map((_, i) => ({ cards: state.lot.closed, key: i, not: [] })),
    ...state.deck.map((_, i) => ({ cards: state.deck, key: i, not: [] })),
  ];
  for (let step = 0; step < 10 * places.length; ++step) {
    const [one, other] = [places[rng.below(places.length)], places[rng.below(places.length)]];
    const [card, moved] = [one.cards[one.key], other.cards[other.key]];
    if (one.not.includes(moved) || other.not.includes(card)) continue;
    one.cards[one.key] = moved;
    other.cards[other.key] = card;
  }
  const own = state.patrons[seat - 1];
  const others = rng.shuffle(state.patrons.filter((good) => good !== own));
  state.patrons = [...others.slice(0, seat - 1), own, ...others.slice(seat - 1)];
  return state;
}

run({ create, start, turn, to_move, ending, files, play, choices, show, deal });
