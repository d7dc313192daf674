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
const tooLarge = 22;
const invalid = 28;
const tooManyOpen = 33;
const tooLongName = 37;
const notThere = 44;
const noSpace = 51;
const unknownCall = 52;
const isPipe = 70;
const notPermitted = 76;

const maxStream = 65536; // bytes of standard output and standard error that are kept
const maxName = 4096; // bytes of a path
const maxPieces = 1024; // of one call, as Linux allows
const callCost = 500; // instructions of a call; every 8 bytes that it reads or writes cost one more
const pipe = 2;
const directory = 3;
const regular = 4;

/**
 * A descriptor: a file of the folder, standard input, an output stream, or the folder itself.
 * @typedef {{kind: number, name: string, at: number, append: boolean}} Descriptor
 * What a program may write and open: bytes of a file, of all files together; descriptors.
 * @typedef {{file: number, folder: number, descriptors: number}} FolderLimits
 */

/** A file's bytes, with room behind them: a file that grows byte by byte isn't copied each time. */
class Content {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.room = bytes;
    this.size = bytes.length;
  }

  get bytes() {
    return this.room.subarray(0, this.size);
  }

  /** @param {number} size what is new is zero */
  resize(size) {
    if (size > this.room.length) {
      const room = new Uint8Array(Math.max(size, Math.min(2 * this.room.length, size + (1 << 20))));
      room.set(this.bytes);
      this.room = room;
    } else {
      this.room.fill(0, size, this.size);
    }
    this.size = size;
  }
}

/** The first bytes of an output stream. */
class Stream {
  content = new Content(new Uint8Array());

  /** @param {Uint8Array} bytes */
  add(bytes) {
    const { size } = this.content;
    const part = bytes.subarray(0, maxStream - size);
    this.content.resize(size + part.length);
    this.content.room.set(part, size);
  }

  get text() {
    return new TextDecoder().decode(this.content.bytes);
  }
}

export class Wasi {
  /**
   * @param {Map<string, Uint8Array>} files the work folder as it is at the start; file() has what becomes of it
   * @param {{args?: string[], now?: () => bigint, pay?: (cost: number) => void, limits?: FolderLimits}} [options]
   *   `now`: the clock, in nanoseconds; `pay` gets the cost of each call in instructions, before the call does anything, and may throw
   */
  constructor(files, { args = ["ai"], now = () => 0n, pay = () => {}, limits = { file: Infinity, folder: Infinity, descriptors: Infinity } } = {}) {
    this.files = new Map([...files].map(([name, bytes]) => [name, new Content(bytes)]));
    this.args = args.map((word) => new TextEncoder().encode(`${word}\0`));
    this.now = now;
    this.pay = pay;
    this.limits = limits;
    this.streams = { stdout: new Stream(), stderr: new Stream() };
    /** @type {WebAssembly.Memory | null} */
    this.memory = null;
    const stream = (/** @type {string} */ name) => ({ kind: pipe, name, at: 0, append: false });
    /** @type {(Descriptor | undefined)[]} */
    this.open = [stream("stdin"), stream("stdout"), stream("stderr"), { kind: directory, name: ".", at: 0, append: false }];
  }

  /** What a file holds now. @param {string} name */
  file(name) {
    return this.files.get(name)?.bytes ?? new Uint8Array();
  }

  get stdout() {
    return this.streams.stdout.text;
  }

  get stderr() {
    return this.streams.stderr.text;
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

  /** @param {number} bytes that a call is about to go through */
  #payFor(bytes) {
    this.pay(Math.ceil(bytes / 8));
  }

  /** The name of a file of the folder. @param {number} at @param {number} size */
  #name(at, size) {
    this.#payFor(size >>> 0);
    return new TextDecoder().decode(this.#bytes(at, size)).replace(/^(\.?\/)+/, "");
  }

  /** The pieces of memory that a call reads or writes. @param {number} list @param {number} count */
  #pieces(list, count) {
    const pieces = [];
    for (let i = 0; i < count; ++i) {
      pieces.push(this.#bytes(this.#view.getUint32(list + 8 * i, true), this.#view.getUint32(list + 8 * i + 4, true)));
    }
    this.#payFor(8 * count);
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
    return (file.kind === regular && this.files.get(file.name)) || new Content(new Uint8Array());
  }

