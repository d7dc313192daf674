// What holds for every page of its kind, whatever it shows: each check takes a page and returns what is wrong,
// in words; an empty list is good. Overlap is geometry: the boxes of texts.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { until } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Nothing is under way between a page and the frame of a stranger's drawing. @param {Page} page */
export const settled = (page) => until(page, () => !document.querySelector("iframe.drawing:not([data-waits='0'])"));
/** The document in which the board is drawn: the page itself, or the frame of a stranger's drawing. @param {Page} page */
export async function drawingOf(page) {
  await settled(page);
  return page.frames().find((frame) => frame.parentFrame() === page.mainFrame()) ?? page.mainFrame();
}
/** All documents of a page. @param {Page} page */
export const documentsOf = async (page) => [...new Set([page.mainFrame(), await drawingOf(page)])];

/** Two frames are painted. @param {Page} page */
export const painted = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))));

/** What axe-core finds. A frame is part of a page that has the heading. @param {Page} page @param {{isFrame?: boolean}} [options] @returns {Promise<string[]>} */
export async function accessFaults(page, { isFrame = false } = {}) {
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(axe);
  }
  const drawing = await drawingOf(page);
  const inner = drawing === page.mainFrame() ? [] : await accessFaultsOf(drawing);
  const own = await page.evaluate(async (isPart) => {
    // Style sheets are asked for nothing: the pages' policies refuse it. A frame is looked at by itself.
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"], preload: false, iframes: false, rules: { "page-has-heading-one": { enabled: !isPart } } });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html.slice(0, 200)} ${node.failureSummary}`).join("; ").slice(0, 600)}`);
  }, isFrame);
  return [...own, ...inner];
}

/** The same of a frame with nothing but a board: the page around it has landmarks and heading. @param {import("playwright-core").Frame} frame @returns {Promise<string[]>} */
async function accessFaultsOf(frame) {
  if (!(await frame.evaluate(() => "axe" in window))) {
    await frame.evaluate(axe);
  }
  return frame.evaluate(async () => {
    const off = Object.fromEntries(["page-has-heading-one", "landmark-one-main", "region", "bypass"].map((name) => [name, { enabled: false }]));
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"], preload: false, rules: off });
    return violations.map(({ id, nodes }) => `frame: ${id}: ${nodes.map((node) => `${node.html.slice(0, 200)} ${node.failureSummary}`).join("; ").slice(0, 600)}`);
  });
}

/**
 * Links and buttons that a finger misses: smaller than 24 × 24 (WCAG 2.5.8), unless they stand in running text.
 * @param {Page} page @returns {Promise<string[]>}
 */
export const targetFaults = (page) => page.evaluate(() => {
  const least = 23.5; // lengths are rounded
  const isInText = (/** @type {Element} */ target) => {
    const block = target.closest("p, dd, .about li, .rules li, .steps li, ul.notes li, ul.faults li, .rules td");
    if (!block || getComputedStyle(target).display !== "inline") {
      return false;
    }
    const copy = /** @type {Element} */ (block.cloneNode(true));
    copy.querySelectorAll("a, button").forEach((each) => each.remove());
    return /\p{L}{2}/u.test(copy.textContent ?? "");
  };
  return [...document.querySelectorAll("a[href], button, summary, select, textarea, input")].flatMap((target) => {
    // A label's box belongs to what it labels.
    const { width, height } = (target.closest("label") ?? target).getBoundingClientRect();
    return width === 0 || !target.checkVisibility({ visibilityProperty: true }) || (width >= least && height >= least) || isInText(target) ? []
      : [`${target.localName} "${(target.textContent?.trim() || target.id).slice(0, 30)}" is ${width.toFixed(0)} × ${height.toFixed(0)}, in ${target.parentElement?.closest("[class], [id]")?.outerHTML.slice(0, 60)}`];
  });
});

/**
 * Names from right to left that turn something around them: each stands alone in an isolated element, or between U+2068 and
 * U+2069. `found`: how many places have one of the names.
 * @param {Page} page @param {string[]} names
 */
