// Finds rows in the tables of a page. Without this script all rows are there, in their order. It is a
// classic script, because browsers load no modules from file://.
"use strict";
(() => {
  /** Text without accents, for comparing. @param {string | null} text */
  const plain = (text) => (text ?? "").normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

  /** @param {HTMLTableElement} table */
  const rowsOf = (table) => [...table.tBodies[0].rows].map((row) => ({
    row,
    // Only names: a rank or a rating that has the digits typed isn't meant.
    text: plain([...row.querySelectorAll(".word")].map((cell) => cell.textContent).join(" ")),
  }));

  /**
   * A field to type in. `shown` says how many rows there are.
   * @param {string} label @param {(words: string[]) => string} find
   */
  const finder = (label, find) => {
    const box = document.createElement("div");
    box.className = "finder";
    const input = document.createElement("input");
    input.type = "search";
    input.placeholder = label;
    input.setAttribute("aria-label", label);
    const says = document.createElement("span");
    says.className = "soft";
    says.setAttribute("role", "status");
    input.addEventListener("input", () => {
      says.textContent = find(plain(input.value).split(/\s+/).filter((word) => word !== ""));
    });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && input.value !== "") {
        input.value = "";
        input.dispatchEvent(new Event("input"));
      }
    });
    box.append(input, says);
    return box;
  };

  /** @param {{row: HTMLTableRowElement, text: string}[]} rows @param {string[]} words */
  const matching = (rows, words) => rows.filter(({ text }) => words.every((word) => text.includes(word)));

  // A table of its own: the box stands above it. It begins with `data-fold` rows.
  for (const table of /** @type {NodeListOf<HTMLTableElement>} */ (document.querySelectorAll("table[data-find]"))) {
    const rows = rowsOf(table);
    const fold = Number(table.dataset.fold ?? Infinity);
    if (rows.length <= 12) {
      continue;
    }
    let isFolded = rows.length > fold + 3;
    const all = document.createElement("button");
    all.type = "button";
    const show = (/** @type {string[]} */ words) => {
      const found = matching(rows, words);
      const kept = new Set(isFolded && words.length === 0 ? found.slice(0, fold) : found);
      rows.forEach((each) => {
        each.row.hidden = !kept.has(each);
      });
      all.hidden = !isFolded || words.length > 0;
      return words.length > 0 ? `${found.length} of ${rows.length}` : "";
    };
    all.textContent = `Show all ${rows.length}`;
    all.addEventListener("click", () => {
      isFolded = false;
      show([]);
    });
    const place = /** @type {Element} */ (table.closest(".scroll") ?? table);
    place.before(finder(table.dataset.find ?? "", show));
    const below = document.createElement("div");
    below.className = "finder";
    below.append(all);
    place.after(below);
    show([]);
  }

  // All tables of a page at once: the box stands in the contents. What is folded opens if it has a match.
  const contents = /** @type {HTMLElement | null} */ (document.querySelector(".contents[data-find]"));
  if (contents) {
    const tables = [.../** @type {NodeListOf<HTMLTableElement>} */ (document.querySelectorAll("main table"))].map((table) => ({
      rows: rowsOf(table),
      details: table.closest("details"),
    }));
    const opened = new Set();
    contents.prepend(finder(contents.dataset.find ?? "", (words) => {
      let count = 0;
      for (const { rows, details } of tables) {
        const found = matching(rows, words);
        const kept = new Set(found);
        rows.forEach((each) => {
          each.row.hidden = !kept.has(each);
        });
        count += found.length;
        if (details && words.length > 0 && found.length > 0 && found.length < rows.length && !details.open) {
          details.open = true;
          opened.add(details);
        } else if (details && words.length === 0 && opened.delete(details)) {
          details.open = false;
        }
      }
      return words.length > 0 ? `${count} rows` : "";
    }));
  }
})();
