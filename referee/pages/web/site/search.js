// Finds any game of the site, also those on other pages: the index is loaded when somebody types. It is a classic
// script, because browsers load no modules from file://.
"use strict";
(() => {
  const most = 200;
  const box = /** @type {HTMLElement} */ (document.querySelector("[data-search]"));
  const root = box.dataset.search ?? "";

  /** @typedef {{texts: string[], ais: [string, string, string][], fields: [string, string][], games: [number, number, [number, number, number][], number, number, number, number][]}} Index */
  /** @type {{index: Index, words: string[]} | null} */
  let known = null;
  /** @type {Promise<void> | null} */
  let loading = null;

  // Its box would look through this page alone.
  document.querySelector("[data-listed] .finder:has(input)")?.remove();

  /** Text without accents, for comparing. @param {string} text */
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

  const load = () => loading ??= new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = `${root}games-index.js`;
    script.addEventListener("load", () => {
      const index = /** @type {Index} */ (/** @type {any} */ (window).refereeGames);
      const names = index.ais.map(([name, version]) => plain(`${name} ${version}`));
      const fields = index.fields.map(([name]) => plain(name));
      const texts = index.texts.map(plain);
      known = { index, words: index.games.map(([number, , seats, end, , field]) => `${number} ${seats.map(([ai]) => names[ai]).join(" ")} ${texts[end]} ${fields[field]}`) };
      done();
    });
    script.addEventListener("error", () => {
      loading = null;
      failed(new Error("the index of games can't be loaded"));
    });
    document.head.append(script);
  });

  /** @param {string} name @param {Record<string, string>} [attributes] @param {...(Node | string)} children */
  const html = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
    element.append(...children);
    return element;
  };

  /** A row as in the tables of games. @param {Index} index @param {Index["games"][number]} game */
  const row = ({ texts, ais, fields }, [number, folder, seats, end, turns, field, time]) => {
    const padded = String(number).padStart(6, "0");
    return html("tr", {},
      html("td", {}, folder < 0 ? String(number) : html("a", { href: `${root}${texts[folder]}/${padded}.html` }, String(number))),
      html("td", { class: "word" }, html("ul", { class: "seats" }, ...seats.map(([ai, , isWinner]) => html("li", isWinner ? { class: "winner" } : {}, html("a", { href: `${root}entry/${ais[ai][2]}` }, html("bdi", {}, ais[ai][0])), " ", html("span", { class: "soft" }, ais[ai][1]))))),
      html("td", {}, html("ul", { class: "seats" }, ...seats.map(([, score]) => html("li", {}, texts[score])))),
      html("td", { class: "word end" }, texts[end]),
      html("td", {}, String(turns)),
      html("td", { class: "word" }, html("a", { href: `${root}field/${fields[field][1]}` }, fields[field][0])),
      html("td", { class: "word" }, texts[time].slice(0, 16).replace("T", " ")));
  };

  const input = /** @type {HTMLInputElement} */ (html("input", { type: "search", placeholder: "Find any game: AI, field, end, number", "aria-label": "Find any game: AI, field, end, number" }));
  const says = html("span", { class: "soft", role: "status" });
  const found = html("div", { class: "scroll" });
  found.hidden = true;
  box.append(html("div", { class: "finder" }, input, says), found);

  const show = () => {
    const words = plain(input.value).split(/\s+/).filter((word) => word !== "");
    // What is on the page gives way to what was found.
    document.querySelectorAll("[data-listed]").forEach((part) => {
      /** @type {HTMLElement} */ (part).hidden = words.length > 0;
    });
    found.hidden = words.length === 0;
    if (!known || words.length === 0) {
      says.textContent = words.length > 0 ? "…" : "";
      return;
    }
    const { index, words: texts } = known;
    const games = index.games.filter((_, i) => words.every((word) => texts[i].includes(word)));
    says.textContent = `${games.length} of ${index.games.length}${games.length > most ? `, here the newest ${most}` : ""}`;
    const heads = ["Game", "By seat", "Scores", "End", "Turns", "Field", "Played"].map((head, i) => html("th", i === 1 || i === 3 || i > 4 ? { class: "word", scope: "col" } : { scope: "col" }, head));
    found.replaceChildren(html("table", { class: "games" }, html("thead", {}, html("tr", {}, ...heads)), html("tbody", {}, ...games.slice(0, most).map((game) => row(index, game)))));
  };
  input.addEventListener("input", () => {
    show();
    if (!known) {
      load().then(show, (error) => {
        says.textContent = error.message;
      });
    }
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && input.value !== "") {
      input.value = "";
      show();
    }
  });
})();
