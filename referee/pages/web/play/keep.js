// A game that was played in the page, to keep: as a record, which `referee replay` verifies, and as a
// replay page made of this page's own parts.

import { shelf } from "view/wasm/modules.js";

/** @typedef {import("view/play/played.js").PlayedGame} PlayedGame */

/** The record of the game, as `--record` writes it. @param {PlayedGame} played */
export function keptRecord({ plan, info, sha256, moves, game: { end }, games, position, hasClock }) {
  const seats = plan.names.map((name, i) => ({ seat: i + 1, name, ai: plan.seats[i] ? { page: plan.seats[i]?.module } : { human: true } }));
  const head = {
    record: 2, referee: shelf.referee, game: info.name, number: plan.number, field: { name: plan.name, sha256, text: plan.field }, seats,
    limits: { time_ms: hasClock ? null : plan.limitMs || info.limit_ms, margin_ms: 0 }, confinement: "page", points: plan.points, seed: plan.seed,
  };
  const lines = moves.map(({ turn, seat, move, effect, fault, ms = 0, reason, comment, notes, instructions, state }) => ({
    turn, seat, move: move ?? null, effect: effect || null, fault, ...(reason ? { reason } : {}), ...(comment ? { comment } : {}),
    ...(notes ? { notes } : {}), wall_ms: Math.round(ms * 1000) / 1000, cpu_ms: 0, memory_kib: 0,
    ...(instructions === undefined ? {} : { instructions }), ...(state ? { state } : {}),
  }));
  const result = end ? [{ ranks: end.ranks, scores: end.scores, reason: end.reason, state: games.hash(position) }] : [];
  return [head, ...lines, ...result].map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** @param {string} text @returns {Promise<string>} gzip, base64 */
async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let signs = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    signs += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(signs);
}

const asUrl = (/** @type {string} */ text) => `data:text/javascript;charset=utf-8,${encodeURIComponent(text)}`;
const inScript = (/** @type {unknown} */ value) => JSON.stringify(value).replace(/</g, "\\u003c");
const inMarkup = (/** @type {string} */ text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** The replay page of the game, like that of `referee replay --html`. @param {PlayedGame} played @param {import("view/types").Match} match */
export async function keptPage(played, match) {
  /** @type {Record<string, string>} */
  const files = /** @type {any} */ (self).refereeFiles;
  const own = Object.entries(files).filter(([name]) => name.endsWith(".js") && !/^(wasm|play|ask|live)\//.test(name) &&
    (!name.startsWith("games/") || name === `games/${match.game.name}.js`));
  const [style, board] = [...document.querySelectorAll("style")].map((element) => element.textContent ?? "");
  const { live: _live, ...kept } = match;
  const head = { ...kept, games: match.games.filter((_, i) => played.plan.number === match.games[i].number) };
  /** @type {Record<string, string>} */
  const parts = {
    title: inMarkup(`${match.game.name} on ${played.plan.name}`), sources: "", style, "board style": board,
    modules: inScript({ imports: Object.fromEntries(own.map(([name, text]) => [`view/${name}`, asUrl(text)])) }),
    data: `<script type="application/json" id="match">${inScript(head)}</script>\n<script type="text/plain" id="game-1">${
      await packed([...played.lines, ...(played.game.end ? [played.game.end] : [])].map((line) => `${JSON.stringify(line)}\n`).join(""))}</script>\n`,
  };
  return files["page.html"].replace(/\{\{([a-z ]+)\}\}/g, (_, name) => parts[name] ?? "");
}
