// Makes the pictures of the README: node picture.mjs REPLAY.png [PLAY.png]. The second one, a game that a
// person plays in the page, needs `make wasm`.

import playwright from "playwright-core";
import { lacking } from "./play/in-page.mjs";
import { ai, chromium, folder, play, referee, source } from "./support.mjs";
import { join } from "node:path";

const [replay, played] = process.argv.slice(2);
const browser = await playwright.chromium.launch({
  executablePath: chromium, args: process.getuid() === 0 ? ["--no-sandbox"] : [],
});
const page = await browser.newPage({ viewport: { width: 1100, height: 640 }, colorScheme: "light" });

const { page: file } = play("picture", "dicewars/four-001.dat", ["foresight", "maxn", "stei_adt", "sdc_pre_at"].map((name) => ai("dicewars", name)));
await page.goto(`file://${file}#game=1&turn=44`);
await page.waitForSelector(".curves[data-ready]");
await page.screenshot({ path: join(source, replay) });

if (played && !lacking("gems/depth3")) {
  const path = join(folder, "play.html");
  referee("play-page", path, "--ai", "gems/depth3");
  await page.goto(`file://${path}#play=gems&seed=5`);
  await page.click("#begin");
  for (const number of ["1", "2", "3"]) {
    await page.waitForSelector(`#hand[data-state="move"][data-question="${number}"]`);
    if (number !== "3") {
      for (const key of ["Enter", ".", "Enter"]) { // a stone, its neighbour
        await page.keyboard.press(key);
      }
    }
  }
  await page.keyboard.press("Enter");
  await page.screenshot({ path: join(source, played) });
}
await browser.close();
