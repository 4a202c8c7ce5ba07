// The browsers that the page is tried in, both without a network. Their paths are Debian's.
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

async function inChromium() {
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  const context = await browser.newContext({ offline: true, reducedMotion: "reduce" });
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
