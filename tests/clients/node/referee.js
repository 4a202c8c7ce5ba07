// A client of the service whose calls are found in the schema by name.

import grpc from "@grpc/grpc-js";
import { Difference } from "./difference.js";

const SERVICE = "shinpan.v1.RefereeService";
const PATIENCE_SECONDS = 60;

/** A client of the service whose calls are found in the schema by name. */
export class Referee {
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

  /** Calls a method to which messages are sent as its answers come: one answer for each, in their order. */
  converse(name) {
    const { resolvedRequestType, resolvedResponseType } = this.#service.methods[name];
    const encode = (message) => Buffer.from(resolvedRequestType.encode(message).finish());
    const decode = (bytes) => resolvedResponseType.decode(bytes);
    const call = this.#client.makeBidiStreamRequest(`/${SERVICE}/${name}`, encode, decode, new grpc.Metadata());
    const answers = call[Symbol.asyncIterator]();
    const ask = async (request) => {
      call.write(resolvedRequestType.fromObject(request));
      const { value, done } = await answers.next().catch((error) => Promise.reject(refusal(error)));
      if (done) {
        throw new Difference(`${name}: the stream has ended`);
      }
      return value;
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
    return [`/${SERVICE}/${name}`, encode, decode, message, new grpc.Metadata(), { deadline }];
  }
}

/** An error of the call as one line; anything else as it is. */
function refusal(error) {
  return error.code === undefined ? error : new Difference(`${grpc.status[error.code]}: ${error.details}`);
}
