// How the game works on the field shown, behind one button: the game's README.md in short, and what is
// seen on the board.

import { pictureOf } from "view/stage.js";
import { html, visible } from "view/svg.js";

const size = 34; // of a picture in the legend, in pixels of type of 14

/**
 * A drawing may be anybody's: what isn't a sample isn't shown.
 * @param {import("view/types").Board | undefined} board @param {string} word
 */
function sampleOf(board, word) {
  try {
    const sample = board?.sample?.(word);
    return sample && Array.isArray(sample.box) && Array.isArray(sample.parts) ? sample : null;
  } catch (error) {
    console.error(`The drawing has no sample of ${word}: ${error}`);
    return null;
  }
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {{name: string, title: string, rules: import("view/types").Rules}} game
 * @param {import("view/types").Board | undefined} board has the pictures of the legend
 */
export function openRules(dialog, { name, title, rules }, board) {
  const legend = rules.legend.map(([word, meaning]) => {
    const sample = sampleOf(board, word);
    const place = html("dt", { class: "board" });
    if (sample) {
      const [, , width, height] = sample.box;
      const picture = pictureOf(name, sample, Math.max(width, height) / 4);
      picture.style.width = `${((width / height) * size * Math.min(1, (2 * height) / width)) / 14}em`;
      place.append(picture);
    }
    void board?.sampleImage?.(word).then((drawn) => {
      if (drawn) {
        const [, , width, height] = drawn.box;
        drawn.image.style.width = `${((width / height) * size * Math.min(1, (2 * height) / width)) / 14}em`;
        place.replaceChildren(drawn.image);
      }
    });
    return html("div", {}, ...(sample || board?.sampleImage ? [place] : []), html("dd", {}, html("strong", {}, visible(word)), ` ${visible(meaning)}`));
  });
  dialog.replaceChildren(html("h2", {}, "How it works"), html("p", { class: "soft" }, `${name}: ${visible(title)}`),
    html("ul", {}, ...rules.lines.map((line) => html("li", {}, visible(line)))),
    ...(legend.length > 0 ? [html("h3", {}, "What you see"), html("dl", { class: "legend" }, ...legend)] : []),
    html("h3", {}, "The timeline"), html("p", {}, "Each player has a line in the colour of their seat, with the seat's number at its end. A line with gaps lies on others, which are seen through the gaps; it means nothing else."),
    html("form", { method: "dialog" }, html("button", {}, "Close")));
  dialog.showModal();
  dialog.scrollTop = 0;
}
