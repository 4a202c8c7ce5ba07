// What boards mark beside the cards: what a refused line would have done, what is aimed at, what a card is worth now, and
// whose a number is. The referee opens the records.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { BROWSERS } from "./browsers.mjs";
import { address, FIXTURES } from "./files.mjs";

/** Of a refused line of each game: the ghosts in places of the board, and the things on the board that it names. */
const REFUSED = [
  ["wars3x3/W3-1.0-6-not-in-the-opponents-turn", [["territory", "重装歩兵:炎"]], ["重装歩兵"]],
  ["wars3x3/Q-07-no-second-removal-after-a-counter", [], ["占欲の魔女", "突撃兵", "重装歩兵"]],
  ["anoare/AN-5.0-1-on-with-only-one-card-set", [["skill used · p1", "払い抜け"]], ["払い抜け"]],
  ["hackclad/HC-12.1-1-a-card-of-another-name", [], ["c5", "かかと落とし", "ムーブ"]],
  ["hackclad/HC-13.1-7-a-slot-with-a-marker", [["1st turn", "ショット"]], ["ショット"]],
  ["hackclad/HC-8.4.F-1-two-squares", [], ["b3"]],
  ["drive/DR-B-1-no-turn-is-on-between-the-rounds", [["played", "緑2"]], ["緑2"]],
  ["drive/DR-P4-14-the-parties-are-complete", [["party", "石垣のモグ"]], []],
  ["swordrion/SW-0.1-9-there-is-no-fourth-line-up", [["line", "卵泥棒の小竜"]], ["卵泥棒の小竜"]],
];

/** A position, and what its board says there, by a selector. */
const MARKS = [
  ["a unit at which a spell aims", "wars3x3/printed-replay", 28, ".unit.aimed", /5 ?突撃兵.*040 ?target$/],
  ["what was done to a unit in words that stand apart", "wars3x3/printed-replay", Infinity, ".done", /strengthened by .* until/],
  ["of HP that was halved both numbers", "swordrion/SW-3.1-17-halved-twice", 7, ".foe li:first-child .whole", /重騎士.*HP 5 ÷ 2$/],
  ["of a merged pair the sum, and the lower card", "swordrion/SW-S2-10-no-third-card", 10, ".foe li:nth-child(2)", /attack 12 \(printed 6\+6\) ?HP 15 \(printed 6\+9\).*merged with.*谷渡りの巨象/],
  ["what a standing effect makes of a number", "swordrion/random-versus-1", 24, ".fighter", /雷鳴の導師.*attack 4 \(printed 5\) ?HP 3/],
  ["which cost is on top", "anoare/AN-1.1-14-equal-powers-and-nobody-is-said-to-be-first", 9, ".costs li:first-child", /on top$/],
  ["which response power is in force, and what changes it", "anoare/AN-1.1-14-equal-powers-and-nobody-is-said-to-be-first", 26, ".own", /response 2 \(printed 4\).*in force response −2/],
  ["by how much an effect changes a number", "anoare/AN-1.2-1-the-thrown-sword-at-far", 10, ".going", /in force attack \+1/],
  ["how much damage is stored, above what kills too", "anoare/AN-5.0-14-the-game-is-over", 43, ".life", /stored 4/],
  ["which of the cards that came is on top", "drive/DR-B-1-no-turn-is-on-between-the-rounds", 6, ".piles", /^field.*on top/],
  ["how often legions strike at a square", "hackclad/HC-13.2-2-the-higher-sum", 29, ".torus .danger", /^c3.*×2/],
  ["who has decided while another has not", "anoare/random-game-1", 1, ".own", /(^|free)p1 has decided/],
  ["of decisions made at once only those that are open", "anoare/random-game-1", 1, ".moment", /To decide: p2 – [^·]*$/],
  ["which turn it is", "anoare/AN-5.0-14-the-game-is-over", 26, ".going", /^turn ?2 ?step/],
  ["which card of a line is the front, though it lies face down", "swordrion/SW-4.8-3-this-participant-has-finished-shopping", 35, ".foe li:first-child", /^森 ?front ?face down ?森の主/],
  ["which cards have gone under the deck", "swordrion/random-solo-1", 65, ".piles", /^deck 85 ?\+2 ?put under/],
  ["whose points and cubes are whose", "swordrion/random-versus-1", Infinity, ".going", /p1 points 4 cubes left 1 ?p2 points 6 cubes left 2/],
  ["that a hand is empty", "swordrion/random-solo-1", 64, ".place", /^hand 0 ?none/],
  ["what players agreed on", "hackclad/HC-13.2-2-the-higher-sum", 0, ".head", /agreed: .*teams=1 2 1 2/],
  ["what an enemy does by itself", "drive/random-2-seats-a-lost", 39, ".foe-card", /面無しの行列.*By itself/],
  ["whose a score is", "hackclad/HC-13.2-2-the-higher-sum", Infinity, ".going", /p1 stones 23.*p2 deck 15.*p3 stones 29.*p4 stones 25.*total 28/],
];

