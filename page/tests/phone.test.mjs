// On a phone: from a web address, with thumbs, on 360 px.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { BROWSERS, started } from "./browsers.mjs";
import { GAMES, PAGES } from "./files.mjs";
import { LEAST, small } from "./sizes.mjs";

const WIDTH = 360;
const HEIGHT = 740;

/** What a careful static server sends: the page's own policy once more, and that of nothing else. */
const STRICT = { "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin" };
const NO_INLINE = { ...STRICT, "Content-Security-Policy": "default-src 'self'" };

/** A server of the written files; it keeps what was asked of it. Under /closed/ it forbids code inside a file. */
function serve() {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    const [, folder, name] = /^\/(open|closed)\/(\w+\.html)/.exec(request.url) ?? [];
    if (!name) return response.writeHead(404).end();
    const page = readFileSync(join(PAGES, name));
    const own = /Content-Security-Policy" content="([^"]+)"/.exec(page.subarray(0, 4000).toString())[1];
    const headers = folder === "closed" ? NO_INLINE : { ...STRICT, "Content-Security-Policy": `${own}; frame-ancestors 'none'` };
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", ...headers }).end(page);
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done({ server, asked, at: `http://127.0.0.1:${server.address().port}` })));
}

describe("on a phone, from a web address, in Chromium", () => {
  let browser, web;
  before(async () => {
    web = await serve();
    browser = await BROWSERS.chromium({ phone: true, offline: false });
  });
  after(async () => {
    await browser?.close();
    web?.server.close();
  });
  const opened = async (file, rest = "") => {
    const page = await browser.open(`${web.at}/open/${file}.html${rest}`, WIDTH, HEIGHT);
    await browser.wait(page, started);
    return page;
  };
  const settled = (page) => page.evaluate(() => document.querySelector("shinpan-page").updateComplete);
  const now = (page) => page.evaluate(() => document.querySelector("shinpan-page").now);

  for (const game of GAMES) {
    test(`${game}: what is touched is as large as a thumb, and nothing is wider than the screen`, async () => {
      const page = await opened(game, "?lang=ja");
      for (const [part, plain] of [[0.5, false], [0.7, true], [1, false]]) {
        await page.evaluate(async ([part, plain]) => {
          const page = document.querySelector("shinpan-page");
          page.plain = plain;
          page.go(Math.floor((page.told.steps.length - 1) * part));
          await page.updateComplete;
          for (const one of page.querySelectorAll("details")) one.open = true;
        }, [part, plain]);
        assert.deepEqual(await page.evaluate(small, LEAST), [], `${part} ${plain}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      }
      await page.evaluate(() => document.querySelector("[data-board] button[data-card]").click());
      await settled(page);
      assert.deepEqual(await page.evaluate(small, LEAST), [], "a card's dialog");
      await page.close();
    });
  }

  test("the buttons for steps stay under the thumb wherever the board is scrolled, and a stroke steps too", async () => {
    const page = await opened("hackclad", "#t2");
    const from = await now(page);
    for (const part of [0.1, 0.5, 0.9]) {
      await page.evaluate((part) => {
        const board = document.querySelector("[data-board]").getBoundingClientRect();
        scrollTo(0, scrollY + board.y + board.height * part - innerHeight);
      }, part);
      const box = await page.locator("nav .btn.main").boundingBox();
      assert.ok(box.y > HEIGHT / 2 && box.y + box.height <= HEIGHT, JSON.stringify(box));
    }
    for (const key of ["l", "l"]) {
      await page.keyboard.press(key);
      await settled(page);
      assert.ok((await page.locator(".top").boundingBox()).height < 70, "what stays at the top is one row");
    }
    await page.locator("nav .btn.main").tap();
    assert.equal(await now(page), from + 1);
    const stroke = (fromX, toX, fromY = 400, toY = 400) => page.evaluate(([fromX, toX, fromY, toY]) => {
      const board = document.querySelector("[data-board]");
      const touch = (clientX, clientY) => new Touch({ identifier: 1, target: board, clientX, clientY });
      board.dispatchEvent(new TouchEvent("touchstart", { touches: [touch(fromX, fromY)], changedTouches: [touch(fromX, fromY)], bubbles: true }));
      board.dispatchEvent(new TouchEvent("touchend", { touches: [], changedTouches: [touch(toX, toY)], bubbles: true }));
    }, [fromX, toX, fromY, toY]);
    await stroke(300, 120);
    assert.equal(await now(page), from + 2);
    await stroke(80, 260);
    assert.equal(await now(page), from + 1);
    for (const none of [[200, 170], [300, 120, 300, 500]]) await stroke(...none);
    assert.equal(await now(page), from + 1);
    await page.close();
  });

  test("lying on its side, a phone still shows the board between what stays in place", async () => {
    const page = await opened("wars3x3");
    await page.setViewportSize({ width: HEIGHT, height: WIDTH });
    await page.evaluate(() => document.querySelector("[data-board]").scrollIntoView());
    const free = await page.evaluate(() => document.querySelector(".steps").getBoundingClientRect().top - Math.max(document.querySelector(".top").getBoundingClientRect().bottom, 0));
    assert.ok(free > WIDTH / 2, `${free} px`);
    await page.close();
  });

  test("with a strict server it asks for nothing but itself, and judges", async () => {
    web.asked.length = 0;
    const page = await opened("referee", "?lang=en");
    await browser.wait(page, () => document.documentElement.dataset.ready || document.querySelector("[role=alert]"));
    assert.equal(await page.evaluate(() => document.querySelector("[role=alert]")?.textContent), undefined);
    assert.deepEqual(web.asked, ["/open/referee.html?lang=en"]);
    assert.deepEqual(await page.evaluate(small, LEAST), []);
    await page.close();
  });

  test("where a server forbids code inside a file, a sentence says so in both languages", async () => {
    const page = await browser.open(`${web.at}/closed/wars3x3.html`, WIDTH, HEIGHT);
    const said = await page.evaluate(() => document.body.innerText);
    assert.match(said, /JavaScript is blocked/);
    assert.match(said, /JavaScript が止められている/);
    await page.close();
  });
});
