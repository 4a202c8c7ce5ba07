// Pictures of a recorded game, for a reader who tells them back: one step, or ten spread over the game.
//
//   node page/tests/picture.mjs fixtures/drive/random-2-seats-a-won.shinpan 12 step.png
//   node page/tests/picture.mjs wars3x3/beginner/7 ten pictures/ --lang en --view p1 --width 360 --theme dark
//
// The game is a record, or GAME/MODE/SEED for one played at random. `--zones` shows all zones instead of the board,
// `--board` the board alone instead of the whole page. It runs `.venv/bin/shinpan`, or what
// SHINPAN names, and Debian's Chromium.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { BROWSERS, started } from "./browsers.mjs";

const TEN = 10;
const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lang: { type: "string", default: "ja" }, view: { type: "string", default: "referee" }, theme: { type: "string", default: "light" },
    width: { type: "string", default: "1400" }, zones: { type: "boolean" }, board: { type: "boolean" },
  },
});
const [game, steps, out] = positionals;
if (!out) throw new Error("node page/tests/picture.mjs RECORD|GAME/MODE/SEED STEP|ten OUT [--lang --view --theme --width --zones --board]");

const OWN = fileURLToPath(new URL("../../.venv/bin/shinpan", import.meta.url));
const command = process.env.SHINPAN ?? (existsSync(OWN) ? OWN : "shinpan");
const shinpan = (...words) => execFileSync(command, words, { stdio: ["ignore", "ignore", "inherit"] });

/** The record's file: the one that is named, or that of a random game. */
function record(folder) {
  if (game.endsWith(".shinpan")) return game;
  const [name, mode, seed] = game.split("/");
  shinpan("simulate", name, "--mode", mode, "--seed", seed, "--out", folder);
  return join(folder, readdirSync(folder).find((file) => file.endsWith(".shinpan")));
}

/** Runs in the page: shows a step; says how many there are. */
async function shown([step, zones]) {
  const page = document.querySelector("shinpan-page");
  page.plain = zones;
  page.go(step);
  await page.updateComplete;
  return page.told.steps.length;
}

async function taken(page, step, path) {
  await page.evaluate(shown, [step, Boolean(asked.zones)]);
  if (asked.board) await page.locator("[data-board]").screenshot({ path });
  else await page.screenshot({ path, fullPage: true });
  console.log(path);
}

const folder = mkdtempSync(join(tmpdir(), "shinpan-picture-"));
const browser = await BROWSERS.chromium();
try {
  shinpan("page", record(folder), "-o", join(folder, "game.html"));
  const query = new URLSearchParams({ lang: asked.lang, theme: asked.theme, view: asked.view });
  const page = await browser.open(`${pathToFileURL(join(folder, "game.html")).href}?${query}`, Number(asked.width));
  await browser.wait(page, started);
  // What stays in place in a window would lie over the middle of a picture.
  await page.addStyleTag({ content: ".top,.steps{position:static!important}.cols>.side{max-height:none!important}" });
  const count = await page.evaluate(shown, [0, false]);
  if (steps !== "ten") await taken(page, Number(steps), out);
  else {
    mkdirSync(out, { recursive: true });
    for (let at = 1; at <= TEN; at++) {
      const step = Math.round(((count - 1) * at) / TEN);
      await taken(page, step, join(out, `${String(step).padStart(4, "0")}.png`));
    }
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
