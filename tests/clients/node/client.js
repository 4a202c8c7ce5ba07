// node client.js HOST:PORT RECORD [PACK…]
//
// Has a record (one encoded shinpan.v1.Record) judged and replayed by a server, and recomputes from what comes back
// every hash and link; its chance is held by the vectors. Prints "ok N steps", or the first difference.

import { readFileSync } from "node:fs";
import grpc from "@grpc/grpc-js";
import { Difference, run, same } from "./difference.js";
import { Replay } from "./replay.js";
import { loadSchema } from "./schema.js";
import { CHANCE, checkFile } from "./vectors.js";

const SERVICE = "shinpan.v1.RefereeService";
const PATIENCE_SECONDS = 60;

/** A client of the service whose calls are found in the schema by name. */
class Referee {
  #service;
  #client;

  constructor(schema, address) {
    this.#service = schema.lookupService(SERVICE);
    this.#client = new grpc.Client(address, grpc.credentials.createInsecure());
  }

  /** Calls a method that answers once. */
  ask(name, request) {
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest(...this.#call(name, request), (error, answer) =>
        error ? reject(refusal(error)) : resolve(answer),
      );
    });
  }

  /** Calls a method that answers with a stream. */
  async *stream(name, request) {
    const call = this.#client.makeServerStreamRequest(...this.#call(name, request));
    try {
      yield* call;
    } catch (error) {
      throw refusal(error);
    } finally {
      // Whoever stops reading at a difference leaves the rest of the stream behind.
      call.cancel();
    }
  }

  close() {
    this.#client.close();
  }

  #call(name, request) {
    const { resolvedRequestType, resolvedResponseType } = this.#service.methods[name];
    const encode = (message) => Buffer.from(resolvedRequestType.encode(message).finish());
    const decode = (bytes) => resolvedResponseType.decode(bytes);
    const deadline = Date.now() + 1000 * PATIENCE_SECONDS;
    const message = resolvedRequestType.fromObject(request);
    return [`/${SERVICE}/${name}`, encode, decode, message, new grpc.Metadata(), { deadline }];
  }
}

/** An error of the call as one line; anything else as it is. */
function refusal(error) {
  return error.code === undefined ? error : new Difference(`${grpc.status[error.code]}: ${error.details}`);
}

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
