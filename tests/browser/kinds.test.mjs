// One page of each kind that referee/pages/README.md lists, on a phone and at a desk, light and dark: what axe-core
// finds, texts over texts, what the console says, that nothing scrolls sideways, that a finger meets all links and buttons,
// and that names from right to left turn nothing around them.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { test } from "node:test";
import { aiOf, fieldOf, gameNamed, playersOf } from "./catalogue.mjs";
import { accessFaults, isolationFaults, painted, targetFaults, textFaults, widthFaults } from "./checks.mjs";
import { begin, isIn } from "./play/human.mjs";
import { lacking } from "./play/in-page.mjs";
import { build, folder, gatedAi, keepPicture, play, referee, source, until, useBrowser, watch } from "./support.mjs";

const browser = useBrowser();
const screens = { phone: { width: 360, height: 740 }, desk: { width: 1440, height: 900 } };
/** Any game does here; this one runs in a page, too. */
const duel = gameNamed("gems");
const cup = join(folder, "cup");
/** In Hebrew and in Arabic; stored-results has them, too. */
const names = ["שחקן", "لاعب"];
/** A match of two AIs with these names, as words of --ai. */
const players = () => playersOf(duel, 2).map((words, seat) => words.replace(/^[^=]*/, names[seat]));
const entrants = `entry,name,team\ngreedy,${names[0]},\nmaxdamage,${names[1]},${names[0]}\n`;
const early = join(folder, "early");

/** A field of the game, on which games are short. */
const fieldNow = () => fieldOf({ game: duel, what: "of a page", seats: 2, asks: {}, room: { max_moves: "12" } }).path;
/** @param {string} kind */
const stored = (kind) => {
  const database = join(folder, `${kind}.sqlite`);
  execFileSync(join(build, "stored-results"), [kind, database, ...(kind === "season" ? ["20"] : [])]);
  return database;
};
/** A season of that folder, with what stands in its settings. @param {string} place @param {string[]} lines @param {Record<string, string>} entries */
function season(place, lines, entries) {
  mkdirSync(join(place, "entries"), { recursive: true });
  for (const [name, program] of Object.entries(entries)) {
    mkdirSync(join(place, "entries", name));
    cpSync(program, join(place, "entries", name, "1"), { dereference: true });
  }
  writeFileSync(join(place, "entrants.csv"), entrants);
  writeFileSync(join(place, "season.ini"), ["entrants = entrants.csv", "title = Winter cup", ...lines].join("\n") + "\n");
  referee("season", place, "--once");
  return join(place, "site");
}
const cupSite = () => (cupSite.made ??= season(cup, ["generate = 12", "field-seed = 3", "field-set = max_moves=24", "field-set = rows=60", `baseline = reference=${join(build, "ai/gems/reference")}`, "games = 4", "time-limit = 20s"],
  Object.fromEntries(["greedy", "maxdamage", "random"].map((name) => [name, join(build, "ai/gems", name)]))));
/** All files below a folder of a site. @param {string} site @param {string} [below] @returns {string[]} */
const files = (site, below = "") => readdirSync(join(site, below)).flatMap((name) => {
  const path = posix.join(below, name);
  return statSync(join(site, path)).isDirectory() ? files(site, path) : [path];
});
/** The first page of a folder of the site. @param {string} part */
const pageOf = (part) => join(cupSite(), files(cupSite()).find((name) => name.startsWith(part) && name.endsWith(".html")));
/** The page of a tuning of an AI with two parameters, on short games. @param {string} method */
const tuning = (method) => {
  const [html, tuned] = [join(folder, `${method}.html`), join(folder, "tuned")];
  mkdirSync(tuned, { recursive: true });
  cpSync(aiOf(duel), join(tuned, "program"));
  writeFileSync(join(tuned, "ai.ini"), ["command = {dir}/program", `name = ${names[0]}`, `game = ${duel.name}`, "parameter = patience, int, 3, 1, 9, 1", "parameter = courage, float, 0.5, 0, 1, 0.1"].join("\n"));
  for (const seed of ["1", "2", "3", "4"]) {
    referee("create", join(folder, `tuning-${seed}.dat`), "--game", duel.name, "--seed", seed, "--set", "max_moves=12", "--force");
  }
  referee("tune", "--ai", tuned, "--fields", join(folder, "tuning-?.dat"), "--method", method, "--db", join(folder, `${method}.sqlite`), "--games", "32", "--time-limit", "none", "--html", html,
    ...(method === "sweep" ? ["--values", "2"] : []));
  return html;
};

