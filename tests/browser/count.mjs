// Prints how many tests these files have, without running one: what is skipped where there is no browser.

import { register } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const counting = `
export const counted = { tests: 0 };
export const test = () => void ++counted.tests;
export const [before, after, beforeEach, afterEach] = Array(4).fill(() => undefined);
export default test;`;
const instead = `data:text/javascript,${encodeURIComponent(counting)}`;
register(`data:text/javascript,${encodeURIComponent(`
export const resolve = (name, context, next) => (name === "node:test" ? { url: ${JSON.stringify(instead)}, shortCircuit: true } : next(name, context));`)}`);

const { counted } = await import(instead);
for (const file of process.argv.slice(2)) {
  await import(pathToFileURL(resolve(file)).href);
}
console.log(counted.tests);
process.exit();
