// The program of a worker that runs an AI: it gets the module once, then requests, one after the
// other. PageModules (pages/wasm/page_modules.cpp) puts it behind the texts of wasi.js and run.js.

import { runOnce } from "view/wasm/run.js";
import { Wasi } from "view/wasm/wasi.js";

/** @type {WebAssembly.Module | null} */
let program = null;

self.addEventListener("message", ({ data }) => {
  if (data.module) {
    program = data.module;
  } else if (program) {
    postMessage(runOnce(Wasi, program, data.request));
  }
});
