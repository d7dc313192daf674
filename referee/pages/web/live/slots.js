// An answer that is a product (card × price): a control for each part, then the whole is sent.

import { keyButton } from "view/live/pad.js";
import { html } from "view/svg.js";

export class Slots {
  /**
   * @param {import("view/types").Slot[]} slots
   * @param {(choices: string[]) => void} send
   */
  constructor(slots, send) {
    this.slots = slots;
    this.send = send;
    /** What is chosen, by slot: at first the first word or the smallest number. */
    this.chosen = slots.map((slot) => slot.words?.[0] ?? String(slot.from));
  }

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

  /** @param {import("view/types").Slot} slot @param {number} i */
  #control(slot, i) {
    const label = slot.name || `part ${i + 1}`;
    const control = slot.words
      ? html("select", { "data-slot": i + 1 }, ...slot.words.map((word) => html("option", { value: word }, word)))
      : html("input", { type: "number", inputmode: "numeric", min: slot.from ?? 0, max: slot.to ?? 0, step: slot.step ?? 1, value: slot.from ?? 0, "data-slot": i + 1 });
    const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (control);
    field.addEventListener("input", () => {
      this.chosen[i] = field.value;
    });
    field.addEventListener("keydown", (event) => {
      if (/** @type {KeyboardEvent} */ (event).key === "Enter") {
        event.preventDefault();
        this.send(this.chosen);
      }
    });
    const range = slot.words ? "" : ` (${slot.from} to ${slot.to}${slot.step === 1 ? "" : `, by ${slot.step}`})`;
    return html("label", { class: "slot" }, html("span", {}, label + range), field);
  }

  panel() {
    const send = keyButton("Send", "Enter", () => this.send(this.chosen));
    send.dataset.plan = "send";
    send.classList.add("main");
    return [html("div", { class: "slots" }, ...this.slots.map((slot, i) => this.#control(slot, i))), send];
  }
}
