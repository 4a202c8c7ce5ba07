// The referee as a server has it at its port of HTTP, with all the headers that it sends.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { after, before, describe, test } from "node:test";
import { join } from "node:path";
import { BROWSERS } from "./browsers.mjs";
import { FIXTURES } from "./files.mjs";

const RECORD = join(FIXTURES, "wars3x3", "printed-replay");
const INFO = "/shinpan.v1.RefereeService/GetServerInfo";

function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

/** A server, once it says that it listens. */
async function serve(port) {
  const server = spawn(process.env.SHINPAN ?? "shinpan", ["serve", "--port", "0", "--workers", "1", "--http", port]);
  let told = "";
  let wrong = "";
  server.stderr.on("data", (text) => (wrong += text));
  await new Promise((done, failed) => {
    server.stdout.on("data", (text) => {
      told += text;
      if (told.includes(`http://127.0.0.1:${port}`)) done();
    });
    server.on("exit", (code) => failed(new Error(`the server ended with ${code}: ${told}${wrong}`)));
  });
  return server;
}

/** Runs in each page before its own code. */
function watchPolicy() {
  window.broken = [];
  document.addEventListener("securitypolicyviolation", (event) => window.broken.push(`${event.violatedDirective} ${event.blockedURI}`));
}

/** Runs in the page: what comes of asking an address. */
async function asked(address) {
  try {
    const answer = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
    return answer.ok ? Object.keys(await answer.json()) : answer.status;
  } catch {
    return "blocked";
  }
}

describe("the referee at the port of HTTP, in Chromium", () => {
  let browser, server, at, page;
  before(async () => {
    const port = await freePort();
    server = await serve(String(port));
    at = `http://127.0.0.1:${port}`;
    browser = await BROWSERS.chromium({ begin: watchPolicy, offline: false });
    page = await browser.open(`${at}/`);
    await browser.wait(page, () => document.documentElement.dataset.ready || document.querySelector("[role=alert]"));
  });
  after(async () => {
    await browser?.close();
    server?.removeAllListeners("exit");
    server?.kill();
  });

  test("it judges a record as the command line does, and its policy has nothing against it", async () => {
    assert.match(await page.evaluate(() => document.documentElement.dataset.ready ?? document.body.innerText), /^\d+$/);
    const text = readFileSync(`${RECORD}.shinpan`, "utf8");
    const report = await page.evaluate(async (text) => {
      const { verdict, link } = await document.querySelector("shinpan-page").referee.verify("record.shinpan", new TextEncoder().encode(text));
      return { verdict, link };
    }, text);
    const golden = readFileSync(`${RECORD}.golden`, "utf8");
    assert.match(golden, new RegExp(`^verdict +${report.verdict}$`, "m"));
    assert.match(golden, new RegExp(`^link +${report.link}$`, "m"));
    assert.deepEqual(await page.evaluate(() => window.broken), []);
  });

  test("it may ask its server, and nobody else", async () => {
    assert.ok((await page.evaluate(asked, INFO)).includes("games"));
    const other = await freePort();
    const elsewhere = [`http://127.0.0.1:${other}${INFO}`, `http://localhost:${new URL(at).port}${INFO}`];
    for (const address of elsewhere) assert.equal(await page.evaluate(asked, address), "blocked");
    const broken = await page.evaluate(() => window.broken);
    // The header says it, and so does the page itself.
    assert.deepEqual([...new Set(broken)], elsewhere.map((address) => `connect-src ${address}`));
  });

  test("nobody may frame it, guess what it is, or learn where it was asked from", async () => {
    const { headers } = await fetch(`${at}/`);
    assert.equal(headers.get("content-security-policy"), "connect-src 'self'; frame-ancestors 'none'");
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.equal(headers.get("referrer-policy"), "no-referrer");
    assert.equal((await fetch(`${at}/`, { headers: { "if-none-match": headers.get("etag") } })).status, 304);
  });
});
