// A page that shows games while they are played: a match, which it follows from game to game, or a
// tournament.

import { Badge } from "view/live/badge.js";
import { Human } from "view/live/human.js";
import { LiveSource } from "view/live/source.js";
import { Tournament } from "view/live/tournament.js";
import { keys } from "view/controls.js";
import { Viewer } from "view/viewer.js";

const patience = 1000; // ms: a game that is played faster than it is sent never becomes current

/** @param {import("view/types").Match} match @param {import("view/types").WholeDrawing} drawing */
export async function showLive(match, { board: makeBoard, hand }) {
  keys.splice(-1, 0, ["l", "the newest turn"]);
  const source = new LiveSource(match);
  const viewer = new Viewer(source, makeBoard);
  if (match.live?.tournament) {
    new Tournament(source, viewer, makeBoard);
  } else {
    followMatch(source, viewer);
    const key = new URLSearchParams(location.hash.slice(1)).get("key");
    if (key !== null) {
      new Human(source, viewer, hand, key);
    }
  }
  source.connect();
}

/** Goes from game to game as they are played, unless the person looks at something else. @param {LiveSource} source @param {Viewer} viewer */
function followMatch(source, viewer) {
  const status = /** @type {HTMLElement} */ (document.getElementById("status"));
  status.textContent = "Waiting for the first turn";
  const newest = () => {
    let index = source.boards.length - 1;
    while (index >= 0 && !source.boards[index]?.game.frames) {
      index -= 1;
    }
    return index;
  };
  const badge = new Badge(() => void viewer.follow(newest()));
  viewer.choose = (index) => void (source.boards[index]?.game.end ? viewer.open(index) : viewer.follow(index));
  let hasBegun = false;
  let heads = "";
  const begin = async () => {
    if (!hasBegun && newest() >= 0) {
      hasBegun = true;
      // A link to a moment leads there; else the page goes along.
      await (/turn=|step=/.test(location.hash) ? viewer.start() : viewer.follow(newest()));
    }
  };
  let isCurrent = false;
  void source.current.then(() => {
    isCurrent = true;
    return begin();
  });
  const show = () => badge.show(source.state, viewer.isFollowing && (viewer.gameIndex >= newest() || !hasBegun));
  viewer.onshow = show;
  source.listeners.push((board) => {
    const known = source.match.games.map((head) => `${head.number} ${head.ranks}`).join();
    if (known !== heads) {
      heads = known;
      viewer.showHead();
    }
    if (!hasBegun) {
      if (board >= 0) {
        setTimeout(begin, isCurrent ? 0 : patience);
      }
    } else if (board === viewer.gameIndex && source.boards[board].game === viewer.game) {
      viewer.grown();
    } else if (board === viewer.gameIndex || (viewer.isFollowing && board > viewer.gameIndex && !viewer.staysAtEnd())) {
      void viewer.follow(newest());
    }
    show();
  });
  show();
}
