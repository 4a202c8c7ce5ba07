// The boards of whole games: every step, with everybody's eyes, shows each card of the state once, by its name.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { BROWSERS, started } from "./browsers.mjs";
import { PAGES } from "./files.mjs";
import { forgotten } from "./table.mjs";

const GAMES = join(PAGES, "games");

describe("whole games in Chromium", () => {
  let browser;
  before(async () => { browser = await BROWSERS.chromium(); });
  after(() => browser?.close());

  for (const file of readdirSync(GAMES).sort()) {
    test(file, async () => {
      const page = await browser.open(pathToFileURL(join(GAMES, file)).href, 360);
      await browser.wait(page, started);
      assert.deepEqual(await page.evaluate(forgotten, { most: Infinity, plain: false }), []);
      await page.close();
    });
  }
});