/** Runs in the page: how many marks paid costs have, and which of them are not to the right of their own card, at its
 * height, in one line and inside their place. */
function asideOf() {
  const wrong = [], all = [...document.querySelectorAll("[data-board] .paid")];
  const marks = all.flatMap((paid) => [...paid.querySelectorAll(".sl,.lies,span:not(:has(*))")].filter((one) => !one.closest("button") && one.textContent.trim()).map((mark) => [paid, mark]));
  for (const [paid, mark] of marks) {
    const card = paid.querySelector("button").getBoundingClientRect(), box = mark.getBoundingClientRect(), place = paid.closest(".place").getBoundingClientRect();
    const text = document.createRange();
    text.selectNodeContents(mark);
    const middle = (box.top + box.bottom) / 2, lines = new Set([...text.getClientRects()].map((one) => Math.round(one.top))).size;
    if (box.left < card.right || box.right > place.right || middle < card.top || middle > card.bottom || lines > 1) wrong.push(`${paid.querySelector("button").textContent.trim()}: ${mark.textContent.trim()}`);
  }
  return [marks.length, wrong];
}

describe("marks on boards, in Chromium", () => {
  let browser, page;
  before(async () => {
    browser = await BROWSERS.chromium();
    page = await browser.open(address("referee", "?lang=en"));
    await browser.wait(page, () => document.documentElement.dataset.ready || document.querySelector("[role=alert]"));
  });
  after(() => browser?.close());
  const opened = (name, step) => page.evaluate(async ([text, step]) => {
    const page = document.querySelector("shinpan-page");
    await page.open("game.shinpan", new TextEncoder().encode(text));
    page.go(step ?? Infinity);
    await page.updateComplete;
  }, [readFileSync(join(FIXTURES, `${name}.shinpan`), "utf8"), step]);

  for (const [name, ghosts, named] of REFUSED) {
    test(`${name}: the refused line is a ghost where it was to go, and what it names is marked`, async () => {
      await opened(name, null);
      const seen = await page.evaluate(() => {
        const text = (one) => one.textContent.replaceAll(/\s+/g, " ").trim();
        const place = (one) => text(one.closest(".slots>li")?.querySelector(".sl") ?? one.closest(".place").querySelector(".zh")).replace(/( \d+| −\d+| \+\d+| marked).*/, "");
        return [[...document.querySelectorAll("[data-board] .ghost")].filter((one) => !one.closest(".refused")).map((one) => [place(one), text(one), Boolean(one.closest("[data-card]"))]),
          [...document.querySelectorAll("[data-board] .barred")].map(text), document.querySelectorAll("[data-board] .refused").length];
      });
      assert.deepEqual(seen[0], ghosts.map(([place, card]) => [place, `${card} refused`, false]));
      for (const one of named) assert.ok(seen[1].some((text) => text.includes(one) && text.endsWith("refused")), `${one}: ${seen[1]}`);
      assert.equal(seen[1].length, named.length);
      assert.equal(seen[2], 1);
    });
  }

  for (const [what, name, step, where, says] of MARKS) {
    test(`the board says ${what}`, async () => {
      await opened(name, step === Infinity ? null : step);
      const said = await page.evaluate((where) => [...document.querySelectorAll(where === ".head" ? where : `[data-board] ${where}`)].map((one) => one.textContent.replaceAll(/\s+/g, " ").trim()), where);
      assert.ok(said.some((text) => says.test(text)), said.join(" | "));
    });
  }

  for (const language of ["en", "ja"]) {
    for (const width of [1280, 360]) {
      test(`each mark of a paid cost is beside its card, in one line: ${language}, ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate((language) => { document.querySelector("shinpan-page").language = language; }, language);
        // Of the costs here one is on top and upright, one lies face up below two that have no marks.
        await opened("anoare/AN-5.0-14-the-game-is-over", null);
        const [marked, wrong] = await page.evaluate(asideOf);
        await page.evaluate(() => { document.querySelector("shinpan-page").language = "en"; });
        await page.setViewportSize({ width: 1400, height: 900 });
        assert.deepEqual(wrong, []);
        assert.equal(marked, 4);
      });
    }
  }

  for (const [name, viewer, places] of [
    ["anoare/random-game-1", "p1", { "fragment 1 face down": 1, "fifth fragment 1 face down": 1 }],
    ["drive/random-2-seats-c-lost", "public", { "boss 1": 1 }],
  ]) {
    test(`${name}: a card that ${viewer} does not know, but that is there, is a back`, async () => {
      await opened(name, 0);
      const backs = await page.evaluate(async (viewer) => {
        const page = document.querySelector("shinpan-page"), found = {};
        await page.look(viewer);
        page.go(page.told.steps.findIndex((one) => one.turn > 0));
        await page.updateComplete;
        for (const place of document.querySelectorAll("[data-board] .place")) {
          const count = place.querySelectorAll(":scope>.back").length;
          if (count) found[place.querySelector(".zh").textContent.replaceAll(/\s+/g, " ").trim()] = count;
        }
        return found;
      }, viewer);
      assert.deepEqual(backs, places);
    });
  }
});
