// A small picture of the turn under the pointer, above the time line.

import { swatch } from "view/players.js";
import { periodOf, pictureOf } from "view/stage.js";
import { figure, html, visible } from "view/svg.js";

export class Preview {
  /**
   * @param {HTMLElement} timeline over which the pointer goes
   * @param {(x: number) => number | null} frameAt the frame at a place on the screen, or null
   * @param {(frame: number) => {game: string, board: import("view/types").Board, view: import("view/types").View, where: string, measure: string, values: number[]} | null} tell
   */
  constructor(timeline, frameAt, tell) {
    this.place = html("div", { id: "preview", hidden: "", "aria-hidden": "true" });
    this.shown = -1;
    document.body.append(this.place);
    timeline.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "mouse" || event.buttons !== 0) {
        this.hide();
        return;
      }
      const frame = frameAt(event.clientX);
      const told = frame === null ? null : tell(frame);
      if (frame === null || !told) {
        this.hide();
        return;
      }
      this.#place(event.clientX, timeline.getBoundingClientRect().top);
      if (frame !== this.shown) {
        this.shown = frame;
        this.#draw(told);
      }
    });
    timeline.addEventListener("pointerleave", () => this.hide());
    timeline.addEventListener("pointerdown", () => this.hide());
  }

  hide() {
    this.shown = -1;
    this.place.hidden = true;
  }

  /** @param {number} x @param {number} top */
  #place(x, top) {
    this.place.hidden = false;
    const width = this.place.offsetWidth;
    this.place.style.left = `${Math.max(4, Math.min(document.documentElement.clientWidth - width - 4, x - width / 2))}px`;
    this.place.style.bottom = `${document.documentElement.clientHeight - top + 6}px`;
  }

  /** @param {{game: string, board: import("view/types").Board, view: import("view/types").View, where: string, measure: string, values: number[]}} told */
  #draw({ game, board, view, where, measure, values }) {
    const place = html("div", { class: "board" });
    if (board.image) {
      const { shown } = this;
      board.image(view).then((image) => shown === this.shown && place.replaceChildren(image), () => {});
    } else {
      place.append(pictureOf(game, { box: board.box, parts: board.draw({ ...view, keep: (_key, _state, make) => make() }) }, periodOf(board)));
    }
    this.place.replaceChildren(place,
      html("p", {}, html("strong", {}, where)),
      html("p", {}, ...(values.length > 0 ? [html("span", { class: "soft" }, `${visible(measure)} `)] : []),
        ...values.map((value, i) => html("span", { class: `value s${i + 1}` }, swatch(i + 1), " ", figure(value)))));
  }
}
