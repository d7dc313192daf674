// The drawing of a stranger's game, as the page sees it. The drawing itself runs elsewhere: in a worker of a frame that
// has an origin of its own, no network, and nowhere to navigate to (frame/host.js). It gets frames by message and is
// shown in that frame. Out of it come the numbers of choices, which are compared with what was offered, and texts, sizes
// and pictures, which are checked here and shown as texts and images.

import { elementsOf, cleanPicture, treeOf } from "view/frame/clean.js";
import { board as textBoard, hand as textHand } from "view/picture.js";
import { html, visible } from "view/svg.js";

/** @typedef {import("view/types").Board} Board @typedef {import("view/types").View} View @typedef {{status: string, text: string, gauges: import("view/types").Gauge[][], fates: string[]}} Facts */

/** How long the frame may take for a reply; its host gives up sooner. */
const patience = 30_000;
const maxKnown = 500; // frames of which the facts are kept

/** @param {unknown} value @param {number} max */
const textOf = (value, max) => visible(typeof value === "string" ? value.slice(0, max) : "");
/** @param {unknown} value @returns {number} 0 if it is no number that can be drawn with */
const numberOf = (value) => (typeof value === "number" && Math.abs(value) < 1e6 ? value : 0);
/** @template T @param {unknown} value @param {number} max @param {(each: any) => T} take @returns {T[]} */
const listOf = (value, max, take) => (Array.isArray(value) ? value.slice(0, max) : []).map((each) => take(each ?? {}));
/** @param {unknown} value @returns {[number, number]} */
const pairOf = (value) => {
  const [x, y] = Array.isArray(value) ? value : [];
  return [numberOf(x), numberOf(y)];
};
/** The outline of something on the board. @param {unknown} value */
const outlineOf = (value) => (typeof value === "string" && value.length < 50_000 && /^[MLHVCSQTAZmlhvcsqtaz\d\s.,+e-]*$/.test(value) ? value : "");

/** @param {any} value @param {number} seats @returns {Facts} */
function factsOf(value, seats) {
  return {
    status: textOf(value?.status, 300), text: textOf(value?.text, 20_000),
    gauges: listOf(value?.gauges, seats, (own) => listOf(own, 8, ({ name, value: size, max, kind }) => ({
      name: textOf(name, 40), value: numberOf(size), ...(typeof max === "number" ? { max: numberOf(max) } : {}), ...(/^[\w-]{1,30}$/.test(kind) ? { kind } : {}) }))),
    fates: listOf(value?.fates, seats, (fate) => textOf(fate, 200)),
  };
}

/**
 * The hand that the drawing makes, as far as it is one: a choice is its number among those that were offered.
 * @param {import("view/types").Question} question @param {any} value @returns {import("view/types").Hand}
 */
function handOf({ choices }, value) {
  const offered = (/** @type {unknown} */ number) => (Number.isInteger(number) ? choices[/** @type {number} */ (number)] : undefined);
  const own = (/** @type {any[]} */ all) => all.flatMap(({ answer, ...each }) => (offered(answer) === undefined ? [] : [{ answer: /** @type {string} */ (offered(answer)), ...each }]));
  const spot = (/** @type {any} */ { id, at, d, name, isQuiet }) => ({ id: textOf(id, 60), at: pairOf(at), d: outlineOf(d), name: textOf(name, 100), ...(isQuiet === true ? { isQuiet } : {}) });
  const leads = (/** @type {any} */ each) => (each.leads ? { leads: textOf(each.leads, 100) } : {});
  const hand = /** @type {import("view/types").Hand} */ ({
    hint: textOf(value?.hint, 300),
    ...(value?.keys ? { keys: textOf(value.keys, 200) } : {}),
    buttons: own(listOf(value?.buttons, 1000, (each) => ({
      answer: each.answer, label: textOf(each.label, 80), keys: listOf(each.keys, 4, (key) => textOf(key, 20)), ...leads(each),
      ...(/^[a-zA-Z]{1,20}$/.test(each.icon) ? { icon: each.icon } : {}), ...(["n", "w", "c", "e", "s"].includes(each.place) ? { place: each.place } : {}),
      ...(each.isLegal === false ? { isLegal: false } : {}) }))),
  });
  if (Array.isArray(value?.pairs) && Array.isArray(value.spots)) {
    hand.pairs = own(listOf(value.pairs, 10_000, (each) => ({ answer: each.answer, from: textOf(each.from, 60), to: textOf(each.to, 60), what: textOf(each.what, 40), ...leads(each) })));
    hand.spots = listOf(value.spots, 10_000, spot);
    hand.closed = listOf(value.closed, 10_000, spot);
  } else if (Array.isArray(value?.spots)) {
    hand.spots = listOf(value.spots, 10_000, spot); // their ids are compared with the answers of buttons
  }
  const { plan } = value ?? {};
  if (plan && offered(plan.rest) !== undefined) {
    hand.plan = {
      units: listOf(plan.units, 100, ({ name, cell }) => ({ name: textOf(name, 60), cell: pairOf(cell) })),
      length: Math.max(1, Math.min(100, Math.trunc(numberOf(plan.length)))),
      steps: Object.fromEntries(own(listOf(plan.steps, 1000, (step) => ({ answer: step[0], way: pairOf(step[1]) }))).map(({ answer, way }) => [answer, way])),
      rest: /** @type {string} */ (offered(plan.rest)),
      cells: listOf(plan.cells, 20_000, pairOf),
    };
  }
  return hand;
}

