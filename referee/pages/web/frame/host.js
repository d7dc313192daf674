// The script of the frame in which a stranger's drawing is shown. The frame has an origin of its own and no network; the
// drawing itself runs in a worker (worker.js) and hands over only what it wants drawn, which is built here from what is
// allowed (clean.js). The page asks by message, and gets a reply to each request: framed.js checks it once more.

import { elementsOf } from "view/frame/clean.js";
import { savedBoard } from "view/save.js";
import { periodOf, pictureOf, Stage } from "view/stage.js";
import { html } from "view/svg.js";

/** How long the drawing may take for a reply. */
const patience = 10_000;

/** @param {string} id */
const textOf = (id) => new TextDecoder().decode(Uint8Array.from(atob(document.getElementById(id)?.textContent ?? ""), (sign) => sign.charCodeAt(0)));

class Host {
  constructor() {
    this.worker = new Worker(URL.createObjectURL(new Blob([textOf("worker")], { type: "text/javascript" })));
    this.worker.addEventListener("message", ({ data }) => this.#take(data));
    this.worker.addEventListener("error", (event) => this.#fail(`it has a mistake (${event.message})`));
    /** What the worker is to do, in order; it gets the next when it has replied. @type {{what: string, words: any, done: (value: any) => void, refuse: (why: string) => void}[]} */
    this.jobs = [];
    this.number = 0; // of the job that the worker is doing
    this.broken = "";
    /** What scenes have kept, by number. @type {Map<number, Element>} */
    this.known = new Map();
    this.place = /** @type {HTMLElement} */ (document.getElementById("board"));
    this.stage = new Stage(document.body.dataset.game ?? "");
    this.place.append(this.stage.picture);
    /** @type {any} */
    this.board = null;
    this.loaded = this.#ask("load", { svg: textOf("svg"), text: textOf("drawing") });
    this.loaded.then(({ style }) => document.head.append(html("style", {}, String(style))), () => {});
  }

  /** @param {string} why */
  #fail(why) {
    this.worker.terminate();
    clearTimeout(this.timer);
    this.broken = this.broken || why;
    this.jobs.splice(0).forEach(({ refuse }) => refuse(this.broken));
    parent.postMessage({ broken: this.broken }, "*");
  }

  /** @param {string} what @param {object} words @returns {Promise<any>} */
  #ask(what, words) {
    return new Promise((done, refuse) => {
      if (this.broken) {
        refuse(this.broken);
        return;
      }
      this.jobs.push({ what, words, done, refuse });
      if (this.jobs.length === 1) {
        this.#next();
      }
    });
  }

  #next() {
    if (this.jobs.length > 0) {
      const [{ what, words }] = this.jobs;
      this.number += 1;
      this.timer = setTimeout(() => this.#fail("it doesn't answer"), patience);
      this.worker.postMessage({ id: this.number, what, words });
    }
  }

  /** @param {any} data */
  #take(data) {
    if (this.jobs.length === 0 || data?.id !== this.number) {
      this.#fail("it sends what nobody has asked for");
      return;
    }
    clearTimeout(this.timer);
    const { done, refuse } = /** @type {Host["jobs"][0]} */ (this.jobs.shift());
    if ("error" in data) {
      refuse(String(data.error).slice(0, 300));
    } else {
      done(data.value);
    }
    this.#next();
  }

  /** A picture for itself, as text. @param {{box: [number, number, number, number], parts: unknown} | null} drawn @param {number} period @param {boolean} hasGround */
  #saved(drawn, period, hasGround) {
    if (!drawn) {
      return null;
    }
    const box = boxOf(drawn.box);
    const picture = pictureOf(document.body.dataset.game ?? "", { box, parts: elementsOf(drawn.parts, new Map()).map(({ element }) => element) }, period);
    const place = html("div", { class: "board aside" });
    place.append(picture); // styles are known of what is in the document
    document.body.append(place);
    const svg = savedBoard(picture, hasGround ? this.#ground() : "none");
    place.remove();
    return { box, svg };
  }

  #ground() {
    return getComputedStyle(document.documentElement).getPropertyValue("--page").trim();
  }

  /** What the page may ask. @type {Record<string, (words: any) => Promise<any>>} */
  answers = {
    load: async () => {
      const { version, hasHand } = await this.loaded;
      return { version, hasHand };
    },
    start: async ({ first }) => {
      await this.loaded;
      const { box, cell, hasAreas } = await this.#ask("start", { first });
      this.known = new Map();
      this.board = { box: boxOf(box), draw: () => [] };
      this.stage.take(this.board);
      return { box: this.board.box, cell, hasAreas };
    },
    scene: async ({ view, motion, own }) => {
      const { parts, moved, status, text, gauges, fates } = await this.#ask("scene", { view });
      const known = new Map(this.known);
      const built = elementsOf(parts, known);
      const moves = new Map((Array.isArray(moved) ? moved : []).map((each) => [Number(each?.[0]), (Array.isArray(each?.[1]) ? each[1] : []).map(Number)]));
      this.board.draw = (/** @type {import("view/types").Scene} */ { keep }) => built.map(({ element, number }) =>
        (moves.has(number) ? keep(String(number), number, () => element, /** @type {any} */ (moves.get(number))) : element));
      this.stage.show({ ...view, names: [] }, { title: String(status), motion, own });
      // What wasn't drawn is forgotten, on both sides.
      this.known = new Map([...known].filter(([, element]) => this.stage.picture.contains(element)));
      return { status, text, gauges, fates };
    },
    facts: ({ view }) => this.#ask("facts", { view }),
    hand: ({ question, frame }) => this.#ask("hand", { question, frame }),
    places: ({ cells, areas }) => this.#ask("places", { cells, areas }),
    picture: async ({ view }) => this.#saved(await this.#ask("picture", { view }), periodOf(this.board), true),
    sample: async ({ word }) => {
      const drawn = await this.#ask("sample", { word });
      return this.#saved(drawn, drawn ? Math.max(...boxOf(drawn.box).slice(2)) / 4 : 1, false);
    },
    saved: async () => ({ box: this.board.box, svg: savedBoard(this.stage.picture, this.#ground()) }),
  };
}

/** @param {unknown} box @returns {[number, number, number, number]} */
function boxOf(box) {
  const [x, y, width, height] = (Array.isArray(box) ? box : []).map(Number);
  if (![x, y, width, height].every((side) => Math.abs(side) < 1e6) || width <= 0 || height <= 0) {
    throw new Error("its box isn't left, top, width and height");
  }
  return [x, y, width, height];
}

const host = new Host();
addEventListener("message", async ({ data, source }) => {
  if (source !== parent) {
    return;
  }
  const { id, what, words } = data;
  try {
    parent.postMessage({ id, value: await host.answers[what](words) }, "*");
  } catch (error) {
    parent.postMessage({ id, error: String(error instanceof Error ? error.message : error) }, "*");
  }
});
parent.postMessage({ ready: true }, "*");
