// A client of the service whose calls are found in the schema by name.

import { setTimeout as sleep } from "node:timers/promises";
import grpc from "@grpc/grpc-js";
import { access } from "./access.js";
import { Difference } from "./difference.js";
import { retryDelay } from "./retries.js";

const SERVICE = "shinpan.v1.RefereeService";
const PATIENCE_SECONDS = 60;
const MOST_TRIES = 5;

/** A client of the service whose calls are found in the schema by name. */
export class Referee {
  #service;
  #client;
  #metadata;

  constructor(schema, address) {
    const { credentials, options, metadata } = access(address);
    this.#service = schema.lookupService(SERVICE);
    this.#client = new grpc.Client(address, credentials, options);
    this.#metadata = metadata;
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

  /**
   * Calls a method to which messages are sent as its answers come: one answer for each, in their order. A message that is
   * refused and may be sent again is sent again.
   */
  converse(name) {
    const { resolvedRequestType, resolvedResponseType } = this.#service.methods[name];
    const encode = (message) => Buffer.from(resolvedRequestType.encode(message).finish());
    const decode = (bytes) => resolvedResponseType.decode(bytes);
    const call = this.#client.makeBidiStreamRequest(`/${SERVICE}/${name}`, encode, decode, this.#metadata());
    const answers = call[Symbol.asyncIterator]();
    const askOnce = async (request) => {
      call.write(resolvedRequestType.fromObject(request));
      const { value, done } = await answers.next().catch((error) => Promise.reject(refusal(error)));
      if (done) {
        throw new Difference(`${name}: the stream has ended`);
      }
      return value;
    };
    const ask = async (request, tries = 1) => {
      const answer = await askOnce(request);
      const delay = answer.refusal && tries < MOST_TRIES ? retryDelay(answer.refusal) : null;
      return delay === null ? answer : sleep(delay).then(() => ask(request, tries + 1));
    };
    return { ask, end: () => call.end(), breakOff: () => call.cancel() };
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
    return [`/${SERVICE}/${name}`, encode, decode, message, this.#metadata(), { deadline }];
  }
}

/** An error of the call as one line; anything else as it is. */
function refusal(error) {
  return error.code === undefined ? error : new Difference(`${grpc.status[error.code]}: ${error.details}`);
}