/** The frame, and who asks it. */
class Frame {
  /** @param {string} page of the frame @param {Element} place where it is shown */
  constructor(page, place) {
    this.element = /** @type {HTMLIFrameElement} */ (html("iframe", { class: "drawing", sandbox: "allow-scripts", title: "Board", tabindex: "-1", "aria-hidden": "true", "data-waits": "0", srcdoc: page }));
    /** @type {Map<number, {done: (value: any) => void, refuse: (why: Error) => void, timer: number}>} */
    this.asked = new Map();
    this.count = 0;
    /** Why it isn't used any more. */
    this.broken = "";
    this.onbroken = (/** @type {string} */ _why) => {};
    /** The drawing says how people play. */
    this.hasHand = false;
    this.ready = new Promise((done) => {
      this.isReady = done;
    });
    this.take = (/** @type {MessageEvent} */ event) => event.source === this.element.contentWindow && this.#take(event.data);
    addEventListener("message", this.take);
    // A frame inherits the address of the page as the base of its own, and the page's has the person's key.
    const base = html("base", { href: "https://frame.invalid/" });
    document.head.prepend(base);
    place.prepend(this.element);
    base.remove();
  }

  /** @param {any} data */
  #take(data) {
    if (typeof data !== "object" || data === null) {
      return;
    }
    if (data.ready === true) {
      this.isReady?.(null);
    } else if (typeof data.broken === "string") {
      this.fail(textOf(data.broken, 300));
    } else {
      const asked = this.asked.get(data.id);
      this.asked.delete(data.id);
      clearTimeout(asked?.timer);
      this.element.dataset.waits = String(this.asked.size);
      if (asked && "error" in data) {
        asked.refuse(new Error(textOf(data.error, 300)));
      } else {
        asked?.done(data.value);
      }
    }
  }

  /** @param {string} why */
  fail(why) {
    if (!this.broken) {
      this.broken = why || "it is broken";
      removeEventListener("message", this.take);
      this.element.remove();
      for (const { refuse, timer } of this.asked.values()) {
        clearTimeout(timer);
        refuse(new Error(this.broken));
      }
      this.asked.clear();
      this.onbroken(this.broken);
    }
  }

  /** @param {string} what @param {object} words @returns {Promise<any>} */
  async ask(what, words) {
    if (this.broken) {
      throw new Error(this.broken);
    }
    const id = ++this.count;
    const timer = setTimeout(() => this.fail("it doesn't answer"), patience);
    const reply = new Promise((done, refuse) => this.asked.set(id, { done, refuse, timer }));
    this.element.dataset.waits = String(this.asked.size);
    await this.ready;
    this.element.contentWindow?.postMessage({ id, what, words }, "*"); // its origin has no name
    return reply;
  }
}

