/**
 * Applies what pages/frames.hpp made. Parts that didn't change are shared with the value before,
 * so that frames cost little memory; no frame may be changed afterwards.
 * @param {any} before
 * @param {any} patch
 * @returns {any}
 */
export function patched(before, patch) {
  if (Array.isArray(patch)) {
    return patch.length === 1 ? patch[0] : withCharacters(before, patch);
  }
  const after = Array.isArray(before) ? before.slice() : { ...before };
  for (const key in patch) {
    const part = patch[key];
    if (Array.isArray(part) && part.length === 0) {
      delete after[key];
    } else {
      after[key] = patched(after[key], part);
    }
  }
  return after;
}

/**
 * @param {string} text
 * @param {(number | string)[]} runs position, characters, position, …
 */
function withCharacters(text, runs) {
  let result = "";
  let at = 0;
  for (let i = 0; i < runs.length; i += 2) {
    const from = Number(runs[i]);
    const characters = String(runs[i + 1]);
    result += text.slice(at, from) + characters;
    at = from + characters.length;
  }
  return result + text.slice(at);
}
