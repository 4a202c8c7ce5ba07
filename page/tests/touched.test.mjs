// What is asked is answered by touch alone: teams, and cards that nobody saw.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { violations } from "./axe.mjs";
import { BROWSERS } from "./browsers.mjs";
import { address } from "./files.mjs";
import { Thumb } from "./recording.mjs";
import { LEAST, small } from "./sizes.mjs";

describe("answers by touch, in Chromium on a phone", () => {
  let browser, page;
  before(async () => {
    browser = await BROWSERS.chromium({ phone: true });
    page = await browser.open(address("referee", "?lang=en"), 360, 740);
    await page.getByRole("button", { name: "New game" }).waitFor();
  });
  after(() => browser?.close());

  test("the teams of four players are touched, one number twice", async () => {
    const player = new Thumb(page);
    const written = [];
    player.write = async (text) => { written.push(text); await Thumb.prototype.write.call(player, text); };
    await player.begin("hackclad", "tag", 4, "seed");
    assert.match(await page.evaluate(() => document.querySelector("shinpan-recorder").now.text), /teams=1 2 1 2/);
    assert.deepEqual(written.filter((text) => /^[12 ]+$/.test(text)), []);
    await player.press("Leave");
  });

  test("cards that nobody saw are put into the line by touch; what is refused is not lost", async () => {
    const player = new Thumb(page);
    await player.begin("wars3x3", "beginner", 2, "seen");
    const list = (name) => page.getByRole("list", { name }).getByRole("button");
    const fill = async (count) => {
      await player.touch(list("What may be done"));
      for (let at = 0; at < count; at++) await player.touch(list("What may be answered"));
    };
    await fill(4);
    assert.deepEqual(await page.evaluate(small, LEAST), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(await violations(page), []);
    await player.press("Write");
    assert.equal((await player.alerts()).length, 1, "four are one too many");
    await player.press("Take off the last one");
    await player.press("Write");
    assert.equal(await player.entries(), 1);
    await fill(1);
    await player.press("Write");
    assert.match(await page.evaluate(() => document.querySelector("shinpan-recorder").now.text), /start_territory cards=\? \? \?[^]*keep_magic magics=\?/);
    await player.touch(list("What may be done"));
    await player.press("All answers");
    assert.ok(await list("What may be done").count());
    await player.press("Leave");
  });
});
