// The card at the end of a game: who won and why, who went out when, how the match stands, and what
// to look at next.

import { changeOf } from "view/judge.js";
import { nameOf, swatch } from "view/players.js";
import { figure, html, isolated, told, visible } from "view/svg.js";
import { byTeam, placeOf } from "view/teams.js";

/** @typedef {import("view/types").GameHead} GameHead */

/** The seats with rank 1, from 0. @param {number[]} ranks */
const firstOf = (ranks) => ranks.flatMap((rank, i) => (rank === 1 ? [i] : []));

/** @param {string[]} words */
const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`);

/**
 * What each name has in the games that are over: wins (a shared one counts in parts), or scores if the match decides.
 * @param {(GameHead | undefined)[]} games @param {boolean} byScore @returns {[string, number][]} in the order of the first game
 */
export function totals(games, byScore) {
  const points = new Map(/** @type {[string, number][]} */ ([]));
  for (const head of games) {
    const { names = [], ranks = undefined, scores = undefined } = head ? byTeam(head) : {};
    if (ranks) {
      const best = firstOf(ranks);
      names.forEach((name, i) => {
        const won = byScore ? scores?.[i] ?? 0 : best.includes(i) ? 1 / best.length : 0;
        points.set(name, (points.get(name) ?? 0) + won);
      });
    }
  }
  return [...points];
}

/**
 * Who won the game, in a sentence; `own` is the name of the person who looks at it, or empty.
 * @param {GameHead} head @param {boolean} byScore @param {string} own
 */
export function verdict(head, byScore, own) {
  const { ranks = [], scores = [], names } = byTeam(head);
  const mine = placeOf(head, own);
  const best = firstOf(ranks);
  const name = (/** @type {number} */ seat) => (seat === mine ? "You" : isolated(names[seat]));
  if (byScore) {
    const order = names.map((_, seat) => seat).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
    return `This game: ${order.map((seat) => `${name(seat)} ${figure(scores[seat] ?? NaN)}`).join(", ")}`;
  }
  if (best.length === 1) {
    const winner = name(best[0]);
    return winner === "You" ? "You won" : mine >= 0 && names.length === 2 ? `You lost to ${winner}` : `${winner} ${names[best[0]].includes(" & ") && byTeam(head).members[best[0]].length > 1 ? "win" : "wins"}`;
  }
  return best.length === names.length ? "A draw" : `${listed(best.map(name))} share the first place`;
}

/**
 * The scores of who is ranked, the best first, where they say more than who won.
 * @param {GameHead} head @returns {{place: number, name: string, score: number}[]}
 */
export function scoresOf(head) {
  const { ranks = [], scores = [], names, members } = byTeam(head);
  if (scores.length === 0 || scores.every((score, i) => score === (ranks[i] === 1 ? 1 : 0))) {
    return [];
  }
  return names.map((name, i) => ({ place: members[i][0] ?? 1, name, score: scores[i] ?? NaN, rank: ranks[i] ?? NaN })).sort((a, b) => a.rank - b.rank);
}

/** How the match stands. @param {(GameHead | undefined)[]} games @param {boolean} byScore @param {string} own */
function standing(games, byScore, own) {
  const over = games.filter((head) => head?.ranks).length;
  const all = totals(games, byScore).sort((a, b) => b[1] - a[1]);
  const [first, second] = all;
  const isOver = over === games.length;
  const played = games.find((head) => head?.ranks);
  const ownTeam = played && placeOf(played, own) >= 0 ? byTeam(played).names[placeOf(played, own)] : own;
  const mine = all.find(([name]) => name === ownTeam);
  if (isOver && mine && second && all.length === 2) {
    const other = first === mine ? second : first;
    return `${mine[1] > other[1] ? "You won the match" : mine[1] < other[1] ? "You lost the match" : "The match is a draw"} ${figure(mine[1])} : ${figure(other[1])}`;
  }
  const points = all.map(([name, won]) => `${name === ownTeam ? "you" : isolated(name)} ${figure(won)}`).join(" : ");
  const lead = isOver ? (first[1] === second?.[1] ? "a draw" : `${first[0] === ownTeam ? "you win" : `${isolated(first[0])} wins`} the match`) : `after ${over} of ${games.length} games`;
  return `Match: ${points}, ${lead}`;
}

/** @param {GameHead} head */
function scoreLine(head) {
  const scores = scoresOf(head);
  return scores.length === 0 ? [] : [html("p", { class: "scores" }, "Score: ", ...scores.flatMap(({ place, name, score }, i) => [
    i === 0 ? "" : " : ", swatch(place), " ", nameOf(name), " ", html("strong", {}, figure(score))]))];
}

/**
 * @param {HTMLElement} place
 * @param {{match: import("view/types").Match, index: number, game: import("view/source").Game | null, board: import("view/types").Board, isLast: boolean, own: string}} shown
 * @param {{again: () => void, game: (index: number) => void, goTo: (frame: number) => void}} calls
 */
export function showResult(place, { match, index, game, board, isLast, own }, { again, game: open, goTo }) {
  const end = game?.end;
  const head = match.games[index];
  // A record that breaks off has an end without a result. While a game is played it has no end.
  if (isLast && end && !end.ranks && !match.live && game) {
    place.hidden = false;
    place.replaceChildren(html("p", { class: "verdict" }, html("strong", {}, "No result")),
      html("p", { class: "soft" }, `The record breaks off here, after turn ${game.entries[game.entries.length - 1].turn}: what came then isn't in it.`));
    return;
  }
  const isHidden = !isLast || !end?.ranks || !head;
  if (isHidden || !game || !end) {
    if (!place.hidden) {
      place.hidden = true;
      place.replaceChildren();
    }
    return;
  }
  const isNew = place.hidden;
  place.hidden = false;
  const whole = { ...head, ...end };
  const byScore = Boolean(match.game.match_decides);
  const best = byScore ? [] : firstOf(end.ranks ?? []);
  const games = match.games.map((each, i) => (i === index ? whole : each));
  const out = game.entries.flatMap((entry) => entry.out.map((seat) => ({ seat, entry })));
  const line = html("p", { class: "verdict" }, ...best.slice(0, 3).map((seat) => swatch(seat + 1)), html("strong", {}, verdict(whole, byScore, own)));
  const button = (/** @type {string} */ text, /** @type {string} */ name, /** @type {() => void} */ action) => {
    const made = html("button", { type: "button", "data-result": name }, text);
    made.addEventListener("click", action);
    return made;
  };
  const turns = game.entries[game.entries.length - 1].turn;
  // Where nobody went out, the final board may say whose end it was.
  const fates = out.length > 0 ? [] : head.names.flatMap((name, i) => {
    const fate = board.fate(game.frame(game.frames - 1), i + 1, head.names.map(isolated));
    return fate ? [`${name === own ? "You" : isolated(name)}: ${fate}`] : [];
  });
  const reason = fates.join("; ") || visible(end.reason ?? "");
  const turning = end.judge?.turning === undefined ? undefined : end.story?.[end.judge.turning];
  const turnLink = html("button", { type: "button", class: "link" }, `It turned in turn ${turning?.turn ?? 0}:`);
  turnLink.addEventListener("click", () => goTo(game.entries[game.entryOfTurn(turning?.turn ?? 0)].last));
  place.replaceChildren(line,
    html("p", { class: "soft" }, `${reason ? `${reason}, ` : ""}${turns === 0 ? "in the first turn" : `after turn ${turns}`}`),
    ...(byScore || best.length === 0 ? [] : scoreLine(whole)),
    ...(out.length > 0 ? [html("ol", { class: "outs", "aria-label": "Who went out" }, ...out.map(({ seat, entry }) => {
      const link = html("button", { type: "button", class: "link", title: `go to turn ${entry.turn}`, "data-out": seat }, `turn ${entry.turn}`);
      link.addEventListener("click", () => goTo(entry.last));
      const why = board.fate(game.frame(entry.last), seat, head.names.map(isolated)).replace(/, (turn|round) \d+$/, "");
      return html("li", {}, swatch(seat), nameOf(head.names[seat - 1]), html("span", { class: "soft" }, why || "out"), link);
    }))] : []),
    ...(turning ? [html("p", { class: "turning" }, turnLink, " ", ...told(turning.text, head.names), " ", html("span", { class: "soft" }, changeOf(turning.chance ?? [0, 0])))] : []),
    ...(games.length > 1 ? [html("p", { class: "standing" }, standing(games, byScore, own))] : []),
    html("p", { class: "row" }, button("Watch again", "again", again),
      ...(games[index + 1] ? [button(`Game ${games[index + 1]?.number}`, "next", () => open(index + 1))] : [])));
  // Where the page itself scrolls, the card would lie below the board.
  if (isNew && matchMedia("(max-width: 800px) and (max-aspect-ratio: 1/1)").matches) {
    place.scrollIntoView({ block: "nearest" });
  }
}
