// An AI in a worker of its own: what hangs is ended there, and the next move gets a new worker. Its
// own files are kept from run to run, as in a match.

/**
 * @typedef {import("view/wasm/run.js").RunReport} RunReport
 * @typedef {{newWorker: () => Worker, module: (name: string) => Promise<WebAssembly.Module>}} Workshop where workers and modules come from
 */

/** Where nothing else is said, an AI that doesn't answer is ended after its limit tenfold and five seconds: a phone is slow. @param {number} limitMs */
export const patienceFor = (limitMs) => 5000 + 10 * limitMs;

export class Ai {
  /** @param {Workshop} workshop @param {import("view/wasm/modules.js").PageAi} about */
  constructor(workshop, about) {
    this.workshop = workshop;
    this.about = about;
    /** @type {Worker | null} */
    this.worker = null;
    /** Its files after its last run. @type {Record<string, string>} */
    this.kept = Object.fromEntries(about.files.map((name) => [name, ""]));
    /** Runs follow one another. @type {Promise<unknown>} */
    this.last = Promise.resolve();
  }

  /**
   * Runs it once. `limitMs`: its limit in the match, which gives its budget of instructions; `wallMs`: when it is ended.
   * @param {Record<string, string>} files @param {number} limitMs @param {number} [wallMs] @returns {Promise<RunReport>}
   */
  run(files, limitMs, wallMs = patienceFor(limitMs)) {
    const turn = this.last.then(() => this.#run(files, limitMs, wallMs));
    this.last = turn.catch(() => {});
    return turn;
  }

  /** What is told of a run that gave nothing. @param {"timeout" | "crash"} fault @param {string} reason @returns {RunReport} */
  #failed(fault, reason) {
    this.close();
    return { fault, reason, result: "", notes: "", kept: this.kept, instructions: 0, errors: "" };
  }

  /** The worker with its module. A module that can't be loaded or compiled here is thrown. */
  async #ready() {
    if (!this.worker) {
      const module = await this.workshop.module(this.about.module);
      this.worker = this.workshop.newWorker();
      this.worker.postMessage({ module });
    }
    return this.worker;
  }

  /** @param {Record<string, string>} files @param {number} limitMs @param {number} wallMs @returns {Promise<RunReport>} */
  async #run(files, limitMs, wallMs) {
    const { about } = this;
    const own = about.parameters ? { "parameters.dat": about.parameters } : {};
    /** @type {Worker} */
    let worker;
    try {
      worker = await this.#ready();
    } catch (error) {
      return this.#failed("crash", `its module can't be run in this browser: ${error instanceof Error ? error.message : error}`);
    }
    const report = await new Promise((resolve) => {
      const timer = setTimeout(() => resolve(this.#failed("timeout", "it hung and was ended")), wallMs);
      const end = (/** @type {RunReport} */ ended) => {
        clearTimeout(timer);
        resolve(ended);
      };
      worker.onmessage = ({ data }) => end(data);
      worker.onmessageerror = () => end(this.#failed("crash", "its worker's answer can't be read"));
      worker.onerror = (event) => {
        event.preventDefault();
        end(this.#failed("crash", event.message || "its worker failed"));
      };
      worker.postMessage({ request: { files: { ...files, ...own }, kept: this.kept, args: [about.name, ...about.words], limitMs, limits: about.limits } });
    });
    this.kept = report.kept;
    return report;
  }

  /** Ends its worker; the next run starts another one. */
  close() {
    this.worker?.terminate();
    this.worker = null;
  }
}

/** A number that differs between games, turns and seats, and is the same each time. @param {number} seed @param {number} turn @param {number} seat */
export function moveSeed(seed, turn, seat) {
  let value = seed ^ Math.imul(turn + 1, 0x9e3779b1) ^ Math.imul(seat, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  value = Math.imul(value ^ (value >>> 15), 0x846ca68b);
  return (value ^ (value >>> 16)) >>> 0;
}