/** A board that is drawn in a frame. @implements {Board} */
class FramedBoard {
  /** @param {Frame} frame @param {any} first @param {(line: string) => void} say is told if the drawing can't be used */
  constructor(frame, first, say) {
    this.frame = frame;
    this.first = first;
    this.say = say;
    /** @type {[number, number, number, number]} */
    this.box = [0, 0, 100, 100];
    this.cell = 10;
    this.hasAreas = false;
    /** The text picture, if the drawing can't be used. @type {Board | null} */
    this.other = null;
    /** Something of it is another; `isOther`: the whole board. */
    this.onchange = (/** @type {boolean} */ _isOther) => {};
    /** @type {Map<string, Facts | null>} */
    this.known = new Map();
    /** Places on the board, as far as they are known: by cell, by area. @type {Map<string, any>} */
    this.places = new Map();
    this.wanted = /** @type {{cells: [number, number][], areas: number[]}} */ ({ cells: [], areas: [] });
    this.names = /** @type {string[]} */ ([]);
    this.sent = "";
    this.isDrawing = false;
    /** The scene to be drawn when the last one is. @type {{view: View, motion: number, own: number} | null} */
    this.next = null;
    frame.onbroken = (why) => this.#giveUp(why);
  }

  async start() {
    try {
      const { box, cell, hasAreas } = await this.frame.ask("start", { first: this.first });
      const [x, y, width, height] = listOf(box, 4, numberOf);
      this.box = [x, y, Math.max(1e-3, width), Math.max(1e-3, height)];
      this.cell = Math.max(1e-3, numberOf(cell));
      this.hasAreas = hasAreas === true;
    } catch (error) {
      this.#giveUp(error instanceof Error ? error.message : String(error));
    }
    return this;
  }

  /** @param {string} why */
  #giveUp(why) {
    if (!this.other) {
      this.other = textBoard(this.first);
      [this.box, this.cell] = [this.other.box, this.other.cell];
      this.frame.fail(why);
      this.say(`The drawing can't be used (${why}): the page shows the text picture instead.`);
      this.onchange(true);
    }
  }

  /** Draws in the frame; nothing of it is in the page. @param {import("view/types").Scene & {motion?: number, own?: number}} scene @returns {Element[]} */
  draw({ frame, before, entry, step, steps, names, motion = 0, own = 0, keep }) {
    if (this.other) {
      return this.other.draw({ frame, before, entry, step, steps, names, keep });
    }
    const view = { frame, before, entry, step, steps, names };
    const sent = JSON.stringify([view, own]);
    this.names = names;
    if (sent !== this.sent) {
      this.sent = sent;
      this.next = { view, motion, own };
      void this.#drawNext();
    }
    return [];
  }

  /** Of scenes that come while one is drawn only the last is drawn. */
  async #drawNext() {
    if (this.isDrawing || !this.next) {
      return;
    }
    const { view, motion, own } = this.next;
    this.next = null;
    this.isDrawing = true;
    try {
      this.#learn(view.frame, await this.frame.ask("scene", { view, motion, own }));
    } catch (error) {
      this.#giveUp(error instanceof Error ? error.message : String(error));
    }
    this.isDrawing = false;
    void this.#drawNext();
  }

  /** @param {any} frame @param {any} value */
  #learn(frame, value) {
    if (this.known.size >= maxKnown) {
      this.known.clear();
    }
    const key = this.#keyOf(frame);
    const isNew = !this.known.get(key);
    this.known.set(key, factsOf(value, this.names.length));
    if (isNew) {
      this.onchange(false);
    }
  }

  /** @param {any} frame */
  #keyOf(frame) {
    return JSON.stringify([frame, this.names]);
  }

  /** What the drawing says of a frame; asked for if it isn't known yet. @param {any} frame @returns {Facts | null} */
  #factsOf(frame) {
    const key = this.#keyOf(frame);
    const facts = this.known.get(key);
    if (facts === undefined) {
      this.known.set(key, null);
      const view = { frame, names: this.names };
      this.frame.ask("facts", { view }).then((value) => this.#learn(frame, value), () => {});
    }
    return facts ?? null;
  }

  /** @param {any} frame */
  text(frame) {
    return this.other ? this.other.text(frame) : this.#factsOf(frame)?.text ?? "";
  }
  /** @param {any} frame @param {string[]} names */
  status(frame, names) {
    this.names = names;
    return this.other ? this.other.status(frame, names) : this.#factsOf(frame)?.status ?? "";
  }
  /** @param {any} frame @param {number} seat */
  gauges(frame, seat) {
    return this.other ? this.other.gauges(frame, seat) : this.#factsOf(frame)?.gauges[seat - 1] ?? [];
  }
  /** @param {any} frame @param {number} seat @param {string[]} names */
  fate(frame, seat, names) {
    return this.other ? this.other.fate(frame, seat, names) : this.#factsOf(frame)?.fates[seat - 1] ?? "";
  }

  /** @param {"cells" | "areas"} kind @param {any} place */
  #placeOf(kind, place) {
    const key = `${kind} ${place}`;
    if (!this.places.has(key)) {
      this.places.set(key, null);
      if (this.wanted.cells.length + this.wanted.areas.length === 0) {
        queueMicrotask(() => void this.#learnPlaces());
      }
      this.wanted[kind].push(/** @type {never} */ (place));
    }
    return this.places.get(key);
  }

  async #learnPlaces() {
    const { cells, areas } = this.wanted;
    this.wanted = { cells: [], areas: [] };
    try {
      const value = await this.frame.ask("places", { cells, areas });
      cells.forEach((cell, i) => this.places.set(`cells ${cell}`, pairOf(value?.cells?.[i])));
      areas.forEach((area, i) => {
        const found = value?.areas?.[i];
        this.places.set(`areas ${area}`, found ? { centre: pairOf(found.centre), path: outlineOf(found.path) } : null);
      });
      this.onchange(false);
    } catch {
      // what lies there isn't drawn
    }
  }

  /** @param {number} x @param {number} y @returns {[number, number]} */
  centre(x, y) {
    return this.other ? this.other.centre(x, y) : this.#placeOf("cells", [x, y]) ?? [-1e5, -1e5]; // out of sight until it is known
  }
  /** @param {number} number */
  area(number) {
    return this.other || !this.hasAreas ? null : this.#placeOf("areas", number);
  }

  /** A small picture of a frame. @param {View} view */
  async image({ earlier: _, ...view }) { // functions can't be sent
    return this.#imageOf(await this.frame.ask("picture", { view }));
  }
  /** What stands beside a word of the legend, or null. @param {string} word */
  async sampleImage(word) {
    try {
      const value = await this.frame.ask("sample", { word });
      return value ? { box: listOf(value.box, 4, numberOf), image: this.#imageOf(value) } : null;
    } catch {
      return null;
    }
  }
  /** @param {any} value */
  #imageOf(value) {
    const picture = cleanPicture(value?.svg);
    return html("img", { alt: "", src: picture ? `data:image/svg+xml,${encodeURIComponent(textOfPicture(picture))}` : "data:," });
  }

  /** The board as a text that is an SVG, with what the page has drawn over it. @param {string} over the same of the page's own part */
  async saved(over) {
    if (this.other) {
      return over;
    }
    const picture = cleanPicture((await this.frame.ask("saved", {}))?.svg);
    const own = cleanPicture(over);
    if (!picture || !own) {
      return over;
    }
    own.firstElementChild?.remove(); // its ground
    picture.append(...elementsOf([...own.children].map(treeOf), new Map()).map(({ element }) => element));
    return textOfPicture(picture);
  }

  /** @param {import("view/types").Question} question @param {any} frame */
  async hand(question, frame) {
    try {
      return handOf(question, await this.frame.ask("hand", { question, frame }));
    } catch {
      return textHand(question, frame, this);
    }
  }
}

