// Says beside each moment of a site how far away it is. Without this script the page has the moments
// alone. It is a classic script, because browsers load no modules from file://.
"use strict";
(() => {
  const units = /** @type {const} */ ([["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]]);

  /**
   * The two largest units of a time: "2 days 3 hours".
   * @param {number} seconds
   */
  const words = (seconds) => {
    const parts = [];
    for (const [name, size] of units) {
      const count = Math.floor(seconds / size);
      seconds -= count * size;
      if (count > 0 || (name === "second" && parts.length === 0)) {
        parts.push(`${count} ${name}${count === 1 ? "" : "s"}`);
      } else if (parts.length > 0) {
        break;
      }
      if (parts.length === 2) {
        break;
      }
    }
    return parts.join(" ");
  };

  const show = () => {
    for (const element of document.querySelectorAll("[data-moment]")) {
      const seconds = Math.round((Date.parse(element.getAttribute("data-moment") ?? "") - Date.now()) / 1000);
      const text = seconds >= 0 ? `in ${words(seconds)}` : `${words(-seconds)} ago`;
      if (element.textContent !== text) {
        element.textContent = text;
      }
    }
  };
  show();
  setInterval(show, 1000);
})();
