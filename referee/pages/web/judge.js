// What the judge says: the chances at the turn shown, and after the game what moves lost.
// record/chances.cpp computes all of it.

import { nameOf, swatch } from "view/players.js";
import { html } from "view/svg.js";
import { sync } from "view/sync.js";
import { byTeam } from "view/teams.js";

/** Shapes of marks, as in notations of games. @type {Record<string, string>} */
export const shapes = { doubtful: "?!", mistake: "?", blunder: "??" };

/** @param {number} share */
export const percent = (share) => `${Math.round(100 * share)} %`;

/** @param {[number, number]} chance before and after */
export const changeOf = ([before, after]) => `${Math.round(100 * before)} → ${percent(after)}`;

export class Judge {
  /** @param {HTMLElement} place @param {(turn: number) => void} goTo */
  constructor(place, goTo) {
    this.place = place;
    this.now = html("p", { class: "chances" });
    /** @type {import("view/types").Judged | undefined} */
    this.judged = undefined;
    this.shown = "";
    place.addEventListener("click", (event) => {
      const turn = /** @type {HTMLElement} */ (event.target).closest?.("button[data-turn]")?.getAttribute("data-turn");
      if (turn) {
        goTo(Number(turn));
      }
    });
  }

  /**
   * @param {import("view/types").Entry} entry the turn shown
   * @param {import("view/types").GameHead} head
   * @param {import("view/types").Judged | undefined} judged none while the game is played
   * @param {boolean} hides what is to come
   */
  show(entry, head, judged, hides) {
    const { chances } = entry;
    const isHidden = !chances && !judged;
    if (this.place.hidden !== isHidden) {
      this.place.hidden = isHidden;
    }
    if (isHidden) {
      return;
    }
    const { members, names } = byTeam(head);
    if (this.place.childElementCount === 0 || this.judged !== judged) {
      this.judged = judged;
      this.place.replaceChildren(html("h2", {}, "The judge"), this.now, ...(judged ? [table(judged, head), about(judged)] : []));
    }
    const text = JSON.stringify([chances, names]);
    if (this.shown !== text) {
      this.shown = text;
      const now = html("p", { class: "chances" }, ...(chances ?? []).flatMap((chance, place) =>
        [swatch(members[place]?.[0] ?? place + 1), html("span", { "data-chance": chance }, percent(chance))]));
      sync(this.now, now);
    }
    const list = /** @type {HTMLElement | null} */ (this.place.querySelector(".losses"));
    if (list && list.hidden !== hides) {
      list.hidden = hides;
    }
  }
}

/** @param {import("view/types").Judged} judged @param {import("view/types").GameHead} head */
function table(judged, head) {
  return html("ul", { class: "losses" }, ...judged.players.filter(({ moves }) => moves > 0).map(({ seat, loss, worst }) =>
    html("li", { "data-seat": seat }, swatch(seat), nameOf(head.names[seat - 1]),
      html("span", { class: "soft", "data-loss": loss }, `lost ${(100 * loss).toFixed(1)} % a move`),
      ...worst.map((move) => html("button", { type: "button", class: "link", "data-turn": move.turn, title: `turn ${move.turn}: ${move.mark ?? "a loss"} of ${percent(move.loss)}` },
        `turn ${move.turn}${move.mark ? ` ${shapes[move.mark]}` : ""}`)))));
}

/** @param {import("view/types").Judged} judged */
const about = ({ error, games }) => html("p", { class: "soft" }, `Chances from the game's measures alone. In ${games} other games they were off by ${percent(error)} on average. ` +
  "A move loses what its player's chance fell in that turn; luck counts, too. ?! from 10 %, ? from 20 %, ?? from 30 %.");
