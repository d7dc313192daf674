// The loop of a game's rules: one JSON line in, one JSON line out. See referee/game_programs/README.md.
//
// run(game) calls the functions of the object with the rules by name:
//
//     create(players, parameters, seed)     -> {sections: {…}}
//     start(players, parameters, sections)  -> the first state; throw new Refused("why") to refuse a field,
//                                              or new Refused("why", "section", row): the line of a row, from 1
//     to_move(state), turn(state), ending(state), files(state, seat)
//     play(state, answers)                  -> the effects; changes the state
//     choices(state, seat), show(state, seat)
//     deal(state, seat, seed)               -> only in games with secrets: what the seat doesn't know, dealt again
//     eliminated(state), prepare_files(state, seat), end_files(state, seat), time_limit_ms(state): optional
//     rank(state)                           -> the ending of a game that a limit ends (max-turns): optional
//
// Words reads an answer word by word; ranks_of makes ranks of scores.

"use strict";

const readline = require("node:readline");

// A field that start() refuses; `row` counts from 1 in the section.
class Refused extends Error {
  constructor(why, section, row) {
    super(why);
    this.place = section && row ? { section, row } : {};
  }
}

// Rank 1 has the highest score; seats with equal scores share a rank.
const ranks_of = (scores) => scores.map((own) => 1 + scores.filter((other) => other > own).length);

// An answer that can't be read; its message is the reason.
class BadResult extends Error {}

// The words of an answer, one after the other. What isn't as expected throws BadResult, with its place. `wanted` says
// for people what should stand there: "a card", "the number of a heap".
class Words {
  constructor(text) {
    this.rest = text.split(/[ \t\r\n]+/).filter((word) => word !== "");
    this.count = 0;
  }
  is_at_end() {
    return this.rest.length === 0;
  }
  next(wanted) {
    if (this.is_at_end()) {
      throw new BadResult(this.count === 0 ? `the answer is empty; write ${wanted}`
        : `the answer ends after word ${this.count}; then comes ${wanted}`);
    }
    this.count += 1;
    return this.rest.shift();
  }
  integer(wanted) {
    const word = this.next(wanted);
    if (!/^[+-]?[0-9]{1,15}$/.test(word)) this.refuse(word, wanted);
    return Number(word) + 0;
  }
  one_of(words, wanted) {
    const word = this.next(wanted);
    if (!words.includes(word)) this.refuse(word, wanted);
    return word;
  }
  end() {
    if (!this.is_at_end()) throw new BadResult(`word ${this.count + 1} is '${this.rest[0].slice(0, 40)}', after the end of the answer`);
  }
  refuse(word, wanted) {
    throw new BadResult(`word ${this.count} is '${word.slice(0, 40)}', not ${wanted}`);
  }
}

// Numbers that are the same everywhere: Math.random() would make the game depend on chance.
function random(seed) {
  let state = (seed ^ (seed / 0x100000000)) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return {
    below: (count) => next() % count,
    shuffle(items) {
      for (let i = items.length - 1; i > 0; --i) {
        const j = next() % (i + 1);
        [items[i], items[j]] = [items[j], items[i]];
      }
      return items;
    },
  };
}

function run(game) {
  for (const name of ["create", "start", "to_move", "turn", "ending", "files", "play", "choices", "show"]) {
    if (!game[name]) {
      process.stderr.write(`the game has no function ${name}\n`);
      process.exit(1);
    }
  }
  const by_seat = (make, state, seats) => Object.fromEntries(seats.map((seat) => [seat, make(state, seat)]));
  const position = (state) => {
    const movers = game.to_move(state);
    const reply = {
      state, turn: game.turn(state), to_move: movers, ending: game.ending(state),
      files: by_seat(game.files, state, movers),
    };
    for (const name of ["eliminated", "time_limit_ms"]) {
      if (game[name]) reply[name] = game[name](state);
    }
    if (game.end_files && movers.length === 0) {
      reply.end_files = by_seat(game.end_files, state, reply.ending.ranks.map((_, i) => i + 1));
    }
    return reply;
  };

  const answer = (request) => {
    switch (request.do) {
      case "create": return game.create(request.players, request.parameters, request.seed);
      case "start": {
        const state = game.start(request.players, request.parameters, request.sections);
        const reply = { ...position(state), knows: game.rank ? ["rank"] : [] };
        if (game.prepare_files) {
          const seats = Array.from({ length: request.players }, (_, i) => i + 1);
          reply.prepare_files = by_seat(game.prepare_files, state, seats);
        }
        return reply;
      }
      case "play": {
        const effects = game.play(request.state, request.answers);
        return { ...position(request.state), effects };
      }
      case "rank": {
        const ending = game.rank(request.state);
        const seats = ending && game.end_files ? ending.ranks.map((_, i) => i + 1) : null;
        return seats ? { ending, end_files: by_seat(game.end_files, request.state, seats) } : { ending };
      }
      case "deal": return position(game.deal(request.state, request.seat, request.seed));
      default: return game[request.do](request.state, request.seat);
    }
  };

  readline.createInterface({ input: process.stdin }).on("line", (line) => {
    const request = JSON.parse(line);
    let reply;
    try {
      reply = answer(request);
    } catch (error) {
      if (error instanceof Refused) {
        reply = { refused: error.message, ...error.place };
      } else { // one line with its place, for the referee's message
        const place = /([^/\s(]+):(\d+):\d+\)?$/m.exec(error.stack ?? "") ?? ["", "?", "?"];
        process.stderr.write(`${error.name}: ${error.message} (line ${place[2]} of ${place[1]}, ${request.do})\n`);
        process.exit(1);
      }
    }
    process.stdout.write(JSON.stringify(reply) + "\n");
  });
}

module.exports = { run, random, ranks_of, Words, BadResult, Refused };
