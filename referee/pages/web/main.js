// Where the page begins: the games it holds, the drawing of their kind, the viewer.

import { PackedSource } from "view/source.js";
import { Viewer } from "view/viewer.js";

/** @type {import("view/types").Match} */
const match = JSON.parse(document.getElementById("match")?.textContent ?? "");

/** A game's own drawing, or the one that shows the terminal's picture. */
async function drawing() {
  // A page holds the modules of its own game only, if that has a drawing.
  return await import(`view/games/${match.game.name}.js`).catch(() => import("view/picture.js"));
}

if (match.live) {
  const { showLive } = await import("view/live/live.js");
  await showLive(match, await drawing());
} else {
  await new Viewer(new PackedSource(document, match), (await drawing()).board).start();
}
document.body.dataset.ready = "true";
performance.mark("ready");
