// Makes the picture of a replay that the README shows: node picture.mjs FILE

import { chromium } from "playwright-core";
import { ai, play, source } from "./support.mjs";
import { join } from "node:path";

const { page: file } = play("picture", "dicewars/four-001.dat", ["foresight", "maxn", "stei_adt", "sdc_pre_at"].map((name) => ai("dicewars", name)));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: process.getuid() === 0 ? ["--no-sandbox"] : [],
});
const page = await browser.newPage({ viewport: { width: 1100, height: 640 }, colorScheme: "light" });
await page.goto(`file://${file}#game=1&turn=44`);
await page.waitForSelector(".curves[data-ready]");
await page.screenshot({ path: join(source, process.argv[2]) });
await browser.close();
