// The browsers that the page is tried in, both without a network. Their paths are Debian's.
import { cpus, loadavg } from "node:os";
import { launch } from "puppeteer-core";
import { chromium } from "playwright-core";

const LONGEST = 240_000;
/** Firefox has no switch for "offline" here: every request goes to a proxy that there is not. */
const NO_NETWORK = {
  "network.proxy.type": 1,
  "network.proxy.http": "127.0.0.1",
  "network.proxy.http_port": 9,
  "network.proxy.ssl": "127.0.0.1",
  "network.proxy.ssl_port": 9,
};

/** `begin` runs in each page before its own code; `phone` has a touch screen; a page from an address is not offline. */
async function inChromium({ begin, phone = false, offline = true } = {}) {
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  const touch = phone ? { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : {};
  const context = await browser.newContext({ offline, reducedMotion: "reduce", viewport: { width: 1400, height: 900 }, ...touch });
  if (begin) await context.addInitScript(begin);
  return {
    close: () => browser.close(),
    async open(url, width = 1400, height = 900) {
      const page = await context.newPage();
      await page.setViewportSize({ width, height });
      page.setDefaultTimeout(LONGEST);
      await page.goto(url);
      return page;
    },
    wait: (page, holds) => page.waitForFunction(holds, null, { timeout: LONGEST }),
  };
}

async function inFirefox() {
  const browser = await launch({
    browser: "firefox",
    executablePath: "/usr/bin/firefox-esr",
    protocolTimeout: LONGEST,
    extraPrefsFirefox: { ...NO_NETWORK, "ui.prefersReducedMotion": 1 },
  });
  return {
    close: () => browser.close(),
    async open(url, width = 1400, height = 900) {
      const page = await browser.newPage();
      await page.setViewport({ width, height });
      await page.goto(url);
      return page;
    },
    wait: (page, holds) => page.waitForFunction(holds, { timeout: LONGEST }),
  };
}

export const BROWSERS = { chromium: inChromium, firefox: inFirefox };

/** Whether other work keeps the machine busy: then times are told, not held. */
export const busy = () => loadavg()[0] > cpus().length;

/** Runs in the page: it shows a game, or says why not. */
export const started = () => document.documentElement.dataset.started || document.querySelector("[role=alert]");
