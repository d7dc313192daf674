// The rules of goofspiel (referee/games/goofspiel/README.md) in JavaScript: they must play like the
// shipped ones in Python. `create` and `deal` draw other numbers and aren't compared.

"use strict";

const { run, random, Refused } = require("./referee_game.js");

const turn = (state) => state.rounds.length;
const is_over = (state) => turn(state) === state.prizes.length;
const worth = (state) => state.carried + (is_over(state) ? 0 : state.prizes[turn(state)]);

function to_move(state) {
  return is_over(state) ? [] : state.players.map((_, i) => i + 1);
}

function create(players, parameters, seed) {
  return { sections: { prizes: [random(seed).shuffle(Array.from({ length: parameters.cards }, (_, i) => i + 1))] } };
}

function start(players, parameters, sections) {
  const words = sections.prizes.flat();
  if (words.some((word) => !/^[0-9]+$/.test(word))) throw new Refused("[prizes] must hold integers");
  const prizes = words.map(Number);
  const sorted = [...prizes].sort((one, other) => one - other);
  if (sorted.length !== parameters.cards || sorted.some((prize, i) => prize !== i + 1)) {
    throw new Refused(`[prizes] must hold the numbers 1 to ${parameters.cards}, each once`);
  }
  return {
    shown: parameters.bids === "shown", prizes, carried: 0, rounds: [],
    players: Array.from({ length: players }, () => ({ points: 0, hand: [...sorted] })),
  };
}

function judged(answer, hand) {
  const lowest = Math.min(...hand);
  if ("fault" in answer) return [{ fault: answer.fault }, lowest];
  const words = answer.text.split(/\s+/).filter((word) => word !== "");
  if (words.length !== 1 || !/^[+-]?[0-9]{1,9}$/.test(words[0])) {
    return [{ fault: "bad-result", reason: "write one integer: a card that you hold" }, lowest];
  }
  const card = Number(words[0]) + 0;
  if (!hand.includes(card)) {
    return [{ fault: "illegal", text: String(card), reason: `${card}: you don't hold this card` }, lowest];
  }
  return [{ fault: null, text: String(card) }, card];
}

function play(state, answers) {
  const judgements = answers.map((answer, i) => judged(answer, state.players[i].hand));
  const effects = judgements.map(([effect]) => effect);
  const bids = judgements.map(([, card]) => card);
  state.players.forEach((player, i) => player.hand.splice(player.hand.indexOf(bids[i]), 1));
  const stake = worth(state);
  const highest = Math.max(...bids);
  const winner = bids.filter((bid) => bid === highest).length === 1 ? bids.indexOf(highest) + 1 : 0;
  if (winner) {
    state.players[winner - 1].points += stake;
    effects[winner - 1].comment = `wins ${stake}`;
  }
  state.carried = winner ? 0 : stake;
  state.rounds.push({ worth: stake, winner, bids });
  return effects;
}

function ending(state) {
  if (!is_over(state)) return null;
  const scores = state.players.map((player) => player.points);
  const ranks = scores.map((own) => 1 + scores.filter((other) => other > own).length);
  return { scores, ranks, reason: "all prizes are gone" };
}

// As a seat knows them; null: all.
function seen_rounds(state, seat) {
  const is_known = (bidder) => state.shown || seat === null || bidder === seat;
  return state.rounds.map((round) => ({
    ...round, bids: round.bids.map((bid, i) => (is_known(i + 1) ? bid : 0)),
  }));
}

function files(state, seat) {
  const lines = (items) => items.map((words) => `${words.join(" ")}\n`).join("");
  const me = state.players[seat - 1];
  const others = state.players.map((player, i) => [i + 1, player.points, player.hand.length]);
  others.splice(seat - 1, 1);
  return {
    match: { round: turn(state) + 1, worth: worth(state), carried: state.carried },
    "player.dat": lines([[seat, me.points], me.hand]),
    "opponent.dat": lines(others),
    "rounds.dat": lines(seen_rounds(state, seat).map((round) => [round.worth, round.winner, ...round.bids])),
  };
}

function choices(state, seat) {
  return state.players[seat - 1].hand.map(String);
}

function show(state, seat) {
  const is_known = (owner) => seat === null || seat === owner || state.shown;
  const shown = {
    prizes: state.prizes.slice(0, turn(state) + 1), left: Math.max(0, state.prizes.length - turn(state) - 1),
    cards: state.prizes.length, worth: worth(state), carried: state.carried, rounds: seen_rounds(state, seat),
    players: state.players.map((player, i) => ({
      points: player.points, count: player.hand.length, hand: is_known(i + 1) ? player.hand : null,
    })),
    measures: state.players.map((player) => [player.points]),
  };
  shown.picture = picture(state, shown);
  return shown;
}

function picture(state, shown) {
  const carried = state.carried ? `, ${state.carried} of it from ties` : "";
  const first = is_over(state)
    ? "all prizes are gone" : `round ${turn(state) + 1} of ${shown.cards}: bid for ${shown.worth}${carried}`;
  const seats = shown.players.map((player, i) => {
    const cards = player.hand === null ? `${player.count} cards` : player.hand.join(" ");
    const last = shown.rounds.at(-1)?.bids[i];
    const bid = last === undefined ? "" : `  bid ${last || "?"}`;
    return `seat ${i + 1}  ${String(player.points).padStart(4)} points${bid.padEnd(8)}  ${cards}`.slice(0, 80);
  });
  return `${[first, ...seats].join("\n")}\n`;
}

// Only what is certainly unknown: the prizes to come.
function deal(state, seat, seed) {
  state.prizes.push(...random(seed).shuffle(state.prizes.splice(turn(state) + 1)));
  return state;
}

run({ create, start, turn, to_move, ending, files, play, choices, show, deal });
