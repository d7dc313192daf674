// The worker in which the drawing of a stranger's game runs: a classic script. It has no document, no frame, and by its policy no
// network; whoever started it ends it when it doesn't answer. Nothing here keeps the drawing from anything: all that
// leaves the worker is checked by host.js. `document` below is only what view/svg.js needs to make elements of.

/** @typedef {Piece | string} Child */

/** An element that isn't one: name, attributes, children. */
class Piece {
  /** @param {string} name */
  constructor(name) {
    this.localName = name;
    /** @type {Map<string, string>} */
    this.all = new Map();
    /** @type {Child[]} */
    this.childNodes = [];
    /** @type {Piece | null} */
    this.parentNode = null;
    /** Under which number the host has it; 0: it hasn't. */
    this.number = 0;
    this.scene = 0;
    this.isKept = false;
  }
  get tagName() { return this.localName; }
  get nodeName() { return this.localName; }
  get children() { return this.childNodes.filter((child) => child instanceof Piece); }
  get firstChild() { return this.childNodes[0] ?? null; }
  get lastChild() { return this.childNodes[this.childNodes.length - 1] ?? null; }
  get firstElementChild() { return this.children[0] ?? null; }
  get lastElementChild() { return this.children[this.children.length - 1] ?? null; }
  get childElementCount() { return this.children.length; }
  get parentElement() { return this.parentNode; }

  /** It is another one than the host has. */
  touch() {
    for (let each = /** @type {Piece | null} */ (this); each; each = each.parentNode) {
      each.number = 0;
    }
  }
  /** @param {string} key @param {unknown} value */
  setAttribute(key, value) {
    this.all.set(key, String(value));
    this.touch();
  }
  /** @param {string | null} _space @param {string} key @param {unknown} value */
  setAttributeNS(_space, key, value) { this.setAttribute(key, value); }
  /** @param {string} key */
  getAttribute(key) { return this.all.get(key) ?? null; }
  /** @param {string} key */
  hasAttribute(key) { return this.all.has(key); }
  /** @param {string} key */
  removeAttribute(key) {
    this.all.delete(key);
    this.touch();
  }
  get id() { return this.getAttribute("id") ?? ""; }
  set id(value) { this.setAttribute("id", value); }

  /** @param {number} at @param {unknown[]} added */
  insertAt(at, added) {
    const nodes = added.map((child) => (child instanceof Piece ? child : String(child)));
    for (const node of nodes) {
      if (node instanceof Piece) {
        node.remove();
        node.parentNode = this;
      }
    }
    this.childNodes.splice(Math.min(at, this.childNodes.length), 0, ...nodes);
    this.touch();
  }
  /** @param {unknown[]} added */
  append(...added) { this.insertAt(this.childNodes.length, added); }
  /** @param {unknown[]} added */
  prepend(...added) { this.insertAt(0, added); }
  /** @template T @param {T} child @returns {T} */
  appendChild(child) {
    this.append(child);
    return child;
  }
  /** @template T @param {T} child @param {Child | null} before @returns {T} */
  insertBefore(child, before) {
    const at = before === null ? -1 : this.childNodes.indexOf(before);
    this.insertAt(at < 0 ? this.childNodes.length : at, [child]);
    return child;
  }
  /** @param {unknown[]} children */
  replaceChildren(...children) {
    this.childNodes.forEach((child) => child instanceof Piece && (child.parentNode = null));
    this.childNodes = [];
    this.append(...children);
  }
  /** @param {Piece} child */
  removeChild(child) {
    child.remove();
    return child;
  }
  remove() {
    if (this.parentNode) {
      this.parentNode.childNodes = this.parentNode.childNodes.filter((child) => child !== this);
      this.parentNode.touch();
      this.parentNode = null;
    }
  }
  /** @param {boolean} [isDeep] */
  cloneNode(isDeep) {
    const copy = new Piece(this.localName);
    copy.all = new Map(this.all);
    if (isDeep) {
      copy.append(...this.childNodes.map((child) => (child instanceof Piece ? child.cloneNode(true) : child)));
    }
    return copy;
  }
  /** @returns {string} */
  get textContent() { return this.childNodes.map((child) => (child instanceof Piece ? child.textContent : child)).join(""); }
  set textContent(text) { this.replaceChildren(...(text === "" ? [] : [text])); }

