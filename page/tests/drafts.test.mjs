// What is kept of a record that is being written, and what happens where it cannot be; what is wrong in a text is shown.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { violations } from "./axe.mjs";
import { BROWSERS, busy } from "./browsers.mjs";
import { address, FIXTURES } from "./files.mjs";
import { Keyboard } from "./recording.mjs";

const GAME = readFileSync(join(FIXTURES, "wars3x3/random-game-1.shinpan"), "utf8");
const LONG = readFileSync(join(FIXTURES, "hackclad/HC-13.2-2-the-higher-sum.shinpan"), "utf8");
/** The game without its end. */
const BEGUN = GAME.split("\n").filter((row) => !/^(result|link) /.test(row)).slice(0, 60).join("\n") + "\n";
const MANY = 40;
const LONGEST_ANSWER = 3_000;

describe("drafts, in Chromium", () => {
  let browser;
  before(async () => { browser = await BROWSERS.chromium(); });
  after(() => browser?.close());

  const opened = async (own = browser, rest = "?lang=en") => {
    const page = await own.open(address("referee", rest));
    await page.locator("shinpan-recorder input[type=file]").waitFor();
    return page;
  };
  const take = async (page, text) => {
    await page.locator("shinpan-recorder input[type=file]").setInputFiles({ name: "game.shinpan", mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.locator("shinpan-recorder .question, shinpan-recorder [role=alert]").first().waitFor();
    return new Keyboard(page);
  };
  const forget = (page) => page.evaluate(() => localStorage.clear());
  const recorded = (page) => page.evaluate(() => document.querySelector("shinpan-recorder").now.text);
  const edited = async (page, change) => {
    const area = page.getByRole("textbox", { name: "The record" });
    await area.fill(change(await area.inputValue()));
    await new Keyboard(page).press("Take the changes");
  };

  test("a storage that is full ends in a sentence and a file", async () => {
    const page = await opened();
    await page.evaluate(() => {
      localStorage.setItem("filler", "x".repeat(5_200_000));
      for (let size = 4096; size; size >>= 1) try { for (let at = 0; ; at++) localStorage.setItem(`f${size}-${at}`, "x".repeat(size)); } catch { /* full */ }
    });
    const player = await take(page, BEGUN);
    assert.match((await player.alerts()).join(), /storage is full.*Save it as a file/);
    const [download] = await Promise.all([page.waitForEvent("download"), player.press("Save as a file")]);
    assert.equal(readFileSync(await download.path(), "utf8"), await recorded(page));
    await forget(page);
    await player.write("1");
    assert.deepEqual(await player.alerts(), [], "once there is room, it is kept again");
    await forget(page);
    await page.close();
  });

  test("a storage that is forbidden ends in a sentence, and the game goes on", async () => {
    const strict = await BROWSERS.chromium({ begin: () => Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } }) });
    const page = await opened(strict);
    const player = await take(page, BEGUN);
    assert.match((await player.alerts()).join(), /does not let the page keep anything/);
    await player.write("1");
    assert.match((await player.alerts()).join(), /does not let/);
    await strict.close();
  });

  test("a second tab can only read what the first one writes, until that is closed", async () => {
    const first = await opened();
    const player = await take(first, BEGUN);
    const second = await opened();
    const reader = new Keyboard(second);
    await reader.press(/^Go on: /);
    await second.getByText("Another tab is writing this record").waitFor();
    assert.equal(await second.getByRole("textbox", { name: "Answer" }).count(), 0);
    assert.equal(await second.getByRole("textbox", { name: "The record" }).getAttribute("readonly"), "");
    await player.write("1");
    const written = await recorded(first);
    await first.close();
    // A busy browser lets go of what a closed tab held a little later.
    while (!(await second.getByRole("textbox", { name: "Answer" }).count())) await reader.press("Try again");
    assert.equal(await recorded(second), written);
    await forget(second);
    await second.close();
  });

  test("what another page has changed is not overwritten", async () => {
    const page = await opened();
    const player = await take(page, BEGUN);
    await page.evaluate(() => { for (const name of Object.keys(localStorage)) localStorage.setItem(name, "mine"); });
    await player.write("1");
    assert.match((await player.alerts()).join(), /Something else has changed this draft/);
    assert.deepEqual(await page.evaluate(() => Object.values(localStorage)), ["mine"]);
    await forget(page);
    await page.close();
  });

  for (const [name, said] of [["another version", JSON.stringify({ version: 7, time: "2030-01-01T00:00:00Z", text: BEGUN })], ["no form at all", "{"], ["no text", '{"version":1}']]) {
    test(`a draft of ${name} is told in a sentence, and can be saved and deleted`, async () => {
      const page = await opened();
      await page.evaluate((said) => localStorage.setItem("shinpan.draft.old", said), said);
      await page.reload();
      await page.getByText("kept by another version of this page").waitFor();
      assert.equal(await page.getByRole("button", { name: /^Go on: / }).count(), 0);
      assert.deepEqual(await violations(page), []);
      const player = new Keyboard(page);
      await player.press(/^Delete: /);
      await player.press(/^Delete: /);
      assert.equal(await page.evaluate(() => localStorage.length), 0);
      await page.close();
    });
  }

  describe("one after the other", () => {
    let page;
    before(async () => { page = await opened(); });
    after(() => page?.close());
    beforeEach(() => forget(page));
    afterEach(() => page.evaluate(() => document.querySelector("shinpan-recorder").leave()));

    test("a wrong word in the record is marked in it, a wrong line too, and the record stays as it was", async () => {
      const player = await take(page, BEGUN);
      const before = await recorded(page);
      await edited(page, (text) => text.replace("p1 start_territory cards=", "p1 start_territory cards==0"));
      const marked = await page.locator("mark").textContent();
      assert.ok(marked.length && marked.length < 40, marked);
      const picked = await page.evaluate(() => { const area = document.activeElement; return area.value.slice(area.selectionStart, area.selectionEnd); });
      assert.equal(picked, marked);
      assert.equal(await recorded(page), before);
      await player.press("Drop the changes");
      await edited(page, (text) => `${text}p1 draw\np1 draw\np1 draw\n`);
      assert.match(await page.locator("mark").textContent(), /^p1 draw/);
      await player.press(/^Keep the first \d+ of/);
      assert.deepEqual(await player.alerts(), []);
    });

    test("a line of the record that is deleted is taken back, and the answers follow", async () => {
      const player = await take(page, BEGUN);
      const entries = await player.entries();
      await edited(page, (text) => text.trimEnd().split("\n").slice(0, -1).join("\n") + "\n");
      assert.equal(await player.entries(), entries - 1);
    });

    test("refusals name the clause and what would be legal; claims are checked at once", async () => {
      const player = await take(page, BEGUN);
      await player.write("p1 resolve_chain x");
      assert.ok((await player.alerts()).join().length > 10);
      // Where one looks, and what was written is not lost: the next word takes its place.
      assert.equal(await page.locator("#answer").inputValue(), "p1 resolve_chain x");
      const [line, alert] = await Promise.all(["#answer", "shinpan-recorder [role=alert]"].map((one) => page.locator(one).boundingBox()));
      assert.ok(alert.y > line.y && alert.y - line.y < 200, `the refusal is ${alert.y - line.y} px below the line`);
      const life = await page.evaluate(() => document.querySelector("shinpan-recorder").step.state.sides[0].life);
      await player.write(`life p1 ${life}`);
      await page.locator(".said").waitFor();
      await player.write(`life p1 ${life + 1}`);
      assert.match((await player.alerts()).join(), new RegExp(String(life + 1)));
      await page.getByText("Check a number").click();
      await page.locator("select[name=what]").selectOption({ index: 0 });
      await page.getByLabel("Number", { exact: true }).fill(String(life));
      await player.press("Check");
      await page.locator(".said").waitFor();
    });

    test("a paste of 1 MB is refused or read in a sentence, wherever it is pasted, and the record stays", async () => {
      const player = await take(page, BEGUN);
      const before = await recorded(page);
      await player.write("語".repeat(350_000));
      assert.equal((await player.alerts()).length, 1);
      assert.ok((await player.alerts()).join().length < 3_000);
      await page.getByRole("textbox", { name: "The record" }).evaluate((area, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        area.select();
        area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      }, "p1 pass\n".repeat(131_072));
      await player.press("Take the changes");
      assert.equal((await player.alerts()).length, 1);
      assert.ok((await player.alerts()).join().length < 3_000);
      await player.press("Drop the changes");
      assert.equal(await recorded(page), before);
    });

    test("many entries taken back and written again leave the same record, and the last question comes soon", async () => {
      const player = await take(page, LONG.split("\n").filter((row) => !/^(result|link) /.test(row)).slice(0, -2).join("\n") + "\n");
      const before = await player.entries();
      for (let count = 0; count < MANY; count++) {
        await player.write("back");
        await player.write("1");
        assert.deepEqual(await player.alerts(), []);
      }
      assert.equal(await player.entries(), before);
      console.log(`${before} entries: the slowest answer after ${Math.round(player.slowest)} ms${busy() ? ", on a busy machine" : ""}`);
      assert.ok(busy() || player.slowest <= LONGEST_ANSWER);
      await player.write(`back ${before + 10}`);
      assert.equal(await player.entries(), 0);
    });

    test("something else is tried from any step of an opened record, is not kept, and leads back there", async () => {
      await page.evaluate(async (text) => {
        const page = document.querySelector("shinpan-page");
        await page.open("game.shinpan", new TextEncoder().encode(text));
        page.go(20);
        await page.updateComplete;
      }, GAME);
      const player = new Keyboard(page);
      await player.press("Try something else from here");
      await player.button("Leave").waitFor();
      assert.equal(await player.entries(), 20);
      await player.write("1");
      await player.write("1");
      assert.deepEqual(await player.alerts(), []);
      assert.equal(await page.evaluate(() => localStorage.length), 0);
      await player.press("Leave");
      assert.equal(await page.evaluate(() => document.querySelector("shinpan-page").now), 20);
      assert.ok(await page.locator("shinpan-page > main .cols").isVisible());
    });

    test("axe finds nothing before, in and after a game, in both languages, and the live region says the question", async () => {
      for (const language of ["en", "ja"]) {
        const player = new Keyboard(page);
        assert.deepEqual(await violations(page), []);
        await player.press(language === "en" ? "New game" : "新しい対局");
        assert.deepEqual(await violations(page), []);
        assert.equal((await page.locator("shinpan-recorder [role=status]").textContent()).trim(), (await player.asked()).trim());
        await player.press(language === "en" ? "Leave" : "終わる");
        await take(page, BEGUN);
        assert.deepEqual(await violations(page), []);
        const said = (await page.locator("shinpan-recorder [role=status]").textContent()).trim();
        assert.ok(said.endsWith(await page.evaluate(() => document.querySelector("shinpan-recorder").now.question.text)), said);
        await player.press(language === "en" ? "Leave" : "終わる");
        await page.locator("shinpan-recorder input[type=file]").setInputFiles({ name: "game.shinpan", mimeType: "text/plain", buffer: Buffer.from(GAME) });
        await page.locator("shinpan-recorder .verdict").waitFor();
        assert.deepEqual(await violations(page), []);
        await player.press(language === "en" ? "Leave" : "終わる");
        await page.getByRole("button", { name: "日本語" }).or(page.getByRole("button", { name: "English" })).click();
      }
    });
  });
});
