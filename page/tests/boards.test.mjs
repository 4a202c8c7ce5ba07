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

  const steps = async (game, seen) => {
    const page = await browser.open(pathToFileURL(join(GAMES, `${game}.html`)).href, 1000);
    await browser.wait(page, started);
    const found = await page.evaluate(seen);
    await page.close();
    return found;
  };

  test("a game that the players lost is lost on the board, and nobody is to play in it", async () => {
    assert.deepEqual(await steps("drive-random-2-seats-a-lost", async () => {
      const page = document.querySelector("shinpan-page"), found = [];
      for (const language of ["en", "ja"]) {
        page.language = language;
        page.go(Infinity);
        await page.updateComplete;
        const text = document.querySelector("[data-board] .going").textContent;
        found.push(/lost|負け/.test(text), /won|勝ち/.test(text), document.querySelectorAll("[data-board] .now").length);
      }
      return found;
    }), [true, false, 0, true, false, 0]);
  });

  test("the counter of life is at the life, under the level that it belongs to, at every step", async () => {
    const wrong = await steps("anoare-random-game-1", async () => {
      const page = document.querySelector("shinpan-page"), found = [];
      for (const { number, state } of page.told.steps) {
        page.go(number);
        await page.updateComplete;
        const marked = [...document.querySelectorAll("[data-board] .lives .here")].map((one) => [Number(one.textContent), one.closest(".lv").querySelector("small").textContent]);
        const lives = state.sides.map((side) => side.life ?? 0).map((life) => [life, life > 5 ? "Lv1" : life ? "Lv2" : "Lv3"]);
        if (marked.toString() !== lives.reverse().toString()) found.push(`${number}: ${marked}`);
      }
      return found;
    });
    assert.deepEqual(wrong, []);
  });
});
