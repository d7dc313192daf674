// An answer that is a product (card × price): a control for each part, then the whole is sent. A part that has only
// one word is a command, which names the parts after it: they stand in one row.

import { keyButton } from "view/live/pad.js";
import { html } from "view/svg.js";

/** @typedef {import("view/types").Slot} Slot */

/** So many words are buttons, more are a list. */
const maxButtons = 8;

export class Slots {
  /**
   * @param {Slot[]} slots
   * @param {{changed: () => void, send: (choices: string[]) => void}} events
   */
  constructor(slots, { changed, send }) {
    this.slots = slots;
    this.changed = changed;
    this.send = send;
    /** What is chosen, by slot: at first the first word or the smallest number. */
    this.chosen = slots.map((slot) => slot.words?.[0] ?? String(slot.from));
  }

  /** The answer as it would be sent. */
  get words() {
    return this.chosen.join(" ");
  }

  draw() {
    return [];
  }

  /** @param {string} key @returns {boolean} whether the key means something here */
  press(key) {
    if (key !== "Enter") {
      return false;
    }
    this.send(this.chosen);
    return true;
  }

  /** @param {number} i @param {string} value */
  #choose(i, value) {
    this.chosen[i] = value;
    this.changed();
  }

  /** @param {HTMLElement} control */
  #sendsByEnter(control) {
    control.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        this.send(this.chosen);
      }
    });
    return control;
  }

  /** @param {number} i @param {string[]} words @param {string} label */
  #buttons(i, words, label) {
    return html("span", { class: "slot-words", role: "radiogroup", "aria-label": label }, ...words.map((word, number) => {
      const button = html("input", { type: "radio", name: `slot-${i + 1}`, value: word, "data-slot": i + 1, ...(number === 0 ? { checked: "" } : {}) });
      button.addEventListener("change", () => this.#choose(i, word));
      return html("label", {}, this.#sendsByEnter(button), html("span", {}, word));
    }));
  }

  /** @param {number} i @param {string[]} words @param {string} label */
  #list(i, words, label) {
    const list = html("select", { "data-slot": i + 1, "aria-label": label }, ...words.map((word) => html("option", { value: word }, word)));
    list.addEventListener("change", () => this.#choose(i, /** @type {HTMLSelectElement} */ (list).value));
    return this.#sendsByEnter(list);
  }

  /** A number between two buttons, for fingers. @param {number} i @param {Slot} slot @param {string} label */
  #number(i, { from = 0, to = 0, step = 1 }, label) {
    const field = /** @type {HTMLInputElement} */ (this.#sendsByEnter(
      html("input", { type: "number", inputmode: "numeric", min: from, max: to, step, value: from, "data-slot": i + 1, "aria-label": `${label}, ${from} to ${to}` })));
    field.addEventListener("input", () => this.#choose(i, field.value));
    /** @param {string} sign @param {number} way */
    const button = (sign, way) => {
      const made = html("button", { type: "button", "aria-label": way < 0 ? "less" : "more", "data-by": way * step }, sign);
      made.addEventListener("click", () => {
        const value = Math.min(to, Math.max(from, (Number(field.value) || from) + way * step));
        field.value = String(value);
        this.#choose(i, field.value);
      });
      return made;
    };
    return html("span", { class: "slot-number" }, button("−", -1), field, button("+", 1), html("span", { class: "soft" }, `of ${to}`));
  }

  /** @param {number} i @param {string} command the word before, or empty */
  #control(i, command) {
    const slot = this.slots[i];
    const label = slot.name || command || `part ${i + 1}`;
    const control = !slot.words ? this.#number(i, slot, label)
      : slot.words.length <= maxButtons ? this.#buttons(i, slot.words, label) : this.#list(i, slot.words, label);
    return [...(slot.name && slot.name !== command ? [html("span", { class: "slot-name" }, slot.name)] : []), control];
  }

  panel() {
    const rows = [];
    let command = "";
    for (const [i, slot] of this.slots.entries()) {
      const isCommand = slot.words?.length === 1;
      if (isCommand || command === "") {
        command = isCommand ? slot.words?.[0] ?? "" : "";
        rows.push(html("div", { class: "slot", role: "group" }));
      }
      rows[rows.length - 1].append(...(isCommand ? [html("span", { class: "slot-command" }, command)] : this.#control(i, command)));
    }
    const send = keyButton("Send", "Enter", () => this.send(this.chosen));
    send.dataset.plan = "send";
    send.classList.add("main");
    return [html("div", { class: "slots" }, ...rows), send];
  }
}
