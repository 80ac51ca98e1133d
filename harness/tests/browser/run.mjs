// Opens a page of `damero report --html` in a real browser, and checks what only a browser can tell.
//
//   npm ci
//   node run.mjs PAGE [FOLDER]      FOLDER: where pictures of it are put
//
// The browser is `CHROMIUM`, or else the `chromium` of the path. Ends with 0 where all is well, 1 where something is not,
// 2 where there is nothing to test or to test with.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const ARGUMENTS = [
  "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
  "--disable-sync",
];

const [file, pictures] = process.argv.slice(2);
if (!file || !existsSync(file)) {
  console.error("usage: node run.mjs PAGE [FOLDER]; the page must be there");
  process.exit(2);
}
const address = pathToFileURL(resolve(file)).href;
if (pictures) mkdirSync(pictures, { recursive: true });

function browserPath() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  try {
    return execFileSync("which", ["chromium"], { encoding: "utf8" }).trim();
  } catch {
    console.error("no browser: install chromium, or say where one is with CHROMIUM");
    process.exit(2);
  }
}

const problems = [];
let checks = 0;
let where = "";
function expect(what, truth, found = "") {
  checks += 1;
  if (!truth) problems.push(`${where}: ${what}${found === "" ? "" : `; found ${found}`}`);
}

/** How many pieces a FEN has, written as `W:W18,K30:B14`. */
function pieces(fen) {
  return fen.split(":").slice(1).join(",").split(",").filter((part) => /\d/.test(part)).length;
}

async function quiet(page, action) {
  await action();
  await page.waitForTimeout(120);
}

/** What holds however the page is shown. */
async function always(page) {
  const facts = await page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
    const links = [...document.querySelectorAll('a[href^="#"]')].map((link) => decodeURIComponent(link.hash.slice(1)));
    const known = new Set(ids);
    return {
      lang: document.documentElement.lang,
      width: document.documentElement.scrollWidth,
      window: innerWidth,
      twice: ids.filter((id, index) => ids.indexOf(id) !== index).slice(0, 5),
      dead: links.filter((id) => !known.has(id)).slice(0, 5),
      headless: document.querySelectorAll("thead th:not([scope=col]), tbody th:not([scope=row])").length,
      unnamed: [...document.querySelectorAll("svg.board")].filter((board) => !board.getAttribute("aria-label")).length,
      red: document.querySelectorAll("td.bad").length,
      unlinked: document.querySelectorAll("td.bad:not(:has(a))").length,
      sign: getComputedStyle(document.querySelector("td.bad a"), "::before").content,
      sticky: getComputedStyle(document.querySelector("tbody th")).position,
    };
  });
  expect("the page says its language", facts.lang === "en", facts.lang);
  expect("the page is no wider than the window", facts.width <= facts.window, `${facts.width} of ${facts.window}`);
  expect("every id is there once", facts.twice.length === 0, facts.twice.join(" "));
  expect("every link has its target", facts.dead.length === 0, facts.dead.join(" "));
  expect("every heading of the table has its scope", facts.headless === 0, facts.headless);
  expect("every board is described", facts.unnamed === 0, facts.unnamed);
  expect("red cells are links", facts.red > 0 && facts.unlinked === 0, `${facts.unlinked} of ${facts.red} without`);
  expect("red cells have a sign", facts.sign.includes("✗"), facts.sign);
  expect("the first column stays", facts.sticky === "sticky", facts.sticky);
}

/** Texts that are hard to read: the contrast of each with what is behind it, by the formula of WCAG 2. */
async function contrast(page, root) {
  const poor = await page.evaluate((root) => {
    const parse = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const light = ([r, g, b]) => {
      const one = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      return 0.2126 * one(r) + 0.7152 * one(g) + 0.0722 * one(b);
    };
    const behind = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const color = parse(getComputedStyle(at).backgroundColor);
        if (color.length === 3 || color[3] === 1) return color;
      }
      return [255, 255, 255];
    };
    const poor = new Set();
    const walker = document.createTreeWalker(document.querySelector(root), NodeFilter.SHOW_TEXT);
    for (let count = 0; walker.nextNode() && count < 4000; count += 1) {
      const element = walker.currentNode.parentElement;
      if (!walker.currentNode.data.trim() || element.closest("svg, script, style, .vh") || !element.checkVisibility()) continue;
      const [a, b] = [light(parse(getComputedStyle(element).color)), light(behind(element))];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (ratio < 4.5) poor.add(`${element.localName}.${element.className} ${ratio.toFixed(2)}`);
    }
    return [...poor].slice(0, 5);
  }, root);
  expect(`every text in ${root} can be read`, poor.length === 0, poor.join(", "));
}

