// node play.js HOST:PORT RECORD [SAVED]
//
// Plays a game to its end with the seed of the server: begins with the header of a record (one encoded
// shinpan.v1.Record), asks what may be done, and does one of that, until nobody is asked any more. In the middle it breaks
// the stream off and goes on over another. Recomputes every hash and link, and writes the record into a file if one is
// named. Prints "ok N steps", or the first difference.

import { readFileSync, writeFileSync } from "node:fs";
import { Difference, run, sameBytes } from "./difference.js";
import { Referee } from "./referee.js";
import { Replay } from "./replay.js";
import { loadSchema } from "./schema.js";

const VIEWER = { eyes: "EYES_REFEREE" };
const BREAK_AFTER = 20;

/** A game that is played over one stream after another. */
class Game {
  #referee;
  #stream;
  position;
  steps = [];

  constructor(referee) {
    this.#referee = referee;
  }

  /** Opens the game, or goes on with it over a new stream. */
  async open(opening) {
    this.#stream = this.#referee.converse("PlayGame");
    this.#take(await this.#said("position", { opening: { ...opening, viewer: VIEWER } }), this.steps.length === 0);
  }

  /** Does something that is legal: any action, as long as there is another than to resign. */
  async move(number) {
    const { actions, lines } = await this.#said("legal", { legal: {} });
    const kept = actions.filter((_, at) => !lines[at].endsWith(" resign"));
    const entry = kept[(7 * number + 3) % kept.length];
    this.#take(await this.#said("position", { entry: { entry } }), true);
  }

  /** Takes the last entry back and does it again. */
  async again(entry) {
    const { entries } = this.position;
    this.#take(await this.#said("position", { take_back: { entries: 1 } }), false);
    if (this.position.entries !== entries - 1) {
      throw new Difference(`${this.position.entries} entries after one of ${entries} was taken back`);
    }
    const steps = this.steps.splice(-1);
    this.#take(await this.#said("position", { entry: { entry } }), true);
    sameBytes("the link of what was done again", this.steps.at(-1).link, steps[0].link);
  }

  async fetch() {
    return this.#said("record", { fetch: {} });
  }

  breakOff() {
    this.#stream.breakOff();
  }

  end() {
    this.#stream.end();
  }

  async #said(what, request) {
    const answer = await this.#stream.ask(request);
    if (answer.what !== what) {
      throw new Difference(`${answer.what} instead of ${what}: ${answer.refusal?.message}`);
    }
    return answer[what];
  }

  #take(position, isNew) {
    if (position.finding) {
      throw new Difference(`refused: ${position.finding.message}`);
    }
    this.position = position;
    if (isNew) {
      this.steps.push(...position.steps);
    }
  }
}

/** The record with its actions in the order of the steps: simultaneous answers stand by seats, whoever was first. */
function inOrder(record, steps) {
  return { header: record.header, entries: steps.slice(1).map((step) => record.entries[step.entry - 1]) };
}

/** Plays a game and gives its record with the report, and the steps that were told. */
async function play(referee, header) {
  const game = new Game(referee);
  await game.open({ record: { header }, draw_seed: true });
  let broken = false;
  for (let number = 0; game.position.asked.length > 0; number += 1) {
    await game.move(number);
    if (!broken && number >= BREAK_AFTER && game.position.steps.length === 1) {
      broken = true;
      const { record } = await game.fetch();
      await game.again(record.entries.at(-1));
      game.breakOff();
      await game.open({ record });
    }
  }
  const played = await game.fetch();
  game.end();
  return { ...played, steps: game.steps };
}

async function main([address, file, saved]) {
  if (file === undefined) {
    throw new Difference("usage: node play.js HOST:PORT RECORD [SAVED]");
  }
  const schema = loadSchema();
  const Record = schema.lookupType("shinpan.v1.Record");
  const { header } = Record.decode(readFileSync(file));
  header.chance = null;
  const referee = new Referee(schema, address);
  try {
    const { record, report, steps } = await play(referee, header);
    const replay = new Replay(inOrder(record, steps));
    steps.forEach((step) => replay.take(step));
    replay.finish("report of PlayGame", report);
    const { report: again } = await referee.ask("VerifyReplay", { record });
    replay.finish("report of VerifyReplay", again);
    if (again.toJSON().verdict !== "VERDICT_LEGAL") {
      throw new Difference(`the record is ${again.toJSON().verdict}`);
    }
    if (saved !== undefined) {
      writeFileSync(saved, Record.encode(record).finish());
    }
    return `ok ${replay.actions} steps`;
  } finally {
    referee.close();
  }
}

await run(main);
