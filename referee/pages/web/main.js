// Where the page begins: the games it holds, the drawing of their kind, the viewer.

import { drawingOf } from "view/drawing.js";
import { PackedSource } from "view/source.js";
import { html } from "view/svg.js";
import { Viewer } from "view/viewer.js";

const data = document.getElementById("match")?.textContent;
if (!data) {
  const { showLobby } = await import("view/play/lobby.js");
  await showLobby();
} else {
  await showGames(JSON.parse(data));
}
document.body.dataset.ready = "true";
performance.mark("ready");

/** @param {import("view/types").Match} match */
async function showGames(match) {
  const drawing = await drawingOf(match.game, (line) => {
    /** @type {HTMLElement} */ (document.getElementById("notice")).textContent = line;
  });
  if (drawing.style) {
    document.head.append(html("style", {}, drawing.style));
  }
  if (match.live) {
    const { showLive } = await import("view/live/live.js");
    await showLive(match, drawing);
  } else if (document.getElementById("wasm")) {
    const { showReplay } = await import("view/ask/replay.js");
    await showReplay(match, drawing);
  } else {
    await new Viewer(new PackedSource(document, match), drawing.board).start();
  }
}
