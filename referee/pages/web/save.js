// Saving the board as an SVG file that looks the same anywhere: what style sheets say of each
// element is written into it.

/** Properties with the value that they have anyway. @type {Record<string, string>} */
const properties = {
  fill: "rgb(0, 0, 0)", "fill-opacity": "1", stroke: "none", "stroke-width": "1px", "stroke-opacity": "1",
  "stroke-dasharray": "none", "stroke-linecap": "butt", "stroke-linejoin": "miter", opacity: "1",
  "font-family": "", "font-size": "", "font-weight": "400", "text-anchor": "start", "dominant-baseline": "auto",
  "paint-order": "normal", visibility: "visible",
};
const ofTexts = ["font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline"];

/** @param {SVGElement} board @returns {string} */
export function savedBoard(board) {
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
  for (const [key, value] of Object.entries({ x, y, width, height, fill: getComputedStyle(document.body).backgroundColor })) {
    ground.setAttribute(key, value);
  }
  copy.prepend(ground);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  return new XMLSerializer().serializeToString(copy);
}

/** @param {string} text @param {string} name */
export function download(text, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
