// The drawing of a game: its module, or the text picture where there is none that this page can use.

import * as textual from "view/picture.js";

/** Of the interface between this page and drawings: pages/README.md, "A new game's drawing". */
export const version = 1;

/**
 * @param {string} game
 * @param {(line: string) => void} say is told why a module isn't used
 * @returns {Promise<import("view/types").WholeDrawing>}
 */
export async function drawingOf(game, say) {
  const name = `view/games/${game}.js`;
  const imports = JSON.parse(document.querySelector('script[type="importmap"]')?.textContent ?? "{}").imports ?? {};
  if (!Object.hasOwn(imports, name)) {
    return whole(textual); // a page has the module of its own game only, if there is one
  }
  try {
    /** @type {import("view/types").Drawing} */
    const module = await import(name);
    if (module.version === version) {
      return whole(module);
    }
    say(`The drawing of ${game} is of version ${module.version ?? "none"}, this page needs ${version}: it shows the text picture instead.`);
  } catch (error) {
    say(`The drawing of ${game} can't be loaded (${error}): the page shows the text picture instead.`);
  }
  return whole(textual);
}

/** @param {import("view/types").Drawing} module @returns {import("view/types").WholeDrawing} */
function whole({ board, hand = textual.hand, style = "" }) {
  return { version, board, hand, style };
}
