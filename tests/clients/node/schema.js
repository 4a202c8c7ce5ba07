// The published schema, read at run time: nothing here is generated, and nothing knows a game.

import { readdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import protobuf from "protobufjs";

const PROTO = fileURLToPath(new URL("../../../proto", import.meta.url));

/** Every message, enum and service under a folder of .proto files, by full name. */
export function loadSchema(directory = PROTO) {
  const root = new protobuf.Root();
  root.resolvePath = (_origin, target) => (isAbsolute(target) ? target : place(directory, target));
  const files = readdirSync(directory, { recursive: true }).filter((name) => name.endsWith(".proto"));
  root.loadSync(files.sort(), { keepCase: true });
  return root.resolveAll();
}

/** Every message of one file, which imports no other. */
export function loadFile(file) {
  return new protobuf.Root().loadSync(file, { keepCase: true }).resolveAll();
}

/** Where an imported file is: protobuf's own come with protobufjs. */
function place(directory, target) {
  return target.startsWith("google/")
    ? fileURLToPath(import.meta.resolve(`protobufjs/${target}`))
    : join(directory, target);
}

/** The member that is set in a oneof, with its field; null if none is. */
export function member(message, oneof) {
  const name = message[oneof];
  return name === undefined ? null : { field: message.$type.fields[name], message: message[name] };
}
