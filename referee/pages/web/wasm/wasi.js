// WASI (preview 1) over files in memory: what a program needs that reads its work folder, writes the
// files that are there, and looks at the clock. It runs in a page, in a worker and in Node, and
// imports nothing, so that a worker can be made of its text.

/** The program's exit, as an exception through its own code. */
export class Exit extends Error {
  /** @param {number} status */
  constructor(status) {
    super(`exit status ${status}`);
    this.status = status;
  }
}

// The error numbers of WASI that are used here.
const done = 0;
const badDescriptor = 8;
const isThere = 20;
const invalid = 28;
const notThere = 44;
const unknownCall = 52;
const notPermitted = 76;
const notSeekable = 70;

const maxStream = 65536; // bytes of standard output and standard error that are kept
const pipe = 2;
const directory = 3;
const regular = 4;

/**
 * A descriptor: a file of the folder, standard input, an output stream, or the folder itself.
 * @typedef {{kind: number, name: string, at: number, append: boolean}} Descriptor
 */

export class Wasi {
  /**
   * @param {Map<string, Uint8Array>} files the work folder; it is changed
   * @param {{args?: string[], now?: () => bigint}} [options] `now`: the clock, in nanoseconds
   */
  constructor(files, { args = ["ai"], now = () => 0n } = {}) {
    this.files = files;
    this.args = args.map((word) => new TextEncoder().encode(`${word}\0`));
    this.now = now;
    this.stdout = "";
    this.stderr = "";
    /** @type {WebAssembly.Memory | null} */
    this.memory = null;
    const stream = (/** @type {string} */ name) => ({ kind: pipe, name, at: 0, append: false });
    /** @type {(Descriptor | undefined)[]} */
    this.open = [stream("stdin"), stream("stdout"), stream("stderr"), { kind: directory, name: ".", at: 0, append: false }];
  }

  /** Runs a program. Returns its exit status; a trap is thrown. @param {WebAssembly.Instance} instance */
  start(instance) {
    this.memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
    try {
      /** @type {() => void} */ (instance.exports._start)();
      return 0;
    } catch (error) {
      if (error instanceof Exit) {
        return error.status;
      }
      throw error;
    }
  }

  /** Prepares a library, a module without a main program. @param {WebAssembly.Instance} instance */
  initialize(instance) {
    this.memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
    /** @type {() => void} */ (instance.exports._initialize)();
  }

