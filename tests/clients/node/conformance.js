// node conformance.js DIR [PROTO]
//
// Checks every file of conformance vectors in a folder, without any server, by the schema of this project or the one in
// another folder. Prints what was checked, or the first difference.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Difference, run } from "./difference.js";
import { loadSchema } from "./schema.js";
import { checkFile } from "./vectors.js";

function main([directory, proto]) {
  if (directory === undefined) {
    throw new Difference("usage: node conformance.js DIR [PROTO]");
  }
  const files = readdirSync(directory).filter((name) => name.endsWith(".json"));
  if (files.length === 0) {
    throw new Difference(`${directory}: no vectors`);
  }
  const schema = loadSchema(proto);
  return files.sort().map((name) => `ok ${name} ${checkFile(schema, join(directory, name))}`).join("\n");
}

await run(main);
