// Games that are recorded in the page: by keyboard alone in every mode, by touch in every game; they are kept when the tab
// is closed, and the command line judges them to the link that the page shows.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { BROWSERS, busy } from "./browsers.mjs";
import { address } from "./files.mjs";
import { Keyboard, Thumb, judged } from "./recording.mjs";
import { LEAST, small } from "./sizes.mjs";

/** So long an answer may take until the next question is there, on a machine that is not busy. */
const LONGEST_ANSWER = 2_000;
/** Each mode with its players and how it is known what comes up. */
const MODES = [
  ["wars3x3", "beginner", 2, "open"], ["wars3x3", "intermediate", 2, "seed"], ["wars3x3", "advanced", 2, "seed"], ["wars3x3", "sevenmage", 2, "seed"],
  ["anoare", "duel", 2, "open"],
  ["hackclad", "versus", 2, "seed"], ["hackclad", "tag", 4, "seed"], ["hackclad", "solo", 1, "open"], ["hackclad", "coop", 2, "seed"],
  ["drive", "multi", 2, "open"], ["drive", "solo_partner", 1, "seed"],
  ["swordrion", "solo", 1, "seed"], ["swordrion", "versus", 2, "open"],
];
const BY_TOUCH = [["wars3x3", "beginner", 2, "seed"], ["anoare", "duel", 2, "seed"], ["hackclad", "solo", 1, "seed"], ["drive", "multi", 2, "seed"], ["swordrion", "solo", 1, "open"]];
const SEED = Number(process.env.SHINPAN_SEED ?? 5);
const ONLY = process.env.SHINPAN_MODES?.split(",");
/** So many questions are answered before the tab is closed. */
const BEFORE = 12;

describe("recording, in Chromium", () => {
  let browser, folder;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "shinpan-recorded-"));
    browser = await BROWSERS.chromium();
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });
  const opened = async (width = 1400) => {
    const page = await browser.open(address("referee", "?lang=en"), width);
    await page.getByRole("button", { name: "New game" }).waitFor();
    return page;
  };

  for (const [game, mode, seats, chance] of MODES.filter(([game, mode]) => !ONLY || ONLY.includes(`${game}/${mode}`))) {
    test(`${game} ${mode}: a game by keyboard alone is kept, gone on with, saved, and judged legal with the same link`, async () => {
      const first = await opened();
      await first.evaluate(() => localStorage.clear());
      const begun = new Keyboard(first, SEED);
      await begun.begin(game, mode, seats, chance);
      await begun.play(BEFORE);
      const entries = await begun.entries();
      await first.close();
      const page = await opened();
      const player = new Keyboard(page, SEED + 1);
      await player.goOn();
      assert.equal(await player.entries(), entries);
      const count = await player.play();
      assert.ok(await player.isOver(), `SHINPAN_SEED=${SEED} SHINPAN_MODES=${game}/${mode}`);
      const path = await player.save(join(folder, `${mode}.shinpan`));
      const report = judged(path);
      assert.equal(report.verdict, "legal");
      assert.equal(report.last_link, await page.locator(".recorder code").first().textContent());
      console.log(`${game} ${mode}: ${entries} + ${count} answers, the slowest after ${Math.round(player.slowest)} ms${busy() ? ", on a busy machine" : ""}`);
      assert.ok(busy() || player.slowest <= LONGEST_ANSWER);
      await player.press("Leave");
      await player.press(/^Delete: /);
      await player.press(/^Delete: /);
      assert.equal(await page.getByRole("button", { name: /^Go on: / }).count(), 0);
      await page.close();
    });
  }
});

describe("recording by touch, in Chromium on a phone", () => {
  let browser, folder;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "shinpan-touched-"));
    browser = await BROWSERS.chromium({ phone: true });
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  for (const [game, mode, seats, chance] of BY_TOUCH.filter(([game, mode]) => !ONLY || ONLY.includes(`${game}/${mode}`))) {
    test(`${game} ${mode}: a game by touch is judged legal with the same link, and nothing is too small or too wide`, async () => {
      const page = await browser.open(address("referee", "?lang=en"), 360, 740);
      await page.getByRole("button", { name: "New game" }).waitFor();
      const player = new Thumb(page, SEED);
      await player.begin(game, mode, seats, chance);
      await player.play(BEFORE);
      assert.deepEqual(await page.evaluate(small, LEAST), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await player.play();
      assert.ok(await player.isOver(), `SHINPAN_SEED=${SEED} SHINPAN_MODES=${game}/${mode}`);
      const report = judged(await player.save(join(folder, `${mode}.shinpan`)));
      assert.deepEqual([report.verdict, report.last_link], ["legal", await page.locator(".recorder code").first().textContent()]);
      await page.close();
    });
  }
});
