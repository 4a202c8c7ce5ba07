// Measures the recorder where entries are taken back again and again: how long one takes, and how much memory the page and
// its worker hold. node page/tests/undos.mjs [UNDOS] [ENTRIES]
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BROWSERS } from "./browsers.mjs";
import { address, FIXTURES } from "./files.mjs";

const [undos = 10_000, entries = 12] = process.argv.slice(2).map(Number);
const ROUNDS = 10;
const GAME = readFileSync(join(FIXTURES, "wars3x3/random-game-1.shinpan"), "utf8").split("\n").filter((row) => !/^(result|link) /.test(row));

/** Megabytes that the processes of the page hold: those of the browser that this program started. */
function held() {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      const parent = Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))[1]);
      return [{ pid: Number(pid), parent, line: readFileSync(`/proc/${pid}/cmdline`, "utf8"), kept: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) }];
    } catch {
      return [];
    }
  });
  const ours = new Set([process.pid]);
  for (let before = 0; before !== ours.size;) {
    before = ours.size;
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
  }
  return all.filter(({ pid, line }) => ours.has(pid) && line.includes("--type=renderer")).reduce((sum, { kept }) => sum + kept, 0) / 1024;
}

/** Runs in the page: takes the last entry back and writes it again, so often; the milliseconds of each, and what is kept. */
async function round(count) {
  const recorder = document.querySelector("shinpan-recorder"), took = [];
  for (let at = 0; at < count; at++) {
    const begun = performance.now();
    await recorder.does({ do: "back", text: "" });
    await recorder.does({ do: "take", number: 1, text: "" });
    await recorder.updateComplete;
    took.push(performance.now() - begun);
  }
  took.sort((one, other) => one - other);
  return { median: took[took.length >> 1], worst: took.at(-1), entries: recorder.now.entries, text: recorder.now.text, wrong: recorder.wrong?.text, nodes: document.querySelectorAll("*").length, kept: Object.values(localStorage).join("").length };
}

const browser = await BROWSERS.chromium();
const page = await browser.open(address("referee", "?lang=en"));
await page.locator("shinpan-recorder input[type=file]").waitFor();
await page.locator("shinpan-recorder input[type=file]").setInputFiles({ name: "game.shinpan", mimeType: "text/plain", buffer: Buffer.from(`${GAME.slice(0, GAME.indexOf("--") + 1 + entries).join("\n")}\n`) });
await page.locator(".question").waitFor();
const devtools = await page.context().newCDPSession(page);
let text = "";
for (let at = 0; at < ROUNDS; at++) {
  const found = await page.evaluate(round, Math.ceil(undos / ROUNDS));
  if (found.wrong || (text && text !== found.text)) throw new Error(`the record changed: ${found.wrong ?? found.text}`);
  text = found.text;
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  console.log(`${Math.ceil(undos / ROUNDS) * (at + 1)} undos, ${found.entries} entries: median ${found.median.toFixed(0)} ms, worst ${found.worst.toFixed(0)} ms; page ${(usedSize / 2 ** 20).toFixed(1)} MB, processes ${held().toFixed(0)} MB, ${found.nodes} elements, kept ${found.kept} signs`);
}
await browser.close();
