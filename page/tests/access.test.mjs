// For whoever reads with ears, by keyboard, enlarged, or in the dark: what axe says of every view, focus, words.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { violations } from "./axe.mjs";
import { BROWSERS, started } from "./browsers.mjs";
import { address, GAMES } from "./files.mjs";

/** Each language with each theme, each way of showing the table, at two widths, with different eyes. */
const LOOKS = [
  { lang: "ja", theme: "light", width: 360, plain: false, viewer: "p1" },
  { lang: "ja", theme: "dark", width: 1400, plain: false, viewer: "referee", open: true },
  { lang: "en", theme: "dark", width: 360, plain: true, viewer: "p1" },
  { lang: "en", theme: "light", width: 768, plain: false, viewer: "public" },
];

/** Runs in the page. */
async function looking({ lang, plain, viewer, open = false }) {
  const page = document.querySelector("shinpan-page");
  page.language = lang;
  page.plain = plain;
  await page.look(viewer);
  page.go(Math.floor((page.told.steps.length * 2) / 3));
  for (const one of page.querySelectorAll("[data-board] details")) one.open = open;
  await page.updateComplete;
}

/** Runs in the page: where the focus is, and how it is seen. */
function focused() {
  const at = document.activeElement;
  const box = at.getBoundingClientRect(), style = getComputedStyle(at);
  // Of what is higher than the window a part is enough.
  const points = [0.02, 0.25, 0.5, 0.75, 0.98].map((part) => document.elementFromPoint(box.x + box.width / 2, box.y + box.height * part));
  return {
    tag: at.tagName, card: at.dataset.card ?? "", text: (at.textContent ?? "").trim().slice(0, 30),
    zone: [...document.querySelectorAll("[data-board] [data-zone]")].indexOf(at.closest("[data-zone]")),
    rect: [box.x, box.y, box.width, box.height].map(Math.round), ring: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2, free: points.some((hit) => at.contains(hit)),
  };
}

