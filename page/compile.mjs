// Compiles the modules of an archive for the Python that the referee runs on, so that no browser has to. Docstrings, which
// nobody reads there, are left out.
import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [from, into] = process.argv.slice(2);
const python = await loadPyodide();
python.FS.writeFile("/from.zip", new Uint8Array(readFileSync(from)));
python.runPython(`
import ast, zipfile
import importlib._bootstrap_external as form

def without_docs(tree):
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node, False) is not None:
            node.body[:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), node.body[0])]
    return tree

def compiled(name, source):
    code = compile(without_docs(ast.parse(source)), name, "exec", dont_inherit=True)
    return form._code_to_hash_pyc(code, bytes(8), checked=False)

with zipfile.ZipFile("/from.zip") as given, zipfile.ZipFile("/into.zip", "w") as made:
    for name in given.namelist():
        if name.endswith(".py"):
            info = zipfile.ZipInfo(name + "c", given.getinfo(name).date_time)
            made.writestr(info, compiled(name, given.read(name)))
`);
writeFileSync(into, python.FS.readFile("/into.zip"));
