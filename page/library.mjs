// Prints which files of Python's library the referee needs: all that are imported while it judges and shows the records
// named, and by what it does when something goes wrong.
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [engine, wheel, ...records] = process.argv.slice(2);
const python = await loadPyodide();
python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
python.unpackArchive(new Uint8Array(readFileSync(engine)), "zip", { extractDir: "/engine" });
python.runPython(`
import sys, json
sys.path.insert(0, "/engine")
from shinpan_records.page.worker import answer
`);
const answer = python.globals.get("answer");
/** Asks for work in slices until it is done. */
function ask(question) {
  let said = answer(JSON.stringify(question));
  while (said.startsWith('{"done":')) said = answer(JSON.stringify({ method: "more" }));
}
const does = (doing) => ask({ method: "record", language: "en", ...doing });
for (const record of records) {
  python.FS.writeFile("/record.shinpan", new Uint8Array(readFileSync(record)));
  ask({ method: "open", name: "record.shinpan" });
  ask({ method: "verify", name: "record.shinpan" });
  ask({ method: "telling", viewer: "p1" });
  does({ do: "load", text: readFileSync(record, "utf8") });
  does({ do: "back", text: "3" });
  does({ do: "take", number: 1 });
  does({ do: "type", text: "life p1 30" });
}
does({ do: "words" });
does({ do: "new" });
does({ do: "answer", text: "1" });
process.stdout.write(python.runPython(`
import traceback
try:
    raise ValueError("a fault")
except ValueError:
    traceback.format_exc()
names = {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}
names = {name.partition(".zip/")[2] for name in names if ".zip/" in name}
"".join(name + "\\n" for name in sorted(names))
`));
