// Sharing a moment: its address, a picture, a video of some turns made by the browser's own recorder,
// and a frame for other sites.

import { download, pngOf } from "view/save.js";
import { html } from "view/svg.js";

/**
 * @typedef {object} Moment what can be shared
 * @property {string} name of the files, without ending
 * @property {() => string} caption of what is shown
 * @property {() => Promise<string>} saved the picture, as a text that is an SVG
 * @property {number} turn the one that is shown
 * @property {number} last the last one
 * @property {number} speed steps in a second
 * @property {(turn: number) => number} frameOf the last frame of a turn
 * @property {(frame: number) => void} show
 */

const videoSize = 960; // pixels of the longer side
const pictureSize = 1600;

/** The page's address, or that of a frame with board and buttons only. @param {boolean} isFrame */
export function addressOf(isFrame) {
  const url = new URL(location.href);
  const words = new URLSearchParams(url.hash.slice(1));
  words.delete("key"); // who gets the link must not play for the person
  words.delete("embed");
  url.hash = `${isFrame ? "embed&" : ""}${words}`;
  return url.href;
}

/** Which video the browser can make. */
const videoType = () => ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"].find((type) =>
  globalThis.MediaRecorder?.isTypeSupported(type)) ?? "";

/**
 * Records frames as they are shown, each as long as the speed says.
 * @param {Moment} moment @param {number} from frame @param {number} to frame @param {(share: number) => void} tell
 * @returns {Promise<Blob>}
 */
async function recorded(moment, from, to, tell) {
  const canvas = document.createElement("canvas");
  const type = videoType();
  /** @type {MediaRecorder | null} */
  let recorder = null;
  /** @type {Blob[]} */
  const parts = [];
  /** @type {CanvasCaptureMediaStreamTrack | null} */
  let track = null;
  for (let frame = from; frame <= to; ++frame) {
    moment.show(frame);
    await pngOf(await moment.saved(), moment.caption(), videoSize, canvas);
    if (!recorder) { // the canvas has its size now
      const stream = canvas.captureStream(0);
      track = /** @type {CanvasCaptureMediaStreamTrack} */ (stream.getVideoTracks()[0]);
      recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 4_000_000 });
      recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
      recorder.start();
    }
    track?.requestFrame();
    tell((frame - from + 1) / (to - from + 1));
    await new Promise((done) => setTimeout(done, frame === to ? 1000 : 1000 / moment.speed));
  }
  track?.requestFrame(); // the last one has an end, too
  await new Promise((done) => {
    recorder?.addEventListener("stop", done);
    recorder?.stop();
  });
  return new Blob(parts, { type: type.split(";")[0] });
}

/** @param {string} text @param {string} name @param {() => unknown} action */
function button(text, name, action) {
  const made = html("button", { type: "button", "data-share": name }, text);
  made.addEventListener("click", action);
  return /** @type {HTMLButtonElement} */ (made);
}

/** A text with a button that copies it. @param {string} label @param {string} text @param {string} name */
function copyField(label, text, name) {
  const field = /** @type {HTMLInputElement} */ (html("input", { type: "text", readonly: "", "aria-label": label, value: text, "data-field": name }));
  const copy = button("Copy", `copy-${name}`, async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      document.execCommand("copy"); // a page from a file may lack the newer way
    }
    copy.textContent = "Copied";
  });
  return html("div", { class: "field" }, html("span", {}, label), field, copy);
}

/** @param {HTMLDialogElement} dialog @param {Moment} moment */
export function openShare(dialog, moment) {
  const link = addressOf(false);
  const number = (/** @type {string} */ label, /** @type {number} */ value) => /** @type {HTMLInputElement} */ (
    html("input", { type: "number", min: 0, max: moment.last, value, "aria-label": label }));
  const [first, last] = [number("First turn", Math.max(0, moment.turn - 5)), number("Last turn", Math.max(0, moment.turn))];
  const told = html("p", { class: "soft", role: "status" });
  const video = button("Make video", "video", async () => {
    const [from, to] = [first, last].map((input) => Math.max(0, Math.min(moment.last, Math.round(Number(input.value) || 0))));
    if (from > to) {
      told.textContent = "The first turn must not come after the last one.";
      return;
    }
    video.disabled = true;
    const shown = moment.turn;
    try {
      const film = await recorded(moment, Math.max(0, moment.frameOf(from - 1) + 1), moment.frameOf(to), (share) => {
        told.textContent = `Recording: ${Math.round(100 * share)} %`;
      });
      download(film, `${moment.name}-to-${to}.${film.type.includes("mp4") ? "mp4" : "webm"}`);
      told.textContent = `The video has ${Math.max(1, Math.round(film.size / 1024))} KiB.`;
    } catch (error) {
      told.textContent = `The browser can't make the video: ${error}`;
    }
    moment.show(moment.frameOf(shown));
    video.disabled = false;
  });
  video.disabled = videoType() === "";
  dialog.replaceChildren(html("h2", {}, "Share this moment"), html("p", { class: "soft" }, moment.caption()),
    ...(link.startsWith("file:") ? [html("p", { class: "soft" }, "This page is a file: put it on a web server, or send the file along with the part of the link from # on.")] : []),
    copyField("Link", link, "link"),
    copyField("Frame for another page", `<iframe src="${addressOf(true)}" width="640" height="480" title="${moment.caption().replace(/["<>&]/g, "")}"></iframe>`, "frame"),
    html("div", { class: "row" },
      button("Picture (PNG)", "png", async () => download(await pngOf(await moment.saved(), moment.caption(), pictureSize), `${moment.name}.png`)),
      button("Drawing (SVG)", "svg", async () => download(new Blob([await moment.saved()], { type: "image/svg+xml" }), `${moment.name}.svg`))),
    html("div", { class: "row" }, html("label", {}, "Turns ", first), html("label", {}, "to ", last), video),
    told, html("form", { method: "dialog" }, html("button", {}, "Close")));
  dialog.showModal();
}
