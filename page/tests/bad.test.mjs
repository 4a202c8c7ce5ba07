// Whatever is wrong with a record, a file, a browser or its surroundings ends in a sentence, never in a blank page; long
// work is shown, can be stopped, and leaves the page free.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { BROWSERS, busy, started } from "./browsers.mjs";
import { address, FIXTURES, PAGES } from "./files.mjs";

const WHOLE = readFileSync(join(FIXTURES, "wars3x3/printed-replay.shinpan"), "utf8");
const LONG = readFileSync(join(FIXTURES, "hackclad/HC-13.2-2-the-higher-sum.shinpan"), "utf8");
const MOST_BYTES = 4 << 20;
/** So long nothing else may be done in the page. */
const LONGEST_TASK = 1_000;

const RECORDS = [
  ["what is no record", "hello", /line 1/],
  ["nothing", "", /line 1/],
  ["a record of another version", WHOLE.replace("shinpan 1", "shinpan 9"), /line 1.*version/],
  ["a record that is cut off in its head", WHOLE.slice(0, 150), /line \d+/],
  ["20,001 entries", `${WHOLE}\n${"p1 pass\n".repeat(20_001)}`, /at most 20,?000|line \d+/],
  ["a line of 200,000 signs", WHOLE.replace(" draw ", ` draw ${"あ".repeat(200_000)}`), /line \d+/],
  ["more than any record has", "p1 pass\n".repeat(MOST_BYTES / 8 + 1), /more than 4194304 bytes/],
  ["bytes that are no text", "\u0000\u0001\u0002", /line 1/],
  ["JSON without a header", '{"entries": []}', /line 1: record\.header: a record has a header/],
  ["JSON that is cut off", '{"header": {"format": 1,\n"game": "wa', /line 2, column \d+: .*cut off/],
  ["JSON with a wrong value", '{"header": {"format": 1, "seats": "two"}}', /record\.header\.seats: a whole number/],
  ["JSON with names and texts of 100 kB", `{"header": {"${"語".repeat(100_000)}": "${"x".repeat(100_000)}"}}`, /there is no such field here/],
  ["JSON with brackets without end", "[".repeat(200_000), /line 1/],
  ["an archive", "PK\u0003\u0004............", /zip/],
];

