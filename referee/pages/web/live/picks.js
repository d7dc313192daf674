// Choices that lie on the board, one place each: a card in the hand, a cell beside the own piece. A click
// makes the move; the keyboard has the same choices as buttons.

import { svg } from "view/svg.js";

/** @typedef {import("view/types").Spot} Spot */

export class Picks {
  /**
   * @param {Spot[]} spots whose ids are answers
   * @param {import("view/types").ChoiceButton[]} buttons places of which none has the answer are left out
   * @param {(answer: string) => void} choose
   */
  constructor(spots, buttons, choose) {
    this.spots = spots.filter(({ id }) => buttons.some(({ answer, isLegal }) => answer === id && isLegal !== false));
    this.choose = choose;
    this.words = "";
  }

  /** @param {string} _key @returns {boolean} whether the key means something here: the buttons have all keys */
  press(_key) {
    return false;
  }

  /** What lies over the board: places to click. */
  draw() {
    return this.spots.map(({ id, d, name, isQuiet }) => {
      const area = svg("path", { class: `hand-spot open pick${isQuiet ? " quiet" : ""}`, d, "data-pick": id }, svg("title", {}, name));
      area.addEventListener("click", () => this.choose(id));
      return area;
    });
  }
}
