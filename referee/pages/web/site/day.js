// The playing board of a site's front page. Everything else of the page works without it.

import { drawBest } from "view/site/best.js";
import { drawingOf } from "view/drawing.js";
import { PackedSource } from "view/source.js";
import { Stage } from "view/stage.js";
import { html, isolated } from "view/svg.js";

/** How long a game takes, and the shortest and longest time of a step, in milliseconds. */
const whole = 40_000;
const shortest = 90;
const longest = 900;
/** How long its end is shown. */
const rest = 4_000;

const section = /** @type {HTMLElement} */ (document.querySelector(".day"));
const place = /** @type {HTMLElement} */ (section.querySelector(".board"));
const button = /** @type {HTMLButtonElement} */ (section.querySelector("button"));
const where = /** @type {HTMLElement} */ (section.querySelector(".where"));

/** @type {import("view/types").Match} */
const match = JSON.parse(document.getElementById("match")?.textContent ?? "");
const drawing = await drawingOf(match.game, () => {});
if (drawing.style) {
  document.head.append(html("style", {}, drawing.style));
}
const game = await new PackedSource(document, match).game(0);
const { names } = match.games[0];
const stage = new Stage(match.game.name);
place.append(stage.picture);
const board = await drawing.board(game.frame(0), place);
stage.take(board);
board.onchange = (/** @type {boolean} */ isOther) => {
  if (isOther) {
    stage.take(board);
    show(at);
  }
};
place.style.aspectRatio = String(Math.min(1.6, Math.max(0.8, board.box[2] / board.box[3])));

const last = game.frames - 1;
const turns = game.entries[game.entries.length - 1].turn;
/** Of a long game some frames are left out. */
const stride = Math.max(1, Math.round((last * shortest) / whole));
const step = Math.min(longest, Math.max(shortest, (whole * stride) / Math.max(1, last)));

let at = 0;
/** @param {number} index */
function show(index) {
  const forward = index === at + 1;
  at = index;
  const entry = game.entries[game.entryOf[at]];
  stage.show(
    { frame: game.frame(at), before: at > 0 ? game.frame(at - 1) : null, entry, step: at - entry.first, steps: entry.last - entry.first + 1, names },
    { title: `${[...new Set(names)].map(isolated).join(", ")}: turn ${entry.turn} of ${turns}`, motion: forward && !calm.matches ? step : 0 });
  where.textContent = entry.first === 0 ? "Start" : `Turn ${entry.turn} of ${turns}`;
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");
let wants = !calm.matches; // to play
let isSeen = true;
let timer = 0;
/** Plays as long as it is wanted and seen. */
function go() {
  clearTimeout(timer);
  button.textContent = wants ? "Pause" : "Play";
  section.dataset.state = wants ? "plays" : "rests";
  if (wants && isSeen && !document.hidden) {
    timer = setTimeout(() => {
      show(at === last ? 0 : Math.min(last, at + stride));
      go();
    }, at === last ? rest : step);
  }
}
button.addEventListener("click", () => {
  wants = !wants;
  if (wants && at === last) {
    show(0);
  }
  go();
});
document.addEventListener("visibilitychange", go);
new IntersectionObserver((entries) => {
  isSeen = entries[entries.length - 1].isIntersecting;
  go();
}).observe(place);

// A reader who wants no motion sees the game at its middle.
show(calm.matches ? last >> 1 : 0);
go();
await drawBest();
document.body.dataset.ready = "true";
