// Where the page begins: the games it holds, the drawing of their kind, the viewer.

import { PackedSource } from "view/source.js";
import { Viewer } from "view/viewer.js";

const source = new PackedSource(document);

/** A game's own drawing, or the one that shows the terminal's picture. */
async function drawing() {
  const { name } = source.match.game;
  const maps = document.querySelector('script[type="importmap"]')?.textContent ?? "{}";
  const own = `view/games/${name}.js`;
  const module = await import(Object.hasOwn(JSON.parse(maps).imports, own) ? own : "view/picture.js");
  return module.board;
}

const viewer = new Viewer(source, await drawing());
await viewer.start();
document.body.dataset.ready = "true";
performance.mark("ready");
