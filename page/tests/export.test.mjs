// A picture of the table: whole, without the page, and with the name of every card that is to be seen.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { BROWSERS, started } from "./browsers.mjs";
import { address, GAMES } from "./files.mjs";

describe("pictures of tables, in Chromium", () => {
  let browser;
  before(async () => { browser = await BROWSERS.chromium(); });
  after(() => browser?.close());

  for (const game of GAMES) {
    test(`${game}: the picture has every card that is to be seen, and needs nothing else`, async () => {
      const page = await browser.open(address(game, "?lang=en&theme=light"));
      await browser.wait(page, started);
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Picture of the table (SVG)" }).click()]);
      assert.match(download.suggestedFilename(), new RegExp(`^${game}-t\\d.*\\.svg$`));
      const svg = readFileSync(await download.path(), "utf8");
      assert.ok(!/<script|<foreignObject|href=|url\(|class=/.test(svg));
      const forgotten = await page.evaluate((svg) => {
        const plain = (text) => text.replaceAll(/\s/g, "");
        const picture = new DOMParser().parseFromString(svg, "image/svg+xml");
        if (picture.querySelector("parsererror")) return ["no XML"];
        const said = plain([...picture.querySelectorAll("text")].map((one) => one.textContent).join(""));
        const cards = [...document.querySelectorAll("[data-board] button[data-card]")].filter((one) => one.checkVisibility());
        return cards.map((one) => plain([...(one.querySelector(".name")?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data).join(""))).filter((name) => !said.includes(name));
      }, svg);
      assert.deepEqual(forgotten, []);
      const shown = await page.evaluate(async (svg) => {
        const image = new Image();
        image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
      }, svg);
      const { width, height } = await page.locator("[data-board]").boundingBox();
      assert.ok(Math.abs(shown[0] - width) < 2 && Math.abs(shown[1] - height) < 2, String(shown));
      await page.close();
    });
  }
});