export const isolationFaults = (page, names) => page.evaluate((all) => {
  const faults = [];
  let found = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? "";
    const parent = node.parentElement;
    for (const name of parent?.closest("script, style, template, pre, code") ? [] : all.filter((each) => text.includes(each))) {
      found += 1;
      const isAlone = text.trim() === name && ["isolate", "plaintext", "isolate-override"].includes(getComputedStyle(parent).unicodeBidi);
      if (!isAlone && text.replaceAll(`\u2068${name}\u2069`, "").includes(name)) {
        faults.push(`${parent?.localName}: ${text}`);
      }
    }
  }
  for (const element of document.querySelectorAll("[title], [aria-label]")) {
    for (const attribute of ["title", "aria-label"]) {
      const text = element.getAttribute(attribute) ?? "";
      for (const name of all.filter((each) => text.includes(each) && text.trim() !== each && text.replaceAll(`\u2068${each}\u2069`, "").includes(each))) {
        faults.push(`${attribute} of ${element.localName}: ${text} (${name})`);
      }
    }
  }
  return { faults, found };
}, names);

/** The page scrolls sideways. @param {Page} page */
export const widthFaults = (page) => page.evaluate(() => {
  const { scrollWidth } = document.documentElement;
  if (scrollWidth <= innerWidth) {
    return [];
  }
  const wide = [...document.body.querySelectorAll("*")].filter((element) => element.getBoundingClientRect().right > innerWidth + 1);
  return [`the page is ${scrollWidth} wide in a window of ${innerWidth}: ${wide.slice(-3).map((element) => element.outerHTML.slice(0, 80)).join(", ")}`];
});

/**
 * Texts that lie over one another, that are cut, that leave the box they stand in; and words that no text should have.
 * @param {Page} page @returns {Promise<string[]>}
 */
export const textFaults = async (page) => (await Promise.all((await documentsOf(page)).map(textFaultsOf))).flat();

