// Every fixture, judged in the browser by the referee in the file: what the command line says.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { BROWSERS, busy } from "./browsers.mjs";
import { fixtures, FIXTURES, GAMES, PAGES } from "./files.mjs";

const REFEREE = join(PAGES, "referee.html");
const MOST_BYTES = 10_000_000;
const MOST_REPLAY_BYTES = 200_000;
const LONGEST_START = 5_000;
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

test("the file of a game has at most 200 kB", () => {
  const sizes = readdirSync(join(PAGES, "games")).map((file) => [statSync(join(PAGES, "games", file)).size, file]);
  const [size, file] = sizes.sort(([one], [other]) => other - one)[0];
  console.log(`replays: ${sizes.length}, the largest ${size} bytes, ${file}`);
  assert.ok(size <= MOST_REPLAY_BYTES);
});

for (const [name, start] of Object.entries(BROWSERS)) {
  describe(name, () => {
    let browser, page;
    before(async () => {
      browser = await start();
      page = await opened();
    });
    after(() => browser?.close());
    const opened = async () => {
      const page = await browser.open(pathToFileURL(REFEREE).href);
      await browser.wait(page, () => document.documentElement.dataset.ready || document.querySelector("[role=alert]"));
      return page;
    };
    const readyAfter = async (page) => {
      const ready = await page.evaluate(() => document.documentElement.dataset.ready ?? document.body.innerText);
      assert.match(ready, /^\d+$/);
      return Number(ready);
    };

    test("it is ready in five seconds, where nothing else keeps the machine busy", async () => {
      const took = [await readyAfter(page)];
      while (Math.min(...took) > LONGEST_START && took.length < 3) {
        const again = await opened();
        took.push(await readyAfter(again));
        await again.close();
      }
      console.log(`${name}: ready after ${took.join(", ")} ms${busy() ? ", on a busy machine" : ""}`);
      assert.ok(busy() || Math.min(...took) <= LONGEST_START);
    });

    test("a record in JSON that the command line wrote comes out as the transcript that it was made of", async () => {
      const texts = GAMES.map((game) => readFileSync(join(PAGES, `${game}.json`), "utf8"));
      const lines = await page.evaluate(judged, texts);
      for (const [at, game] of GAMES.entries()) {
        const goldens = fixtures(join(FIXTURES, game)).map((path) => expected(readFileSync(path.replace(/\.shinpan$/, ".golden"), "utf8")));
        assert.ok(goldens.includes(lines[at]), `${game}: ${lines[at]}`);
      }
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
