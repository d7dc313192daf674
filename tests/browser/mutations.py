"""Faults planted in pages: a name, the file, what stands there exactly once, what stands there instead, and the tests
that must notice it: a file, and what its tests are called (of every.test.mjs: the cases)."""

WEB = "referee/pages/web/"
EVERY, KINDS, BOARDS, PAGE = "every.test.mjs", "kinds.test.mjs", "boards.test.mjs", "page.test.mjs"
STORY, HUMAN, COLOURS, LOOK = "story.test.mjs", "play/human.test.mjs", "colours.test.mjs", "look.test.mjs"

FAULTS = [
    ("a legend entry has no picture", WEB + "games/battlesnake.js", "food: { box: [0, 0, size, size]", "fruit: { box: [0, 0, size, size]", STORY, "battlesnake: how it works"),
    ("a rule is left out", WEB + "rules.js", "...rules.lines.map((line)", "...rules.lines.slice(1).map((line)", STORY, "gems: how it works"),
    ("a rule is negated", WEB + "rules.js", 'html("li", {}, visible(line))', 'html("li", {}, visible(line).replace(" is ", " is not "))', STORY, "battlesnake: how it works"),
    ("all texts of boards are centred", WEB + "styles/board.css", ".board .label { font-size", ".board text { text-anchor: middle; } .board .label { font-size", EVERY, "bazaar, 3|elsewhere, 2"),
    ("a number's anchor is another", "referee/games/bazaar/board.js", 'String(frame.prices[i]), "price", { "text-anchor": "end" }', 'String(frame.prices[i]), "price", { "text-anchor": "start" }', EVERY, "bazaar, 3"),
    ("a label is pale", WEB + "styles/board.css", ".board .label { font-size: 3.2px; fill: var(--soft); }", ".board .label { font-size: 3.2px; fill: var(--line); }", EVERY, "gems, 2"),
    ("numbers of dice have no border", WEB + "styles/board.css", "font-size: 9px; fill: var(--ink); stroke: var(--page); stroke-width: 2;", "font-size: 9px; fill: var(--ink);", EVERY, "dicewars, [24]"),
    ("a colour of a seat is moved", WEB + "styles/colours.css", "--seat-2: #c94f00", "--seat-2: #0a6ab0", EVERY, "spe_ed, 2|goofspiel, 2|battlesnake, as"),
    ("two seats have one pattern", WEB + "stage.js", '"M4 2.6a1.4 1.4 0 1 0 .01 0z", "M0 4H8"', '"M4 2.6a1.4 1.4 0 1 0 .01 0z", "M4 2.6a1.4 1.4 0 1 0 .01 0z"', COLOURS, "dicewars"),
    ("a sentence of the story leads to the next turn", WEB + "story.js", "goTo(moment.turn ?? null);", "goTo(moment.turn === undefined ? null : moment.turn + 1);", EVERY, "gems, as|cops, as"),
    ("the story is told from its second sentence on", WEB + "story.js", '"The story"), html("ol", {}, ...story.map((moment, i) =>', '"The story"), html("ol", {}, ...story.slice(1).map((moment, i) =>', EVERY, "gems, 2"),
    ("the second wins", WEB + "result.js", "rank === 1 ? [i] : []", "rank === 2 ? [i] : []", EVERY, "gems, 2"),
    ("a rank is one more", WEB + "players.js", "`rank ${ranks[i]}, `", "`rank ${ranks[i] + 1}, `", BOARDS, "ranks, scores"),
    ("two values of a player are swapped", WEB + "games/battlesnake.js", 'name: "length"', 'name: "size"', BOARDS, "battlesnake: bodies"),
    ("ten turns are nine", WEB + "controls.js", "PageDown: () => actions.turn(10)", "PageDown: () => actions.turn(9)", PAGE, "keys step"),
    ("a fault is marked a frame later", WEB + "curves.js", '"data-frame": mark.frame', '"data-frame": mark.frame + 1', PAGE, "faults are marked"),
    ("a click on the curves leads elsewhere", WEB + "curves.js", "Math.min(1, inside)) * this.last)", "Math.min(1, inside)) * this.last * 0.8)", PAGE, "the scrubber"),
    ("a link has another turn", WEB + "share.js", 'words.delete("embed");', 'words.delete("embed"); words.set("turn", "1");', STORY, "the moment is shared"),
    ("a column of stones is another", WEB + "games/gems.js", '"data-x": x, "data-y": 9 - y, x: x * size + 0.4', '"data-x": 9 - x, "data-y": 9 - y, x: x * size + 0.4', BOARDS, "gems"),
    ("gates turn the other way", WEB + "games/cops.js", 'group.setAttribute("data-clockwise", String(gate.clockwise));', 'group.setAttribute("data-clockwise", String(!gate.clockwise));', BOARDS, "cops: walls"),
    ("the sum of the dice is the defender's", WEB + "games/dicewars.js", '[last.attack_dice, last.attack, last.seat, "attack"]', '[last.attack_dice, last.defence, last.seat, "attack"]', BOARDS, "dicewars: each die"),
    ("points of the next seat", "referee/games/goofspiel/board.js", '"font-size": 8 }, String(player.points)', '"font-size": 8 }, String(frame.players[seat % seats].points)', BOARDS, "goofspiel"),
    ("a key means the other way", WEB + "games/battlesnake.js", 'answer: "left", label: "Left", keys: ["ArrowLeft", "a"]', 'answer: "left", label: "Left", keys: ["ArrowRight", "a"]', HUMAN, "battlesnake: a person plays whole games with the keyboard"),
    ("a plan is sent without its last letter", WEB + "live/plan.js", "(_, i) => each[i] ?? this.form.rest)", "(_, i) => (i + 1 < this.form.length ? each[i] : undefined) ?? this.form.rest)", EVERY, "cops, 2"),
    ("more is less", WEB + "live/slots.js", 'button("+", 1)', 'button("+", -1)', EVERY, "bazaar, 3"),
    ("the board is small on a phone", WEB + "styles/page.css", "height: min(100vw / var(--aspect, 1), 62dvh)", "height: min(60vw / var(--aspect, 1), 40dvh)", EVERY, "gems, 2"),
    ("the controls are wider than the screen", WEB + "styles/page.css", ".chart { height: 72px; } .controls { gap: var(--space-1); flex-wrap: wrap; justify-content", ".chart { height: 72px; } .controls { min-width: 30em; gap: var(--space-1); flex-wrap: wrap; justify-content", EVERY, "gems, 2"),
    ("the panel of dice vanishes in a frame", WEB + "styles/page.css", "body.embed div.panel,", "body.embed .panel,", EVERY, "dicewars, 6"),
    ("a drawing keeps what has changed", WEB + "games/dicewars.js", "keep(`dice ${area}`, owner + number,", "keep(`dice ${area}`, owner,", EVERY, "dicewars, [23]"),
    ("the page says something to the console", WEB + "stage.js", "this.kept = kept;", "this.kept = kept; console.error(this.kept.size);", EVERY, "not_drawn, 2"),
    ("a button has no name", WEB + "controls.js", '"aria-label": label, title: label', '"data-label": label', EVERY, "gems, 2"),
    ("tables can't be scrolled with the keyboard", "referee/pages/html.cpp", ' tabindex=\\"0\\">', ">", KINDS, "report:|entry"),
    ("a map of win rates is one picture with links in it", "referee/pages/svg.cpp", 'has_links ? "role=\\"group\\""', 'has_links ? "role=\\"img\\""', KINDS, "report:"),
    ("columns of a live tournament are swapped", WEB + "live/tournament.js", '"Win rate", "Points"', '"Points", "Win rate"', "play/live.test.mjs", "a tournament that is opened in the middle"),
    ("a stranger's frame has the page's origin", WEB + "framed.js", 'sandbox: "allow-scripts"', 'sandbox: "allow-scripts allow-same-origin"', "strangers.test.mjs", "code that has broken out"),
    ("a stranger draws whatever it likes", WEB + "frame/clean.js", "if (!names.has(tree.name) || ", "if (", "strangers.test.mjs", "a drawing finds no key"),
    ("what a stranger sends unasked counts", WEB + "frame/host.js", "if (this.jobs.length === 0 || data?.id !== this.number)", "if (this.jobs.length === 0)", "strangers.test.mjs", "a drawing that answers what it was never asked"),
    ("a choice that wasn't offered is one", WEB + "framed.js", "(Number.isInteger(number) ? choices[/** @type {number} */ (number)] : undefined)", "(Number.isInteger(number) ? choices[/** @type {number} */ (number)] ?? choices[0] : undefined)", "strangers.test.mjs", "a drawing's buttons"),
]
