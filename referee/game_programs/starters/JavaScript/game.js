#!/usr/bin/env node
// The rules of @NAME@. All functions are functions of the state; referee_game.js calls them by name.
//
// The state is any JSON value. Here it is {heaps: [4, 7, 1], turn: 0, taken: [0, 0]}. Nothing may be kept
// elsewhere: the referee may ask any process about any state, and all randomness is in the field.

"use strict";

const { run, random, ranks_of, Words, BadResult, Refused } = require("./referee_game.js");

/** The sections of a new field: rows of words. */
function create(players, parameters, seed) {
  const rng = random(seed);
  return { sections: { heaps: [Array.from({ length: parameters.heaps }, () => 1 + rng.below(parameters.stones))] } };
}

/** The first state. The words of a field are texts. Refused refuses the field. */
function start(players, parameters, sections) {
  const words = sections.heaps.flat();
  if (words.length !== parameters.heaps || !words.every(is_number)) {
    throw new Refused(`[heaps] must hold ${parameters.heaps} numbers`);
  }
  const heaps = words.map(Number);
  if (heaps.some((heap) => heap < 1 || heap > parameters.stones)) {
    throw new Refused(`a heap must have 1 to ${parameters.stones} stones`, "heaps", 1);
  }
  return { heaps, turn: 0, taken: [0, 0] };
}

const is_number = (word) => /^[0-9]{1,9}$/.test(word);
const left = (state) => state.heaps.reduce((sum, heap) => sum + heap, 0);

/** Must grow with each call of play(). */
const turn = (state) => state.turn;

/** The seats that answer now; none at the end. */
const to_move = (state) => (left(state) > 0 ? [1 + (state.turn % 2)] : []);

function ending(state) {
  if (left(state) > 0) return null;
  const winner = 2 - (state.turn % 2); // the seat that moved last
  return {
    ranks: [1, 2].map((seat) => (seat === winner ? 1 : 2)),
    scores: [1, 2].map((seat) => (seat === winner ? 1 : 0)),
    reason: "the last stone is taken",
  };
}

/** The ending of a game that a limit ends, such as max-turns. Without this function nobody wins then. */
const rank = (state) => ({ ranks: ranks_of(state.taken), scores: state.taken, reason: "more stones taken" });

/** The effect of an answer, and what is done: heap and stones. */
function judged(state, answer) {
  const first = state.heaps.findIndex((heap) => heap > 0);
  if (answer.fault) return [{ fault: answer.fault }, first, 1]; // it stays, and costs what game.ini says
  const words = new Words(answer.text);
  let heap = 0;
  let stones = 0;
  try {
    heap = words.integer("the number of a heap");
    stones = words.integer("a number of stones");
    words.end();
  } catch (problem) {
    if (!(problem instanceof BadResult)) throw problem;
    return [{ fault: "bad-result", reason: problem.message }, first, 1];
  }
  const text = `${heap} ${stones}`;
  if (heap < 1 || heap > state.heaps.length) {
    return [{ fault: "illegal", text, reason: `${text}: there is no heap ${heap}` }, first, 1];
  }
  const has = state.heaps[heap - 1];
  if (stones < 1 || stones > has) {
    return [{ fault: "illegal", text, reason: `${text}: the heap has ${has} stones` }, first, 1];
  }
  return [{ fault: null, text }, heap - 1, stones];
}

/** Carries out the answers of one turn; changes the state and returns an effect for each answer. */
function play(state, answers) {
  const [effect, heap, stones] = judged(state, answers[0]);
  state.heaps[heap] -= stones;
  state.taken[answers[0].seat - 1] += stones;
  state.turn += 1;
  effect.comment = left(state) > 0 ? `${left(state)} left` : "takes the last stone";
  return [effect];
}

/** The files of a seat that moves; "match" are lines of match.dat. */
const files = (state) => ({ match: { left: left(state) }, "heaps.dat": state.heaps.join(" ") + "\n" });

/** The legal answers, for people and for random players. */
const choices = (state) =>
  state.heaps.flatMap((heap, i) => Array.from({ length: heap }, (_, n) => `${i + 1} ${n + 1}`));

/** What pages and terminals show. Nothing is hidden here, so all seats see the same. */
const show = (state) => ({
  heaps: state.heaps,
  measures: state.taken.map((taken) => [taken]),
  picture: state.heaps.map((heap, i) => `heap ${i + 1}  ${"o ".repeat(heap)}\n`).join(""),
});

run({ create, start, turn, to_move, ending, rank, play, files, choices, show });
