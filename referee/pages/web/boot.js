// Unpacks the page's modules into an import map, which must be there before the first module: so no module.

(async () => {
  // Base 85 as base/bytes.cpp writes it.
  const digits = new Uint8Array(128);
  [..."!#$%()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz|~"].forEach((sign, digit) => {
    digits[sign.charCodeAt(0)] = digit;
  });
  /** Bytes from base 85: 5 signs are 4 bytes, a rest of n + 1 signs n bytes. @param {string} text */
  const refereeBytes = (text) => {
    const bytes = new Uint8Array(Math.ceil(text.length / 5) * 4);
    const view = new DataView(bytes.buffer);
    for (let group = 0; group * 5 < text.length; ++group) {
      let number = 0;
      for (let i = 5 * group; i < 5 * group + 5; ++i) {
        number = number * 85 + (i < text.length ? digits[text.charCodeAt(i)] : 84);
      }
      view.setUint32(4 * group, number);
    }
    return bytes.subarray(0, Math.floor((text.length * 4) / 5));
  };
  const stream = new Blob([refereeBytes(document.getElementById("web")?.textContent ?? "")]).stream().pipeThrough(new DecompressionStream("gzip"));
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
  Object.assign(self, { refereeFiles: files, refereeBytes });
  add("importmap", JSON.stringify({ imports: Object.fromEntries(urls) }));
  add("module", 'import "view/main.js";');
})();
