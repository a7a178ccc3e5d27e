// A browser for tests of the page: playwright-core with a Chromium that is there, never downloaded; or with a Firefox, whose
// path is in FIREFOX (playwright-core 1.57 speaks WebDriver BiDi with those that are not its own).
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createRequire } from "node:module";

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** The paths of what is needed, or `null` with the reason. */
export function found() {
  const chromium = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(file => file && fs.existsSync(file));
  const firefox = process.env.FIREFOX;
  if (!chromium && !firefox) return { missing: "no Chromium (set CHROMIUM)" };
  for (const folder of [process.env.PLAYWRIGHT, process.cwd(), import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname)]) {
    if (!folder) continue;
    try {
      return { chromium, firefox, playwright: createRequire(path.join(folder, "x.js"))("playwright-core") };
    } catch { /* the next one */ }
  }
  return { missing: "no playwright-core (npm install playwright-core; or set PLAYWRIGHT to the folder above its node_modules)" };
}

/** A context with an empty profile. `look`: viewport, colour scheme. */
export async function browser({ chromium, firefox, playwright }, look) {
  if (firefox) return inFirefox(firefox, playwright, look);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "clew-page-"));
  const context = await playwright.chromium.launchPersistentContext(folder, {
    executablePath: chromium, headless: true, args: FLAGS, acceptDownloads: true, ...look,
  });
  return { context, end: async () => { await context.close(); fs.rmSync(folder, { recursive: true, force: true }); } };
}

/** Without what Firefox has no command for: fingers. */
async function inFirefox(executablePath, { firefox }, { viewport, colorScheme }) {
  const firefoxUserPrefs = { "layout.css.prefers-color-scheme.content-override": colorScheme === "dark" ? 0 : 1 };
  const own = await firefox.launch({ channel: "moz-firefox", executablePath, headless: true, timeout: 120_000, firefoxUserPrefs });
  const context = await own.newContext({ viewport, acceptDownloads: true });
  return { context, end: () => own.close() };
}

/** A page that records mistakes, and requests that leave it. */
export async function watched(context, address) {
  const page = context.pages()[0] ?? await context.newPage(), faults = [];
  const own = address.startsWith("file:") ? "file:" : new URL(address).origin;
  page.on("console", message => { if (["error", "warning"].includes(message.type())) faults.push(`console: ${message.text()}`); });
  page.on("pageerror", error => faults.push(`error: ${error.stack ?? error.message}`));
  page.on("request", request => {
    const url = request.url();
    if (!url.startsWith(own) && !url.startsWith("blob:") && !url.startsWith("data:")) faults.push(`request: ${url}`);
  });
  return { page, faults };
}