  /** The buffer is another one after the memory has grown. */
  get #view() {
    return new DataView(/** @type {WebAssembly.Memory} */ (this.memory).buffer);
  }

  /** @param {number} at @param {number} size */
  #bytes(at, size) {
    return new Uint8Array(/** @type {WebAssembly.Memory} */ (this.memory).buffer, at, size);
  }

  /** @param {number} at @param {number} value */
  #put32(at, value) {
    this.#view.setUint32(at, value, true);
    return done;
  }

  /** @param {number} at @param {bigint | number} value */
  #put64(at, value) {
    this.#view.setBigUint64(at, BigInt(value), true);
    return done;
  }

  /** The name of a file of the folder. @param {number} at @param {number} size */
  #name(at, size) {
    return new TextDecoder().decode(this.#bytes(at, size)).replace(/^(\.?\/)+/, "");
  }

  /** The pieces of memory that a call reads or writes. @param {number} list @param {number} count */
  #pieces(list, count) {
    const pieces = [];
    for (let i = 0; i < count; ++i) {
      pieces.push(this.#bytes(this.#view.getUint32(list + 8 * i, true), this.#view.getUint32(list + 8 * i + 4, true)));
    }
    return pieces;
  }

  /** @param {Uint8Array[]} words @param {number} table @param {number} at */
  #putWords(words, table, at) {
    for (const word of words) {
      this.#put32(table, at);
      this.#bytes(at, word.length).set(word);
      table += 4;
      at += word.length;
    }
    return done;
  }

  /** @param {Uint8Array[]} words @param {number} count @param {number} size */
  #putSizes(words, count, size) {
    this.#put32(count, words.length);
    return this.#put32(size, words.reduce((sum, word) => sum + word.length, 0));
  }

  /** @param {number} at @param {number} kind @param {number} size */
  #putStat(at, kind, size) {
    this.#bytes(at, 64).fill(0);
    this.#view.setUint8(at + 16, kind);
    return this.#put64(at + 32, size);
  }

  /** @param {Descriptor} file */
  #content(file) {
    return (file.kind === regular && this.files.get(file.name)) || new Uint8Array();
  }

  /** Writes at the descriptor's place; the file grows. @param {Descriptor} file @param {Uint8Array} bytes */
  #write(file, bytes) {
    if (file.kind === pipe) {
      const text = new TextDecoder().decode(bytes);
      if (file.name === "stdout") {
        this.stdout = (this.stdout + text).slice(0, maxStream);
      } else {
        this.stderr = (this.stderr + text).slice(0, maxStream);
      }
      return;
    }
    let content = this.#content(file);
    file.at = file.append ? content.length : file.at;
    if (content.length < file.at + bytes.length) {
      const grown = new Uint8Array(file.at + bytes.length);
      grown.set(content);
      this.files.set(file.name, grown);
      content = grown;
    }
    content.set(bytes, file.at);
    file.at += bytes.length;
  }

  /** What a module imports. Calls that aren't here answer that they are unknown. */
  imports() {
    /** @type {Record<string, (...values: any[]) => number>} */
    const calls = { ...this.#systemCalls(), ...this.#fileCalls() };
    return { wasi_snapshot_preview1: new Proxy(calls, { get: (known, name) => known[String(name)] ?? (() => unknownCall) }) };
  }

  /** @returns {Record<string, (...values: any[]) => number>} */
  #systemCalls() {
    return {
      args_get: (table, at) => this.#putWords(this.args, table, at),
      args_sizes_get: (count, size) => this.#putSizes(this.args, count, size),
      environ_get: () => done,
      environ_sizes_get: (count, size) => this.#putSizes([], count, size),
      clock_res_get: (_clock, at) => this.#put64(at, 1),
      clock_time_get: (_clock, _precision, at) => this.#put64(at, this.now()),
      // The same each time: an AI that wants chance has its seed in match.dat.
      random_get: (at, size) => {
        this.#bytes(at, size).fill(4);
        return done;
      },
      sched_yield: () => done,
      proc_exit: (status) => {
        throw new Exit(status);
      },
    };
  }

  /** @returns {Record<string, (...values: any[]) => number>} */
  #fileCalls() {
    /** A call on an open descriptor. @param {(file: Descriptor, ...values: any[]) => number} call */
    const on = (call) => (/** @type {number} */ number, /** @type {any[]} */ ...values) => {
      const file = this.open[number];
      return file ? call(file, ...values) : badDescriptor;
    };
    return {
      fd_close: (number) => {
        const wasOpen = this.open[number] !== undefined;
        this.open[number] = undefined;
        return wasOpen ? done : badDescriptor;
      },
      fd_fdstat_get: on((file, at) => {
        this.#bytes(at, 24).fill(0);
        this.#view.setUint8(at, file.kind);
        this.#view.setUint16(at + 2, file.append ? 1 : 0, true);
        this.#put64(at + 8, 0x1fffffff); // all rights that preview 1 has
        return this.#put64(at + 16, 0x1fffffff);
      }),
      fd_fdstat_set_flags: on((file, flags) => {
        file.append = (flags & 1) !== 0;
        return done;
      }),
      fd_filestat_get: on((file, at) => this.#putStat(at, file.kind, this.#content(file).length)),
      fd_prestat_get: on((file, at) => {
        if (file !== this.open[3] || file.kind !== directory) {
          return badDescriptor;
        }
        this.#put32(at, 0);
        return this.#put32(at + 4, 1);
      }),
      fd_prestat_dir_name: on((_file, at) => {
        this.#bytes(at, 1).set([".".charCodeAt(0)]);
        return done;
      }),
      path_filestat_get: (_folder, _flags, at, size, to) => {
        const name = this.#name(at, size);
        const content = this.files.get(name);
        return name === "" || name === "." ? this.#putStat(to, directory, 0) : content ? this.#putStat(to, regular, content.length) : notThere;
      },
      path_open: (_folder, _look, at, size, flags, _rights, _inherited, ways, to) => {
        const name = this.#name(at, size);
        const isFolder = name === "" || name === ".";
        if (!isFolder && !this.files.has(name)) {
          return flags & 1 ? notPermitted : notThere; // a work folder allows no new files
        }
        if (!isFolder && (flags & 5) === 5) {
          return isThere;
        }
        if (!isFolder && flags & 8) {
          this.files.set(name, new Uint8Array());
        }
        this.open.push({ kind: isFolder ? directory : regular, name, at: 0, append: (ways & 1) !== 0 });
        return this.#put32(to, this.open.length - 1);
      },
      fd_seek: on((file, offset, from, at) => {
        if (file.kind !== regular) {
          return notSeekable;
        }
        const place = [0, file.at, this.#content(file).length][from] + Number(offset);
        if (!(place >= 0)) {
          return invalid;
        }
        file.at = place;
        return this.#put64(at, place);
      }),
      fd_tell: on((file, at) => this.#put64(at, file.at)),
      fd_read: on((file, list, count, at) => {
        if (file.kind === directory) {
          return badDescriptor;
        }
        const content = this.#content(file);
        const before = file.at;
        for (const piece of this.#pieces(list, count)) {
          const part = content.subarray(file.at, file.at + piece.length);
          piece.set(part);
          file.at += part.length;
        }
        return this.#put32(at, file.at - before);
      }),
      fd_write: on((file, list, count, at) => {
        if (file.kind === directory || file.name === "stdin") {
          return badDescriptor;
        }
        let written = 0;
        for (const piece of this.#pieces(list, count)) {
          this.#write(file, piece);
          written += piece.length;
        }
        return this.#put32(at, written);
      }),
    };
  }
}
