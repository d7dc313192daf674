// The story of a game: a few sentences with the turns that they tell of. record/story.cpp computes them.

import { changeOf } from "view/judge.js";
import { swatch } from "view/players.js";
import { html, told } from "view/svg.js";

/** @typedef {import("view/types").Moment} Moment */

export class Story {
  /** @param {HTMLElement} place @param {(turn: number | null) => void} goTo a turn, or null: the start */
  constructor(place, goTo) {
    this.place = place;
    /** @type {Moment[] | null} */
    this.story = null;
    place.addEventListener("click", (event) => {
      const found = /** @type {HTMLElement} */ (event.target).closest?.("button[data-moment]");
      const moment = found && this.story?.[Number(found.getAttribute("data-moment"))];
      if (moment) {
        goTo(moment.turn ?? null);
      }
    });
  }

  /**
   * @param {Moment[]} story @param {string[]} names of the seats @param {number} turn the turn shown, -1 at the start
   * @param {boolean} hides what comes after that turn
   */
  show(story, names, turn, hides) {
    this.place.hidden = story.length === 0;
    if (this.story !== story) {
      this.story = story;
      this.place.replaceChildren(html("h2", {}, "The story"), html("ol", {}, ...story.map((moment, i) => html("li", {},
        html("button", { type: "button", class: "link", "data-moment": i }, moment.turn === undefined ? "start" : `turn ${moment.turn}`),
        html("span", {}, ...(moment.seat ? [swatch(moment.seat), " "] : []), html("span", {}, ...told(moment.text, names))),
        ...(moment.chance ? [html("span", { class: "soft chance" }, changeOf(moment.chance))] : [])))),
      html("p", { class: "soft", hidden: "" }, "It goes on where you haven't been yet."));
    }
    const turnOf = (/** @type {Moment} */ moment) => moment.turn ?? -1;
    const newest = story.reduce((last, moment) => (turnOf(moment) <= turn ? Math.max(last, turnOf(moment)) : last), -1);
    const lines = this.place.querySelectorAll("li");
    let hidden = 0;
    story.forEach((moment, i) => {
      set(lines[i], "aria-current", turnOf(moment) === newest ? "step" : null);
      const isHidden = hides && turnOf(moment) > turn;
      hidden += Number(isHidden);
      set(lines[i], "hidden", isHidden ? "" : null);
    });
    set(this.place.querySelector("p"), "hidden", hidden > 0 ? null : "");
  }
}

/** Touches the attribute only if it changes. @param {Element | null} element @param {string} name @param {string | null} value */
function set(element, name, value) {
  if (element && element.getAttribute(name) !== value) {
    value === null ? element.removeAttribute(name) : element.setAttribute(name, value);
  }
}

