// Sound of what happens on a board, off until a person wants it. It is made here: a page has no
// files of sounds. What is heard follows from what every game tells (who is out, faults, the first
// measure, the end); a board may say more by `sounds`.

/**
 * A tone goes from one pitch to another, in Hz; noise has the pitch of a filter. Times in seconds.
 * @typedef {{wave: OscillatorType | "noise", from: number, to: number, at: number, length: number, loud: number}} Tone
 */

/** @type {(wave: Tone["wave"], from: number, to: number, length: number, loud?: number, at?: number) => Tone} */
const tone = (wave, from, to, length, loud = 0.12, at = 0) => ({ wave, from, to, at, length, loud });

/** By name: what boards may ask for, too. @type {Record<import("view/types").SoundName, Tone[]>} */
export const sounds = {
  step: [tone("sine", 320, 320, 0.03, 0.05)],
  gain: [tone("triangle", 520, 520, 0.06), tone("triangle", 780, 780, 0.08, 0.12, 0.06)],
  loss: [tone("triangle", 330, 220, 0.14)],
  eat: [tone("square", 240, 420, 0.07, 0.06), tone("square", 300, 520, 0.07, 0.06, 0.08)],
  fall: [tone("noise", 900, 300, 0.12, 0.16), tone("sine", 180, 90, 0.1, 0.16, 0.05)],
  roll: [0, 0.05, 0.11, 0.18].map((at) => tone("noise", 2600, 1800, 0.03, 0.2, at)),
  catch: [tone("sawtooth", 220, 110, 0.25, 0.08), tone("noise", 400, 200, 0.2, 0.12)],
  lock: [tone("noise", 1500, 700, 0.04, 0.25), tone("square", 140, 120, 0.08, 0.08, 0.05)],
  card: [tone("noise", 3200, 1200, 0.06, 0.12)],
  fault: [tone("square", 120, 115, 0.16, 0.06)],
  out: [tone("sawtooth", 440, 90, 0.4, 0.08)],
  end: [tone("triangle", 392, 392, 0.3, 0.1), tone("triangle", 494, 494, 0.3, 0.1, 0.08), tone("triangle", 587, 587, 0.45, 0.1, 0.16)],
};

const most = 3; // at once

/**
 * The names of what is heard when a frame comes, the most telling first.
 * @param {import("view/types").View} view @param {import("view/types").Board} board
 * @param {{isLastStep: boolean, isEnd: boolean}} where
 * @returns {import("view/types").SoundName[]}
 */
export function soundsOf(view, board, { isLastStep, isEnd }) {
  const { before, frame, entry, step } = view;
  /** @type {import("view/types").SoundName[]} */
  const heard = [];
  if (isEnd) {
    heard.push("end");
  }
  if (isLastStep && entry.out.length > 0) {
    heard.push("out");
  }
  if (step === 0 && entry.moves.some((move) => move.fault)) {
    heard.push("fault");
  }
  heard.push(...(board.sounds?.(view) ?? []).filter((name) => Object.hasOwn(sounds, name)));
  if (heard.length === 0 && before) {
    const changes = (frame.measures ?? []).map((/** @type {(number | null)[]} */ values, /** @type {number} */ seat) =>
      (values?.[0] ?? 0) - (before.measures?.[seat]?.[0] ?? 0));
    heard.push(changes.some((/** @type {number} */ change) => change > 0) ? "gain" : changes.some((/** @type {number} */ change) => change < 0) ? "loss" : "step");
  }
  return [...new Set(heard)].slice(0, most);
}

export class Sound {
  constructor() {
    this.isOn = false;
    /** @type {AudioContext | null} */
    this.context = null;
    /** What was heard last, for tests. @type {string[]} */
    this.heard = [];
  }

  /** By a key or a button: without one of them a browser stays silent. @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    this.heard = [];
    if (isOn) {
      this.context ??= new AudioContext();
      void this.context.resume();
      this.#make("gain");
    } else {
      void this.context?.suspend();
    }
  }

  /** @param {import("view/types").View} view @param {import("view/types").Board} board @param {{isLastStep: boolean, isEnd: boolean}} where */
  play(view, board, where) {
    if (this.isOn) {
      this.heard = soundsOf(view, board, where);
      this.heard.forEach((name) => this.#make(/** @type {import("view/types").SoundName} */ (name)));
    }
  }

  /** @param {import("view/types").SoundName} name */
  #make(name) {
    const { context } = this;
    if (!context) {
      return;
    }
    for (const { wave, from, to, at, length, loud } of sounds[name]) {
      const begin = context.currentTime + at;
      const volume = context.createGain();
      volume.gain.setValueAtTime(0, begin);
      volume.gain.linearRampToValueAtTime(loud, begin + 0.005);
      volume.gain.exponentialRampToValueAtTime(0.0005, begin + length);
      volume.connect(context.destination);
      if (wave === "noise") {
        const source = context.createBufferSource();
        source.buffer = this.#noise(context);
        const filter = context.createBiquadFilter();
        filter.type = "bandpass";
        filter.frequency.setValueAtTime(from, begin);
        filter.frequency.linearRampToValueAtTime(to, begin + length);
        source.connect(filter).connect(volume);
        source.start(begin);
        source.stop(begin + length);
      } else {
        const source = context.createOscillator();
        source.type = wave;
        source.frequency.setValueAtTime(from, begin);
        source.frequency.exponentialRampToValueAtTime(to, begin + length);
        source.connect(volume);
        source.start(begin);
        source.stop(begin + length);
      }
    }
  }

  /** @param {AudioContext} context */
  #noise(context) {
    if (!this.buffer) {
      this.buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
      const samples = this.buffer.getChannelData(0);
      for (let i = 0; i < samples.length; ++i) {
        samples[i] = 2 * Math.random() - 1;
      }
    }
    return this.buffer;
  }
}
