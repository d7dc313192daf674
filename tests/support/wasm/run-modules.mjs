// Runs the metered modules of a folder as a page does: run-modules.mjs WEB-FOLDER MODULES LIMITS-JSON MILLISECONDS.
// Prints a line of JSON for each: its name, what was reported, and `count`, if it exports that.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const [web, folder, limits, limitMs] = process.argv.slice(2);
const load = (name) => import(`data:text/javascript;base64,${readFileSync(join(web, "wasm", name)).toString("base64")}`);
const { runOnce } = await load("run.js");
const { Wasi } = await load("wasi.js");

const { Instance } = WebAssembly;
let last = null;
WebAssembly.Instance = function (...words) {
  last = new Instance(...words);
  return last;
};

for (const name of readdirSync(folder).filter((each) => each.endsWith(".out.wasm")).sort()) {
  last = null;
  let compiled;
  try {
    compiled = new WebAssembly.Module(readFileSync(join(folder, name)));
  } catch (error) {
    console.log(JSON.stringify({ name, refused: String(error) }));
    continue;
  }
  const began = performance.now();
  const { fault, reason, result, notes, kept, instructions } = runOnce(Wasi, compiled, {
    files: { "match.dat": "game nim\n" }, kept: {}, args: ["ai"], limitMs: Number(limitMs), limits: JSON.parse(limits),
  });
  console.log(JSON.stringify({
    name, fault, reason, result: result.length, notes: notes.length, kept: kept["memory.dat"].length, instructions,
    count: last?.exports.count ? Number(last.exports.count.value) : 0, ms: Math.round(performance.now() - began),
  }));
}
