// Who plays, above the board: the seat's colour and pattern, the name, what it has by now, and who is the person that
// looks at it. Frames of other pages have nothing else that says it.

import { nameOf, swatch } from "view/players.js";
import { scoresOf } from "view/result.js";
import { figure, html } from "view/svg.js";
import { sync } from "view/sync.js";
import { byTeam, placeOf } from "view/teams.js";

/** How many names stand beside one another where the screen is narrow, and where it is low. At a desk all do, or two rows where it is small. @param {number} count */
const columnsOf = (count) => ({ low: count <= 4 ? count : Math.ceil(count / 2), narrow: count <= 2 ? count : count <= 4 ? 2 : 3 });

/**
 * What each place has at this moment: its score at the end, where that says more than who won, else its first measure.
 * @param {import("view/types").GameHead} head with the result, if the end is shown
 * @param {string} measure @param {(number | null)[][]} values by seat
 */
function pointsOf(head, measure, values) {
  const { members } = byTeam(head);
  const scores = head.ranks ? scoresOf(head) : [];
  const of = (/** @type {number} */ seat) => scores.find(({ place }) => place === seat)?.score ?? values[seat - 1]?.[0] ?? NaN;
  return { what: scores.length > 0 ? "score" : measure, points: members.map(([seat]) => of(seat ?? 1)) };
}

/**
 * @param {HTMLElement} place
 * @param {{head: import("view/types").GameHead, measure: string, values: (number | null)[][], own: string, out: Set<number>, byScore: boolean}} shown
 *   `head`: with ranks and scores at the end only; `out`: seats
 */
export function showNames(place, { head, measure, values, own, out, byScore }) {
  const { names, members, ranks = [] } = byTeam(head);
  const { what, points } = pointsOf(head, measure, values);
  const mine = placeOf(head, own);
  const best = ranks.filter((rank) => rank === 1).length;
  const hasPoints = points.some((value) => Number.isFinite(value));
  const made = html("ol", {}, ...names.map((name, i) => {
    const ended = byScore || ranks[i] !== 1 ? "" : best === 1 ? "won" : "drew";
    return html("li", { class: `s${members[i][0]}${members[i].every((seat) => out.has(seat)) ? " out" : ""}`, "data-place": i + 1 },
      ...members[i].map(swatch), nameOf(name), ...(i === mine && name.toLowerCase() !== "you" ? [html("span", { class: "you" }, "you")] : []),
      ...(hasPoints ? [html("span", { class: "points", title: what }, figure(points[i] ?? NaN))] : []),
      ...(ended ? [html("strong", { class: "won" }, ended)] : []));
  }), ...(hasPoints && what ? [html("li", { class: "what soft", title: what, "aria-hidden": "true" }, what)] : []));
  const { low, narrow } = columnsOf(names.length);
  for (const [key, value] of [["class", `names${names.length > 4 ? " many" : names.length > 2 ? " few" : ""}`], ["id", place.id], ["aria-label", "Who plays"], ["style", `--low:${low};--narrow:${narrow}`]]) {
    made.setAttribute(key, value);
  }
  sync(place, made);
}
