// What Chromium makes of pages: node browser.mjs MODULES FILE...; a line of JSON for each page.
// node browser.mjs MODULES --width 320 FILE... prints only how wide each page is on such a screen.
import { createRequire } from "node:module";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const LARGE = 200000; // axe takes long: larger pages are judged only with light colours
const [modules, ...rest] = process.argv.slice(2);
const narrow = rest[0] === "--width" ? Number(rest[1]) : 0;
const files = narrow ? rest.slice(2) : rest;
const require = createRequire(resolve(modules, "x.js"));
const { chromium } = require("playwright-core");
const axe = require.resolve("axe-core/axe.min.js");
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: flags });

const opened = async (file, options, seen) => {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on("request", (request) => seen.requests.push(request.url().slice(0, 100)));
  page.on("dialog", (dialog) => { seen.dialogs += 1; dialog.dismiss(); });
  page.on("console", (message) => seen.console.push(message.text()));
  page.on("pageerror", (error) => seen.console.push(error.message));
  await page.goto(pathToFileURL(file).href);
  return page;
};

const tables = () => [...document.querySelectorAll("table")].map((table) => [...table.rows].map(
  (row) => [...row.cells].map((cell) => cell.textContent.trim())));

// Lines of rankings that are cut, and columns of rankings that are left out.
const rankings = () => {
  const cells = [...document.querySelectorAll(".ranking :is(th,td)")];
  const parts = cells.flatMap((cell) => [cell, ...cell.querySelectorAll("a,span")]);
  return { cut: parts.filter((part) => part.clientWidth && part.scrollWidth > part.clientWidth + 1).length,
    absent: cells.filter((cell) => !cell.getClientRects().length).length };
};

if (narrow) {
  const page = await browser.newPage();
  for (const file of files) {
    await page.setViewportSize({ width: 1280, height: 800 }); // where a page opens with all boards
    await page.goto(pathToFileURL(file).href);
    await page.setViewportSize({ width: narrow, height: 800 });
    console.log(await page.evaluate(() => document.documentElement.scrollWidth));
  }
}

for (const file of narrow ? [] : files) {
  const seen = { requests: [], dialogs: 0, console: [], widths: {}, hidden: [], cut: {}, compass: [], axe: [] };
  const schemes = statSync(file).size < LARGE ? ["light", "dark"] : ["light"];
  const sized = await opened(file, { bypassCSP: true }, seen);
  await sized.addScriptTag({ path: axe });
  for (const width of [320, 360, 1280]) {
    await sized.setViewportSize({ width, height: 800 });
    seen.compass.push(await sized.evaluate(() => [...document.querySelectorAll(".compass")].every((deal) => {
      const [n, e, s, w] = ["north", "east", "south", "west"].map((seat) => deal.querySelector("." + seat).getBoundingClientRect());
      return n.bottom <= w.top && w.bottom <= s.top && w.right <= e.left && n.left >= w.right;
    })));
    seen.hidden.push(await sized.evaluate(() => [...document.querySelectorAll("tr")].filter((row) => !row.getClientRects().length).length));
    seen.cut[width] = (await sized.evaluate(rankings)).cut;
    seen.widths[width] = await sized.evaluate(() => document.documentElement.scrollWidth);
  }
  await sized.setViewportSize({ width: 718, height: 1000 }); // 190 mm
  await sized.emulateMedia({ media: "print" });
  seen.paper = await sized.evaluate(rankings);
  await sized.emulateMedia({ media: "screen" });
  for (const colorScheme of schemes) {
    await sized.setViewportSize({ width: 360, height: 800 });
    await sized.emulateMedia({ colorScheme });
    const found = await sized.evaluate(() => axe.run({ resultTypes: ["violations"] }));
    const bad = found.violations.filter((v) => ["serious", "critical"].includes(v.impact));
    seen.axe.push(...bad.map((v) => [v.id, colorScheme, v.nodes[0].html.slice(0, 200)]));
  }
  await sized.context().close();
  const plain = await opened(file, { javaScriptEnabled: false, viewport: { width: 360, height: 800 } }, seen);
  seen.tables = await plain.evaluate(tables);
  await plain.context().close();
  const phone = await opened(file, { viewport: { width: 360, height: 800 } }, seen);
  const open = () => phone.evaluate(() => [...document.querySelectorAll(".board>details[open]")].map((board) => board.parentNode.id));
  seen.open = [await open()];
  if (await phone.locator(".board").count() > 1) {
    for (const turn of [0, 1]) {
      await phone.evaluate((at) => { location.hash = document.querySelectorAll(".board")[at].id; }, turn);
      await phone.waitForTimeout(100);
      seen.open.push(await open());
    }
  }
  if (await phone.locator(".tools select").count()) {
    seen.pair = await phone.evaluate(() => document.querySelector(".tools select").options[1].value);
    await phone.locator(".tools select").selectOption(seen.pair);
    const mine = () => phone.evaluate(() => [...document.querySelectorAll("tr.mine,li.mine")].map((one) => one.textContent.trim()));
    seen.mine = await mine();
    seen.address = phone.url();
    seen.stored = await phone.evaluate(() => document.cookie);
  }
  await phone.context().close();
  const page = await opened(file, { viewport: { width: 1280, height: 800 } }, seen);
  seen.boxes = await page.locator("input[type=search]").count();
  if (seen.boxes && await page.locator(".ranking").count()) {
    const rows = () => page.locator(".ranking tbody tr:visible").count();
    seen.rows = await rows();
    const name = await page.locator(".ranking tbody th").first().textContent();
    await page.locator("input[type=search]").fill(name);
    seen.found = await rows();
    await page.locator("input[type=search]").fill("");
    const head = page.locator(".ranking").first().locator("thead th").last();
    const column = () => page.evaluate(() => [...document.querySelector(".ranking").tBodies[0].rows].map((row) => row.cells[row.cells.length - 1].textContent));
    await head.locator("button").click();
    seen.up = await column();
    await head.locator("button").click();
    seen.down = await column();
  }
  const pdf = await page.pdf({ preferCSSPageSize: true });
  seen.sheets = (pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g) || []).length;
  await page.context().close();
  console.log(JSON.stringify(seen));
}
await browser.close();
