// How a server is reached: in plain text or over TLS, with a token or without. The environment says so, in the variables
// of the command `shinpan`: a token in a call would be seen by others on the machine.

import { readFileSync } from "node:fs";
import grpc from "@grpc/grpc-js";
import { Difference } from "./difference.js";

const HERE = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\]):[0-9]+$/;
const YES = /^(1|true|t|yes|y|on)$/i;

/** What a client is made of: credentials and options of gRPC, and the metadata of each call. */
export function access(address, environment = process.env) {
  const given = (name) => environment[`SHINPAN_${name}`] || null;
  const [roots, chain, key] = ["SERVER_CA", "CLIENT_CERT", "CLIENT_KEY"].map((name) => content(given(name)));
  if ((chain === null) !== (key === null)) {
    throw new Difference("give both SHINPAN_CLIENT_CERT and SHINPAN_CLIENT_KEY");
  }
  const token = given("TOKEN");
  const encrypted = roots !== null || chain !== null || YES.test(given("TLS") ?? "");
  if (token !== null && !encrypted && !HERE.test(address)) {
    throw new Difference(`${address}: a token is not sent in plain text to another machine; set SHINPAN_TLS=1`);
  }
  const credentials = encrypted ? grpc.credentials.createSsl(roots, key, chain) : grpc.credentials.createInsecure();
  // A proxy would be another machine.
  const options = token !== null && !encrypted ? { "grpc.enable_http_proxy": 0 } : {};
  return { credentials, options, metadata: () => metadataOf(token) };
}

function metadataOf(token) {
  const metadata = new grpc.Metadata();
  if (token !== null) {
    metadata.set("authorization", `Bearer ${token}`);
  }
  return metadata;
}

function content(path) {
  try {
    return path === null ? null : readFileSync(path);
  } catch (error) {
    throw new Difference(`${path}: ${error.code}`);
  }
}
