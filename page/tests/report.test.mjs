// The page of a corpus (`shinpan corpus report --html`): what axe says of it, that nothing runs or is asked for, widths.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { violations } from "./axe.mjs";
import { BROWSERS } from "./browsers.mjs";
import { address } from "./files.mjs";

const LANGUAGES = ["en", "ja"];

describe("the page of a corpus", () => {
  let browser;
  before(async () => (browser = await BROWSERS.chromium()));
  after(() => browser.close());

  for (const language of LANGUAGES) {
    for (const scheme of ["light", "dark"]) {
      for (const width of [360, 1400]) {
        test(`is sound: ${language}, ${scheme}, ${width}`, async () => {
          const page = await browser.open("about:blank", width);
          const said = [];
          page.on("console", (message) => said.push(message.text()));
          page.on("pageerror", (error) => said.push(String(error)));
          await page.emulateMedia({ colorScheme: scheme });
          await page.goto(address(`report-${language}`));
          assert.deepEqual(await violations(page), []);
          const { whole, seen, wide } = await page.evaluate(() => ({
            whole: document.documentElement.scrollWidth,
            seen: document.documentElement.clientWidth,
            wide: [...document.querySelectorAll("rect")].filter((one) => one.getBoundingClientRect().right > one.ownerSVGElement.getBoundingClientRect().right + 1).length,
          }));
          assert.ok(whole <= seen, `${whole} of ${seen}`);
          assert.equal(wide, 0, "no bar is longer than its place");
          assert.deepEqual(said, []);
          await page.close();
        });
      }
    }
  }
});
