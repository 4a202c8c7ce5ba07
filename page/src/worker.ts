// The referee at work: Python in WebAssembly, away from the page, so that the page never stands still.
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { loadPyodide, type PyodideInterface } from "pyodide";

export interface Parts {
  wasm: Uint8Array<ArrayBuffer>;
  library: Uint8Array<ArrayBuffer>;
  msgspec: Uint8Array<ArrayBuffer>;
  engine: Uint8Array<ArrayBuffer>;
}

interface Call {
  id: number;
  method: string;
  /** What the question is about, by name. */
  files?: Record<string, Uint8Array>;
  /** What else the method takes. */
  [more: string]: unknown;
}

const scope = self as unknown as { postMessage(message: unknown): void; onmessage: ((event: MessageEvent) => void) | null };

/** Pyodide asks for its files by `fetch`; there is no network, so it is given them. */
function answerFetch(files: Record<string, [Uint8Array<ArrayBuffer>, string]>): void {
  self.fetch = async (asked: RequestInfo | URL): Promise<Response> => {
    const name = String(asked).split("/").pop() ?? "";
    const found = files[name];
    if (!found) throw new Error(`the page has no ${name}`);
    return new Response(found[0], { headers: { "Content-Type": found[1] } });
  };
}

async function start(parts: Parts): Promise<PyodideInterface> {
  answerFetch({
    "pyodide.asm.wasm": [parts.wasm, "application/wasm"],
    "python_stdlib.zip": [parts.library, "application/zip"],
  });
  const python = await loadPyodide({
    indexURL: "file:///shinpan/",
    createPyodideModule,
    lockFileContents: '{"info":{"abi_version":"2026_0","arch":"wasm32","platform":"emscripten","python":"3.14.0","version":"314.0.7"},"packages":{}}',
    packages: [],
  } as never);
  python.unpackArchive(parts.msgspec, "wheel");
  python.unpackArchive(parts.engine, "zip", { extractDir: "/engine" });
  python.runPython('import sys; sys.path.insert(0, "/engine"); from shinpan_records.page.worker import answer');
  return python;
}

function answered(python: PyodideInterface, call: Call): string {
  for (const [name, bytes] of Object.entries(call.files ?? {})) python.FS.writeFile(`/${name}`, bytes);
  const answer = python.globals.get("answer");
  try {
    return answer(JSON.stringify({ ...call, files: undefined })) as string;
  } finally {
    answer.destroy();
  }
}

scope.onmessage = async (event: MessageEvent): Promise<void> => {
  try {
    const python = await start(event.data as Parts);
    scope.onmessage = (next: MessageEvent) => {
      const call = next.data as Call;
      try {
        scope.postMessage({ id: call.id, answer: answered(python, call) });
      } catch (error) {
        scope.postMessage({ id: call.id, failed: String(error) });
      }
    };
    scope.postMessage({ ready: true });
  } catch (error) {
    scope.postMessage({ failed: String(error) });
  }
};
