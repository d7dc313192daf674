// The drawing of a game: its module, or the text picture where there is none that this page can use.

import { board as textBoard, hand as textHand } from "view/picture.js";

/** The version of the interface between this page and drawings: referee/pages/README.md, "A new game's drawing". */
const version = 1;
/** @type {import("view/types").WholeDrawing} */
const textual = { version, board: textBoard, hand: textHand, style: "" };

/**
 * @param {import("view/types").Match["game"]} game
 * @param {(line: string) => void} say gets the reason if a module isn't used
 * @returns {Promise<import("view/types").WholeDrawing>}
 */
export async function drawingOf({ name, drawing }, say) {
  if (!drawing) {
    return textual;
  }
  try {
    if (drawing === "framed") { // a stranger's: it doesn't run in this page
      const { framedDrawing } = await import("view/framed.js");
      const { frame } = await import(`view/games/${name}.js`);
      return framedDrawing(frame, version, say);
    }
    /** @type {import("view/types").Drawing} */
    const module = await import(`view/games/${name}.js`);
    if (module.version === version) {
      return { version, board: module.board, hand: module.hand ?? textHand, style: module.style ?? "" };
    }
    say(`The drawing of ${name} is of version ${module.version ?? "none"}, this page needs ${version}: it shows the text picture instead.`);
  } catch (error) {
    say(`The drawing of ${name} can't be loaded (${error}): the page shows the text picture instead.`);
  }
  return textual;
}
