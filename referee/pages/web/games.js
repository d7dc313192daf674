// The games of a match: tabs if there are few, and a list that can be searched, which smaller screens
// and longer matches open instead.

import { nameOf, swatch } from "view/players.js";
import { figure, html, isolated, visible } from "view/svg.js";
import { byTeam } from "view/teams.js";

/** @typedef {import("view/types").GameHead} GameHead */
/** @typedef {{shown: number, isLive: boolean, choose: (index: number) => void}} Options `shown`: index of the game on the board */

const maxTabs = 5;

/** The winner, or what the players have won. @param {GameHead} head @returns {Node[]} */
function resultOf(head) {
  const { ranks, scores = [], names, members } = byTeam(head);
  const swatches = (/** @type {number} */ place) => (members[place] ?? []).map((seat) => swatch(seat));
  const best = (ranks ?? []).flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  if (best.length === 1) {
    return [...swatches(best[0]), nameOf(names[best[0]])];
  }
  return best.length === 2 && names.length === 2
    ? [html("span", { class: "soft" }, scores.map(figure).join(" : "))] : best.flatMap(swatches);
}

/** @param {GameHead} head @param {boolean} isLive */
function titleOf(head, isLive) {
  const { ranks, names, from } = byTeam(head);
  const best = (ranks ?? []).flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  return from ? `continues game ${from.game} of ${visible(from.record)}`
    : !ranks ? (isLive ? "in progress" : "no result") : best.length === 1 ? `won by ${isolated(names[best[0]])}` : "shared first place";
}

/** @param {GameHead} head @param {number} i @param {Options} options */
function tab(head, i, { shown, isLive, choose }) {
  const button = html("button", { type: "button", class: "tab", "data-game": i + 1, "aria-pressed": String(i === shown), title: titleOf(head, isLive) },
    `Game ${head.number}`, html("span", { class: "spoils" }, ...resultOf(head)));
  if (head.from) {
    button.append(html("span", { class: "soft", "data-from": head.from.turn }, `from turn ${head.from.turn}`));
  }
  button.addEventListener("click", () => choose(i));
  return button;
}

/**
 * @param {HTMLElement} element @param {(GameHead | undefined)[]} games @param {Options} options
 */
export function showGames(element, games, options) {
  // Some of a tournament's boards may have no game yet: they are left out.
  const there = games.flatMap((head, i) => (head ? [{ head, i }] : []));
  const shown = games[options.shown];
  const list = html("button", { type: "button", id: "do-list", "aria-haspopup": "dialog", title: "All games" },
    shown ? `Game ${shown.number}` : "Games", html("span", { class: "soft" }, `of ${there.length}`));
  list.addEventListener("click", () => openList(games, options));
  element.classList.toggle("many", there.length > maxTabs);
  element.classList.toggle("single", there.length < 2);
  element.replaceChildren(...(there.length > maxTabs ? [] : there.map(({ head, i }) => tab(head, i, options))), list);
}

/** What a search may find of a game. @param {GameHead} head */
const wordsOf = (head) => [`game ${head.number}`, head.field, ...head.names].join(" ").toLowerCase();

/** @param {(GameHead | undefined)[]} games @param {Options} options */
function openList(games, options) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("list"));
  const search = /** @type {HTMLInputElement} */ (html("input", { type: "search", placeholder: "name, field or number", "aria-label": "Find a game" }));
  const names = [...new Set(games.flatMap((head) => (head ? byTeam(head).names : [])))];
  const winner = /** @type {HTMLSelectElement} */ (html("select", { "aria-label": "Result", class: "spoils" },
    html("option", { value: "" }, "any result"), ...names.map((name) => html("option", { value: name }, `won by ${isolated(name)}`)),
    html("option", { value: "\n" }, "no single winner")));
  const order = /** @type {HTMLSelectElement} */ (html("select", { "aria-label": "Order" }, ...["by number", "longest first", "shortest first", "most faults first"]
    .map((text, i) => html("option", { value: i }, text))));
  const count = html("p", { class: "soft", role: "status" });
  const rows = html("tbody", {});
  const columns = ["Game", "Players", "Won by", "Turns", "Faults"];
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = games.flatMap((head, i) => (head ? [{ head, i }] : [])).filter(({ head }) => {
      const { names: of, ranks } = byTeam(head);
      const best = of.filter((_, place) => ranks?.[place] === 1);
      return words.every((word) => wordsOf(head).includes(word)) &&
        (!winner.value || (winner.value === "\n" ? best.length !== 1 : best.length === 1 && best[0] === winner.value));
    });
    const value = (/** @type {GameHead} */ head) => [0, -(head.turns ?? 0), head.turns ?? 0, -(head.faults ?? 0)][Number(order.value)];
    found.sort((a, b) => value(a.head) - value(b.head) || a.i - b.i);
    count.textContent = found.length === games.length ? `${games.length} games` : `${found.length} of ${games.length} games`;
    rows.replaceChildren(...found.map(({ head, i }) => {
      const open = html("button", { type: "button", class: "link", "data-open": i + 1, ...(i === options.shown ? { "aria-current": "true" } : {}) }, `Game ${head.number}`);
      open.addEventListener("click", () => {
        dialog.close();
        options.choose(i);
      });
      return html("tr", {}, html("td", {}, open), html("td", { class: "players" }, ...head.names.map((name, seat) => html("span", {}, swatch(seat + 1), nameOf(name)))),
        html("td", { class: "spoils" }, ...resultOf(head)), html("td", {}, head.turns === undefined ? "–" : String(head.turns)), html("td", {}, head.faults ? String(head.faults) : ""));
    }));
  };
  for (const control of [search, winner, order]) {
    control.addEventListener("input", show);
  }
  dialog.replaceChildren(html("h2", {}, "Games"), html("div", { class: "filter" }, search, winner, order), count,
    html("div", { class: "scroll" }, html("table", {}, html("thead", {}, html("tr", {},
      ...columns.map((text, i) => html("th", { scope: "col", ...(i === 2 ? { class: "spoils" } : {}) }, text)))), rows)),
    html("form", { method: "dialog" }, html("button", {}, "Close")));
  show();
  dialog.showModal();
}
