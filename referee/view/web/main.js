// Where the page begins: the games it holds, the drawing of their kind, the viewer.

import { PackedSource } from "view/source.js";
import { Viewer } from "view/viewer.js";

const source = new PackedSource(document);

/** A game's own drawing, or the one that shows the terminal's picture. */
async function drawing() {
  const { name } = source.match.game;
  // A page holds the modules of its own game only, if that has a drawing.
  const module = await import(`view/games/${name}.js`).catch(() => import("view/picture.js"));
  return module.board;
}

const viewer = new Viewer(source, await drawing());
await viewer.start();
document.body.dataset.ready = "true";
performance.mark("ready");
