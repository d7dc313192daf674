// Saving the board as an SVG that looks the same anywhere: what style sheets say of each element is
// written into it. And as a PNG, with a line below that says what it shows.

/** Properties with the value that they have anyway. @type {Record<string, string>} */
const properties = {
  fill: "rgb(0, 0, 0)", "fill-opacity": "1", stroke: "none", "stroke-width": "1px", "stroke-opacity": "1",
  "stroke-dasharray": "none", "stroke-linecap": "butt", "stroke-linejoin": "miter", opacity: "1",
  "font-family": "", "font-size": "", "font-weight": "400", "text-anchor": "start", "dominant-baseline": "auto",
  "paint-order": "normal", visibility: "visible",
};
const ofTexts = ["font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline"];

/** @param {SVGElement} board @param {string} [colour] of the ground @returns {string} */
export function savedBoard(board, colour = getComputedStyle(document.body).backgroundColor) {
  const copy = /** @type {SVGElement} */ (board.cloneNode(true));
  const originals = board.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    const isText = element.localName === "text" || element.localName === "tspan";
    for (const property in properties) {
      const value = style.getPropertyValue(property);
      if (value !== properties[property] && (isText || !ofTexts.includes(property))) {
        element.setAttribute(property, value);
      }
    }
    element.removeAttribute("class");
  });
  copy.removeAttribute("class");
  const [x, y, width, height] = (board.getAttribute("viewBox") ?? "0 0 1 1").split(" ");
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [key, value] of Object.entries({ x, y, width, height, fill: colour })) {
    ground.setAttribute(key, value);
  }
  copy.prepend(ground);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  return new XMLSerializer().serializeToString(copy);
}

/**
 * Paints a saved board on a canvas. @param {string} text of its SVG @param {string} caption below it
 * @param {number} size of the longer side, in pixels @param {HTMLCanvasElement} [canvas]
 * @returns {Promise<Blob>} a PNG
 */
export async function pngOf(text, caption, size, canvas = document.createElement("canvas")) {
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  const image = new Image();
  await new Promise((done, fail) => {
    image.onload = done;
    image.onerror = fail;
    image.src = url;
  });
  URL.revokeObjectURL(url);
  const scale = size / Math.max(image.width, image.height);
  const line = Math.round(size / 26);
  // Recorders want even sizes.
  const [width, height] = [image.width * scale, image.height * scale + 1.6 * line].map((side) => 2 * Math.round(side / 2));
  if (canvas.width !== width || canvas.height !== height) {
    [canvas.width, canvas.height] = [width, height];
  }
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const style = getComputedStyle(document.body);
  context.fillStyle = style.backgroundColor;
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height - 1.6 * line);
  context.fillStyle = style.color;
  context.font = `${line}px ${style.fontFamily}`;
  context.textAlign = "center";
  context.fillText(caption, width / 2, height - 0.55 * line, width - line);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
}

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
