// Where frames come from. Here: games packed into the page. live/source.js has those that come
// while they are played; the rest of the page need not know.

import { patched } from "view/patch.js";

const spacing = 64; // frames from one kept frame to the next

/** A game: what its lines said so far. Frames are counted from 0, the start. */
export class Game {
  constructor() {
    /** @type {import("view/types").Entry[]} */
    this.entries = [];
    /** Entry of each frame. @type {number[]} */
    this.entryOf = [];
    /** @type {import("view/types").End | null} */
    this.end = null;
    /** @type {any[]} */
    this.patches = [];
    /** @type {any[]} */
    this.kept = [];
    /** The frames asked for last, the newest first: one shown, the one before it, the one where the page was. */
    this.recent = /** @type {{index: number, frame: any}[]} */ ([]);
    /** Grows when an entry that was there before changes. */
    this.revision = 0;
  }

  get frames() {
    return this.patches.length;
  }

  /** Takes one line: an entry (the start, a turn), more moves of the last one, or the end. @param {any} line */
  add(line) {
    if (!line.frames) {
      this.end = line;
      return;
    }
    if (line.frames.length === 0 && this.entries.length > 0) {
      this.entries[this.entries.length - 1].moves.push(...line.moves);
      this.revision += 1;
      return;
    }
    const first = this.frames;
    const entry = {
      turn: line.turn,
      moves: line.moves,
      out: line.out ?? [],
      chances: line.chances,
      first,
      last: Math.max(0, first + line.frames.length - 1),
    };
    for (const patch of line.frames) {
      this.entryOf.push(this.entries.length);
      this.patches.push(patch);
    }
    this.entries.push(entry);
  }

  /** The frame with that number. @param {number} index */
  frame(index) {
    const found = this.recent.findIndex((each) => each.index === index);
    const known = found < 0 ? { index, frame: this.#make(index) } : this.recent[found];
    this.recent = [known, ...this.recent.filter((each) => each !== known)].slice(0, 3);
    return known.frame;
  }

  /** @param {number} index */
  #make(index) {
    let at = Math.min(Math.floor(index / spacing), this.kept.length - 1) * spacing;
    let frame = this.kept[at / spacing];
    for (const near of this.recent) {
      if (near.index >= Math.max(at, 0) && near.index < index) {
        at = near.index;
        frame = near.frame;
      }
    }
    if (at < 0) {
      at = 0;
      frame = patched(null, this.patches[0]);
      this.kept.push(frame);
    }
    while (at < index) {
      at += 1;
      frame = patched(frame, this.patches[at]);
      if (at === this.kept.length * spacing) {
        this.kept.push(frame);
      }
    }
    return frame;
  }

  /** The last entry that begins with that turn or an earlier one. @param {number} turn */
  entryOfTurn(turn) {
    let found = 0;
    for (let i = 1; i < this.entries.length && this.entries[i].turn <= turn; ++i) {
      found = i;
    }
    return found;
  }
}

/** JSON lines, compressed with gzip as base64. @param {string} text @returns {Promise<any[]>} */
export async function unpacked(text) {
  const packed = atob(text);
  const bytes = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; ++i) {
    bytes[i] = packed.charCodeAt(i);
  }
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const lines = await new Response(stream).text();
  const values = [];
  for (let from = 0; from < lines.length; ) {
    const to = lines.indexOf("\n", from);
    values.push(JSON.parse(lines.slice(from, to)));
    from = to + 1;
  }
  return values;
}

/** Games that stand in the page itself. */
export class PackedSource {
  /** @param {Document} page @param {import("view/types").Match} match */
  constructor(page, match) {
    this.page = page;
    this.match = match;
    /** @type {Map<number, Promise<Game>>} */
    this.games = new Map();
  }

  /** Unpacks the game, once. @param {number} index from 0 @returns {Promise<Game>} */
  game(index) {
    let game = this.games.get(index);
    if (!game) {
      game = this.#unpack(index);
      this.games.set(index, game);
    }
    return game;
  }

  /** @param {number} index */
  async #unpack(index) {
    const game = new Game();
    const element = this.page.getElementById(`game-${index + 1}`);
    (await unpacked(element?.textContent ?? "")).forEach((line) => game.add(line));
    return game;
  }
}