/** The first board that is seen, and the pieces it should have. */
async function board(page, root) {
  const seen = await page.evaluate((root) => {
    for (const figure of document.querySelector(root).querySelectorAll("figure")) {
      const box = figure.querySelector("svg.board")?.getBoundingClientRect();
      const fen = figure.querySelector("code").textContent;
      if (!box || box.width === 0 || fen === "start") continue;
      const uses = [...figure.querySelectorAll("use")];
      const drawn = uses.filter((use) => /^#[wb][mk]$/.test(use.getAttribute("href")));
      const shown = drawn.filter((use) => use.getBoundingClientRect().width > 2);
      const inside = shown.filter((use) => {
        const piece = use.getBoundingClientRect();
        return piece.left >= box.left - 1 && piece.right <= box.right + 1 && piece.top >= box.top - 1 && piece.bottom <= box.bottom + 1;
      });
      return { fen, drawn: drawn.length, inside: inside.length, width: box.width, ratio: box.width / box.height };
    }
    return null;
  }, root);
  expect("a board is seen", seen !== null);
  if (!seen) return;
  expect("the board has its pieces", seen.inside === pieces(seen.fen), `${seen.inside} of ${pieces(seen.fen)} in ${seen.fen}`);
  expect("the board is square and large enough", Math.abs(seen.ratio - 1) < 0.02 && seen.width > 150, `${seen.width} wide`);
}

/** The first red cell of a variant that is in the table, and its link. */
const RED = 'tbody.variant tr:first-child td.bad a';

async function withScripts(page, name) {
  const cases = await page.locator("main .case").count();
  const link = page.locator(RED).first();
  await link.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  const dialog = page.locator("dialog");
  expect("nothing is open at first", !(await dialog.isVisible()));

  await quiet(page, () => link.click());
  expect("a red cell opens its failures", await dialog.isVisible());
  expect("the dialog has a title", (await page.locator("#opened").textContent()).length > 3);
  await board(page, "dialog");
  await contrast(page, "dialog");
  const [inner, outer] = await dialog.evaluate((element) => [element.scrollWidth, element.clientWidth]);
  expect("the dialog is no wider than it is", inner <= outer, `${inner} of ${outer}`);
  if (pictures) await page.screenshot({ path: join(pictures, `${name}-failures.png`) });

  const copy = dialog.getByRole("button", { name: "Copy the command" }).first();
  await quiet(page, () => copy.click());
  expect("the command is copied or selected", /Copied|Selected/.test(await copy.textContent()), await copy.textContent());

  await quiet(page, () => page.keyboard.press("Escape"));
  expect("Escape closes it", !(await dialog.isVisible()));
  expect("what was open is back in its place", (await page.locator("main .case").count()) === cases);
  expect("the address is that of the page again", !page.url().includes("#"), page.url());
  expect("the page is where it was", (await page.evaluate(() => scrollY)) === place);
  expect("the focus is back on the cell", await link.evaluate((element) => element === document.activeElement));

  await quiet(page, () => page.keyboard.press("Enter"));
  expect("the keyboard opens it again", await dialog.isVisible());
  for (let times = 0; times < 12; times += 1) await page.keyboard.press("Tab");
  const held = await page.evaluate(() => document.activeElement === document.body || document.querySelector("dialog").contains(document.activeElement));
  expect("the keyboard stays in the dialog", held);
  await quiet(page, () => page.goBack());
  expect("going back closes it", !(await dialog.isVisible()));

  const fold = page.locator(".fold input").first();
  const topic = page.locator("tbody.variant").first().locator("tr.topic").first();
  expect("topics are folded", !(await topic.isVisible()));
  await fold.focus();
  await quiet(page, () => page.keyboard.press("Space"));
  expect("the space bar unfolds topics", await topic.isVisible());
  if (pictures) await page.screenshot({ path: join(pictures, `${name}-topics.png`) });
  await contrast(page, "main");

  const id = await page.locator("main .case").last().getAttribute("id");
  await page.goto("about:blank");
  await page.goto(`${address}#${encodeURI(id)}`);
  await page.waitForTimeout(200);
  const target = page.locator(`[id="${id}"]`);
  expect("the address of a failure opens it", (await dialog.isVisible()) && (await target.isVisible()), id);
  const top = await target.evaluate((element) => element.getBoundingClientRect().top);
  const height = page.viewportSize().height;
  expect("and shows it", top >= 0 && top < height, `${top} of ${height}`);
  await quiet(page, () => dialog.getByRole("button", { name: "Close" }).click());
  expect("the button closes it", !(await dialog.isVisible()));
}

async function withoutScripts(page, name) {
  const link = page.locator(RED).first();
  const id = decodeURIComponent((await link.getAttribute("href")).slice(1));
  const target = page.locator(`[id="${id}"]`);
  expect("failures are folded at first", !(await target.isVisible()));
  await quiet(page, () => link.click());
  expect("a red cell leads to its failures", await target.isVisible(), id);
  const topic = target.locator("details.topic").first();
  if ((await topic.count()) > 0 && (await topic.getAttribute("open")) === null) {
    await quiet(page, () => topic.locator("summary").first().click());
  }
  expect("a board is seen", await target.locator("svg.board").first().isVisible());
  if (pictures) await page.screenshot({ path: join(pictures, `${name}-failures.png`) });
  const rows = page.locator("tbody.variant").first().locator("tr.topic").first();
  expect("topics are folded", !(await rows.isVisible()));
  await quiet(page, () => page.locator(".fold input").first().check());
  expect("topics unfold", await rows.isVisible());
  expect("there is no button without a use", (await page.locator("button:visible").count()) === 0);
}

const browser = await chromium.launch({ executablePath: browserPath(), args: ARGUMENTS });
try {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ["light", "dark"]) {
      for (const javaScriptEnabled of [true, false]) {
        const name = `${size}-${colorScheme}${javaScriptEnabled ? "" : "-no-script"}`;
        where = name;
        const context = await browser.newContext({ viewport, colorScheme, javaScriptEnabled });
        const page = await context.newPage();
        page.on("console", (message) => {
          if (["error", "warning"].includes(message.type())) expect("the console is silent", false, message.text());
        });
        page.on("pageerror", (error) => expect("no script fails", false, error.message));
        page.on("request", (request) => {
          const own = request.url().split("#")[0] === address || request.url().startsWith("data:") || request.url() === "about:blank";
          expect("nothing is asked for elsewhere", own, request.url());
        });
        await page.goto(address);
        if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
        await always(page);
        if (javaScriptEnabled) await withScripts(page, name);
        else await withoutScripts(page, name);
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
}
for (const problem of problems) console.error(problem);
console.log(`${checks - problems.length} of ${checks} checks passed`);
process.exit(problems.length > 0 ? 1 : 0);
