declare module "pyodide/pyodide.asm.mjs" {
  const create: unknown;
  export default create;
}
