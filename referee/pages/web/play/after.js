// What a person can do besides moving: take back, and when the game is over play again, change seats,
// or keep the game.

import { keptPage, keptRecord } from "view/play/keep.js";
import { html } from "view/svg.js";

/** @typedef {import("view/play/seats.js").SeatSource} SeatSource */

/** Hands a file to the browser. @param {string} text @param {string} name @param {string} type */
function offer(text, name, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = /** @type {HTMLAnchorElement} */ (html("a", { href: url, download: name }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * The buttons below the hand.
 * @param {SeatSource} source @param {import("view/viewer.js").Viewer} viewer
 * @param {[label: string, name: string, action: () => void][]} ends what there is at the end, besides keeping the game
 */
export function showAfter(source, viewer, ends) {
  const button = (/** @type {string} */ label, /** @type {string} */ name, /** @type {() => void} */ action) => {
    const made = /** @type {HTMLButtonElement} */ (html("button", { type: "button", "data-after": name }, label));
    made.addEventListener("click", action);
    return made;
  };
  const current = () => source.current;
  const fileName = () => `${viewer.match.game.name}-${(current()?.plan.names ?? []).join("-").replace(/[^\w-]+/g, "_")}`;
  const back = button("Take back", "back", () => current()?.takeBack());
  const atEnd = ends.map((end) => button(...end));
  const hasFiles = "refereeFiles" in self; // not on a site, whose replays stay where they are
  const keep = [
    ...(hasFiles ? [button("Keep the replay", "page", () => {
      const played = current();
      void (played && keptPage(played, viewer.match).then((text) => offer(text, `${fileName()}.html`, "text/html")));
    })] : []),
    button("Keep the record", "record", () => {
      const played = current();
      if (played) {
        offer(keptRecord(played), `${fileName()}.jsonl`, "application/jsonl");
      }
    })];
  const place = html("section", { id: "after", "aria-label": "This game" },
    html("div", { class: "row" }, back), html("div", { class: "row" }, ...atEnd), html("div", { class: "row keep" }, ...keep));
  atEnd[0]?.classList.add("main");
  keep.forEach((each) => each.classList.add("link"));
  document.getElementById("hand")?.after(place);
  const show = () => {
    const played = current();
    place.hidden = !played;
    back.disabled = !played || played.takebacks < 1;
    for (const row of [...atEnd, ...keep]) {
      row.hidden = !played?.isOver;
    }
  };
  source.listeners.push(show);
  const { onshow } = viewer;
  viewer.onshow = () => {
    onshow();
    show();
  };
  show();
}