/**
 * How a page of each kind comes about: a file or an address, with a place after # if it needs one; what else must have happened
 * before it is looked at; or why it can't be made here.
 * @type {Record<string, {make: () => any, ready?: (page: any) => Promise<unknown>, isViewer?: boolean, hasNoNames?: boolean, skip?: string | false}>}
 */
const kinds = {
  replay: { make: () => [play("kind", fieldNow(), players()).page, "game=1&turn=9999"], isViewer: true },
  "replay for another page": { make: () => [play("kind-embedded", fieldNow(), players()).page, "embed&game=1&turn=3"], isViewer: true },
  "replay with AIs": {
    skip: lacking("gems/greedy"), isViewer: true,
    make: () => {
      const { record, page } = play("kind-with", fieldNow(), players());
      referee("replay", record, "--html", page, "--with", "greedy", "--force");
      return page;
    },
  },
  "play page": {
    skip: lacking("gems/greedy"), hasNoNames: true,
    make: () => {
      const page = join(folder, "kind-play.html");
      referee("play-page", page, "--game", "gems", "--ai", "greedy");
      return page;
    },
    ready: (page) => page.waitForSelector("#lobby, .lobby"),
  },
  "play page in a folder": {
    skip: lacking("gems/greedy"), hasNoNames: true,
    make: () => {
      const place = join(folder, "kind-play");
      referee("play-page", place, "--game", "gems", "--ai", "greedy");
      return [join(place, "index.html"), "play=gems&seed=7"];
    },
    ready: (page) => page.waitForSelector("#lobby .preview svg"),
  },
  "live match": {
    isViewer: true,
    make: async () => {
      const gate = gatedAi("kind-live", aiOf(duel));
      const run = await watch(fieldNow(), "--ai", `${names[0]}=${gate.path}`, "--ai", `${names[1]}=${aiOf(duel)}`, "--confine", "none", "--time-limit", "none");
      gate.allow(3);
      return run.url;
    },
    ready: (page) => until(page, () => /^Turn [3-9]/.test(document.querySelector(".where")?.textContent)),
  },
  "seat of a person": {
    isViewer: true,
    make: async () => (await begin("kind-seat", fieldNow(), [`${names[0]}=human`, players()[1]])).links[names[0]],
    ready: (page) => isIn(page, "move"),
  },
  "live tournament": {
    make: async () => {
      const gate = gatedAi("kind-arena", aiOf(duel));
      const run = await watch("tournament", "--fields", fieldNow(), "--ai", `${names[0]}=${gate.path}`, "--ai", `${names[1]}=${aiOf(duel)}`, "--ai", `c=${aiOf(duel)}`, "--confine", "none", "--time-limit", "none",
        "--jobs", "1", "--db", join(folder, "kind-arena.sqlite"));
      gate.allow(3);
      return run.url;
    },
    ready: (page) => page.waitForSelector(".game-card svg"),
  },
  report: {
    make: () => ["thirty", "gauntlet", "circle"].map((kind) => {
      const html = join(folder, `${kind}.html`);
      referee("report", stored(kind), "--html", html, "--title", `The ${kind}`);
      return html;
    }),
  },
  "tuning by SPSA": { make: () => tuning("spsa") },
  "tuning by a sweep": { make: () => tuning("sweep") },
  "front page before the first game": {
    hasNoNames: true,
    make: () => join(season(early, ["game = gems", "generate = 2", "field-seed = 3", "games = 2"], {}), "index.html"),
  },
  "front page": {
    make: () => {
      const large = join(folder, "large-site");
      referee("site", stored("season"), large, "--title", "Cup of 20");
      return [join(cupSite(), "index.html"), join(large, "index.html")];
    },
  },
  games: { make: () => join(cupSite(), "games.html") },
  "report of a site": { make: () => join(cupSite(), "report.html"), hasNoNames: true }, // it has the names of folders
  rules: { make: () => join(cupSite(), "rules.html"), hasNoNames: true },
  entry: { ready: (page) => page.waitForSelector("body[data-ready]", { state: "attached", timeout: 20_000 }).catch(() => {}), make: () => [pageOf("entry/greedy"), pageOf("entry/~")] },
  pair: { make: () => pageOf("pair/") },
  field: { make: () => pageOf("field/") },
  "replay of a site": { make: () => pageOf("replay/"), isViewer: true },
};

