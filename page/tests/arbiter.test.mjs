// What an arbiter does in the page: repairs and their effect, a correction with who and why, two records side by side, and
// what is saved and printed.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { violations } from "./axe.mjs";
import { BROWSERS } from "./browsers.mjs";
import { address, FIXTURES } from "./files.mjs";
import { judged } from "./recording.mjs";

const MISPRINTED = join(FIXTURES, "wars3x3/printed-replay-as-printed.shinpan");
const PRINTED = join(FIXTURES, "wars3x3/printed-replay.shinpan");
const OPEN_COST = join(FIXTURES, "wars3x3/undecidable-a-deployment-at-an-open-cost.shinpan");
const SEEN = join(FIXTURES, "seen/wars3x3/printed-replay.shinpan");

describe("arbitration, in Chromium", () => {
  let browser, page, folder;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "shinpan-arbiter-"));
    browser = await BROWSERS.chromium();
    page = await browser.open(address("referee", "?lang=en"));
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens a record, in place of the one before. */
  const open = async (path) => {
    const before = await page.evaluate(() => document.querySelector("shinpan-arbiter")?.opened?.bytes.length ?? 0);
    await page.locator(".drop input[type=file]").setInputFiles(path);
    await page.waitForFunction((had) => !document.querySelector(".busy") && (document.querySelector("shinpan-arbiter")?.opened.bytes.length ?? had) !== had, before);
  };
  const compared = async (path) => {
    await page.locator("shinpan-arbiter input[type=file]").setInputFiles(path);
    await page.locator("#compared").waitFor();
    return page.locator("shinpan-arbiter .clause").allTextContents();
  };
  const saved = async (name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    return download;
  };
  const press = async (name) => {
    await page.getByRole("button", { name, exact: true }).first().press("Enter");
  };

  test("a search that is stopped says so, and shows what it has", async () => {
    await open(MISPRINTED);
    // In the page itself: on a busy machine the search may end before a click from here gets there.
    await page.evaluate(() => new MutationObserver((_, seen) => {
      const stop = document.querySelector("shinpan-arbiter progress ~ button");
      if (!stop) return;
      seen.disconnect();
      stop.click();
    }).observe(document.querySelector("shinpan-arbiter"), { childList: true, subtree: true }));
    await press("Look for repairs");
    await page.locator("#repairs, shinpan-arbiter [role=alert]").waitFor();
    assert.match(await page.locator("shinpan-arbiter").textContent(), /it was stopped|Judging was stopped/);
  });

  test("two records stand side by side: what is legal, and none or one game that fits both", async () => {
    const apart = await compared(PRINTED);
    assert.ok(apart.some((line) => /record 1: .*not legal here/.test(line)), apart.join("\n"));
    assert.ok(apart.some((line) => /record 2: .*legal here/.test(line)), apart.join("\n"));
    assert.match(apart.at(-1), /no game fits both/);
    await page.locator("shinpan-arbiter input[type=file]").setInputFiles({ name: "x.shinpan", mimeType: "text/plain", buffer: Buffer.from("no record") });
    assert.match(await page.locator("shinpan-arbiter [role=alert]").textContent(), /line 1/);
    await open(SEEN);
    assert.match((await compared(PRINTED)).at(-1), /there is a game that both fit/);
    await press("Open the game that both fit");
    await page.getByText("A record of what was seen.").waitFor({ state: "detached" });
    assert.equal(await page.locator(".finding").count(), 0);
  });

  test("a repair is found, carried out with who and why by keyboard alone, and the command line agrees", async () => {
    await open(MISPRINTED);
    await press("Look for repairs");
    await page.locator(".repairs del").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), "repairs");
    assert.match(await page.locator(".repairs del").textContent(), /重装歩兵:水/);
    assert.match(await page.locator(".repairs ins").textContent(), /突撃兵:水/);
    await press("Correct it so");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("name")), "who");
    await page.keyboard.insertText("  ");
    await page.keyboard.press("Tab");
    await page.keyboard.insertText("misread; on paper");
    await page.keyboard.press("Enter");
    assert.ok(await page.locator(".by").isVisible(), "without a name nothing is written");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.insertText("田中");
    await page.setViewportSize({ width: 360, height: 740 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    const low = await page.locator("shinpan-arbiter button").evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 43.5).length);
    assert.equal(low, 0);
    for (const language of ["日本語", "English"]) {
      assert.deepEqual(await violations(page), []);
      await page.getByRole("button", { name: language, exact: true }).click();
    }
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.getByRole("textbox", { name: "Who corrects it" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Corrections" }).waitFor();
    const panel = await page.locator("section", { has: page.getByRole("heading", { name: "Corrections" }) }).textContent();
    for (const said of ["田中", "misread; on paper", "重装歩兵:水", "Turn 4"]) assert.ok(panel.includes(said), panel);
    assert.equal(await page.getByRole("button", { name: "Look for repairs" }).count(), 0, "nothing is wrong any more");
    const path = `${folder}/corrected.shinpan`;
    await (await saved("Save the record (.shinpan)")).saveAs(path);
    const report = judged(path);
    assert.ok(["legal", "incomplete"].includes(report.verdict));
    assert.ok(report.notes.some((note) => note.text.includes("田中")));
  });

  test("a record is saved as JSON, and a printed sheet has result, verdict, story and link, and no button", async () => {
    const download = await saved("Save as JSON");
    assert.equal(download.suggestedFilename(), "wars3x3-beginner.json");
    assert.deepEqual(Object.keys(JSON.parse(readFileSync(await download.path(), "utf8"))), ["header", "notes", "entries"]);
    await page.emulateMedia({ media: "print" });
    const said = await page.locator(".sheet").textContent();
    assert.ok(await page.locator(".sheet").isVisible());
    for (const part of [/legal/, /[0-9a-f]{64}/, /Won by: /]) assert.match(said, part);
    assert.ok(await page.locator(".story").isVisible());
    assert.equal(await page.locator("button.btn:visible").count(), 0);
    assert.ok(!(await page.locator("shinpan-arbiter").isVisible()));
    await page.emulateMedia({ media: "screen" });
  });

  test("what the card list leaves open is filled in beside the finding, and the record is decided", async () => {
    await open(OPEN_COST);
    assert.match(await page.locator(".finding h2").textContent(), /undecidable/);
    for (const card of ["005", "024", "025", "037"]) await page.getByRole("group", { name: card }).getByRole("textbox").fill("4");
    assert.deepEqual(await violations(page), []);
    await press("Write into the record");
    await page.locator(".finding:not(.open)").waitFor();
    assert.match(await page.locator(".finding h2").textContent(), /illegal/);
    assert.equal(await page.getByRole("group", { name: "024" }).count(), 0);
  });
});
