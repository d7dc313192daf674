// A tournament while it is played: progress, standings, and a small board for each game that is being
// played. A click on one shows it as the page shows a match.

import { Badge } from "view/live/badge.js";
import { nameOf, swatch } from "view/players.js";
import { Stage } from "view/stage.js";
import { figure, html, isolated, visible } from "view/svg.js";
import { byTeam } from "view/teams.js";
import { viewOf } from "view/viewer.js";

const drawInterval = 100; // ms: a small board is not drawn more often

/** Like the line of the terminal (tournament/play/progress.cpp). @param {number} perSecond */
function rateText(perSecond) {
  const [rate, unit] = perSecond >= 1 ? [perSecond, "s"] : perSecond * 60 >= 1 ? [perSecond * 60, "min"] : [perSecond * 3600, "h"];
  return `${rate.toFixed(1)} games/${unit}`;
}

/** @param {number} seconds */
function time(seconds) {
  const whole = Math.round(seconds);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  return whole < 3600 ? `${Math.floor(whole / 60)}:${two(whole % 60)} min` : `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)} h`;
}

/** The rank; where all have the same but not the same score, as in games that the match decides, the score. @param {{ranks?: number[], scores?: number[]}} result @param {number} place */
function standingOf({ ranks, scores = [] }, place) {
  const isOpen = ranks?.every((rank) => rank === ranks[0]) && new Set(scores).size > 1;
  return !ranks ? "" : isOpen ? `score ${figure(scores[place] ?? NaN)}` : `rank ${ranks[place]}`;
}

/** A small board with the names of its players. */
class Card {
  /** @param {number} index @param {string} kind @param {() => void} open */
  constructor(index, kind, open) {
    this.kind = kind;
    this.stage = new Stage(kind);
    this.title = html("span", { class: "soft" });
    this.turn = html("span", { class: "turn" });
    this.players = html("ol", {});
    this.place = html("span", { class: "board" }, this.stage.picture);
    this.element = html("button", { type: "button", class: "game-card", "data-board": index + 1 },
      html("span", { class: "card-head" }, this.title, this.turn), this.place, this.players);
    this.element.addEventListener("click", open);
    /** @type {import("view/source").Game | null} */
    this.game = null;
    /** @type {import("view/types").Board | null} */
    this.board = null;
  }

  /**
   * @param {import("view/source").Game} game
   * @param {import("view/types").GameHead} head
   * @param {import("view/types").BoardMaker} makeBoard
   */
  draw(game, head, makeBoard) {
    if (game.frames === 0) {
      return;
    }
    if (this.game !== game) {
      this.game = game;
      this.board = null;
      this.title.textContent = `Game ${head.number}`;
      this.element.title = isolated(head.field);
      const take = (/** @type {import("view/types").Board} */ board) => {
        if (this.game === game) {
          this.board = board;
          this.stage.take(board);
          board.onchange = (isOther) => {
            if (isOther && this.game === game) {
              this.stage.take(board);
            }
          };
        }
      };
      const made = makeBoard(game.frame(0), this.place);
      if (made instanceof Promise) {
        void made.then((board) => {
          take(board);
          this.draw(game, head, makeBoard);
        });
      } else {
        take(made);
      }
    }
    if (!this.board || this.game !== game) {
      return; // it comes
    }
    const view = viewOf(game, game.frames - 1, head);
    const { board } = this;
    const turn = game.end ? "ended" : view.entry.first === 0 ? "start" : `turn ${view.entry.turn}`;
    this.turn.textContent = turn;
    this.element.dataset.turn = String(view.entry.first === 0 ? -1 : view.entry.turn);
    this.stage.show(view, { title: `${this.kind}, ${turn}: ${board.status(view.frame, view.names.map(isolated))}` });
    const results = byTeam({ ...head, ranks: game.end?.ranks, scores: game.end?.scores });
    this.players.replaceChildren(...results.names.map((name, place) =>
      html("li", {}, ...(results.members[place] ?? []).map((seat) => swatch(seat)), nameOf(name), html("span", { class: "state" }, standingOf(results, place)))));
  }
}

