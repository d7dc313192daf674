// The panel: players with their measures, and the moves shown with notes and faults.

import { drawingsIn, readNotes } from "view/notes.js";
import { duration, figure, html, isolated, visible } from "view/svg.js";
import { sync, syncContent } from "view/sync.js";

/** What cards of players show. @type {WeakMap<Element, string>} */
const states = new WeakMap();

/** @param {number} seat */
export const swatch = (seat) => html("span", { class: `swatch s${seat}`, "aria-hidden": "true" }, String(seat));

/** @param {string} name */
export const nameOf = (name) => html("bdi", { class: "name", title: visible(name) }, visible(name));

/** @param {import("view/types").Gauge} gauge @param {number} seat */
function gaugeCell(gauge, seat) {
  const cell = html("div", { class: "gauge", "data-gauge": gauge.name },
    html("span", { class: "label" }, gauge.name),
    html("span", { class: "value" }, figure(gauge.value)));
  if (gauge.max) {
    const share = Math.max(0, Math.min(1, gauge.value / gauge.max));
    cell.append(html("span", { class: `bar ${gauge.kind ?? `s${seat}`}` },
      html("span", { style: `width:${(share * 100).toFixed(1)}%` })));
  }
  return cell;
}

/**
 * @param {Element} place
 * @param {import("view/types").View} scene
 * @param {import("view/types").Board} board
 * @param {import("view/types").SoFar} so
 */
export function showPlayers(place, scene, board, so) {
  const { frame, entry } = scene;
  while (place.children.length > scene.names.length) {
    place.lastElementChild?.remove();
  }
  scene.names.forEach((name, i) => {
    const seat = i + 1;
    const isOut = so.out.has(seat);
    const { ranks, scores = [] } = so.end ?? {};
    // Where the match decides, all have rank 1: that says nothing.
    const isOpen = ranks && ranks.every((rank) => rank === ranks[0]) && new Set(scores).size > 1;
    const rank = ranks ? `${isOpen ? "" : `rank ${ranks[i]}, `}score ${figure(scores[i] ?? NaN)}` : "";
    const isOn = entry.moves.some((move) => move.seat === seat && move.phase !== "prepare");
    const gauges = board.gauges(frame, seat);
    const time = Number.isFinite(so.lastMs[i]) ? duration(so.lastMs[i]) : "–";
    const fate = board.fate(frame, seat, scene.names.map(isolated));
    // Cards of players of whom nothing has changed aren't made again.
    const state = JSON.stringify([name, isOut, isOn, rank, fate, so.faults[i], time, gauges]);
    const old = place.children[i];
    if (old && states.get(old) === state) {
      return;
    }
    const card = html("article", { class: `player-card s${seat}${isOut ? " out" : ""}${isOn ? " on" : ""}`, "data-seat": seat },
      html("div", { class: "who" }, swatch(seat), nameOf(name),
        html("span", { class: "state" }, rank || (isOut ? "out" : ""))),
      html("div", { class: "about" }, html("span", { class: "fate", title: fate }, fate),
        html("span", { class: "faults", "data-faults": so.faults[i] }, so.faults[i] === 0 ? "" : so.faults[i] === 1 ? "1 fault" : `${so.faults[i]} faults`),
        html("span", { class: "time-used", title: "time used for the last move" }, time)),
      html("div", { class: `gauges of-${gauges.length}`, style: `--columns:${gauges.length > 4 ? 3 : gauges.length || 1}` }, ...gauges.map((gauge) => gaugeCell(gauge, seat))));
    if (old) {
      sync(old, card);
    } else {
      place.append(card);
    }
    states.set(old ?? card, state);
  });
}

const countedTitle = "WebAssembly instructions that the move took; the same on every machine";

/** What a move took: time, or instructions if it was made in a page. @param {{ms: number, instructions?: number}} move */
const costOf = ({ ms, instructions }) => (instructions === undefined ? duration(ms) : `${figure(Math.round(instructions / 1e5) / 10)} M instructions`);

/** What an AI would play, in words after its name. @param {import("view/types").Analysis} analysis @param {string} would @param {string} [instead] */
function wouldPlay(analysis, would, instead = "") {
  if (analysis.fault) {
    return [html("strong", {}, analysis.fault), ` ${visible(analysis.reason ?? "")}`];
  }
  return [html("span", {}, would), html("code", {}, visible(analysis.effect ?? "")), ...(instead ? [html("span", {}, instead)] : [])];
}

