// The tabs of a match's games: number, and who won.

import { nameOf, swatch } from "view/players.js";
import { figure, html, visible } from "view/svg.js";

/**
 * The winner, or what the players have won, with a title that says it in words.
 * @param {HTMLElement} button @param {import("view/types").GameHead} head @param {boolean} isLive
 */
function addResult(button, head, isLive) {
  const best = (head.ranks ?? []).flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  if (!head.ranks) {
    button.setAttribute("title", isLive ? "in progress" : "no result");
  } else if (best.length === 1) {
    button.append(" ", swatch(best[0] + 1), nameOf(head.names[best[0]]));
    button.setAttribute("title", `won by ${visible(head.names[best[0]])}`);
  } else if (best.length === 2 && head.names.length === 2) {
    button.append(html("span", { class: "soft" }, (head.scores ?? []).map(figure).join(" : ")));
  } else {
    button.append(" ", ...best.map((seat) => swatch(seat + 1)));
    button.setAttribute("title", "shared first place");
  }
}

/**
 * @param {HTMLElement} element @param {(import("view/types").GameHead | undefined)[]} games
 * @param {{shown: number, isLive: boolean, choose: (index: number) => void}} options `shown`: index of the game on the board
 */
export function showTabs(element, games, { shown, isLive, choose }) {
  // Of a tournament's boards some may have no game yet: those are left out.
  element.replaceChildren(...games.flatMap((head, i) => {
    if (!head) {
      return [];
    }
    const button = html("button", { type: "button", class: "tab", "data-game": i + 1, "aria-pressed": String(i === shown) },
      `Game ${head.number}`);
    addResult(button, head, isLive);
    if (head.from) {
      button.append(" ", html("span", { class: "soft", "data-from": head.from.turn }, `from turn ${head.from.turn}`));
      button.setAttribute("title", `continues game ${head.from.game} of ${visible(head.from.record)}`);
    }
    button.addEventListener("click", () => choose(i));
    return [button];
  }));
}