describe("for everybody, in Chromium", () => {
  let browser;
  before(async () => { browser = await BROWSERS.chromium(); });
  after(() => browser?.close());
  const opened = async (file, rest = "", width = 1400, height = 900) => {
    const page = await browser.open(address(file, rest), width, height);
    await browser.wait(page, started);
    return page;
  };
  const within = (page, run, ...args) => page.evaluate(run, ...args);

  for (const game of GAMES) {
    test(`${game}: axe finds nothing in any language, theme or view, with piles open and closed`, async () => {
      const page = await opened(game);
      for (const look of LOOKS) {
        await page.setViewportSize({ width: look.width, height: 900 });
        await within(page, (theme) => { document.documentElement.dataset.theme = theme; }, look.theme);
        await within(page, looking, look);
        assert.deepEqual(await violations(page), [], JSON.stringify(look));
      }
      await within(page, () => document.querySelector("[data-board] button[data-card]").click());
      assert.deepEqual(await violations(page), [], "a card's dialog");
      await page.close();
    });

    test(`${game}: enlarged two or four times, nothing is to be scrolled to the side`, async () => {
      const page = await opened(game);
      const wide = () => within(page, () => [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1 && !one.closest(".vh,svg")).map((one) => one.outerHTML.slice(0, 120)).slice(0, 3));
      // A window of 1280 px.
      for (const width of [640, 320]) {
        await page.setViewportSize({ width, height: 450 });
        for (const plain of [false, true]) {
          await within(page, looking, { lang: "en", plain, viewer: "referee", open: false });
          assert.deepEqual(await wide(), [], `${width} px, zones: ${plain}`);
        }
      }
      await page.close();
    });

    test(`${game}: Tab goes through every zone with cards once, in order and in sight`, async () => {
      const page = await opened(game);
      await within(page, () => (document.querySelector("shinpan-page").go(Math.floor(document.querySelector("shinpan-page").told.steps.length / 2)), document.querySelector("shinpan-page").updateComplete));
      const zones = await within(page, () => [...document.querySelectorAll("[data-board] [data-zone]")].map((one, at) => ([...one.querySelectorAll("button[data-card]")].some((card) => card.checkVisibility()) ? at : -1)).filter((at) => at >= 0));
      const seen = [];
      for (let count = 0; count < 400; count++) {
        await page.keyboard.press("Tab");
        const at = await within(page, focused);
        if (at.tag === "BODY") break;
        assert.ok(at.ring, `no ring on ${at.tag} ${at.text}`);
        assert.ok(at.free, `covered: ${JSON.stringify(at)}`);
        if (at.card && at.zone >= 0) seen.push(at.zone);
      }
      const order = seen.filter((zone, at) => zone !== seen[at - 1]);
      assert.deepEqual(order, zones);
      await page.close();
    });
  }

  test("a card opens by Enter with the focus on its heading, and gives it back; a step leaves the focus on its card", async () => {
    const page = await opened("wars3x3", "?lang=en#t4");
    await within(page, () => [...document.querySelectorAll("[data-board] button[data-card]")].find((one) => one.textContent.includes("のうなし腕力")).focus());
    const card = (await within(page, focused)).card;
    await page.keyboard.press("Enter");
    await within(page, () => document.querySelector("shinpan-page").updateComplete);
    assert.equal((await within(page, focused)).tag, "H2");
    await page.keyboard.press("Escape");
    assert.equal((await within(page, focused)).card, card);
    await page.keyboard.press("?");
    await within(page, () => document.querySelector("shinpan-page").updateComplete);
    assert.equal((await within(page, focused)).tag, "H2");
    assert.deepEqual(await violations(page), [], "the list of keys");
    await page.keyboard.press("Escape");
    assert.equal((await within(page, focused)).card, card);
    await page.keyboard.press(",");
    await within(page, () => document.querySelector("shinpan-page").updateComplete);
    assert.equal((await within(page, focused)).card, card);
    await page.keyboard.press("ArrowRight");
    assert.notEqual((await within(page, focused)).card, card);
    await page.keyboard.press("Home");
    await within(page, () => document.querySelector("shinpan-page").updateComplete);
    assert.ok(await within(page, () => Boolean(document.activeElement.closest("[data-board]"))));
    await page.close();
  });

  test("one live region says where one is and what happened, in the language of the page, at every step", async () => {
    const page = await opened("wars3x3", "?lang=en");
    const wrong = await within(page, async () => {
      const page = document.querySelector("shinpan-page"), found = [];
      for (const language of ["en", "ja"]) {
        page.language = language;
        for (const step of page.told.steps) {
          page.go(step.number);
          await page.updateComplete;
          const [region, ...others] = document.querySelectorAll("[role=status],[aria-live],[role=alert],[role=log]");
          const said = region.textContent, events = (step.story ?? []).filter((one) => one.lang === language).map((one) => one.text);
          const { turn } = page.told.steps[step.number - 1] ?? step;
          const where = turn ? (language === "ja" ? `ターン ${turn}` : `Turn ${turn}`) : language === "ja" ? "準備" : "Set-up";
          const name = page.data.steps[step.printed]?.[language] ?? "";
          if (others.length || ![where, name, ...events].every((part) => said.includes(part))) found.push(`${step.number}: ${said}`);
        }
      }
      return found;
    });
    assert.deepEqual(wrong, []);
    const heard = await within(page, async () => {
      const page = document.querySelector("shinpan-page"), found = [];
      const watch = new MutationObserver(() => found.push(page.querySelector("[role=status]").textContent));
      watch.observe(page, { subtree: true, childList: true, characterData: true });
      for (const viewer of page.data.viewers) await page.look(viewer);
      await new Promise((done) => setTimeout(done, 50));
      return found.filter((text) => /判定|Judging/.test(text));
    });
    assert.deepEqual(heard, [], "whose eyes it is changes without a word of work");
    await page.close();
  });

  test("what is drawn as a sign has words: costs, attributes, kinds, figures", async () => {
    const all = async (game, lang, pattern) => {
      const page = await opened(game, `?lang=${lang}`);
      const heard = [];
      for (const part of [1 / 3, 1 / 2, 2 / 3]) {
        await within(page, (part) => (document.querySelector("shinpan-page").go(Math.floor(document.querySelector("shinpan-page").told.steps.length * part)), document.querySelector("shinpan-page").updateComplete), part);
        heard.push(await page.locator("[data-board]").ariaSnapshot());
      }
      assert.match(heard.join("\n"), pattern, game);
      await page.close();
    };
    await all("wars3x3", "en", /button "cost 7 のうなし腕力/);
    await all("wars3x3", "ja", /button "水 毒殺"|button "毒殺 水"/);
    await all("hackclad", "en", /button "magic attack 手裏剣 ATK 1/);
    await all("hackclad", "ja", /button "攻撃魔法 手裏剣/);
    await all("swordrion", "en", /button "[^"]*attack \d+ HP \d+/);
    await all("anoare", "ja", /button "コスト \d [^"]*距離補正/);
    await all("drive", "en", /button "level Lv\d/);
  });

  test("nothing moves for who asked for less motion", async () => {
    const page = await opened("hackclad");
    const moving = await within(page, async () => {
      const page = document.querySelector("shinpan-page");
      let most = 0;
      for (let step = 30; step < 50; step++) {
        page.go(step);
        await page.updateComplete;
        most = Math.max(most, document.getAnimations().length);
      }
      return most;
    });
    assert.equal(moving, 0);
    await page.close();
  });
});
