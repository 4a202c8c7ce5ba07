// Follows a replay step by step and requires everything the server says to come out.

import { canonical } from "./canon.js";
import { Difference, same, sameBytes } from "./difference.js";
import { firstLink, headerHash, nextLink, stateHash } from "./links.js";
import { member } from "./schema.js";

/** The entries that are no action of any game. */
const NO_ACTIONS = new Set(["unresolved", "marker"]);

/**
 * What a record must come to, recomputed from the steps as they arrive. The record is in canonical order: one whose
 * simultaneous answers the referee has to put in seat order shows as a difference.
 */
export class Replay {
  #game;
  #actions;
  #headerHash;
  #stateHash = Buffer.alloc(0);
  #link = Buffer.alloc(0);
  #steps = 0;

  constructor(record) {
    this.#game = record.header.setup;
    this.#headerHash = headerHash(canonical(record.header));
    this.#actions = record.entries
      .map((entry) => member(entry, "what"))
      .filter((what) => what !== null && !NO_ACTIONS.has(what.field.name));
  }

  /** The actions that were replayed so far. */
  get actions() {
    return Math.max(0, this.#steps - 1);
  }

  /** Requires a step to be the next, and its action, state, hash and link to come out. */
  take(step) {
    const here = `step ${this.#steps}`;
    same(`${here}: index`, step.step, this.#steps);
    const action = this.#steps === 0 ? Buffer.alloc(0) : this.#action(here);
    sameBytes(`${here}: canonical_action`, step.canonical_action, action);
    this.#stateHash = stateHash(this.#state(here, step));
    sameBytes(`${here}: state_hash`, step.state_hash, this.#stateHash);
    this.#link =
      this.#steps === 0
        ? firstLink(this.#headerHash, this.#stateHash)
        : nextLink(this.#link, action, this.#stateHash);
    sameBytes(`${here}: link`, step.link, this.#link);
    this.#steps += 1;
  }

  /** The canonical bytes of the record's next action. */
  #action(here) {
    const what = this.#actions[this.#steps - 1];
    if (what === undefined) {
      throw new Difference(`${here}: the record has only ${this.#actions.length} actions`);
    }
    same(`${here}: game of the action`, what.field.name, this.#game);
    return canonical(what.message);
  }

  #state(here, step) {
    const state = step.state && member(step.state, "game");
    if (!state) {
      throw new Difference(`${here}: it carries no state`);
    }
    same(`${here}: game of the state`, state.field.name, this.#game);
    return canonical(state.message);
  }

  /** Requires a report to name what the steps have come to. */
  finish(name, report) {
    if (!report) {
      throw new Difference(`${name}: there is none`);
    }
    sameBytes(`${name}: header_hash`, report.header_hash, this.#headerHash);
    same(`${name}: actions_replayed`, report.actions_replayed, this.actions);
    if (this.#steps > 0) {
      sameBytes(`${name}: state_hash`, report.state_hash, this.#stateHash);
      sameBytes(`${name}: last_link`, report.last_link, this.#link);
    }
  }
}