/** "depth3 would have played …" beside a move. @param {import("view/types").Analysis} analysis */
function analysisPart(analysis) {
  const what = html("p", { class: "what" }, nameOf(analysis.name),
    ...(analysis.same && !analysis.fault ? [html("span", {}, "would have played the same")] : wouldPlay(analysis, "would have played", "instead")),
    html("span", { class: "soft" }, costOf(analysis)));
  const part = html("section", { class: "analysis", "data-analysis": analysis.same ? "same" : "different" }, what);
  part.append(...sayings(readNotes(analysis.notes ?? "")));
  return part;
}

/**
 * "depth3 would play …" in the position on the board.
 * @param {number} seat that is to move @param {string} name of its player @param {import("view/types").Analysis} analysis
 * @param {string} comparison with what was played
 */
export function answerCard(seat, name, analysis, comparison) {
  const card = html("article", { class: `move-card s${seat}`, "data-seat": seat, "data-answer": analysis.effect ?? "" },
    html("div", { class: "who" }, swatch(seat), nameOf(name), html("span", { class: "state", title: countedTitle }, costOf(analysis))),
    html("p", { class: "what" }, nameOf(analysis.name), ...wouldPlay(analysis, "would play")));
  if (comparison) {
    card.append(html("p", { class: "soft" }, comparison));
  }
  card.append(...sayings(readNotes(analysis.notes ?? "")));
  return card;
}

/** Values and text of notes. @param {ReturnType<typeof readNotes>} notes */
function sayings(notes) {
  const parts = [];
  if (notes.values.length > 0) {
    parts.push(html("dl", { class: "values" }, ...notes.values.flatMap(([key, value]) =>
      [html("dt", {}, visible(key)), html("dd", {}, figure(value))])));
  }
  if (notes.text) {
    parts.push(html("pre", { class: "notes", dir: "auto" }, visible(notes.text)));
  }
  return parts;
}

/** What the AI has drawn: a line for each kind and colour, and the switch. @param {string} notes @param {boolean} isShown */
function drawnPart(notes, isShown) {
  const drawn = drawingsIn(notes);
  return drawn.length === 0 ? [] : [html("div", { class: "drawings" }, html("span", { class: "soft" }, "Drew"),
    ...drawn.map(({ what, colour }) => html("span", {}, ...(colour ? [html("span", { class: "dab", style: `background:${colour}` })] : []), what)),
    html("button", { type: "button", class: "link", "data-drawings": "", "aria-pressed": String(isShown) }, isShown ? "hide (d)" : "show (d)"))];
}

/** @param {import("view/types").Move} move @param {string} name @param {boolean} hasDrawings they are on the board @param {string} played what the board shows of it */
function moveCard(move, name, hasDrawings, played) {
  const notes = readNotes(move.notes ?? "");
  const head = html("div", { class: "who" }, swatch(move.seat), nameOf(name),
    html("span", { class: "state", ...(move.instructions === undefined ? {} : { title: countedTitle }) }, costOf(move)));
  const card = html("article", { class: `move-card s${move.seat}`, "data-seat": move.seat }, head);
  const what = html("p", { class: "what" });
  if (move.phase) {
    what.append(html("span", { class: "soft" }, "preparation"));
  }
  if (move.effect || played) {
    what.append(html("code", {}, visible(move.effect ?? played)));
  }
  if (move.comment) {
    what.append(html("span", { class: "soft" }, visible(move.comment)));
  }
  if (what.childNodes.length > 0) {
    card.append(what);
  }
  if (move.fault) {
    card.append(html("p", { class: "fault" }, html("strong", {}, move.fault), ` ${visible(move.reason ?? "")}`));
    if (move.move) {
      card.append(html("p", { class: "soft" }, "It wrote:"), html("pre", { class: "written" }, visible(move.move)));
    }
    if (move.errors) {
      card.append(html("p", { class: "soft" }, "The end of its standard error:"),
        html("pre", { class: "errors" }, visible(move.errors)));
    }
  }
  card.append(...drawnPart(move.notes ?? "", hasDrawings), ...sayings(notes), ...(move.analyses ?? []).map(analysisPart));
  return card;
}

/**
 * @param {Element} place
 * @param {import("view/types").View} scene
 * @param {import("view/types").Board} board
 * @param {string} heading
 * @param {boolean} hasDrawings what AIs drew is on the board
 */
export function showMoves(place, scene, board, heading, hasDrawings) {
  const { moves } = scene.entry;
  // A person is told of others' moves what is on the board.
  const played = (/** @type {import("view/types").Move} */ { seat, effect, fault, phase }) => (effect || fault || phase ? "" : board.played?.(scene, seat) ?? "");
  syncContent(place, [html("h2", {}, heading),
    ...(moves.length > 0 ? moves.map((move) => moveCard(move, scene.names[move.seat - 1] ?? "", hasDrawings, played(move)))
      : [html("p", { class: "soft" }, "No move yet.")])]);
}
