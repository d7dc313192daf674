// One run of an AI: its module, its files, its budget of instructions. It imports nothing, so that a
// worker can be made of its text; what it needs of wasi.js is given to it.

/** Instructions that stand for a nanosecond: a "millisecond" of an AI is five million of them, everywhere. */
export const instructionsPerNanosecond = 5n;

/** Where no limit is given: an AI in a page always ends. */
const defaultLimitMs = 60_000;

/** What an AI may keep from move to move, as the referee allows it. */
const maxFileBytes = 1 << 24;

/**
 * @typedef {{files: Record<string, string>, kept: Record<string, string>, args: string[], limitMs: number}} RunRequest
 *   `files`: the state files; `kept`: memory.dat and other files of the AI's own, as they were left, each character a byte
 * @typedef {{fault: "none" | "timeout" | "crash" | "exit" | "no-result", reason: string, result: string, notes: string,
 *   kept: Record<string, string>, instructions: number, errors: string}} RunReport
 */

/** Bytes as a string with a character for each: the AI's own files need not be UTF-8. @param {Uint8Array} bytes */
function asString(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return text;
}

/** @param {string} text */
const asBytes = (text) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

/**
 * Runs the AI once, to its end or that of its budget.
 * @param {typeof import("view/wasm/wasi.js").Wasi} Wasi @param {WebAssembly.Module} module @param {RunRequest} request
 * @returns {RunReport}
 */
export function runOnce(Wasi, module, { files, kept, args, limitMs }) {
  const folder = new Map(/** @type {[string, Uint8Array][]} */ ([]));
  for (const [name, text] of Object.entries(files)) {
    folder.set(name, new TextEncoder().encode(text));
  }
  for (const [name, text] of Object.entries({ "memory.dat": "", ...kept })) {
    folder.set(name, asBytes(text));
  }
  folder.set("result.dat", new Uint8Array());
  folder.set("notes.dat", new Uint8Array());
  const budget = BigInt(Math.round(limitMs || defaultLimitMs)) * 1_000_000n * instructionsPerNanosecond;
  /** @type {WebAssembly.Global | null} */
  let meter = null;
  const used = () => (meter ? budget - /** @type {bigint} */ (meter.value) : 0n);
  const wasi = new Wasi(folder, { args, now: () => used() / instructionsPerNanosecond });
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
    fault = used() > budget ? "timeout" : "crash";
    reason = fault === "timeout" ? "its instructions are used up" : String(error instanceof Error ? error.message : error);
  }
  const bytesOf = (/** @type {string} */ name) => folder.get(name) ?? new Uint8Array();
  const result = new TextDecoder().decode(bytesOf("result.dat"));
  if (fault === "none" && result === "") {
    fault = "no-result";
    reason = "result.dat is empty";
  }
  const names = ["memory.dat", ...Object.keys(kept)];
  const own = Object.fromEntries(names.map((name) => [name, asString(bytesOf(name).subarray(0, maxFileBytes))]));
  return {
    fault, reason, result: fault === "none" ? result : "", notes: new TextDecoder().decode(bytesOf("notes.dat")), kept: own,
    instructions: Number(used()), errors: wasi.stderr.slice(-2000),
  };
}
