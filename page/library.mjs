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
for (const record of records) {
  python.FS.writeFile("/record.shinpan", new Uint8Array(readFileSync(record)));
  answer(JSON.stringify({ method: "open", name: "record.shinpan" }));
  answer(JSON.stringify({ method: "verify", name: "record.shinpan" }));
  answer(JSON.stringify({ method: "telling", viewer: "p1" }));
}
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