describe("bad input, in Chromium", () => {
  let browser, page, folder;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "shinpan-bad-"));
    browser = await BROWSERS.chromium();
    page = await browser.open(address("referee", "?lang=en"), 360);
    await browser.wait(page, () => document.documentElement.dataset.ready || document.querySelector("[role=alert]"));
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });
  const tried = (text, file = "pasted.shinpan") => page.evaluate(async ([text, file]) => {
    const page = document.querySelector("shinpan-page");
    await page.open(file, new TextEncoder().encode(text));
    await page.updateComplete;
    return { said: page.error, alerts: [...page.querySelectorAll("[role=alert]")].map((one) => one.textContent), verdict: page.told?.report.verdict };
  }, [text, file]);

  for (const [name, text, sentence] of RECORDS) {
    test(`${name} is told in a sentence, in both languages`, async () => {
      const { said, alerts } = await tried(text);
      assert.match(said?.en ?? "no sentence", sentence);
      assert.match(said.ja, /[ぁ-ん]/);
      assert.deepEqual(alerts, [said.en]);
      assert.ok(said.en.length < 1200 && !/Traceback|Error:/.test(said.en), said.en);
    });
  }

  test("a record that is cut off in a line is judged up to there, and the line is the finding", async () => {
    const { said } = await tried(WHOLE.slice(0, WHOLE.indexOf(" draw ") + 3));
    assert.equal(said, null);
    const [verdict, told, quoted] = await page.evaluate(() => {
      const page = document.querySelector("shinpan-page");
      return [page.told.report.verdict, page.querySelector("#finding .big").textContent, page.querySelector("#finding .quote").textContent];
    });
    assert.equal(verdict, "malformed");
    assert.match(told, /\bdr\b/);
    assert.match(quoted, /三品 dr|p1 dr/);
  });

  test("hostile names and comments are text, keep their direction to themselves, and make nothing wider", async () => {
    const name = `<script>document.title=1</script>\u202e\u2066${"語".repeat(3_400)}`;
    const hostile = WHOLE.replaceAll("三品", `"${name}"`).replace(" draw ", ` draw ; ${"<img src=x onerror=document.title=1>".repeat(20)}${"語".repeat(3_400)}\n; `);
    assert.equal((await tried(hostile)).verdict, "legal");
    for (const plain of [false, true]) {
      await page.evaluate((plain) => { document.querySelector("shinpan-page").plain = plain; }, plain);
      assert.equal(await page.evaluate(() => document.querySelectorAll("shinpan-page script, shinpan-page img, [onerror]").length), 0);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    }
    assert.notEqual(await page.title(), "1");
    const loose = await page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
      while (texts.nextNode()) if (/[\u202a-\u202e\u2066-\u2069]/.test(texts.currentNode.data) && !texts.currentNode.parentElement.closest("bdi,option,script")) found.push(texts.currentNode.data.slice(0, 60));
      return found;
    });
    assert.deepEqual(loose, []);
  });

  test("long work says how far it is and can be stopped; then another record opens", async () => {
    const before = await page.evaluate(() => document.querySelector("shinpan-page").told?.report.total);
    const stopped = await page.evaluate(async (text) => {
      const page = document.querySelector("shinpan-page"), seen = [];
      const opening = page.open("long.shinpan", new TextEncoder().encode(text));
      for (let count = 0; count < 2_000 && !page.querySelector("progress"); count++) await new Promise((done) => setTimeout(done, 5));
      const bar = page.querySelector("progress");
      seen.push(bar?.max, [...page.querySelectorAll("[role=status]")].at(-1).textContent);
      page.querySelector(".busy button").click();
      await opening;
      await page.updateComplete;
      return [...seen, page.error?.en, page.querySelector("progress"), page.told?.report.total];
    }, LONG);
    assert.ok(stopped[0] >= 700, String(stopped));
    assert.deepEqual(stopped.slice(1), ["Judging…", "Judging was stopped.", null, before]);
    assert.equal((await tried(LONG)).verdict, "legal");
  });

  test("a worker that does not answer is replaced when its work is given up", async () => {
    const said = await page.evaluate(async (text) => {
      const page = document.querySelector("shinpan-page"), worker = await page.referee.worker;
      worker.postMessage = () => {};
      const opening = page.open("long.shinpan", new TextEncoder().encode(text));
      await new Promise((done) => setTimeout(done, 50));
      page.querySelector(".busy button").click();
      await opening;
      return page.error?.en;
    }, LONG);
    assert.equal(said, "Judging was stopped.");
    assert.equal((await tried(WHOLE)).verdict, "legal");
  });

  test("while the longest game is opened and shown, the page is never held for long", async () => {
    const longest = await page.evaluate(async (text) => {
      const found = [0], page = document.querySelector("shinpan-page");
      const watch = new PerformanceObserver((list) => found.push(...list.getEntries().map((one) => Math.round(one.duration))));
      watch.observe({ type: "longtask" });
      await page.open("long.shinpan", new TextEncoder().encode(text));
      for (let step = 0; step < page.told.steps.length; step += 25) {
        page.go(step);
        await new Promise((done) => setTimeout(done));
      }
      await page.look("p2");
      await new Promise((done) => setTimeout(done, 100));
      watch.disconnect();
      return Math.max(...found);
    }, LONG);
    console.log(`longest task in the page: ${longest} ms${busy() ? ", on a busy machine" : ""}`);
    assert.ok(busy() || longest <= LONGEST_TASK);
  });

  /** Opens a file that was altered, and says what it shows. */
  const shows = async (name, altered, own = browser) => {
    const path = join(folder, `${name}.html`);
    writeFileSync(path, altered);
    const broken = await own.open(pathToFileURL(path).href);
    await broken.waitForTimeout(700);
    const text = await broken.evaluate(() => document.body.innerText);
    await broken.close();
    return text;
  };

  for (const part of [0.2, 0.6, 0.97]) {
    test(`a file of which ${100 * part} % came says that it was cut off, or what is wrong`, async () => {
      for (const name of ["wars3x3", "referee"]) {
        const whole = readFileSync(join(PAGES, `${name}.html`));
        assert.match(await shows(`cut-${name}`, whole.subarray(0, Math.floor(whole.length * part))), /cut off|could not start/);
      }
    });
  }

  test("a file of which a part is damaged says that it could not start", async () => {
    const whole = readFileSync(join(PAGES, "wars3x3.html"), "utf8");
    const at = whole.indexOf('id="data">') + 2_000;
    const damaged = whole.slice(0, at) + "AAAA".repeat(50) + whole.slice(at + 200);
    const said = await shows("damaged", damaged);
    assert.match(said, /could not start|cut off/);
    assert.match(said, /始められませんでした|途中で切れて/);
  });

  test("where a policy blocks workers or WebAssembly, the referee says which", async () => {
    const whole = readFileSync(join(PAGES, "referee.html"), "utf8");
    assert.match(await shows("no-wasm", whole.replace(" 'wasm-unsafe-eval'", "")), /WebAssembly/);
    assert.match(await shows("no-worker", whole.replace("worker-src blob:", "worker-src 'none'").replace("'wasm-unsafe-eval' blob:", "'wasm-unsafe-eval'")), /workers/);
  });

  for (const [lacks, begin] of [
    ["DecompressionStream", () => { delete window.DecompressionStream; }],
    ["light-dark()", () => { CSS.supports = () => false; }],
    ["custom elements", () => Object.defineProperty(window, "customElements", { value: undefined })],
    ["Worker", () => { delete window.Worker; }],
    ["WebAssembly", () => { delete window.WebAssembly; }],
  ]) {
    test(`a browser without ${lacks} is told so, in both languages`, async () => {
      const old = await BROWSERS.chromium({ begin });
      const page = await old.open(address("referee"));
      await old.wait(page, started);
      const said = await page.evaluate(() => [...document.querySelectorAll("[role=alert]")].map((one) => [one.lang, one.textContent]));
      await old.close();
      assert.deepEqual(said.map(([lang]) => lang), ["ja", "en"]);
      for (const [, text] of said) assert.ok(text.includes(lacks), text);
    });
  }
});
