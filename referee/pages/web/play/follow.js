// The viewer of games that are played in the page: it goes along with the newest turn, as a live page
// does, and the hand is beside it.

import { Human } from "view/live/human.js";
import { Viewer } from "view/viewer.js";

/** @typedef {import("view/play/seats.js").SeatSource} SeatSource */

/** @param {SeatSource} source @param {Viewer} viewer @param {import("view/types").LateHandMaker} makeHand */
export function follow(source, viewer, makeHand) {
  // Only games in progress are followed.
  source.match.live ??= { events: "", tournament: false };
  new Human(/** @type {any} */ (source), viewer, makeHand, "");
  source.listeners.push((board) => {
    viewer.showHead();
    if (board === viewer.gameIndex && source.boards[board]?.game === viewer.game) {
      viewer.grown();
    } else {
      void viewer.follow(board);
    }
  });
  const { choose } = viewer;
  viewer.choose = (index) => {
    source.resume(index);
    if (source.boards[index] && !source.boards[index]?.isOver) {
      void viewer.follow(index);
    } else {
      choose(index);
    }
  };
}

/** @param {SeatSource} source @param {import("view/types").BoardMaker} board @param {import("view/types").LateHandMaker} hand */
export function playingViewer(source, board, hand) {
  const viewer = new Viewer(source, board);
  follow(source, viewer, hand);
  return viewer;
}
