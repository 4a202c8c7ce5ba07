// Somebody who records a game in the page with a keyboard alone: what is on the page is found by its role and its name.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const SHINPAN = process.env.SHINPAN ?? fileURLToPath(new URL("../../.venv/bin/shinpan", import.meta.url));
const LONGEST_GAME = 2_000;
/** The answers before a game, by words of the question; anything else is left out. */
const PLAYERS = ["青木", "馬場", "千葉", "土井"];

/** Numbers that are the same for the same seed. */
export function dice(seed) {
  let state = seed >>> 0;
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

export class Keyboard {
  constructor(page, seed = 1) {
    this.page = page;
    this.below = dice(seed);
    this.slowest = 0;
  }

  button(name) {
    return this.page.getByRole("button", { name, exact: typeof name === "string" });
  }

  heading() {
    return this.page.locator(".question");
  }

  /** Goes by Tab to what has a role and a name, from where the focus is; back, if it comes before that: round the page
   * are hundreds of cards. */
  async tabTo(target) {
    for (let count = 0; count < 400; count++) {
      const way = await target.first().evaluate((one) => {
        const focused = document.activeElement;
        return one === focused ? "" : focused.compareDocumentPosition(one) === Node.DOCUMENT_POSITION_PRECEDING ? "Shift+Tab" : "Tab";
      });
      if (!way) return;
      await this.page.keyboard.press(way);
    }
    throw new Error("Tab does not lead there");
  }

  async press(name) {
    await this.tabTo(this.button(name));
    await this.page.keyboard.press("Enter");
    await this.settled();
  }

  /** Writes into the line, and waits for what comes of it. */
  async write(text) {
    await this.tabTo(this.page.getByRole("textbox", { name: "Answer" }));
    await this.page.keyboard.insertText(text);
    const begun = performance.now();
    await this.page.keyboard.press("Enter");
    await this.settled();
    this.slowest = Math.max(this.slowest, performance.now() - begun);
  }

  async settled() {
    await this.page.evaluate(async () => {
      const recorder = document.querySelector("shinpan-recorder");
      do await new Promise((done) => setTimeout(done)); while (recorder.busy);
      await recorder.updateComplete;
    });
  }

  /** What is wrong, as it is said. */
  alerts() {
    return this.page.getByRole("alert").allTextContents();
  }

  async asked() {
    return (await this.heading().textContent()) ?? "";
  }

  async choices() {
    return this.page.getByRole("list", { name: /^What may be (done|answered)$/ }).getByRole("button").allTextContents();
  }

  /** Answers the questions before a game. */
  async begin(game, mode, seats, chance, given = {}) {
    await this.press("New game");
    const words = { "Which game": game, "Which mode": mode, "How many play": String(seats), "Which card list": "house", "Who plays": PLAYERS.slice(0, seats).join(" "),
      "The team of each": "1 2 1 2", "What is known of shuffled": chance, "The seed": `sha256ctr-1:${"07".repeat(32)}`, ...given };
    while (!(await this.isGoing())) {
      const asked = await this.asked();
      const [, known] = Object.entries(words).find(([begins]) => asked.startsWith(begins)) ?? [];
      await this.give(known ?? (await this.firstChoice(asked)));
      const alerts = await this.alerts();
      if (alerts.length) throw new Error(`${asked}: ${alerts.join(" ")}`);
    }
  }

  /** Answers a question before a game. */
  give(text) {
    return this.write(text);
  }

  /** Goes on with the draft that is kept. */
  async goOn() {
    await this.press(/^Go on: /);
    await this.button("Take back the last entry").waitFor();
  }

  /** What the set-up needs, from the list; what may be left out is left out. */
  async firstChoice(asked) {
    if (await this.button("Leave out").count()) return "";
    const names = (await this.choices()).map((one) => one.trim().split(/\s+/)[0]);
    const several = /: (\d+),|up to (\d+)/.exec(asked);
    return names.slice(0, several ? Number(several[1] ?? 1) : 1).join(" ");
  }

  entries() {
    return this.page.evaluate(() => document.querySelector("shinpan-recorder").now.entries);
  }

  isGoing() {
    return this.page.evaluate(() => Boolean(document.querySelector("shinpan-recorder").now));
  }

  isOver() {
    return this.page.evaluate(() => document.querySelector("shinpan-recorder").now?.question.kind === "over");
  }

  /** Gives one of the answers that are listed: by its number, by its line, or by its button. */
  async answer() {
    if (await this.page.getByRole("list", { name: "What may be answered" }).count()) return this.comesUp();
    const shown = (await this.choices()).map((one) => one.replaceAll(/\s+/g, " ").trim()).filter((one) => !/resign/.test(one));
    const one = shown[this.below(shown.length)];
    const way = this.below(10);
    if (way === 0) return this.press(new RegExp(`^\\s*${/^\d+/.exec(one)[0]} `));
    const line = /(p\d .*)$/.exec(one)?.[1];
    await this.write(way === 1 && line ? line : /^\d+/.exec(one)[0]);
  }

  /** Tells what came up: as many as are needed, from the list. */
  async comesUp() {
    const { words, least } = await this.page.evaluate(() => {
      const { choices, least } = document.querySelector("shinpan-recorder").now.coming;
      return { words: choices.map((one) => one.word), least };
    });
    const left = [...words], said = [];
    while (said.length < least) said.push(...left.splice(this.below(left.length), 1));
    await this.write(said.join(" "));
  }

  /** Answers until the game is over, or so many questions. */
  async play(most = LONGEST_GAME) {
    for (let count = 0; count < most; count++) {
      if (await this.isOver()) return count;
      const before = await this.entries();
      await this.answer();
      const alerts = await this.alerts();
      if (alerts.length) throw new Error(`after ${before} entries: ${alerts.join(" ")}`);
    }
    return most;
  }

  /** Saves the record as a file. */
  async save(path) {
    const [download] = await Promise.all([this.page.waitForEvent("download"), this.press("Save as a file")]);
    await download.saveAs(path);
    return path;
  }
}

/** The same with a thumb: what can be touched is touched, and nothing is written but names and numbers. */
export class Thumb extends Keyboard {
  async press(name) {
    await this.button(name).first().tap();
    await this.settled();
  }

  async write(text) {
    const line = this.page.getByRole("textbox", { name: "Answer" });
    await line.tap();
    await this.page.keyboard.insertText(text);
    await this.press("Write");
  }

  /** Before a game a choice of the list is touched if there is one, and what is to be left out is left out. */
  async give(text) {
    const words = text.split(" ");
    if (!text) return this.press("Leave out");
    if (!(await this.choice(words[0]).count())) return this.write(text);
    // Where one is enough, the next question is there at once, and it may have a button of its own.
    const several = await this.button("Done").count();
    for (const word of words) await this.touch(this.choice(word));
    if (several) await this.press("Done");
  }

  choice(word) {
    return this.page.getByRole("list", { name: "What may be answered" }).getByRole("button", { name: new RegExp(`^\\s*${word}\\b`) });
  }

  async touch(one) {
    await one.first().tap();
    await this.settled();
  }

  async answer() {
    if (await this.page.getByRole("list", { name: "What may be answered" }).count()) return this.comesUp();
    const shown = this.page.getByRole("list", { name: "What may be done" }).getByRole("button").filter({ hasNotText: "resign" });
    await this.touch(shown.nth(this.below(await shown.count())));
  }

  async comesUp() {
    const { least } = await this.page.evaluate(() => document.querySelector("shinpan-recorder").now.coming);
    const shown = this.page.getByRole("list", { name: "What may be answered" }).getByRole("button");
    const several = await this.button("Done").count();
    for (let count = 0; count < least; count++) await this.touch(shown.nth(this.below(await shown.count())));
    if (several) await this.press("Done");
  }
}

/** What the command line says of a record: its verdict and its link. */
export function judged(path) {
  return JSON.parse(execFileSync(SHINPAN, ["verify", path, "--json"], { encoding: "utf8" }));
}