export class Tournament {
  /**
   * @param {import("view/live/source").LiveSource} source
   * @param {import("view/viewer").Viewer} viewer
   * @param {import("view/types").BoardMaker} makeBoard
   */
  constructor(source, viewer, makeBoard) {
    this.source = source;
    this.viewer = viewer;
    this.makeBoard = makeBoard;
    /** @type {Card[]} */
    this.cards = [];
    /** Boards that have changed since they were drawn. @type {Set<number>} */
    this.changed = new Set();
    this.enlarged = -1;
    /** Which games the tabs name. @type {number[]} */
    this.serials = [];
    viewer.hasAddress = false;
    viewer.choose = (index) => {
      location.hash = `board=${index + 1}`;
    };
    this.badge = new Badge(() => void viewer.follow(this.enlarged));
    viewer.onshow = () => this.#showState();
    this.progress = html("progress", { max: 1, value: 0, "aria-label": "Games played" });
    this.counted = html("span", { class: "counted" }, "Waiting for the first game");
    this.left = html("span", { class: "left soft" });
    this.standings = html("tbody", {});
    this.more = html("p", { class: "soft" });
    this.games = html("div", { class: "game-cards" });
    const overview = html("div", { id: "overview" },
      html("section", { class: "standings", "aria-label": "Standings" },
        html("div", { class: "progress" }, this.progress, html("p", {}, this.counted, this.left)),
        html("h2", {}, "Standings"),
        html("table", {}, html("thead", {}, html("tr", {}, ...["Rank", "AI", "Win rate", "Points", "Games"].map((text) => html("th", { scope: "col" }, text)))),
          this.standings), this.more),
      html("section", { "aria-label": "Games in progress" }, html("h2", {}, "In progress"), this.games));
    document.querySelector("main")?.prepend(overview);
    this.back = html("button", { type: "button", id: "all-games" }, "← All games");
    this.back.addEventListener("click", () => {
      location.hash = "";
    });
    document.getElementById("title")?.before(this.back);
    source.topic("tournament", (value) => this.#showProgress(value));
    source.listeners.push((board) => this.#news(board));
    addEventListener("hashchange", () => this.#follow());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) {
        location.hash = "";
      }
    });
    this.#follow();
  }

  /** The address says whether one game is enlarged. */
  #follow() {
    this.enlarged = Number(/^#board=(\d{1,4})$/.exec(location.hash)?.[1] ?? 0) - 1;
    document.body.classList.toggle("overview", this.enlarged < 0);
    if (this.enlarged >= 0) {
      void this.viewer.follow(this.enlarged);
    } else {
      this.#drawSoon();
      /** @type {HTMLElement} */ (document.getElementById("title")).textContent = document.title;
    }
    this.#showState();
  }

  #showState() {
    this.badge.show(this.source.state, this.enlarged < 0 || this.viewer.isFollowing);
  }

  /** @param {number} board */
  #news(board) {
    if (board >= 0) {
      this.changed.add(board);
      this.#drawSoon();
    }
    if (this.enlarged >= 0 && this.source.boards.some((each, i) => each?.serial !== this.serials[i])) {
      this.serials = this.source.boards.map((each) => each?.serial);
      this.viewer.showHead();
    }
    if (board >= 0 && board === this.enlarged) {
      const { game } = this.source.boards[board];
      if (game === this.viewer.game) {
        this.viewer.grown();
      } else if (game.frames > 0 && (this.viewer.isFollowing || this.viewer.gameIndex !== board)) {
        void this.viewer.follow(board);
      }
    }
    this.#showState();
  }

  /** Draws what has changed, unless one game fills the page. */
  #drawSoon() {
    if (this.isDue || this.enlarged >= 0) {
      return;
    }
    this.isDue = true;
    setTimeout(() => requestAnimationFrame(() => {
      this.isDue = false;
      for (const board of this.enlarged >= 0 ? [] : this.changed) {
        this.changed.delete(board);
        this.#card(board).draw(this.source.boards[board].game, this.source.match.games[board], this.makeBoard);
      }
    }), drawInterval);
  }

  /** @param {number} index */
  #card(index) {
    for (let i = this.cards.length; i <= index; ++i) {
      const card = new Card(i, this.source.match.game.name, () => this.viewer.choose(i));
      this.cards.push(card);
      this.games.append(card.element);
    }
    return this.cards[index];
  }

  /** @param {import("view/types").TournamentProgress} value */
  #showProgress(value) {
    const { played, planned, per_second: rate, seconds_left: left } = value;
    /** @type {HTMLProgressElement} */ (this.progress).value = planned > 0 ? played / planned : 1;
    this.counted.textContent = `${played} of ${planned} games`;
    this.left.textContent = played >= planned ? "" : [rate > 0 ? rateText(rate) : "", left === null ? "" : `${time(left)} left`].filter(Boolean).join(" · ");
    const rates = value.ais.map((ai) => ai.games > 0 ? ai.share / ai.games : 0);
    let rank = 0;
    this.standings.replaceChildren(...value.ais.map((ai, i) => {
      rank = i > 0 && rates[i - 1] === rates[i] ? rank : i + 1;
      return html("tr", { "data-ai": ai.name }, html("td", {}, String(rank)), html("td", { class: "word" }, nameOf(ai.name)),
        html("td", {}, ai.games > 0 ? `${(100 * rates[i]).toFixed(1)} %` : "–"), html("td", {}, figure(ai.points)), html("td", {}, String(ai.games)));
    }));
    this.more.textContent = value.left_out > 0 ? `and ${value.left_out} more` : "";
  }
}
