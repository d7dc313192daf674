// Small helpers that all drawings share. Texts reach the page only through these: as text nodes and
// attributes, never as markup.

const svgSpace = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(svgSpace, name);
  for (const key in attributes) {
    element.setAttribute(key, String(attributes[key]));
  }
  element.append(...children);
  return element;
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElement}
 */
export function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const key in attributes) {
    element.setAttribute(key, String(attributes[key]));
  }
  element.append(...children);
  return element;
}

/**
 * The text with all that isn't seen, or turns the direction of writing, as \uNNNN.
 * @param {string} text
 */
export function visible(text) {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
    (sign) => "\\u" + sign.charCodeAt(0).toString(16).padStart(4, "0"),
  );
}

/**
 * Text that is visible(), for the middle of a sentence or a title: what is written from right to left turns nothing
 * around it. Where an element is possible, a <bdi> is better.
 * @param {string} text
 */
export function isolated(text) {
  const shown = visible(text);
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(shown) ? `\u2068${shown}\u2069` : shown;
}

/**
 * A sentence with a <bdi> around each of these names in it.
 * @param {string} text @param {string[]} names
 * @returns {(string | HTMLElement)[]}
 */
export function told(text, names) {
  const parts = /** @type {(string | HTMLElement)[]} */ ([]);
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const name = names.filter((each) => each !== "" && text.startsWith(each, at)).sort((a, b) => b.length - a.length)[0];
    if (name === undefined) {
      at += 1;
      continue;
    }
    parts.push(visible(text.slice(from, at)), html("bdi", {}, visible(name)));
    at += name.length;
    from = at;
  }
  return [...parts, visible(text.slice(from))];
}

/**
 * Outlines of the sides of a cell, for a person who steers a piece by a click beside it: that to the right, and so on
 * clockwise as the picture shows them. Each is the neighbouring cell; on boards of many small cells it is wider, so that
 * a finger meets it, but never beyond the board, whose corner is at 0, 0.
 * @param {[number, number]} middle of the piece's cell @param {number} cell its size @param {number} width of the board @param {number} height
 */
export function sidesOf([x, y], cell, width, height) {
  const near = cell / 2;
  const far = near + Math.max(cell, Math.max(width, height) / 12);
  const half = far - near > cell ? far : near;
  const point = (/** @type {number} */ ahead, /** @type {number} */ aside, /** @type {number} */ turns) => {
    const [dx, dy] = /** @type {[number, number][]} */ ([[ahead, aside], [-aside, ahead], [-ahead, -aside], [aside, -ahead]])[turns];
    return `${n(Math.max(0, Math.min(width, x + dx)))} ${n(Math.max(0, Math.min(height, y + dy)))}`;
  };
  return [0, 1, 2, 3].map((turns) => `M${point(near, -near, turns)}L${point(far, -half, turns)}L${point(far, half, turns)}L${point(near, near, turns)}z`);
}

/** A number for a path or an attribute: two digits are enough. @param {number} value */
export function n(value) {
  return Math.round(value * 100) / 100;
}

/** @param {[number, number][]} points */
export function path(points) {
  return "M" + points.map(([x, y]) => `${n(x)} ${n(y)}`).join("L");
}

/**
 * An arrow from one place to another: line and head as one path, stopping short of both by `gap`.
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @param {number} size of the head
 * @param {number} gap
 */
export function arrow([x1, y1], [x2, y2], size, gap = 0) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [ax, ay] = [x1 + dx * gap, y1 + dy * gap];
  const [bx, by] = [x2 - dx * gap, y2 - dy * gap];
  /** @param {number} side @returns {[number, number]} */
  const barb = (side) => [
    bx - dx * size - dy * side * size * 0.6,
    by - dy * size + dx * side * size * 0.6,
  ];
  return path([[ax, ay], [bx, by]]) + path([barb(1), [bx, by], barb(-1)]);
}

/**
 * The attribute that enlarges a piece around its middle, for boards whose cells are too small to show it.
 * @param {[number, number]} middle @param {number} factor 1 or less: the piece keeps its size
 * @returns {Record<string, string>}
 */
export function enlarged([x, y], factor) {
  return factor > 1 ? { transform: `translate(${n(x)} ${n(y)}) scale(${n(factor)}) translate(${n(-x)} ${n(-y)})` } : {};
}

/**
 * The attribute of a piece that moves to its place: from where it comes, relative to that place, and turned by how much.
 * The piece has no `transform` of its own.
 * @param {number} dx @param {number} dy @param {number} [angle] in degrees, around the piece's middle
 * @returns {Record<string, string>}
 */
export function from(dx, dy, angle = 0) {
  return dx || dy || angle ? { "data-from": `${n(dx)} ${n(dy)}${angle ? ` ${n(angle)}` : ""}` } : {};
}

/** Lines of a grid as one path. @param {number} columns @param {number} rows @param {number} size */
export function grid(columns, rows, size) {
  let d = "";
  for (let x = 0; x <= columns; ++x) {
    d += `M${x * size} 0V${rows * size}`;
  }
  for (let y = 0; y <= rows; ++y) {
    d += `M0 ${y * size}H${columns * size}`;
  }
  return d;
}

/** Fixed places for a number, so that nothing moves when it grows. @param {number} value */
export function figure(value) {
  if (!Number.isFinite(value)) {
    return "–";
  }
  return (Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 2 : 1)).replace("-", "−");
}

/** @param {number} ms */
export function duration(ms) {
  return ms < 10 ? `${ms.toFixed(1)} ms` : ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(2)} s`;
}
