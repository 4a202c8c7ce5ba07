// What an owner of cards does in the page: a table of cards is filled in and mended, kept, saved as a file that the command
// line takes, and played with.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { violations } from "./axe.mjs";
import { BROWSERS } from "./browsers.mjs";
import { address, FIXTURES } from "./files.mjs";
import { Keyboard } from "./recording.mjs";
import { LEAST, small } from "./sizes.mjs";

const SHINPAN = process.env.SHINPAN ?? fileURLToPath(new URL("../../.venv/bin/shinpan", import.meta.url));
const HEAD = '[pack]\nid = "mine"\ngame = "wars3x3"\ntitle = "My cards"\n';
/** One slip a row: a word that is none, a number in quotes, an operation that is none, a row that is there twice. */
const SLIPS = `# my own notes
${HEAD}base = "house"

[[card]]
number = 20 # the queen
attribute = "wind"
source = {}

[[card]]
number = 21
unit = "yes"
source = {}

[[magic]]
number = 15
effects = [{ op = "drawing" }]
source = {}

[[card]]
number = 20
`;
const OPEN_COST = readFileSync(join(FIXTURES, "wars3x3/undecidable-a-deployment-at-an-open-cost.shinpan"), "utf8");
const LONGEST = 120_000;

/** Runs in the page: something is open, or said. */
const idle = () => { const cards = document.querySelector("shinpan-cards"); return cards?.words && !cards.busy && !document.querySelector("shinpan-page").busy; };
/** Runs in the page: opens a file as if it were dropped. */
const dropped = ([name, text]) => document.querySelector("shinpan-page").open(name, new TextEncoder().encode(text));
/** Runs in the page: what has the focus. */
const focused = () => { const at = document.activeElement; return { cell: at.dataset.cell ?? "", text: (at.textContent ?? "").replaceAll(/\s+/g, " ").trim(), label: at.closest("label")?.textContent?.replaceAll(/\s+/g, " ").trim() ?? "", tag: at.tagName }; };
/** Runs in the page: what is saved is looked at instead. */
const catchFiles = () => {
  URL.createObjectURL = (blob) => { window.saved = blob; return "blob:none"; };
  HTMLAnchorElement.prototype.click = () => undefined;
};

/** The command on a pack file that was saved. */
function checked(folder, text) {
  const path = join(folder, "saved.toml");
  writeFileSync(path, text);
  return JSON.parse(execFileSync(SHINPAN, ["pack", "check", path, "--games", "0", "--json"], { encoding: "utf8" }));
}

/** Somebody with a keyboard alone, in either browser. */
class Owner {
  constructor(browser, page) {
    this.browser = browser;
    this.page = page;
  }

  static async opens(browser, lang = "en", width = 1400) {
    const page = await browser.open(address("referee", `?lang=${lang}`), width, 900);
    page.setDefaultTimeout(LONGEST);
    const owner = new Owner(browser, page);
    await owner.settled();
    return owner;
  }

  settled() {
    return this.browser.wait(this.page, idle);
  }

  async drop(text, name = "mine.toml") {
    await this.page.evaluate(dropped, [name, text]);
    await this.settled();
  }

  /** Goes by Tab to what has a name; back, if it is not found before the page begins again. */
  async tabTo(name, way = "Tab") {
    for (let count = 0; count < 150; count++) {
      const at = await this.page.evaluate(focused);
      if (at.text === name || at.label.startsWith(name)) return;
      if (way === "Tab") await this.page.keyboard.press("Tab");
      else { await this.page.keyboard.down("Shift"); await this.page.keyboard.press("Tab"); await this.page.keyboard.up("Shift"); }
    }
    throw new Error(`Tab does not lead to ${name}`);
  }

  async press(name, way) {
    await this.tabTo(name, way);
    await this.page.keyboard.press("Enter");
    await this.page.evaluate(() => new Promise((done) => setTimeout(done, 50)));
    await this.settled();
  }

  said() {
    return this.page.evaluate(() => document.querySelector("shinpan-cards [role=status]").textContent);
  }

  shown() {
    return this.page.evaluate(() => document.querySelector("shinpan-cards").innerText);
  }

  cell(id) {
    return this.page.evaluate((id) => document.querySelector(`[data-cell="${id}"]`)?.innerText ?? "", id);
  }

  async save() {
    await this.page.evaluate(catchFiles);
    await this.press("Save as a file");
    return this.page.evaluate(() => window.saved.text());
  }
}

