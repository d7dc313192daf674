// The WebAssembly modules of the page: what it holds itself, or loads as scripts from a folder beside
// it, because a page of a file may not fetch its neighbours.

import { Games } from "view/wasm/games.js";

/**
 * An AI that the page can run, as pages/wasm/page_modules.cpp describes it.
 * @typedef {{game: string, name: string, about: string, module: string, words: string[], parameters: string, files: string[],
 *   prepare: boolean, end: boolean, limits: import("view/wasm/run.js").Limits}} PageAi
 * @typedef {{referee: string, meter: number, folder: string, limits_ms: Record<string, number>, ais: PageAi[],
 *   rules: Record<string, string>}} Shelf `rules`: the sections "In short" of the games' READMEs
 */

/** What the page knows of its AIs. @type {Shelf} */
export const shelf = JSON.parse(document.getElementById("wasm")?.textContent ?? '{"ais": [], "rules": {}}');

/** @param {string} text base64 */
const bytesOf = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

/** The text of a module: in the page, or in its script. @param {string} name @returns {Promise<string>} */
async function packed(name) {
  const element = document.getElementById(`module:${name}`);
  if (element) {
    return element.textContent ?? "";
  }
  const known = () => /** @type {{refereeModules?: Record<string, string>}} */ (/** @type {unknown} */ (self)).refereeModules?.[name];
  if (!known()) {
    const script = document.createElement("script");
    script.src = `${shelf.folder}${name.replace("/", "-")}.js`;
    await new Promise((resolve, reject) => {
      script.addEventListener("load", resolve);
      script.addEventListener("error", () => reject(new Error(`${script.src} can't be loaded`)));
      document.head.append(script);
    });
  }
  return known() ?? "";
}

/** @type {Map<string, Promise<WebAssembly.Module>>} */
const modules = new Map();

/** The compiled module of that name, "games" or "GAME/NAME". @param {string} name @returns {Promise<WebAssembly.Module>} */
export function moduleOf(name) {
  let module = modules.get(name);
  if (!module) {
    module = packed(name).then(async (text) => {
      const stream = new Blob([/** @type {any} */ (self).refereeBytes(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
      return WebAssembly.compile(await new Response(stream).arrayBuffer());
    });
    modules.set(name, module);
  }
  return module;
}

/** @type {Promise<Games> | null} */
let games = null;

/** The rules of all games. */
export function rules() {
  games ??= moduleOf("games").then((module) => new Games(module));
  return games;
}

let workerUrl = "";

/** A worker that runs AIs, from a blob: a page of a file has no other scripts. */
export function newWorker() {
  workerUrl ||= URL.createObjectURL(new Blob([bytesOf(document.getElementById("wasm-worker")?.textContent ?? "")], { type: "text/javascript" }));
  return new Worker(workerUrl);
}
