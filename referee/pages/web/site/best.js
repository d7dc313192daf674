// Small boards of a site: the last position of the games that tell most of an entry. Each has a link to its replay, which
// works without them.

import { drawingOf } from "view/drawing.js";
import { PackedSource } from "view/source.js";
import { Stage } from "view/stage.js";
import { html, isolated } from "view/svg.js";

/** The parts of a game's page: its script sets a variable. @param {string} path @returns {Promise<Record<string, string> | null>} */
const partsOf = (path) => new Promise((done) => {
  const script = document.createElement("script");
  script.addEventListener("load", () => {
    script.remove();
    done(/** @type {any} */ (window).refereeMatch);
  });
  script.addEventListener("error", () => done(null));
  script.src = path;
  document.body.append(script);
});

/** @param {HTMLElement} place */
async function draw(place) {
  const parts = await partsOf(place.dataset.game ?? "");
  if (!parts) {
    return;
  }
  /** @type {import("view/types").Match} */
  const match = JSON.parse(parts.match);
  // What stands in a replay's page, as that page would find it.
  const page = /** @type {Document} */ (/** @type {unknown} */ ({ getElementById: (/** @type {string} */ id) => ({ textContent: parts[id] }) }));
  const game = await new PackedSource(page, match).game(0);
  const { names } = match.games[0];
  const at = game.frames - 1;
  const entry = game.entries[game.entryOf[at]];
  const stage = new Stage(match.game.name);
  const drawing = await drawingOf(match.game, () => {});
  if (drawing.style && !document.querySelector("style")) {
    document.head.append(html("style", {}, drawing.style));
  }
  place.append(stage.picture);
  const board = await drawing.board(game.frame(0), place);
  const show = () => {
    stage.take(board);
    stage.show({ frame: game.frame(at), before: at > 0 ? game.frame(at - 1) : null, entry, step: at - entry.first, steps: entry.last - entry.first + 1, names },
      { title: `${[...new Set(names)].map(isolated).join(", ")}: the end, turn ${entry.turn}` });
  };
  board.onchange = (isOther) => isOther && show();
  show();
  place.dataset.drawn = "true";
}

/** One after the other: the page has more to do. A page with a playing board calls it when that board is there. */
export async function drawBest() {
  for (const place of document.querySelectorAll(".best .board")) {
    await draw(/** @type {HTMLElement} */ (place));
  }
}

if (!document.querySelector(".day")) {
  await drawBest();
  document.body.dataset.ready = "true";
}