for (const [name, start] of Object.entries(BROWSERS)) {
  describe(`the card table, in ${name}`, () => {
    let browser, folder;
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), "shinpan-cards-"));
      browser = await start();
    });
    after(async () => {
      await browser?.close();
      rmSync(folder, { recursive: true });
    });

    test("a pack with slips is mended by keyboard alone, saved, taken by the command, and played with", async () => {
      const owner = await Owner.opens(browser), { page } = owner;
      await owner.drop(SLIPS);
      assert.match(await owner.shown(), /Nothing is open\. 4 mistakes\./);
      assert.match(await owner.cell("card 20 0 attribute"), /found “wind”; allowed: fire, grass, none, sky, water/);
      assert.match(await owner.cell("card 20 0 name"), /龍王妃/, "what is right is in words all the same");
      await owner.press("Next open field");
      assert.equal((await page.evaluate(focused)).cell, "card 20 0 attribute");
      await page.keyboard.press("Enter");
      await page.keyboard.type("water");
      await owner.press("Write it");
      assert.match(await owner.said(), /20 龍王妃, Attribute: water .*3 mistakes/);
      assert.equal((await page.evaluate(focused)).cell, "card 20 0 attribute", "the focus comes back");
      await owner.press("Next open field", "Shift");
      assert.equal((await page.evaluate(focused)).cell, "card 21 1 unit");
      await page.keyboard.press("Enter");
      await page.keyboard.type("unit");
      await owner.press("Write it, then the next");
      assert.equal((await page.evaluate(focused)).cell, "magic 15 0 effects");
      await page.keyboard.press("Enter");
      await owner.tabTo("What happens");
      await page.keyboard.type("draw");
      await owner.tabTo("How many");
      await page.keyboard.type("2");
      await owner.press("Write it");
      assert.match(await owner.said(), /Draw 2/);
      assert.match(await owner.said(), /1 mistakes/);
      await owner.press("Take this row out", "Shift");
      assert.match(await owner.shown(), /Nothing is open\.(?! \d)/);
      const text = await owner.save();
      for (const note of ["# my own notes", "# the queen"]) assert.ok(text.includes(note), text);
      const report = checked(folder, text);
      assert.deepEqual([report.slips, report.id, report.base], [[], "mine", "house"]);
      assert.ok((await owner.shown()).includes(report.digest.slice(0, 16)));
      await owner.press("Record a game with this pack");
      await browser.wait(page, () => document.querySelector("shinpan-recorder")?.opening);
      assert.match(await page.evaluate(() => document.querySelector(".question").textContent), /Which mode/);
      await page.close();
    });
  });
}

