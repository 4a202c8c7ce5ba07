// Builds what the page is made of. `bundle` writes the page's own code, which is committed; `worker` the code of the
// worker with Pyodide in it, which goes into the runtime.
import { build } from "esbuild";

const into = "../service/shinpan_records/page";
const usual = { bundle: true, minify: true, format: "iife", charset: "utf8", legalComments: "none", logLevel: "warning" };

async function bundle() {
  await build({ ...usual, entryPoints: ["src/main.ts"], target: "es2022", outfile: `${into}/bundle/page.js` });
  // Old browsers must be able to read this one: it tells them that they are too old.
  await build({ ...usual, entryPoints: ["src/check.js"], target: "es5", outfile: `${into}/bundle/check.js` });
}

async function worker() {
  await build({
    ...usual,
    entryPoints: ["src/worker.ts"],
    target: "es2022",
    platform: "browser",
    external: ["node:*", "ws"],
    // Nothing is looked for beside the worker: all that it loads is handed to it.
    define: { "import.meta.url": '"file:///shinpan/"' },
    outfile: `${into}/runtime/worker.js`,
  });
}

const works = { bundle, worker };
const work = works[process.argv[2]];
if (!work) throw new Error(`node build.mjs ${Object.keys(works).join("|")}`);
await work();