/** @param {import("playwright-core").Frame} frame @returns {Promise<string[]>} */
const textFaultsOf = (frame) => frame.evaluate(() => {
  /** @typedef {{left: number, top: number, right: number, bottom: number}} Box */
  const faults = /** @type {Set<string>} */ (new Set());
  const place = (/** @type {Box} */ { left, top, right, bottom }) => `${[left, top, right, bottom].map(Math.round)}`;
  const meet = (/** @type {Box} */ a, /** @type {Box} */ b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
  const layers = new Map();
  /** What lies over the rest of the page by intention: texts of two layers may meet. @param {Element} element @returns {Element} */
  const layerOf = (element) => {
    if (!layers.has(element)) {
      const { position } = getComputedStyle(element);
      const isOwn = position === "fixed" || position === "sticky" || element.localName === "dialog" || element.hasAttribute("popover") || !element.parentElement;
      layers.set(element, isOwn ? element : layerOf(element.parentElement));
    }
    return layers.get(element);
  };
  /** The part of the plane that is an SVG's picture. @param {SVGSVGElement} svg */
  const pictureOf = (svg) => {
    if (!svg.viewBox?.baseVal || svg.viewBox.baseVal.width === 0) {
      return svg.getBoundingClientRect();
    }
    const { a, d, e, f } = svg.getScreenCTM();
    const { x, y, width, height } = svg.viewBox.baseVal;
    return new DOMRect(e + a * x, f + d * y, a * width, d * height);
  };
  const clips = new Map();
  /** Where something in this element can be seen: within all that cut it off. @param {Element | null} element @returns {{box: Box, hides: boolean}} */
  const clipOf = (element) => {
    if (!element || element === document.body || element === document.documentElement) {
      return { box: { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }, hides: false };
    }
    if (!clips.has(element)) {
      const outer = clipOf(element.parentElement);
      const { overflowX, overflowY, position } = getComputedStyle(element);
      const isSvg = element.localName === "svg";
      const cuts = overflowX !== "visible" || overflowY !== "visible";
      const box = isSvg ? pictureOf(element) : element.getBoundingClientRect();
      clips.set(element, position === "fixed" ? { box, hides: false } : cuts || isSvg ? { box: meet(outer.box, box), hides: outer.hides } : outer);
    }
    return clips.get(element);
  };
  /** The shapes of a picture with their boxes, measured once. @type {Map<SVGSVGElement, {shape: SVGGeometryElement, box: DOMRect}[]>} */
  const shapes = new Map();
  /** A shape that is drawn later lies over it. @param {Element} text @param {SVGSVGElement} svg @param {{x: number, y: number}} at */
  const isCovered = (text, svg, at) => {
    if (!shapes.has(svg)) {
      shapes.set(svg, [...svg.querySelectorAll("rect, circle, ellipse, path, polygon")].filter((shape) => !shape.closest("defs")).map((shape) => ({ shape, box: shape.getBoundingClientRect() })));
    }
    return shapes.get(svg).some(({ shape, box }) => {
      if (at.x < box.left || at.x > box.right || at.y < box.top || at.y > box.bottom || (text.compareDocumentPosition(shape) & Node.DOCUMENT_POSITION_FOLLOWING) === 0) {
        return false;
      }
      const { fill, fillOpacity, opacity } = getComputedStyle(shape);
      return !/^(none|transparent|url|rgba)/.test(fill) && Number(fillOpacity) * Number(opacity) > 0.9 &&
        shape.isPointInFill(new DOMPoint(at.x, at.y).matrixTransform(shape.getScreenCTM().inverse()));
    });
  };
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.data.trim();
    const parent = node.parentElement;
    if (words === "" || parent.closest("script, style, noscript, title, desc, defs, option, textarea, template") || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) {
      continue;
    }
    const odd = /\b(undefined|NaN|null)\b|\[object /.exec(words);
    if (odd && !parent.closest("pre, code")) {
      faults.add(`"${words.slice(0, 80)}" has ${odd[0]}`);
    }
    range.selectNodeContents(node);
    const clip = clipOf(parent);
    for (const rect of range.getClientRects()) {
      if (rect.width < 0.5) {
        continue;
      }
      // Letters take the middle of a line's height.
      const whole = { left: rect.left, right: rect.right, top: rect.top + rect.height * 0.2, bottom: rect.bottom - rect.height * 0.2 };
      const box = meet(whole, clip.box);
      if (box.right - box.left < 1 || box.bottom - box.top < 1) {
        continue; // not seen: scrolled away, or in a part that is closed
      }
      const svg = parent.closest("svg");
      const picture = svg && pictureOf(svg);
      const { b: isTurned } = (svg && parent.closest("text")?.getScreenCTM()) ?? { b: 0 }; // then its box is no measure
      if (picture && !isTurned && (whole.left < picture.left - 1 || whole.right > picture.right + 1 || whole.top < picture.top - 1 || whole.bottom > picture.bottom + 1) && !svg.parentElement.closest("svg")) {
        faults.add(`"${words}" at ${place(whole)} leaves its picture ${place(picture)}`);
      }
      if (svg && isCovered(parent.closest("text") ?? parent, svg, { x: (rect.left + rect.right) / 2, y: (rect.top + rect.bottom) / 2 })) {
        continue;
      }
      if (!isTurned) {
        texts.push({ words, node, parent, box, layer: layerOf(parent) });
      }
    }
  }
  // Texts over texts.
  texts.sort((a, b) => a.box.top - b.box.top);
  texts.forEach((one, i) => {
    for (let j = i + 1; j < texts.length && texts[j].box.top < one.box.bottom; ++j) {
      const other = texts[j];
      const common = meet(one.box, other.box);
      if (one.layer === other.layer && one.node !== other.node && common.right - common.left > 1 && common.bottom - common.top > 1) {
        // What lies over the lower one there, such as a card, hides it.
        const isFirst = (one.parent.compareDocumentPosition(other.parent) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
        const lower = (isFirst ? one : other).parent.closest("svg text");
        if (lower && isCovered(lower, lower.ownerSVGElement, { x: (common.left + common.right) / 2, y: (common.top + common.bottom) / 2 })) {
          continue;
        }
        faults.add(`"${one.words}" at ${place(one.box)} and "${other.words}" at ${place(other.box)} lie over each other`);
      }
    }
  });
  // A text on a card of a drawing stays on it: the smallest shape of its group that has its middle.
  for (const { words, parent } of texts.filter((text) => text.parent.closest(".board svg"))) {
    const text = parent.closest("text");
    if (!text || text.parentElement.localName !== "g") {
      continue;
    }
    const box = text.getBoundingClientRect();
    const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
    const anchors = [box.left + 0.5, middle.x, box.right - 0.5];
    const cards = [...text.parentElement.children].filter((each) => each.localName === "rect").map((each) => each.getBoundingClientRect())
      .filter((card) => anchors.some((x) => card.left <= x && x <= card.right) && card.top <= middle.y && middle.y <= card.bottom)
      .sort((a, b) => b.width * b.height - a.width * a.height);
    const isIn = cards.some((card) => box.left >= card.left - 0.5 && box.right <= card.right + 0.5);
    if (cards.length > 0 && !isIn) {
      faults.add(`"${words}" at ${place(box)} leaves its card ${place(cards[0])}`);
    }
  }
  // Texts of the page stay in their boxes. Names may be shortened with dots: their tooltips are whole.
  for (const { parent } of texts.filter((text) => !text.parent.closest("svg"))) {
    let block = parent;
    while (getComputedStyle(block).display.startsWith("inline") && !getComputedStyle(block).display.includes("-") && block.parentElement) {
      block = block.parentElement;
    }
    const { overflowX, textOverflow } = getComputedStyle(block);
    if (block.scrollWidth > block.clientWidth + 1 && block.clientWidth > 0 && overflowX !== "auto" && overflowX !== "scroll") {
      const tells = block.closest("[title]") && textOverflow === "ellipsis";
      if (!tells) {
        faults.add(`"${block.textContent.trim().slice(0, 80)}" doesn't fit: ${block.scrollWidth} in ${block.clientWidth} of <${block.localName} class="${block.className}">`);
      }
    }
  }
  // What is chosen in a list.
  for (const list of document.querySelectorAll("select")) {
    const style = getComputedStyle(list);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const words = list.selectedOptions[0]?.textContent ?? "";
    const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (list.checkVisibility() && list.clientWidth > 0 && pen.measureText(words).width > room + 1) {
      faults.add(`"${words}" is cut in the list ${list.id}: ${Math.round(pen.measureText(words).width)} in ${Math.round(room)}`);
    }
  }
  return [...faults];
});

/** Texts of the board that can hardly be read on what lies below them, as it is drawn. @param {Page} page @returns {Promise<string[]>} */
export const contrastFaults = async (page) => (await drawingOf(page)).evaluate((ground) => {
  const svg = document.querySelector("#board svg");
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const blend = (/** @type {[string, number][]} */ layers) => {
    for (const [colour, opacity] of layers) {
      pen.globalAlpha = opacity;
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
    }
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (/** @type {number[]} */ colour) => {
    const [r, g, b] = colour.map((value) => value / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const opacityOf = (/** @type {Element} */ element) => {
    let all = 1;
    for (let each = element; each && each !== svg; each = each.parentElement) {
      all *= Number(getComputedStyle(each).opacity);
    }
    return all;
  };
  const page = /** @type {[string, number]} */ ([ground, 1]);
  const all = [...svg.querySelectorAll("rect, circle, ellipse, path, polygon, text")].filter((each) => !each.closest("defs, title"));
  const boxes = new Map(all.map((each) => [each, each.getBoundingClientRect()]));
  const faults = new Set();
  for (const text of all.filter((each) => each.localName === "text" && each.textContent.trim() !== "" && each.checkVisibility({ opacityProperty: true, visibilityProperty: true }))) {
    const style = getComputedStyle(text);
    const box = text.getBoundingClientRect();
    const size = parseFloat(style.fontSize) * svg.getScreenCTM().a;
    // Left, middle and right of its letters.
    for (const share of [0.1, 0.5, 0.9]) {
      const at = new DOMPoint(box.left + box.width * share, (box.top + box.bottom) / 2);
      const layers = [page];
      for (const shape of all.slice(0, all.indexOf(text))) {
        if (shape.localName === "text") {
          continue;
        }
        const rect = boxes.get(shape);
        const reach = 12; // of strokes
        if (at.x < rect.left - reach || at.x > rect.right + reach || at.y < rect.top - reach || at.y > rect.bottom + reach) {
          continue;
        }
        const own = getComputedStyle(shape);
        const point = at.matrixTransform(shape.getScreenCTM().inverse());
        if (own.fill !== "none" && !own.fill.startsWith("url") && shape.isPointInFill(point)) {
          layers.push([own.fill, Number(own.fillOpacity) * opacityOf(shape)]);
        }
        if (own.stroke !== "none" && !own.stroke.startsWith("url") && shape.isPointInStroke(point)) {
          layers.push([own.stroke, Number(own.strokeOpacity) * opacityOf(shape)]);
        }
      }
      // A border around the letters is what they stand on.
      if (style.stroke !== "none" && style.paintOrder.startsWith("stroke") && parseFloat(style.strokeWidth) >= 0.15 * parseFloat(style.fontSize)) {
        layers.push([style.stroke, Number(style.strokeOpacity)]);
      }
      const ground = blend(layers);
      const colour = blend([...layers, [style.fill, Number(style.fillOpacity) * opacityOf(text)]]);
      const [high, low] = [luminance(colour), luminance(ground)].sort((a, b) => b - a);
      const contrast = (high + 0.05) / (low + 0.05);
      const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
      if (contrast < needed - 0.05) {
        faults.add(`"${text.textContent.trim()}" (${text.getAttribute("class") ?? ""}) has a contrast of ${contrast.toFixed(1)}: ${colour} on ${ground}`);
      }
    }
  }
  return [...faults];
}, await page.evaluate(() => getComputedStyle(document.body).backgroundColor));

/** As people without one kind of cones see colours (Machado, Oliveira, Fernandes 2009, severity 1), or without any. */
export const sights = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
  achromatopsia: [[0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722]],
};
/** A distance in Lab that everybody sees. */
export const enough = 14;

/** In Lab. @param {number[]} colour red, green, blue up to 255 @param {number[][]} matrix */
function seen(colour, matrix) {
  const linear = colour.map((value) => value / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  const [r, g, b] = matrix.map((row) => Math.min(1, Math.max(0, row[0] * linear[0] + row[1] * linear[1] + row[2] * linear[2])));
  const [x, y, z] = [(0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b, (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089]
    .map((value) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** @param {number[]} a @param {number[]} b @param {number[][]} sight */
export function distance(a, b, sight) {
  const [p, q] = [seen(a, sight), seen(b, sight)];
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/**
 * Seats that somebody takes for one another: their colours look alike, and neither a pattern nor a shape nor a number or
 * name on the board tells them apart. With the usual sight colours differ whatever else does.
 * @param {Page} page @returns {Promise<string[]>}
 */
export async function seatFaults(page) {
  const seats = await (await drawingOf(page)).evaluate((names) => {
    const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const board = document.querySelector("#board svg");
    return names.flatMap((name, i) => {
      const number = String(i + 1);
      const roots = [...board.querySelectorAll(`.s${number}`)].filter((each) => !each.closest("defs"));
      if (roots.length === 0) {
        return []; // the board shows nothing of a seat
      }
      const parts = roots.flatMap((root) => [root, ...root.querySelectorAll("*")]);
      pen.fillStyle = getComputedStyle(roots[0]).getPropertyValue("--seat").trim();
      pen.fillRect(0, 0, 1, 1);
      const marks = parts.flatMap((part) => [getComputedStyle(part).fill, getComputedStyle(part).stroke]).map((paint) => /#([\w-]+)/.exec(paint)?.[1])
        .flatMap((id) => (id ? [document.getElementById(id)?.firstElementChild?.getAttribute("d") ?? ""] : []));
      const says = parts.filter((part) => part.localName === "text").map((part) => part.textContent.trim());
      const pieces = Object.fromEntries(parts.filter((part) => /^(rect|circle|ellipse|path|polygon)$/.test(part.localName)).flatMap((part) => [...part.classList].map((word) => [word, part.localName])));
      return [{ number, colour: [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3), marks: [...new Set(marks)].sort().join(" "), isNamed: says.some((words) => words === number || words === name), pieces }];
    });
  }, await page.$$eval("#players .name", (names) => names.map((name) => name.textContent)));
  const faults = [];
  seats.forEach((one, i) => seats.slice(i + 1).forEach((other) => {
    // The same piece has another shape: a circle here, a shield there.
    const isShaped = Object.keys(one.pieces).some((kind) => kind in other.pieces && one.pieces[kind] !== other.pieces[kind]);
    const isTold = one.marks !== other.marks || (one.isNamed && other.isNamed) || isShaped;
    for (const [name, sight] of Object.entries(sights)) {
      const apart = distance(one.colour, other.colour, sight);
      if (name === "usual" && apart < enough) {
        faults.push(`seats ${one.number} and ${other.number} have one colour (${apart.toFixed(1)}): curves and names show nothing else`);
      } else if (!isTold && apart < enough) {
        faults.push(`seats ${one.number} and ${other.number} look alike (${name}: ${apart.toFixed(1)}), and nothing else on the board tells them apart`);
      }
    }
  }));
  return faults;
}

/** The share of a screen's side that a board has at least. */
export const screens = { "740x360": 0.75, "360x740": 0.75, "720x450": 0.7, "1440x900": 0.65, "2560x1440": 0.65 };

/**
 * Names above the board, whatever the status says: each can be read, none lies on another, on the status or outside of their line;
 * and the status doesn't move the board. @param {Page} page @returns {Promise<string[]>}
 */
export const nameFaults = (page) => page.evaluate(() => {
  const [names, status, board] = ["names", "status", "board"].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));
  const faults = [];
  const top = board.getBoundingClientRect().top;
  const said = status.textContent;
  for (const text of ["", "8 stones left", "The market has sold everything, and the third seat decides what the others may bid for it. ".repeat(2)]) {
    status.textContent = text;
    const line = /** @type {Element} */ (names.parentElement).getBoundingClientRect();
    const parts = [...names.querySelectorAll("[data-place]"), status];
    parts.forEach((part, i) => {
      const what = part === status ? "the status" : `the name ${part.textContent}`;
      const box = part.getBoundingClientRect();
      if (box.left < line.left - 0.5 || box.right > line.right + 0.5 || part !== status && part.scrollWidth > part.clientWidth + 1) {
        faults.push(`${what} leaves its place`);
      }
      for (const other of parts.slice(i + 1)) {
        const its = other.getBoundingClientRect();
        if (box.left < its.right - 0.5 && its.left < box.right - 0.5 && box.top < its.bottom - 0.5 && its.top < box.bottom - 0.5 && its.width > 0) {
          faults.push(`${what} and ${other.textContent} lie over one another`);
        }
      }
      const name = part.querySelector(".name");
      if (name && name.clientWidth < Math.min(name.scrollWidth, 2.2 * parseFloat(getComputedStyle(name).fontSize)) - 1) {
        faults.push(`${what} has only ${name.clientWidth} of ${name.scrollWidth}`);
      }
    });
    if (text && status.clientWidth < 60) {
      faults.push(`the status has only ${status.clientWidth}`);
    }
    if (!document.body.matches(".embed") && board.getBoundingClientRect().top !== top) {
      faults.push("the status moves the board");
    }
  }
  status.textContent = said;
  return [...new Set(faults)];
});

/** What the status says is there to be read. @param {Page} page @returns {Promise<string[]>} */
export const statusFaults = (page) => page.$eval("#status", ({ textContent, scrollWidth, clientWidth }) => (scrollWidth > clientWidth + 1 ? [`the status is cut off: ${textContent}`] : []));

/**
 * What boards show of others' moves is what the record says of them, for every move of the game; those that a person is told
 * nothing more of. @param {Page} page of a replay @returns {Promise<string[]>}
 */
export const playedFaults = (page) => page.evaluate(async () => {
  const modules = ["source", "viewer", "drawing"].map((name) => `view/${name}.js`);
  const [{ PackedSource }, { viewOf }, { drawingOf }] = await Promise.all(modules.map((name) => import(name)));
  const match = JSON.parse(document.getElementById("match")?.textContent ?? "");
  const game = await new PackedSource(document, match).game(0);
  const board = match.game.drawing === true ? (await drawingOf(match.game, () => {})).board(game.frame(0)) : {};
  const faults = [];
  for (const { turn, first, last, moves } of game.entries) {
    for (const { seat, phase, fault, effect } of moves) {
      const played = last > 0 && !phase && !fault ? board.played?.(viewOf(game, last, match.games[0]), seat) ?? "" : "";
      if (played && played !== effect) {
        faults.push(`turn ${turn}, from frame ${first}: seat ${seat} played ${effect}, the board shows ${played}`);
      }
    }
  }
  return faults.slice(0, 5);
});

/** Board and controls are whole, apart from one another, and as large as they may be. @param {Page} page @param {number} share @returns {Promise<string[]>} */
export const layoutFaults = (page, share) => page.evaluate((least) => {
  const faults = [];
  const board = document.querySelector("#board svg");
  const { x, y, width: boxWidth, height: boxHeight } = board.viewBox.baseVal;
  const { a, d, e, f } = board.getScreenCTM();
  const drawn = { left: e + a * x, top: f + d * y, right: e + a * (x + boxWidth), bottom: f + d * (y + boxHeight) };
  const text = JSON.stringify(drawn, (_, value) => (typeof value === "number" ? Math.round(value) : value));
  if (drawn.left < -1 || drawn.top < -1 || drawn.right > innerWidth + 1 || drawn.bottom > innerHeight + 1) {
    faults.push(`the board leaves the screen: ${text}`);
  }
  const stage = document.querySelector(".stage").getBoundingClientRect(); // a board that is much wider than high fills its width
  if (Math.max((drawn.right - drawn.left) / innerWidth, (drawn.bottom - drawn.top) / innerHeight) < least && drawn.right - drawn.left < 0.94 * stage.width) {
    faults.push(`the board is small: ${text}`);
  }
  const visible = [...document.querySelectorAll("#controls button:not([popover] *), #controls select, .where, input[type=range], #title, #games button")]
    .filter((element) => element.checkVisibility()).map((element) => ({ name: element.id || element.className || element.type, box: element.getBoundingClientRect() }));
  if (!visible.some(({ name }) => name === "do-play") || visible.length < 6) {
    faults.push(`controls are missing: ${visible.map(({ name }) => name)}`);
  }
  const meets = (one, other) => one.left < other.right - 0.5 && one.right > other.left + 0.5 && one.top < other.bottom - 0.5 && one.bottom > other.top + 0.5;
  visible.forEach(({ name, box }, i) => {
    if (box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5) {
      faults.push(`${name} leaves the screen`);
    }
    if (meets(box, drawn)) {
      faults.push(`${name} lies on the board`);
    }
    visible.slice(i + 1).filter((other) => meets(box, other.box)).forEach((other) => faults.push(`${name} lies on ${other.name}`));
  });
  const folded = innerWidth <= 800 || innerHeight <= 560 ? "folded" : "shown";
  if (document.body.dataset.curves !== folded) {
    faults.push(`the curves are ${document.body.dataset.curves}`);
  }
  return faults;
}, share);

/** Board and hand are seen together, and a finger meets each button. @param {Page} page @returns {Promise<string[]>} */
export const handFaults = (page) => page.evaluate(() => {
  const faults = [...document.querySelectorAll(".hand-controls button:not(:disabled)")].flatMap((button) => {
    const box = button.getBoundingClientRect();
    const isSeen = box.bottom <= innerHeight && box.top >= 0; // many choices are scrolled to
    const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return box.height < 36 ? [`${button.textContent} is ${box.height} high`] : isSeen && !button.contains(found) ? [`${button.textContent} is covered`] : [];
  });
  const first = document.querySelector(".hand-controls button:not(:disabled), .hand-controls input")?.getBoundingClientRect();
  const board = document.querySelector("#board svg").getBoundingClientRect();
  return [...faults, ...(board.top < 0 || board.bottom > innerHeight ? ["the board leaves the screen"] : []), ...(first && first.bottom > innerHeight ? ["the hand is below the screen"] : [])];
});

/** How many nodes a step touches on average, in board and panel together. @param {Page} page */
export async function touchedByStep(page) {
  const documents = await documentsOf(page);
  await Promise.all(documents.map((each) => each.evaluate(() => {
    /** @param {Node} node */
    const nodes = (node) => (node instanceof Element ? node.querySelectorAll("*").length + 1 : 1);
    const touched = { count: 0, watcher: new MutationObserver((records) => records.forEach(({ type, addedNodes, removedNodes }) => {
      touched.count += type === "childList" ? [...addedNodes, ...removedNodes].reduce((all, node) => all + nodes(node), 0) : 1;
    })) };
    touched.watcher.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    Object.assign(window, { touched });
  })));
  const steps = await page.evaluate(async () => {
    const range = /** @type {HTMLInputElement} */ (document.querySelector("input[type=range]"));
    const last = Number(range.max) - 1;
    const first = Math.min(1, last);
    const steps = Math.min(40, last - first + 1);
    for (let frame = first; frame < first + steps; ++frame) {
      range.value = String(frame);
      range.dispatchEvent(new Event("input"));
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    }
    return steps;
  });
  await settled(page);
  const counts = await Promise.all(documents.map((each) => each.evaluate(() => {
    window.touched.watcher.disconnect();
    return window.touched.count;
  })));
  return counts.reduce((sum, count) => sum + count, 0) / Math.max(1, steps);
}
