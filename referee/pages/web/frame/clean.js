// What a stranger's drawing may put into a picture: shapes, texts and their looks. Nothing that runs, leads elsewhere,
// or is asked for from elsewhere. A list of what is allowed, so that what browsers learn later isn't.

import { svg } from "view/svg.js";

/**
 * An element as it travels: its name, attributes and children; `number` if it is kept for later scenes. Only a number: the kept one.
 * @typedef {{name?: string, attributes?: [string, string][], children?: (Tree | string)[], number?: number}} Tree
 */

const names = new Set(["svg", "g", "rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text", "tspan", "textPath", "title", "desc", "defs",
  "linearGradient", "radialGradient", "stop", "pattern", "clipPath", "mask", "marker", "symbol", "use"]);
const maxElements = 50_000;
const maxDepth = 60;
const maxText = 1 << 20;

/** @param {string} key @param {string} value */
function isAllowed(key, value) {
  if (!/^[a-zA-Z][\w:.-]{0,60}$/.test(key) || value.length > maxText || /^(on|xmlns)/i.test(key)) {
    return false;
  }
  // References within the picture only.
  return /href$/i.test(key) ? value.startsWith("#") : !/url\s*\(\s*["']?\s*[^#"'\s]/i.test(value) && !/image-set|\\/i.test(value);
}

/**
 * Builds elements. `known` are those that are kept, by number; what is built with a number is added.
 * @param {unknown} parts @param {Map<number, Element>} known @returns {{element: Element, number: number}[]} what isn't allowed is left out
 */
export function elementsOf(parts, known) {
  let count = 0;
  /** @param {any} tree @param {number} depth @returns {Element | null} */
  const build = (tree, depth) => {
    if (typeof tree !== "object" || tree === null || ++count > maxElements || depth > maxDepth) {
      return null;
    }
    const number = Number.isSafeInteger(tree.number) ? tree.number : 0;
    if (tree.name === undefined) {
      return known.get(number) ?? null;
    }
    if (!names.has(tree.name) || !Array.isArray(tree.attributes) || !Array.isArray(tree.children)) {
      return null;
    }
    const element = svg(tree.name);
    for (const pair of tree.attributes) {
      const [key, value] = Array.isArray(pair) ? pair.map(String) : ["", ""];
      if (isAllowed(key, value)) {
        element.setAttribute(key, value);
      }
    }
    for (const child of tree.children) {
      const made = typeof child === "string" ? child.slice(0, maxText) : build(child, depth + 1);
      if (made !== null) {
        element.append(made);
      }
    }
    if (number > 0) {
      known.set(number, element);
    }
    return element;
  };
  return (Array.isArray(parts) ? parts : []).flatMap((part) => {
    const element = build(part, 0);
    return element ? [{ element, number: Number(part.number) || 0 }] : [];
  });
}

/** An element as it travels. @param {Element} element @returns {Tree} */
export const treeOf = (element) => ({
  name: element.localName,
  attributes: [...element.attributes].map(({ name, value }) => [name, value]),
  children: [...element.childNodes].flatMap((node) => /** @type {(Tree | string)[]} */ (node instanceof Element ? [treeOf(node)] : node.nodeType === Node.TEXT_NODE ? [node.nodeValue ?? ""] : [])),
});

/** A picture as text, with nothing in it that isn't allowed; null if it is none. @param {unknown} text */
export function cleanPicture(text) {
  if (typeof text !== "string" || text.length > 1 << 24) {
    return null;
  }
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const [clean] = root.localName === "svg" ? elementsOf([treeOf(root)], new Map()) : [];
  return clean?.element ?? null;
}
