// Buttons for the choices of a person who plays, and their keys.

import { html, svg } from "view/svg.js";

/** What stands on buttons, on a 24 × 24 grid. @type {Record<string, string>} */
const icons = {
  up: "M12 20V5M5 12l7-7 7 7",
  down: "M12 4v15M5 12l7 7 7-7",
  left: "M20 12H5M12 5l-7 7 7 7",
  right: "M4 12h15M12 5l7 7-7 7",
  turnLeft: "M18 20v-6a5 5 0 0 0-5-5H5M10 4L5 9l5 5",
  turnRight: "M6 20v-6a5 5 0 0 1 5-5h8M14 4l5 5-5 5",
  faster: "M5 17l7-6 7 6M5 11l7-6 7 6",
  slower: "M5 7l7 6 7-6M5 13l7 6 7-6",
  straight: "M12 20V4M8 8l4-4 4 4",
  stay: "M9 5v14M15 5v14",
};

/** @param {string} name */
const icon = (name) => svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: icons[name] }));

/** A key as it stands on a keyboard. @param {string} key */
const keyName = (key) => (/** @type {Record<string, string>} */ ({
  ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", " ": "Space", Backspace: "⌫",
}))[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/**
 * A button with its key, which isn't part of its name: hand.css shows it. After a click with the mouse the keys go to the page again.
 * @param {string} label @param {string} key @param {() => void} action @param {string} [picture] @param {string} [leads] what it leads to
 */
export function keyButton(label, key, action, picture, leads) {
  const button = html("button", { type: "button", class: "key-button", "aria-label": leads ? `${label} ${leads}` : label, "aria-keyshortcuts": key === " " ? "Space" : key },
    ...(picture ? [icon(picture)] : []), html("span", { class: "word" }, label), ...(leads ? [" ", html("span", { class: "leads" }, leads)] : []),
    ...(key ? [html("kbd", { "data-key": keyName(key), "aria-hidden": "true" })] : []));
  button.addEventListener("click", (event) => {
    action();
    if (event.detail > 0) {
      button.blur();
    }
  });
  return button;
}

/** As long as a card's name or a bid. */
const maxShort = 4;

/**
 * All buttons of a hand: those with a place form a cross, the others have a row each. Many short ones share rows, so
 * that all of them are seen at once.
 * @param {import("view/types").ChoiceButton[]} buttons @param {(answer: string) => void} choose
 */
export function pad(buttons, choose) {
  const isShort = buttons.length > 3 && buttons.every(({ label, icon, place }) => !icon && !place && [...label].length <= maxShort);
  const element = html("div", { class: isShort ? "pad short" : "pad" });
  for (const each of buttons) {
    const button = keyButton(each.label, each.keys[0] ?? "", () => choose(each.answer), each.icon, each.leads);
    button.dataset.answer = each.answer;
    button.classList.add(each.place ? `at-${each.place}` : isShort ? "narrow" : "wide");
    /** @type {HTMLButtonElement} */ (button).disabled = each.isLegal === false;
    element.append(button);
  }
  return element;
}

/** The answer of the button that has this key. @param {import("view/types").ChoiceButton[]} buttons @param {string} key */
export const answerOfKey = (buttons, key) =>
  buttons.find((each) => each.isLegal !== false && each.keys.includes(key.length === 1 ? key.toLowerCase() : key))?.answer;
