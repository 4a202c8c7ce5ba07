// The files that the tests need.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The folder with the files that the command wrote. */
export const PAGES = process.env.SHINPAN_PAGES ?? "/tmp/shinpan-pages";
export const FIXTURES = fileURLToPath(new URL("../../fixtures", import.meta.url));
/** Of each a game was written to a file by its name. */
export const GAMES = ["wars3x3", "anoare", "hackclad", "drive", "swordrion"];

/** The address of a file by its name, with what follows in the address. */
export const address = (name, rest = "") => `${pathToFileURL(join(PAGES, `${name}.html`)).href}${rest}`;

/** Every record among the fixtures, in order. */
export function fixtures(folder = FIXTURES) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".shinpan"))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}