  get classList() {
    const all = new Set((this.getAttribute("class") ?? "").split(/\s+/).filter(Boolean));
    const change = (/** @type {() => void} */ how) => {
      how();
      this.setAttribute("class", [...all].join(" "));
    };
    return {
      add: (/** @type {string[]} */ ...words) => change(() => words.forEach((word) => all.add(word))),
      remove: (/** @type {string[]} */ ...words) => change(() => words.forEach((word) => all.delete(word))),
      toggle: (/** @type {string} */ word, /** @type {boolean | undefined} */ force) => change(() => void ((force ?? !all.has(word)) ? all.add(word) : all.delete(word))),
      contains: (/** @type {string} */ word) => all.has(word),
    };
  }
  get style() {
    const dashed = (/** @type {string} */ name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const rules = new Map((this.getAttribute("style") ?? "").split(";").filter((rule) => rule.includes(":")).map((rule) => {
      const at = rule.indexOf(":");
      return /** @type {[string, string]} */ ([rule.slice(0, at).trim(), rule.slice(at + 1).trim()]);
    }));
    const set = (/** @type {string} */ name, /** @type {unknown} */ value) => {
      rules.set(dashed(name), String(value));
      this.setAttribute("style", [...rules].map(([key, text]) => `${key}: ${text}`).join("; "));
      return true;
    };
    return new Proxy({ setProperty: set, getPropertyValue: (/** @type {string} */ name) => rules.get(dashed(name)) ?? "" }, {
      get: (own, /** @type {string} */ name) => (name in own ? Reflect.get(own, name) : rules.get(dashed(name)) ?? ""),
      set: (_own, /** @type {string} */ name, value) => set(name, value),
    });
  }
  get dataset() {
    const name = (/** @type {string} */ key) => `data-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return new Proxy(/** @type {Record<string, string>} */ ({}), {
      get: (_own, /** @type {string} */ key) => this.getAttribute(name(key)) ?? undefined,
      set: (_own, /** @type {string} */ key, value) => {
        this.setAttribute(name(key), value);
        return true;
      },
    });
  }
}

const makers = {
  createElementNS: (/** @type {string} */ _space, /** @type {string} */ name) => new Piece(name),
  createElement: (/** @type {string} */ name) => new Piece(name),
  createTextNode: (/** @type {string} */ text) => String(text),
};

/** The drawing's module, its board, what its last scene kept. */
const drawing = {
  module: /** @type {any} */ (null),
  board: /** @type {any} */ (null),
  kept: /** @type {Map<string, {state: unknown, element: any}>} */ (new Map()),
  scene: 0,
  numbers: 0,
};

/** As it travels: what the host has is a number. @param {Child} child @returns {import("view/frame/clean").Tree | string} */
function packed(child) {
  if (!(child instanceof Piece)) {
    return String(child);
  }
  child.scene = drawing.scene;
  if (child.isKept && child.number > 0) {
    return { number: child.number };
  }
  child.number = child.isKept ? ++drawing.numbers : 0;
  return { name: child.localName, attributes: [...child.all], children: child.childNodes.map(packed), ...(child.isKept ? { number: child.number } : {}) };
}

/** @param {any} board @param {any} view */
const factsOf = (board, { frame, names }) => ({
  status: board.status(frame, names), text: board.text(frame),
  gauges: names.map((/** @type {string} */ _, /** @type {number} */ i) => board.gauges(frame, i + 1)),
  fates: names.map((/** @type {string} */ _, /** @type {number} */ i) => board.fate(frame, i + 1, names)),
});

/** A choice is told by its number. @param {string[]} choices @param {any} hand */
function numbered(choices, hand) {
  const number = (/** @type {any} */ each) => ({ ...each, answer: choices.indexOf(each.answer) });
  const plan = hand.plan && { ...hand.plan, rest: choices.indexOf(hand.plan.rest), steps: Object.entries(hand.plan.steps).map(([answer, way]) => [choices.indexOf(answer), way]) };
  return JSON.parse(JSON.stringify({ ...hand, buttons: hand.buttons.map(number), pairs: hand.pairs?.map(number), plan }));
}

/** What the host may ask. @type {Record<string, (words: any) => any>} */
const answers = {
  async load({ svg, text }) {
    Object.assign(globalThis, { document: makers });
    const address = (/** @type {string} */ module) => URL.createObjectURL(new Blob([module], { type: "text/javascript" }));
    const shared = address(svg);
    drawing.module = await import(address(text.replace(/(["'])view\/svg\.js\1/g, JSON.stringify(shared))));
    const { version = null, style = "", hand } = drawing.module;
    return { version, style, hasHand: typeof hand === "function" };
  },
  start({ first }) {
    drawing.board = drawing.module.board(first);
    drawing.kept = new Map();
    const { box, cell, area } = drawing.board;
    return { box, cell, hasAreas: typeof area === "function" };
  },
  scene({ view }) {
    const { board } = drawing;
    drawing.scene += 1;
    const kept = new Map();
    const moved = /** @type {[Piece, number[]][]} */ ([]);
    const keep = (/** @type {string} */ key, /** @type {unknown} */ state, /** @type {() => any} */ make, /** @type {number[] | undefined} */ move) => {
      const known = drawing.kept.get(key);
      const made = known && known.state === state ? known : { state, element: make() };
      made.element.isKept = true;
      kept.set(key, made);
      if (move) {
        moved.push([made.element, move]);
      }
      return made.element;
    };
    const parts = board.draw({ ...view, keep }).map(packed);
    for (const { element } of kept.values()) {
      element.number = element.scene === drawing.scene ? element.number : 0; // the host has forgotten it
    }
    drawing.kept = kept;
    return { parts, moved: moved.map(([piece, move]) => [piece.number, move]), ...factsOf(board, view) };
  },
  facts: ({ view }) => factsOf(drawing.board, view),
  picture: ({ view }) => ({ box: drawing.board.box, parts: drawing.board.draw({ ...view, keep: (/** @type {string} */ _key, /** @type {unknown} */ _state, /** @type {() => any} */ make) => make() }).map(packed) }),
  sample({ word }) {
    const sample = drawing.board.sample?.(word);
    return sample ? { box: sample.box, parts: sample.parts.map(packed) } : null;
  },
  places: ({ cells, areas }) => ({
    cells: cells.map((/** @type {[number, number]} */ [x, y]) => drawing.board.centre(x, y)),
    areas: areas.map((/** @type {number} */ area) => drawing.board.area?.(area) ?? null),
  }),
  hand: ({ question, frame }) => numbered(question.choices, drawing.module.hand(question, frame, drawing.board)),
};

addEventListener("message", async ({ data: { id, what, words } }) => {
  try {
    postMessage({ id, value: await answers[what](words) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
