// The page of every game in both browsers: every card once on every board, keys, views, links, languages, and what axe says.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { violations } from "./axe.mjs";
import { BROWSERS, started } from "./browsers.mjs";
import { address, FIXTURES, GAMES } from "./files.mjs";
import { forgotten } from "./table.mjs";

for (const [name, start] of Object.entries(BROWSERS)) {
  describe(name, () => {
    let browser;
    before(async () => { browser = await start(); });
    after(() => browser?.close());
    const opened = async (file, rest, width) => {
      const page = await browser.open(address(file, rest), width);
      await browser.wait(page, started);
      return page;
    };

    for (const game of GAMES) {
      test(`${game}: every card of the state is on the board and among the zones once, by its name, for every viewer`, async () => {
        const page = await opened(game);
        for (const plain of [false, true]) assert.deepEqual(await page.evaluate(forgotten, { most: 12, plain }), []);
        await page.close();
      });
      // In Chromium that is access.test.mjs.
      test(`${game}: nothing is wider than a phone, and axe finds nothing`, { skip: name !== "firefox" }, async () => {
        for (const [rest, width, plain] of [["?lang=ja", 360, false], ["?lang=en", 1400, false], ["?lang=en", 360, true]]) {
          const page = await opened(game, rest, width);
          const steps = await page.evaluate((plain) => {
            const page = document.querySelector("shinpan-page");
            page.plain = plain;
            return page.told.steps.length;
          }, plain);
          const step = plain ? Math.floor(steps / 2) : steps - 1;
          await page.evaluate((step) => (document.querySelector("shinpan-page").go(step), document.querySelector("shinpan-page").updateComplete), step);
          assert.deepEqual(await violations(page), []);
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${rest} ${step}`);
          await page.close();
        }
      });
    }

    test("keys step, change language and views, and lead to the finding", async () => {
      const page = await opened("wars3x3", "?lang=en");
      const now = () => page.evaluate(() => document.querySelector("shinpan-page").now);
      const last = await now();
      await page.keyboard.press("Home");
      assert.equal(await now(), 0);
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press(".");
      assert.equal(await now(), 2);
      await page.keyboard.press("l");
      assert.equal(await page.evaluate(() => document.documentElement.lang), "ja");
      await page.keyboard.press("f");
      assert.equal(await now(), last);
      await page.evaluate(() => document.querySelector("shinpan-page").updateComplete);
      assert.equal(await page.evaluate(() => document.activeElement.id), "finding");
      await page.keyboard.press("h");
      await page.evaluate(() => new Promise((done) => setTimeout(done, 50)));
      assert.equal(await page.evaluate(() => document.querySelector("shinpan-page").told.viewer), "p1");
      await page.close();
    });

    test("a link leads to its step, and the live region says what happened", async () => {
      const page = await opened("wars3x3", "?lang=en#t3.3.2");
      const found = await page.evaluate(() => {
        const { told, now } = document.querySelector("shinpan-page");
        return [told.steps[now].turn, told.steps[now].printed, document.querySelector("[role=status]").textContent];
      });
      assert.deepEqual(found.slice(0, 2), [3, "3.2"]);
      assert.match(found[2], /Turn 3/);
      await page.close();
    });

    test("the refused card is a ghost where it was to go, and no card of the table; beside it clause and what was legal", async () => {
      const page = await opened("wars3x3", "?lang=en");
      const seen = () => page.evaluate(() => {
        const text = (one) => one.textContent.replaceAll(/\s+/g, " ").trim();
        return [[...document.querySelectorAll("[data-board] .ghost")].map((one) => [text(one), Boolean(one.closest(".field .slot")), Boolean(one.closest("[data-card]"))]),
          [...document.querySelectorAll("#finding .clause b, #finding .legal code")].map(text)];
      });
      assert.deepEqual(await seen(), [[["重装歩兵:水 refused", true, false]], ["W3-4.2-2", "p2 pass", "p2 deploy card=016", "p2 deploy card=024", "p2 resign"]]);
      await page.keyboard.press("ArrowLeft");
      await page.evaluate(() => document.querySelector("shinpan-page").updateComplete);
      assert.deepEqual(await seen(), [[], []]);
      await page.close();
    });

    test("a file opens wherever it is dropped, and one that is chosen", async () => {
      const page = await opened("referee", "?lang=en");
      const content = readFileSync(join(FIXTURES, "wars3x3/printed-replay.shinpan"), "utf8");
      const actions = () => page.evaluate(() => document.querySelector("shinpan-page").told?.report.replayed ?? 0);
      const dropped = await page.evaluate((content) => {
        const data = new DataTransfer();
        data.items.add(new File([content], "game.shinpan"));
        return document.querySelector("header").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
      }, content);
      assert.equal(dropped, false, "the browser must not open it itself");
      await browser.wait(page, () => document.querySelector("shinpan-page").told);
      assert.equal(await actions(), 122);
      await page.evaluate((content) => {
        const data = new DataTransfer(), input = document.querySelector("input[type=file]");
        data.items.add(new File([content.slice(0, content.indexOf("turn 2"))], "game.shinpan"));
        input.files = data.files;
        input.dispatchEvent(new Event("change", { bubbles: true }));
      }, content);
      await browser.wait(page, () => document.querySelector("shinpan-page").told.report.replayed < 122);
      assert.ok((await actions()) > 5);
      await page.close();
    });

    test("the story shows the line of the step, and the page stays where it is", async () => {
      const page = await opened("hackclad", "#t2");
      for (const key of ["End", "ArrowLeft", "Home", "ArrowRight", "End"]) {
        await page.keyboard.press(key);
        const seen = await page.evaluate(async () => {
          await document.querySelector("shinpan-page").updateComplete;
          const story = document.querySelector(".story").getBoundingClientRect();
          const lines = [...document.querySelectorAll(".story [data-step]")].filter((one) => Number(one.dataset.step) <= document.querySelector("shinpan-page").now);
          const line = lines.pop()?.getBoundingClientRect();
          return [!line || (line.bottom > story.top && line.top < story.bottom), scrollY];
        });
        assert.deepEqual(seen, [true, 0]);
      }
      await page.close();
    });

    test("a seat's file has one view, and says so", async () => {
      const page = await opened("seat", "?lang=en");
      assert.deepEqual(await page.evaluate(() => document.querySelector("shinpan-page").data.viewers), ["p1"]);
      assert.match(await page.evaluate(() => document.body.innerText), /This file holds only what 三品 sees\./);
      await page.close();
    });

    test("the referee opens what is pasted, and says of what is no record what is wrong", async () => {
      const page = await opened("referee", "?lang=en");
      const tried = async (text, file = "pasted.shinpan") => page.evaluate(async ([text, file]) => {
        const page = document.querySelector("shinpan-page");
        await page.open(file, new TextEncoder().encode(text));
        await page.updateComplete;
        return page.querySelector("[role=alert]")?.textContent ?? page.told.report.verdict;
      }, [text, file]);
      const whole = readFileSync(join(FIXTURES, "wars3x3/printed-replay.shinpan"), "utf8");
      assert.equal(await tried(whole), "legal");
      assert.equal(await tried(whole.replace("deploy card=占欲の魔女:草", "deploy card=灯火幽鬼:草")), "illegal");
      const ghosts = await page.evaluate(() => [...document.querySelectorAll(".ghost")].map((one) => [one.textContent.includes("灯火幽鬼"), one.parentElement.className]));
      assert.deepEqual(ghosts.sort(), [[true, "refused"], [true, "slot"]]);
      assert.match(await tried("hello"), /line 1/);
      assert.match(await tried(whole.replace("shinpan 1", "shinpan 9")), /line 1/);
      assert.match(await tried(whole.slice(0, 150)), /line \d+/);
      assert.match(await tried("x", "game.pb"), /shinpan convert/);
      assert.match(await tried('{"header": {"seats": "two"}}', "pasted.json"), /line 1: record\.header\.seats: a whole number/);
      assert.match(await tried(`${whole}\n${"p1 pass\n".repeat(20_001)}`), /\S{3}/);
      const hostile = whole.replace("三品", '"<script>document.title=1</script>\\u202e"').replace(" draw", ` draw ; ${"<img src=x>".repeat(900)}`);
      await tried(hostile);
      assert.equal(await page.evaluate(() => document.querySelectorAll("shinpan-page script, shinpan-page img").length), 0);
      assert.notEqual(await page.evaluate(() => document.title), "1");
      assert.deepEqual(await violations(page), []);
      await page.close();
    });
  });
}