  /** The size that a file may have if it is to have this one: what the folder's limit leaves. @param {Content} content @param {number} wanted */
  #allowed(content, wanted) {
    const others = [...this.files.values()].reduce((sum, { size }) => sum + size, -content.size);
    return Math.max(Math.min(wanted, this.limits.folder - others), Math.min(wanted, content.size));
  }

  /** Sets a file's size, which costs the bytes that are new. @param {Descriptor} file @param {number} size */
  #resize(file, size) {
    const content = this.#content(file);
    if (size > this.limits.file) {
      return tooLarge;
    }
    if (this.#allowed(content, size) < size) {
      return noSpace;
    }
    this.#payFor(Math.max(0, size - content.size));
    content.resize(size);
    return done;
  }

  /** Writes pieces at that place of a file, as many bytes as its limits allow. Returns how many, or an error below 0. @param {Content} content @param {Uint8Array[]} pieces @param {number} place */
  #writeAt(content, pieces, place) {
    const wanted = pieces.reduce((sum, { length }) => sum + length, 0);
    if (wanted === 0) {
      return 0;
    }
    if (place >= this.limits.file) {
      return -tooLarge;
    }
    const end = this.#allowed(content, Math.min(place + wanted, this.limits.file));
    if (end <= place) {
      return -noSpace;
    }
    this.#payFor(end - Math.min(place, content.size)); // with the gap before it
    if (end > content.size) {
      content.resize(end);
    }
    let at = place;
    for (const piece of pieces) {
      const part = piece.subarray(0, end - at);
      content.room.set(part, at);
      at += part.length;
    }
    return at - place;
  }

  /** @param {Content} content @param {Uint8Array[]} pieces @param {number} place */
  #readAt(content, pieces, place) {
    this.#payFor(Math.min(pieces.reduce((sum, { length }) => sum + length, 0), Math.max(0, content.size - place)));
    let at = place;
    for (const piece of pieces) {
      const part = content.bytes.subarray(at, at + piece.length);
      piece.set(part);
      at += part.length;
    }
    return at - place;
  }

  /** What a module imports. Calls that aren't here answer that they are unknown. */
  imports() {
    const calls = new Map(Object.entries({ ...this.#systemCalls(), ...this.#fileCalls() }));
    const paid = (/** @type {(...values: any[]) => number} */ call) => (/** @type {any[]} */ ...values) => {
      this.pay(callCost);
      return call(...values);
    };
    return { wasi_snapshot_preview1: new Proxy({}, { get: (_, name) => paid(calls.get(String(name)) ?? (() => unknownCall)) }) };
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
      // Equal bytes each time: an AI that wants chance has its seed in match.dat.
      random_get: (at, size) => {
        this.#payFor(size >>> 0);
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
      fd_filestat_get: on((file, at) => this.#putStat(at, file.kind, this.#content(file).size)),
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
        if (size >>> 0 > maxName) {
          return tooLongName;
        }
        const name = this.#name(at, size);
        const content = this.files.get(name);
        return name === "" || name === "." ? this.#putStat(to, directory, 0) : content ? this.#putStat(to, regular, content.size) : notThere;
      },
      path_open: (_folder, _look, at, size, flags, _rights, _inherited, ways, to) => {
        if (size >>> 0 > maxName) {
          return tooLongName;
        }
        const name = this.#name(at, size);
        const isFolder = name === "" || name === ".";
        if (!isFolder && !this.files.has(name)) {
          return flags & 1 ? notPermitted : notThere; // a work folder allows no new files
        }
        if (!isFolder && (flags & 5) === 5) {
          return isThere;
        }
        const free = this.open.findIndex((file) => !file);
        const number = free < 0 ? this.open.length : free;
        if (number >= this.limits.descriptors) {
          return tooManyOpen;
        }
        if (!isFolder && flags & 8) {
          this.files.get(name)?.resize(0);
        }
        this.open[number] = { kind: isFolder ? directory : regular, name, at: 0, append: (ways & 1) !== 0 };
        return this.#put32(to, number);
      },
      fd_filestat_set_size: on((file, size) => (file.kind === regular && size >= 0n ? this.#resize(file, Number(size)) : invalid)),
      fd_allocate: on((file, from, size) => {
        if (file.kind !== regular || from < 0n || size <= 0n) {
          return invalid;
        }
        return this.#resize(file, Math.max(this.#content(file).size, Number(from) + Number(size)));
      }),
      fd_seek: on((file, offset, from, at) => {
        if (file.kind !== regular) {
          return isPipe;
        }
        const place = [0, file.at, this.#content(file).size][from] + Number(offset);
        if (!(place >= 0 && place <= Number.MAX_SAFE_INTEGER)) {
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
        if (count >>> 0 > maxPieces) {
          return invalid;
        }
        const read = this.#readAt(this.#content(file), this.#pieces(list, count), file.at);
        file.at += read;
        return this.#put32(at, read);
      }),
      fd_pread: on((file, list, count, place, at) => {
        if (file.kind !== regular) {
          return isPipe;
        }
        if (count >>> 0 > maxPieces || place < 0n) {
          return invalid;
        }
        return this.#put32(at, this.#readAt(this.#content(file), this.#pieces(list, count), Number(place)));
      }),
      fd_write: on((file, list, count, at) => {
        if (file.kind === directory || file.name === "stdin") {
          return badDescriptor;
        }
        if (count >>> 0 > maxPieces) {
          return invalid;
        }
        const pieces = this.#pieces(list, count);
        if (file.kind === pipe) {
          const stream = this.streams[/** @type {"stdout" | "stderr"} */ (file.name)];
          const size = pieces.reduce((sum, { length }) => sum + length, 0);
          this.#payFor(size);
          pieces.forEach((piece) => stream.add(piece));
          return this.#put32(at, size);
        }
        const content = this.#content(file);
        const place = file.append ? content.size : file.at;
        const written = this.#writeAt(content, pieces, place);
        if (written < 0) {
          return -written;
        }
        file.at = place + written;
        return this.#put32(at, written);
      }),
      fd_pwrite: on((file, list, count, place, at) => {
        if (file.kind !== regular) {
          return isPipe;
        }
        if (count >>> 0 > maxPieces || place < 0n) {
          return invalid;
        }
        const written = this.#writeAt(this.#content(file), this.#pieces(list, count), Number(place));
        return written < 0 ? -written : this.#put32(at, written);
      }),
    };
  }
}
