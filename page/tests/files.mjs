// The files that the tests need.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder with the files that the command wrote. */
export const PAGES = process.env.SHINPAN_PAGES ?? "/tmp/shinpan-pages";
export const FIXTURES = fileURLToPath(new URL("../../fixtures", import.meta.url));

/** Every record among the fixtures, in order. */
export function fixtures(folder = FIXTURES) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".shinpan"))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}
