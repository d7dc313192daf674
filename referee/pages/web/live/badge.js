// The badge in the head of a live page: whether it is live, and the way back to the newest turn.

import { html } from "view/svg.js";

/** @type {Record<import("view/live/source").LiveState, string>} */
const words = {
  connecting: "Connecting",
  live: "Live",
  lost: "Connection lost",
  gone: "Referee has ended",
  ended: "Ended",
  interrupted: "Interrupted",
};

/** Says whether the page is live, and leads back to the newest turn. */
export class Badge {
  /** @param {() => void} goLive */
  constructor(goLive) {
    this.label = html("span", {});
    this.element = /** @type {HTMLButtonElement} */ (html("button", { type: "button", id: "live", class: "badge" },
      html("span", { class: "dot", "aria-hidden": "true" }), this.label));
    this.element.addEventListener("click", goLive);
    document.getElementById("title")?.after(this.element);
    document.addEventListener("keydown", (event) => {
      const isOwn = /** @type {HTMLElement} */ (event.target).closest?.("select, dialog, textarea, input:not([type=range])");
      if (event.key === "l" && !event.ctrlKey && !event.altKey && !event.metaKey && !isOwn) {
        goLive();
      }
    });
  }

  /** @param {import("view/live/source").LiveState} state @param {boolean} isFollowing */
  show(state, isFollowing) {
    const isBehind = state === "live" && !isFollowing;
    this.element.dataset.state = state;
    this.element.dataset.following = String(isFollowing);
    this.element.disabled = !isBehind;
    this.label.textContent = isBehind ? "Go live" : words[state];
    this.element.title = isBehind ? "The newest turn (l)" : "";
  }
}
