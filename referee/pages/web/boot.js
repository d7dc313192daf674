// Starts a page whose modules are compressed: unpacks them, names them in an import map, and imports
// main.js. A classic script, because a page's import map must be there before its first module.

(async () => {
  const packed = atob(document.getElementById("web")?.textContent ?? "");
  const stream = new Blob([Uint8Array.from(packed, (sign) => sign.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream("gzip"));
  /** @type {Record<string, string>} */
  const files = JSON.parse(await new Response(stream).text());
  const urls = Object.entries(files).filter(([name]) => name.endsWith(".js"))
    .map(([name, text]) => [`view/${name}`, `data:text/javascript;charset=utf-8,${encodeURIComponent(text)}`]);
  const add = (/** @type {string} */ type, /** @type {string} */ text) => {
    const script = document.createElement("script");
    script.type = type;
    script.textContent = text;
    document.body.append(script);
  };
  // A page that is kept is made of these files, too: play/keep.js.
  Object.assign(self, { refereeFiles: files });
  add("importmap", JSON.stringify({ imports: Object.fromEntries(urls) }));
  add("module", 'import "view/main.js";');
})();
