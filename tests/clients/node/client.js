// node client.js HOST:PORT RECORD [PACK…]
//
// Has a record (one encoded shinpan.v1.Record) judged and replayed by a server, and recomputes from what comes back
// every hash and link; its chance is held by the vectors. Prints "ok N steps", or the first difference.

import { readFileSync } from "node:fs";
import { Difference, run, same } from "./difference.js";
import { Referee } from "./referee.js";
import { Replay } from "./replay.js";
import { loadSchema } from "./schema.js";
import { CHANCE, checkFile } from "./vectors.js";

/** Replays a record on the server, with the packs that it brings, and requires both reports to name what the steps have come to. */
async function check(referee, record, packs) {
  const { report } = await referee.ask("VerifyReplay", { record, packs });
  const replay = new Replay(record);
  let last = null;
  const request = { record, packs, viewer: { eyes: "EYES_REFEREE" } };
  for await (const message of referee.stream("StreamReplaySteps", request)) {
    if (last !== null) {
      throw new Difference("the stream goes on after its report");
    }
    if (message.what === undefined) {
      throw new Difference("the stream carries neither step nor report");
    }
    if (message.what === "step") {
      replay.take(message.step);
    } else {
      last = message.report;
    }
  }
  if (last === null) {
    throw new Difference("the stream ends without a report");
  }
  replay.finish("report of StreamReplaySteps", last);
  replay.finish("report of VerifyReplay", report);
  same("the two reports", last.toJSON(), report.toJSON());
  return replay.actions;
}

async function main([address, file, ...packs]) {
  if (file === undefined) {
    throw new Difference("usage: node client.js HOST:PORT RECORD [PACK…]");
  }
  const schema = loadSchema();
  checkFile(schema, CHANCE);
  const record = schema.lookupType("shinpan.v1.Record").decode(readFileSync(file));
  const referee = new Referee(schema, address);
  try {
    return `ok ${await check(referee, record, packs.map((pack) => readFileSync(pack)))} steps`;
  } finally {
    referee.close();
  }
}

await run(main);
