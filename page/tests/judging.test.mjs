// Every fixture, judged in the browser by the referee in the file: what the command line says.
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { BROWSERS } from "./browsers.mjs";
import { fixtures, PAGES } from "./files.mjs";

const REFEREE = join(PAGES, "referee.html");
const MOST_BYTES = 10_000_000;
const AT_ONCE = 100;

/** What the golden of a record says of verdict, link and count; of one that is not judged, why. */
function expected(golden) {
  const line = (name) => new RegExp(`^${name} +(.*)$`, "m").exec(golden)?.[1] ?? "";
  if (!golden.startsWith("verdict")) return golden.trimEnd().replace(/^cannot be judged: /, "");
  return `${line("verdict")} ${line("actions")} ${line("link")}`;
}

/** Runs in the page. */
async function judged(records) {
  const { referee } = document.querySelector("shinpan-page");
  const found = [];
  for (const text of records) {
    try {
      const report = await referee.verify("record.shinpan", new TextEncoder().encode(text));
      found.push(`${report.verdict} ${report.replayed} of ${report.total} ${report.link}`);
    } catch (error) {
      found.push(error.said?.en ?? String(error));
    }
  }
  return found;
}

test("the referee's file has at most 10 MB", () => {
  const size = statSync(REFEREE).size;
  console.log(`referee: ${size} bytes`);
  assert.ok(size <= MOST_BYTES);
});

for (const [name, start] of Object.entries(BROWSERS)) {
  describe(name, () => {
    let browser, page;
    before(async () => {
      browser = await start();
      page = await browser.open(pathToFileURL(REFEREE).href);
      await browser.wait(page, () => document.documentElement.dataset.ready || document.querySelector("[role=alert]"));
    });
    after(() => browser?.close());

    test("it starts", async () => {
      const ready = await page.evaluate(() => document.documentElement.dataset.ready ?? document.body.innerText);
      console.log(`${name}: ready after ${ready} ms`);
      assert.match(ready, /^\d+$/);
    });

    test("every fixture comes out as on the command line", async () => {
      const records = fixtures();
      const from = performance.now();
      const different = [];
      for (let at = 0; at < records.length; at += AT_ONCE) {
        const some = records.slice(at, at + AT_ONCE);
        const found = await page.evaluate(judged, some.map((path) => readFileSync(path, "utf8")));
        some.forEach((path, place) => {
          const meant = expected(readFileSync(path.replace(/\.shinpan$/, ".golden"), "utf8"));
          if (found[place] !== meant) different.push(`${path}: ${found[place]} instead of ${meant}`);
        });
      }
      console.log(`${name}: ${records.length} fixtures in ${Math.round(performance.now() - from)} ms`);
      assert.deepEqual(different, []);
    });
  });
}
