// One run of an AI: its module, its files, its budget of instructions. It imports nothing, so that a
// worker can be made of its text; what it needs of wasi.js is given to it.

/** Instructions that stand for a nanosecond: a "millisecond" of an AI is five million of them, everywhere. */
export const instructionsPerNanosecond = 5n;

/** Where no limit is given: an AI in a page always ends. */
const defaultLimitMs = 60_000;

/** No limit is longer: the meter has 64 bits. */
const maxLimitMs = 86_400_000;

/**
 * What an AI may write and have open, from the referee's own constants (pages/wasm/page_modules.cpp): bytes of result.dat, of notes.dat,
 * of any file, of all files together; descriptors.
 * @typedef {{result: number, notes: number, file: number, folder: number, descriptors: number}} Limits
 * @typedef {{files: Record<string, string>, kept: Record<string, string>, args: string[], limitMs: number, limits: Limits}} RunRequest
 *   `files`: the state files; `kept`: memory.dat and other files of the AI's own, as they were left, each character a byte
 * @typedef {{fault: "none" | "timeout" | "crash" | "exit" | "no-result" | "bad-result", reason: string, result: string, notes: string,
 *   kept: Record<string, string>, instructions: number, errors: string}} RunReport
 */

/** Bytes as a string with a character for each: the AI's own files need not be UTF-8. @param {Uint8Array} bytes */
function asString(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode.apply(null, /** @type {any} */ (bytes.subarray(at, at + 8192)));
  }
  return text;
}

/** @param {string} text */
function asBytes(text) {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; ++at) {
    bytes[at] = text.charCodeAt(at);
  }
  return bytes;
}

/** The budget is used up. */
class Spent extends Error {}

/** The referee judges result.dat in the same words: match/player.cpp, take_result(). @param {number} size @param {Limits} limits @returns {[RunReport["fault"], string]} */
function faultOfResult(size, limits) {
  if (size > limits.result) {
    return ["bad-result", `result.dat can't be read: it is larger than ${limits.result / 1024} KiB`];
  }
  return size === 0 ? ["no-result", "exit status 0, but nothing was written to result.dat"] : ["none", ""];
}

/**
 * Runs the AI once, to its end or that of its budget.
 * @param {typeof import("view/wasm/wasi.js").Wasi} Wasi @param {WebAssembly.Module} module @param {RunRequest} request
 * @returns {RunReport}
 */
export function runOnce(Wasi, module, { files, kept, args, limitMs, limits }) {
  const folder = new Map(/** @type {[string, Uint8Array][]} */ ([]));
  for (const [name, text] of Object.entries(files)) {
    folder.set(name, new TextEncoder().encode(text));
  }
  for (const [name, text] of Object.entries({ "memory.dat": "", ...kept })) {
    folder.set(name, asBytes(text));
  }
  folder.set("result.dat", new Uint8Array());
  folder.set("notes.dat", new Uint8Array());
  const budget = BigInt(Math.round(Math.min(limitMs || defaultLimitMs, maxLimitMs))) * 1_000_000n * instructionsPerNanosecond;
  /** @type {WebAssembly.Global | null} */
  let meter = null;
  const used = () => (meter ? budget - /** @type {bigint} */ (meter.value) : 0n);
  // What the page does for the AI costs as its own instructions do.
  const pay = (/** @type {number} */ cost) => {
    if (meter) {
      const left = /** @type {bigint} */ (meter.value);
      const isEnough = Number(left) >= cost;
      meter.value = isEnough ? left - BigInt(cost) : left < 0n ? left : -1n;
      if (!isEnough) {
        throw new Spent();
      }
    }
  };
  const wasi = new Wasi(folder, { args, now: () => used() / instructionsPerNanosecond, pay, limits });
  /** @type {RunReport["fault"]} */
  let fault = "none";
  let reason = "";
  try {
    const instance = new WebAssembly.Instance(module, wasi.imports());
    meter = /** @type {WebAssembly.Global} */ (instance.exports.instructions);
    meter.value = budget;
    const status = wasi.start(instance);
    if (status !== 0) {
      fault = "exit";
      reason = `exit status ${status}`;
    }
  } catch (error) {
    // A stack overflow is an error of the engine, not of WebAssembly.
    fault = "crash";
    reason = String(error instanceof Error ? error.message : error);
  }
  if (used() > budget) {
    fault = "timeout";
    reason = "its instructions are used up";
  }
  const result = wasi.file("result.dat");
  if (fault === "none") {
    [fault, reason] = faultOfResult(result.length, limits);
  }
  const notes = wasi.file("notes.dat");
  const names = ["memory.dat", ...Object.keys(kept)];
  const own = Object.fromEntries(names.map((name) => [name, asString(wasi.file(name))]));
  return {
    fault, reason, result: fault === "none" ? new TextDecoder().decode(result) : "",
    notes: notes.length > limits.notes ? "" : new TextDecoder().decode(notes), kept: own,
    instructions: Number(used()), errors: wasi.stderr.slice(-2000),
  };
}
