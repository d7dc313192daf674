// Makes a part of the page what it should be, and touches only what differs.

/** Makes an element like another one of its kind. @param {Element} element @param {Element} wanted */
export function sync(element, wanted) {
  syncAttributes(element, wanted);
  syncContent(element, [...wanted.childNodes]);
}

/** @param {Element} element @param {Element} wanted */
function syncAttributes(element, wanted) {
  for (const { name } of [...element.attributes]) {
    if (!wanted.hasAttribute(name)) {
      element.removeAttribute(name);
    }
  }
  for (const { name, value } of wanted.attributes) {
    if (element.getAttribute(name) !== value) {
      element.setAttribute(name, value);
    }
  }
}

/**
 * The content of `place` becomes like `wanted`. Nodes that are there already stay, so listeners belong on `place`.
 * @param {Element} place @param {Node[]} wanted
 */
export function syncContent(place, wanted) {
  wanted.forEach((node, i) => {
    const old = place.childNodes[i];
    if (!old) {
      place.append(node);
    } else if (old.nodeName !== node.nodeName) {
      old.replaceWith(node);
    } else if (node instanceof Element) {
      sync(/** @type {Element} */ (old), node);
    } else if (old.nodeValue !== node.nodeValue) {
      old.nodeValue = node.nodeValue;
    }
  });
  while (place.childNodes.length > wanted.length) {
    place.lastChild?.remove();
  }
}
