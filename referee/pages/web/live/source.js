// Games that the server sends while they are played, as events. What comes twice, after a lost
// connection, is counted and left out.

import { Game, unpacked } from "view/source.js";

/** @typedef {"connecting" | "live" | "lost" | "gone" | "ended" | "interrupted"} LiveState */

/** A board: the game that is played on it. @typedef {{serial: number, lines: number, game: Game}} LiveBoard */

export class LiveSource {
  /** @param {import("view/types").Match} match */
  constructor(match) {
    this.match = match;
    /** @type {LiveBoard[]} */
    this.boards = [];
    /** @type {LiveState} */
    this.state = "connecting";
    /** Called when a board's game has grown or another one has begun; -1: the state is another. @type {((board: number) => void)[]} */
    this.listeners = [];
    /** Resolves when all that had been played when the page came is there. @type {Promise<void>} */
    this.current = new Promise((resolve) => {
      this.becomeCurrent = resolve;
    });
    /** @type {Map<string, {value: any, callbacks: ((value: any) => void)[]}>} */
    this.topics = new Map();
    this.work = Promise.resolve(); // events are taken one after the other: unpacking takes time
    this.hasAskedAgain = false;
  }

  /** Begins to receive. */
  connect() {
    // A person's page has a place of its own: the server may end the others when there are many.
    const key = new URLSearchParams(location.hash.slice(1)).get("key");
    const address = this.match.live?.events ?? "";
    const events = new EventSource(key === null ? address : `${address}?key=${encodeURIComponent(key)}`);
    this.events = events;
    events.addEventListener("open", () => this.#setState("live"));
    events.addEventListener("error", () => this.#setState(events.readyState === EventSource.CLOSED ? "gone" : "lost"));
    /** @type {Record<string, (data: any) => void | Promise<void>>} */
    const takers = {
      game: (data) => this.#takeGame(data),
      lines: (data) => this.#takeLines(data),
      topic: (data) => this.#takeTopic(data),
      current: () => this.becomeCurrent?.(),
      end: (data) => this.#takeEnd(data),
    };
    for (const name in takers) {
      events.addEventListener(name, (event) => {
        const { data } = /** @type {MessageEvent} */ (event);
        // Events of an earlier connection come again.
        this.work = this.work.then(() => (events === this.events ? takers[name](JSON.parse(data)) : undefined))
          .catch((error) => this.#fail(error));
      });
    }
  }

  /** What an event held is missing: all is asked for again, but once, because it may fail each time. @param {unknown} error */
  #fail(error) {
    console.error(error);
    this.#setState("lost");
    if (!this.hasAskedAgain && !this.isOver) {
      this.hasAskedAgain = true;
      this.events?.close();
      this.connect();
    }
  }

  get isOver() {
    return this.state === "ended" || this.state === "interrupted" || this.state === "gone";
  }

  /** @param {number} index @returns {Promise<Game | null>} */
  async game(index) {
    return this.boards[index]?.game ?? null;
  }

  /** Calls back with the newest value of a topic, now and whenever it changes. @param {string} name @param {(value: any) => void} callback */
  topic(name, callback) {
    const topic = this.#topic(name);
    topic.callbacks.push(callback);
    if (topic.value !== undefined) {
      this.#call(callback, topic.value);
    }
  }

  /** Sends something to the referee; resolves to its answer. @param {unknown} value */
  async send(value) {
    const response = await fetch("/answer", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(value),
    });
    return { status: response.status, ...(await response.json().catch(() => ({}))) };
  }

  /** @param {string} name */
  #topic(name) {
    let topic = this.topics.get(name);
    if (!topic) {
      topic = { value: undefined, callbacks: [] };
      this.topics.set(name, topic);
    }
    return topic;
  }

  /** @param {LiveState} state */
  #setState(state) {
    if (!this.isOver) {
      this.state = state;
      this.#tell(-1);
    }
  }

  /** @param {number} board */
  #tell(board) {
    this.listeners.forEach((listener) => this.#call(listener, board));
  }

  /** Who can't show something doesn't stop the others: nothing is missing. @template T @param {(value: T) => void} callback @param {T} value */
  #call(callback, value) {
    try {
      callback(value);
    } catch (error) {
      console.error(error);
    }
  }

  /** @param {{board: number, serial: number, head: import("view/types").GameHead}} data */
  #takeGame({ board, serial, head }) {
    if (this.boards[board]?.serial !== serial) {
      this.boards[board] = { serial, lines: 0, game: new Game() };
      this.match.games[board] = head;
      this.#tell(board);
    }
  }

  /** @param {{board: number, serial: number, first: number, lines?: any[], packed?: string}} data */
  async #takeLines({ board, serial, first, lines, packed }) {
    const all = lines ?? await unpacked(packed ?? "");
    const place = this.boards[board];
    if (place?.serial !== serial) {
      return; // another game has begun
    }
    if (first > place.lines) {
      throw new Error(`lines ${place.lines} to ${first - 1} of game ${serial} are missing`); // each frame needs the one before
    }
    for (const line of all.slice(place.lines - first)) {
      place.game.add(line);
      place.lines += 1;
      if (!line.frames) {
        Object.assign(this.match.games[board], line);
      }
    }
    this.#tell(board);
  }

  /** @param {{name: string, value: any}} data */
  #takeTopic({ name, value }) {
    const topic = this.#topic(name);
    topic.value = value;
    topic.callbacks.forEach((callback) => this.#call(callback, value));
  }

  /** @param {{interrupted: boolean}} data */
  #takeEnd({ interrupted }) {
    this.becomeCurrent?.();
    this.events?.close();
    this.#setState(interrupted ? "interrupted" : "ended");
  }
}