describe("cards of one's own, in Chromium", () => {
  let browser, folder;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "shinpan-cards-"));
    browser = await BROWSERS.chromium();
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  test("a game is recorded with a pack of one's own, kept with it when the tab is closed, and judged with it by the command", async () => {
    const owner = await Owner.opens(browser);
    await owner.drop(`${HEAD}base = "house"\n\n[[magic]]\nnumber = 15\nname = "わたしの逆風"\nsource = {}\n`);
    const text = await owner.save();
    await owner.press("Record a game with this pack");
    const first = new Keyboard(owner.page);
    await owner.page.locator(".question").waitFor();
    const words = { "Which mode": "beginner", "Who plays": "青木 馬場", "What is known": "seed", "The seed": `sha256ctr-1:${"05".repeat(32)}` };
    for (let count = 0; count < 12 && !(await first.isGoing()); count++) {
      const asked = await first.asked();
      assert.ok(!asked.startsWith("Which card list"), "that is known");
      await first.give(Object.entries(words).find(([begins]) => asked.startsWith(begins))?.[1] ?? (await first.firstChoice(asked)));
      assert.deepEqual(await first.alerts(), []);
    }
    await first.play(6);
    await owner.page.close();
    const page = await browser.open(address("referee", "?lang=en"));
    await page.getByRole("button", { name: /^Go on: wars3x3 beginner/ }).waitFor();
    const player = new Keyboard(page);
    await player.press(/^Go on: wars3x3 beginner/);
    await player.button("Take back the last entry").waitFor();
    assert.equal(await player.entries(), 6);
    await player.play(4);
    const record = await player.save(join(folder, "own.shinpan"));
    const pack = join(folder, "own.toml");
    writeFileSync(pack, text);
    const run = spawnSync(SHINPAN, ["verify", record, "--packs", pack, "--json"], { encoding: "utf8" });
    const report = JSON.parse(run.stdout);
    assert.deepEqual([report.verdict, report.actions_replayed], ["incomplete", 10]);
    assert.match(readFileSync(record, "utf8"), new RegExp(`^pack +mine ${checked(folder, text).digest}$`, "m"));
    await page.evaluate(() => localStorage.clear());
    await page.close();
  });

  test("axe finds nothing at any width in either language, everything is large enough to touch, and nothing is wider than the page", async () => {
    for (const [lang, width] of [["ja", 360], ["en", 1400], ["en", 360]]) {
      const owner = await Owner.opens(browser, lang, width), { page } = owner;
      const holds = async (where) => {
        assert.deepEqual(await violations(page), [], `${lang} ${width} ${where}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), where);
        if (width === 360) assert.deepEqual(await page.evaluate(small, LEAST), [], where);
      };
      await holds("before");
      await owner.drop(SLIPS);
      await holds("slips");
      await page.locator("[data-cell='magic 15 0 effects']").click();
      await holds("a field");
      await page.keyboard.press("Escape");
      await owner.page.evaluate(() => { document.querySelector("shinpan-cards").onlyOpen = true; });
      await holds("only what is wrong");
      await page.evaluate(() => document.querySelector("shinpan-cards").leave());
      await owner.drop(`${HEAD}[[card]]\nnumber = = 1\n`);
      await page.locator("mark").waitFor();
      assert.match(await page.locator("mark").textContent(), /number = = 1/);
      await holds("no table");
      await page.close();
    }
  });

  test("a table that is not saved is still there in the next tab, is written by one, and can be deleted", async () => {
    const owner = await Owner.opens(browser);
    await owner.page.evaluate(() => localStorage.clear());
    await owner.press("New card table");
    assert.match(await owner.shown(), /194 fields open/);
    const before = await owner.page.evaluate(() => document.querySelector("shinpan-cards").told.text);
    const second = await Owner.opens(browser);
    await second.page.getByRole("button", { name: /^Go on: wars3x3 · mine/ }).click();
    await second.page.getByText("Another tab is writing this card table").waitFor();
    await second.page.locator(".cell").first().click();
    assert.equal(await second.page.locator("shinpan-cards dialog[open]").count(), 0);
    await second.page.close();
    await owner.page.close();
    const third = await Owner.opens(browser);
    await third.page.getByRole("button", { name: /^Go on: wars3x3 · mine/ }).click();
    await third.page.locator(".deck").waitFor();
    assert.equal(await third.page.evaluate(() => document.querySelector("shinpan-cards").told.text), before);
    await third.press("Leave", "Shift");
    const remove = third.page.getByRole("button", { name: /^Delete: wars3x3 · mine/ });
    await remove.click();
    await remove.click();
    assert.equal(await third.page.evaluate(() => localStorage.length), 0);
    await third.page.close();
  });

  test("every open field is led to, one after the other, and arrows move inside the table", async () => {
    const owner = await Owner.opens(browser), { page } = owner;
    await owner.drop(`${HEAD}base = "print"\n`);
    const open = await page.evaluate(() => document.querySelector("shinpan-cards").told.open);
    const seen = await page.evaluate(async (count) => {
      const cards = document.querySelector("shinpan-cards"), seen = new Set();
      for (let at = 0; at < count; at++) {
        cards.toNext();
        await cards.updateComplete;
        await new Promise((done) => setTimeout(done));
        seen.add(document.activeElement.dataset.cell);
      }
      return seen.size;
    }, open);
    assert.equal(seen, open);
    await page.locator("[data-cell='card 1 name']").focus();
    for (const [key, cell] of [["ArrowRight", "card 1 attribute"], ["ArrowDown", "card 2 attribute"], ["ArrowLeft", "card 2 name"], ["ArrowUp", "card 1 name"]]) {
      await page.keyboard.press(key);
      assert.equal((await page.evaluate(focused)).cell, cell);
    }
    assert.equal(await page.locator(".deck [tabindex='0']").count(), 1);
    await page.evaluate(() => localStorage.clear());
    await page.close();
  });

  const DEEP = 5_000;
  for (const [name, text, sentence] of [
    ["100,000 rows", `${HEAD}base = "print"\n${"[[card]]\n".repeat(100_000)}`, /98800 more rows/],
    ["more than any pack file has", `${HEAD}#${"x".repeat(1 << 20)}`, /at most 1048576 bytes/],
    ["TOML 5,000 deep", `${HEAD}[[card]]\nnumber = 1\ntraits = ${"[".repeat(DEEP)}${"]".repeat(DEEP)}\n`, /nested too deep/],
    ["TOML 300 deep", `${HEAD}base = "print"\n[[card]]\nnumber = 1\ntraits = ${"[".repeat(300)}${"]".repeat(300)}\n`, /traits\[0\]: found a list of 1; allowed: abundance/],
    ["a name of 1 MB", `${HEAD}base = "print"\n[[card]]\nnumber = 1\nname = "${"x".repeat(1_000_000)}"\n`, /name: printed signs .*at most 64/],
    ["a name with odd signs", `${HEAD}base = "print"\n[[card]]\nnumber = 1\nname = "\\u001b[31m\\u202e<script>document.title=1</script>"\n`, /name: printed signs/],
    ["no pack at all", "[pack]\nid = 3\n", /which game it is for/],
    ["bytes that are no text", null, /no text in UTF-8/],
  ]) {
    test(`${name}: a sentence, and the page goes on`, async () => {
      const owner = await Owner.opens(browser), { page } = owner;
      if (text === null) await page.evaluate(() => document.querySelector("shinpan-page").open("x.toml", new Uint8Array([255, 254, 0])));
      else await owner.drop(text);
      const said = await page.evaluate(() => document.querySelector("shinpan-cards section").innerText);
      assert.match(said, sentence);
      // eslint-disable-next-line no-control-regex
      assert.ok(!/Traceback|PythonError|\u001b|\u202e/.test(said));
      assert.notEqual(await page.title(), "1");
      if (await page.evaluate(() => Boolean(document.querySelector("shinpan-cards").told))) await page.evaluate(() => document.querySelector("shinpan-cards").leave());
      await owner.drop(`${HEAD}base = "print"\n`);
      assert.match(await owner.shown(), /194 fields open/);
      await page.evaluate(() => localStorage.clear());
      await page.close();
    });
  }

  test("what a card says is asked for where the recorder needs it, and becomes a fact of the record", async () => {
    const page = await browser.open(address("referee", "?lang=en"));
    await page.locator("shinpan-recorder input[type=file]").waitFor();
    await page.locator("shinpan-recorder input[type=file]").setInputFiles({ name: "game.shinpan", mimeType: "text/plain", buffer: Buffer.from(OPEN_COST) });
    const player = new Keyboard(page);
    await player.button(/^Keep the first \d+ of/).waitFor();
    await player.press(/^Keep the first \d+ of/);
    await page.locator(".question").waitFor();
    await player.write("p2 deploy card=024");
    assert.match((await player.alerts()).join(), /does not say what 重装歩兵 costs/);
    for (const card of ["005", "024", "025", "037"]) await page.getByRole("group", { name: card }).getByRole("textbox").fill("3");
    assert.deepEqual(await violations(page), []);
    await player.press("Write into the record");
    assert.deepEqual(await player.alerts(), []);
    assert.match(await page.evaluate(() => document.querySelector("shinpan-recorder").now.text), /^fact +024 cost=3$/m);
    await player.write("p2 deploy card=024");
    assert.deepEqual(await player.alerts(), []);
    await page.evaluate(() => localStorage.clear());
    await page.close();
  });
});

describe("cards of one's own by touch, in Chromium on a phone", () => {
  let browser;
  before(async () => { browser = await BROWSERS.chromium({ phone: true }); });
  after(() => browser?.close());

  test("an effect is put together by touch at 360 px, and stands in words", async () => {
    const owner = await Owner.opens(browser, "en", 360), { page } = owner;
    const tap = async (name) => { await page.getByRole("button", { name, exact: true }).first().tap(); await owner.settled(); };
    await tap("New card table");
    await page.locator(".deck").waitFor();
    await page.locator("[data-cell^='magic 15 '][data-cell$=' effects']").tap();
    await page.locator("dialog[open]").waitFor();
    for (const op of ["return_to_hand", "draw"]) {
      await tap("Add: Effect (効果)");
      await page.getByLabel("What happens").last().selectOption(op);
    }
    await page.getByLabel("whose (needed)").selectOption("opponent");
    await page.getByLabel("How many (needed)").fill("1");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(await page.evaluate(small, LEAST), []);
    assert.deepEqual(await violations(page), []);
    await tap("Write it");
    assert.match(await owner.said(), /15 逆風, Effect .*: Return one of the opponent's units .*Draw 1 card\./);
    await page.close();
  });
});
