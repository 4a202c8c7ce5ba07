// Japanese or English at a touch: nothing of the other language is left, and nobody loses their place.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { BROWSERS, started } from "./browsers.mjs";
import { address, FIXTURES, GAMES } from "./files.mjs";

/** Runs in the page: texts in the language that the page is not in, at steps spread over the game. */
async function foreign({ language, plain, steps }) {
  const page = document.querySelector("shinpan-page");
  page.language = language;
  page.plain = plain;
  const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
  // What the games print in Latin letters, or the page is called.
  const same = /Shinpan|VOLTAGE|HacKClaD|DeltA|ANOARE|Wars|Ctrl|DRIVE|ATK|RANGE/g;
  // A word by itself, or two in a row: one inside a Japanese sentence is what a pack or a link writes so.
  const english = (text) => (japanese.test(text) ? /[A-Za-z]{3,},? [a-z]{2,}/ : /[A-Za-z][a-z]{2,}/).test(text.replaceAll(same, ""));
  const found = new Set();
  const look = (text, element, named) => {
    const lang = element.closest("[lang]").lang;
    if (language === "en" ? lang === "en" && japanese.test(text) : english(text) && (lang === "ja" || named)) found.add(`${named ?? element.tagName}: ${text.trim().slice(0, 90)}`);
  };
  const walk = () => {
    const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement: at, data: text } = texts.currentNode;
      // Names of players, and what is written in a record, are in nobody's language; the name of the other language is in its own.
      if (text.trim() && !at.closest("code:not(.written),.id,.clause>p>b,.items b,.place-link,.legal a,.tools [lang]") && !(at.closest("bdi,option,h1") && page.data.seats.some((seat) => text.includes(seat)))) look(text, at);
    }
    for (const one of page.querySelectorAll("[aria-label],[title],[placeholder],[alt]")) {
      for (const name of ["aria-label", "title", "placeholder", "alt"]) {
        const text = one.getAttribute(name);
        if (text && language === "ja" && !page.data.seats.includes(text)) look(text, one, name);
      }
    }
  };
  for (let at = 0; at < steps; at++) {
    page.go(Math.round(((page.told.steps.length - 1) * at) / (steps - 1)));
    await page.updateComplete;
    walk();
    document.querySelector("[data-board] button[data-card]")?.click();
    await page.updateComplete;
    walk();
    document.querySelector("dialog").close();
    await page.updateComplete;
  }
  return [...found].slice(0, 12);
}

describe("languages, in Chromium", () => {
  let browser;
  before(async () => { browser = await BROWSERS.chromium(); });
  after(() => browser?.close());
  const opened = async (file, rest = "") => {
    const page = await browser.open(address(file, rest));
    await browser.wait(page, started);
    return page;
  };

  for (const game of GAMES) {
    test(`${game}: nothing is left in the other language, but what is marked as such`, async () => {
      const page = await opened(game);
      for (const language of ["ja", "en"]) {
        for (const plain of [false, true]) {
          assert.deepEqual(await page.evaluate(foreign, { language, plain, steps: plain ? 3 : 9 }), [], `${language}, zones: ${plain}`);
        }
      }
      await page.close();
    });
  }

  test("the referee: nothing is left in the other language, before a record is opened, after, and where one is refused", async () => {
    const page = await opened("referee");
    const text = readFileSync(join(FIXTURES, "wars3x3/printed-replay-as-printed.shinpan"), "utf8");
    const words = (language) => page.evaluate(async (language) => {
      const page = document.querySelector("shinpan-page");
      page.language = language;
      await page.updateComplete;
      return [document.documentElement.lang, page.innerText];
    }, language);
    const open = (text) => page.evaluate((text) => document.querySelector("shinpan-page").open("game.shinpan", new TextEncoder().encode(text)), text);
    const only = async () => {
      const [, ja] = await words("ja"), [, en] = await words("en");
      assert.doesNotMatch(ja.replaceAll(/English|Shinpan|\.shinpan|\.json/g, ""), /[A-Za-z]{3,}/);
      assert.doesNotMatch(en.replaceAll(/日本語|審判?/g, ""), /[ぁ-んァ-ヶ一-龠]/);
    };
    await only();
    await open("hello");
    assert.match((await words("en"))[1], /line 1/);
    assert.match((await words("ja"))[1], /1行目/);
    await open(text);
    for (const language of ["ja", "en"]) assert.deepEqual(await page.evaluate(foreign, { language, plain: false, steps: 4 }), [], language);
    await page.close();
  });

  test("who changes the language stays at their step, view, focus and scroll, and nothing is loaded again", async () => {
    const page = await opened("wars3x3", "?lang=ja#t3.3.2");
    await page.evaluate(() => { window.loadedOnce = true; scrollTo(0, 300); });
    const place = () => page.evaluate(() => {
      const { now, told } = document.querySelector("shinpan-page");
      return [now, told.viewer, document.activeElement.dataset.card, location.hash, window.loadedOnce];
    });
    await page.evaluate(() => document.querySelector("shinpan-page").look("p2"));
    await page.evaluate(() => document.querySelector("[data-board] button[data-card]").focus({ preventScroll: true }));
    const before = await place();
    assert.ok(before[2]);
    await page.keyboard.press("l");
    await page.evaluate(() => document.querySelector("shinpan-page").updateComplete);
    assert.deepEqual(await page.evaluate(() => [document.documentElement.lang, document.querySelector("#table").textContent]), ["en", "Table"]);
    assert.deepEqual(await place(), before);
    // Words of another length may move a line.
    assert.ok(Math.abs((await page.evaluate(() => scrollY)) - 300) < 50);
    await page.close();
  });
});
