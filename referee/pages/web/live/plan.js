// A plan of several moves for each unit, built tick by tick: letters are added by buttons and keys, or
// by a click on the cell to go to; the last one can be taken back; then the whole plan is sent.

import { keyButton } from "view/live/pad.js";
import { html, path, svg } from "view/svg.js";

export class Plan {
  /**
   * @param {import("view/types").PlanForm} form
   * @param {string} name under which an unfinished plan is kept while the page is loaded again
   * @param {{send: (choices: string[]) => void, changed: () => void}} calls
   */
  constructor(form, name, calls) {
    this.form = form;
    this.name = name;
    this.calls = calls;
    this.unit = 0;
    /** Letters by unit. @type {string[][]} */
    this.letters = form.units.map(() => []);
    const kept = JSON.parse(sessionStorage.getItem("plan") ?? "null");
    if (kept?.name === name && kept.letters.length === form.units.length) {
      this.letters = kept.letters;
      this.unit = kept.unit;
    }
  }

  get isFull() {
    return this.letters.every((each) => each.length === this.form.length);
  }

  #changed() {
    sessionStorage.setItem("plan", JSON.stringify({ name: this.name, letters: this.letters, unit: this.unit }));
    this.calls.changed();
  }

  /** @param {string} letter */
  add(letter) {
    if (this.letters[this.unit].length < this.form.length) {
      this.letters[this.unit].push(letter);
    }
    const next = this.letters.findIndex((each) => each.length < this.form.length);
    if (this.letters[this.unit].length === this.form.length && next >= 0) {
      this.unit = next;
    }
    this.#changed();
  }

  /** Takes the last letter back: of this unit, or else of the one before that has any. */
  undo() {
    while (this.letters[this.unit].length === 0 && this.unit > 0) {
      this.unit -= 1;
    }
    this.letters[this.unit].pop();
    this.#changed();
  }

  /** @param {number} unit */
  choose(unit) {
    this.unit = unit;
    this.#changed();
  }

  /** Units whose plan is not full stay where they are for the rest. */
  send() {
    this.calls.send(this.letters.flatMap((each) =>
      Array.from({ length: this.form.length }, (_, i) => each[i] ?? this.form.rest)));
  }

  /** Cells that a unit comes to if nothing is in its way, its own one first. @param {number} unit */
  #cells(unit) {
    const cells = [this.form.units[unit].cell];
    for (const letter of this.letters[unit]) {
      const [x, y] = cells[cells.length - 1];
      const [dx, dy] = this.form.steps[letter];
      cells.push([x + dx, y + dy]);
    }
    return cells;
  }

  /** Adds the way to a cell, as far as the plan goes. @param {[number, number]} cell */
  goTo([x, y]) {
    const there = this.form.units.findIndex((unit, i) => i !== this.unit && unit.cell[0] === x && unit.cell[1] === y);
    if (there >= 0) {
      this.choose(there);
      return;
    }
    const unit = this.unit;
    const letterOf = (/** @type {number} */ dx, /** @type {number} */ dy) =>
      Object.keys(this.form.steps).find((letter) => this.form.steps[letter][0] === dx && this.form.steps[letter][1] === dy) ?? this.form.rest;
    while (this.letters[unit].length < this.form.length) {
      const [ax, ay] = this.#cells(unit)[this.letters[unit].length];
      const [dx, dy] = [Math.sign(x - ax), Math.sign(y - ay)];
      if (dx === 0 && dy === 0) {
        break;
      }
      this.letters[unit].push(Math.abs(x - ax) >= Math.abs(y - ay) ? letterOf(dx, 0) : letterOf(0, dy));
    }
    const next = this.letters.findIndex((each) => each.length < this.form.length);
    this.unit = this.letters[unit].length === this.form.length && next >= 0 ? next : unit;
    this.#changed();
  }

  /** @param {string} key @returns {boolean} whether the key means something here */
  press(key) {
    const number = Number(key);
    if (key === "Backspace") {
      this.undo();
    } else if (key === "Enter") {
      this.send();
    } else if (/^[1-9]$/.test(key) && number <= this.form.units.length) {
      this.choose(number - 1);
    } else if (key === "." || key === ",") {
      this.choose((this.unit + (key === "." ? 1 : -1) + this.form.units.length) % this.form.units.length);
    } else {
      return false;
    }
    return true;
  }

  get words() {
    const planned = this.letters[this.unit].length;
    return `${this.form.units[this.unit].name}: ${planned} of ${this.form.length} ticks planned`;
  }

  /** The units' plans as letters, with undo and send. */
  panel() {
    const rows = this.form.units.map((unit, i) => {
      const row = html("button", { type: "button", class: "unit", "data-unit": i + 1, "aria-pressed": String(i === this.unit) },
        html("span", { class: "unit-name" }, unit.name),
        ...Array.from({ length: this.form.length }, (_, tick) =>
          html("span", { class: "letter" }, this.letters[i][tick] ?? "·")));
      row.addEventListener("click", (event) => {
        this.choose(i);
        if (event.detail > 0) {
          row.blur();
        }
      });
      return row;
    });
    const undo = keyButton("Undo", "Backspace", () => this.undo());
    /** @type {HTMLButtonElement} */ (undo).disabled = this.letters.every((each) => each.length === 0);
    const send = keyButton(this.isFull ? "Send" : "Send; stay for the rest", "Enter", () => this.send());
    undo.dataset.plan = "undo";
    send.dataset.plan = "send";
    send.classList.add("main");
    return [html("div", { class: "units" }, ...rows), html("div", { class: "row" }, undo, send)];
  }

  /** @param {import("view/types").Board} board */
  draw(board) {
    const parts = this.form.units.flatMap((_, i) => {
      const points = this.#cells(i).map(([x, y]) => board.centre(x, y));
      const [x, y] = points[points.length - 1];
      const kind = i === this.unit ? "hand-plan current" : "hand-plan";
      return [svg("path", { class: kind, d: path(points), "data-plan-of": i + 1 }),
        ...(points.length > 1 ? [svg("circle", { class: kind, cx: x, cy: y, r: board.cell * 0.28 })] : [])];
    });
    const [x, y] = board.centre(...this.form.units[this.unit].cell);
    parts.push(svg("circle", { class: "hand-cursor", cx: x, cy: y, r: board.cell * 0.6 }));
    for (const cell of this.form.cells) {
      const [cx, cy] = board.centre(cell[0], cell[1]);
      const half = board.cell / 2;
      const area = svg("path", { class: "hand-spot open", d: `M${cx - half} ${cy - half}h${2 * half}v${2 * half}h${-2 * half}z`, "data-pick": cell.join(" ") });
      area.addEventListener("click", () => this.goTo(cell));
      parts.push(area);
    }
    return parts;
  }
}