/** @param {Element} picture */
function textOfPicture(picture) {
  picture.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(picture);
}

/**
 * The drawing of a game as a page's modules know it. Its boards come later: the frame is asked for them.
 * @param {string} page of the frame @param {number} version that this page needs @param {(line: string) => void} say
 * @returns {import("view/types").WholeDrawing}
 */
export function framedDrawing(page, version, say) {
  /** @type {WeakMap<Element, Frame>} */
  const frames = new WeakMap();
  /** @param {any} first @param {Element} [place] */
  const board = async (first, place = document.body) => {
    let frame = frames.get(place);
    if (!frame || frame.broken) {
      frame = new Frame(page, place);
      frames.set(place, frame);
    }
    const made = new FramedBoard(frame, first, say);
    const loaded = frame.ask("load", {}).then((value) => {
      if (value?.version !== version) {
        frame.fail(`it is of version ${typeof value?.version === "number" ? value.version : "none"}, this page needs ${version}`);
      }
      frame.hasHand = value?.hasHand === true;
    }, (error) => frame.fail(error.message));
    await loaded;
    return made.start();
  };
  return {
    version, board, style: "",
    hand: (question, frame, made) => (made instanceof FramedBoard && made.frame.hasHand && !made.other ? made.hand(question, frame) : textHand(question, frame, made)),
  };
}