/** The table of referee/pages/README.md. @returns {[string, string][]} */
function listed() {
  const section = readFileSync(join(source, "referee/pages/README.md"), "utf8").split("\n## Kinds of page\n")[1].split("\n## ")[0];
  return [...section.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].slice(2).map((row) => [row[1], row[2]]);
}

test("each kind of page in the README is tested here, and each command that makes pages is in its table", () => {
  assert.deepEqual(Object.keys(kinds).sort(), listed().map(([kind]) => kind).sort());
  const makers = listed().map(([, what]) => what).join(" ");
  const commands = [...referee("help").matchAll(/^ {2}([a-z-]+) {2,}/gm)].map((found) => found[1]);
  assert.ok(commands.length > 10, `${commands}`);
  for (const command of commands) {
    for (const [, option] of referee("help", command, "--help-all").matchAll(/^\s+--(html|watch)\b/gm)) {
      assert.match(makers, new RegExp(`\`${command} [^\`]*--${option}`), `${command} --${option} makes pages`);
    }
  }
});

test("each kind of page of a site is in the README's table", () => {
  const makers = listed().map(([, what]) => what).join(" ");
  for (const name of files(cupSite()).filter((each) => each.endsWith(".html"))) {
    assert.ok(makers.includes(name.includes("/") ? `\`${name.split("/")[0]}/` : `\`${name}\``), name);
  }
});

for (const [kind, { make, ready = async () => {}, isViewer = false, hasNoNames = false, skip = false }] of Object.entries(kinds)) {
  test(`${kind}: access, texts, width, console`, { skip }, async () => {
    const made = [await make()].flat();
    const [addresses, place] = made.some((each) => !/^(\/|http)/.test(each)) ? [[made[0]], made[1]] : [made, ""];
    /** @type {string[]} */
    const complaints = [];
    let named = 0;
    for (const address of addresses) {
      const { page, problems } = await open(address, place, isViewer);
      await ready(page);
      for (const [screen, viewport] of Object.entries(screens)) {
        await page.setViewportSize(viewport);
        for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
          await page.emulateMedia({ colorScheme });
          await painted(page);
          // axe-core sees colours and what is folded away: both, each once.
          const isSeen = (screen === "phone") === (colorScheme === "light");
          const isTouched = screen === "phone" && colorScheme === "light";
          complaints.push(...[...await widthFaults(page), ...await textFaults(page), ...await (isTouched ? targetFaults(page) : []), ...await (isSeen ? accessFaults(page, { isFrame: place.startsWith("embed") }) : [])].map((each) => `${screen}, ${colorScheme}: ${each}`));
          await keepPicture(page, `kind-${kind.replace(/\W+/g, "-")}-${screen}-${colorScheme}`, { fullPage: !isViewer });
        }
      }
      const { faults, found } = await isolationFaults(page, names);
      named += found;
      complaints.push(...faults, ...problems);
      await page.context().close();
    }
    assert.deepEqual([...new Set(complaints)], []);
    assert.ok(named > 0 || hasNoNames, "no name is on the page");
  });
}

/** @param {string} address @param {string} place @param {boolean} isViewer */
async function open(address, place, isViewer) {
  if (isViewer) {
    const page = await browser.open(address, place);
    return { page, problems: page.problems };
  }
  const context = await browser.launched().newContext({ viewport: screens.desk, colorScheme: "light", reducedMotion: "reduce" });
  const page = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  page.on("pageerror", (/** @type {Error} */ error) => problems.push(error.message));
  page.on("console", (/** @type {any} */ message) => message.type() === "error" && problems.push(message.text()));
  await page.goto(`${address.startsWith("http") ? "" : "file://"}${address}${place ? `#${place}` : ""}`);
  return { page, problems };
}
