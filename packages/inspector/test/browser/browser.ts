import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { chromium, type Locator, type Page } from 'playwright-core';
import { inspect, type Inspector, type InspectOptions } from '@haft/inspector';
import { TOKEN } from '../support/client.js';

const EXECUTABLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
if (EXECUTABLE === undefined)
  console.warn('notice: no Chromium is installed; the tests of the page of the inspector are skipped.');

/** `describe`, if there is a Chromium. */
export const describeBrowser = EXECUTABLE === undefined ? describe.skip : describe;

/**
 * `--disable-gpu-watchdog`: without it, Chromium ends a GPU process that a busy machine delays, and
 * then itself.
 */
const FLAGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-gpu-watchdog'];

/** A browser with one tab for all tests of a file: a new one takes time. */
export interface OneTab {
  readonly page: Page;
  /** Leaves the page and closes the other tabs. */
  leave(): Promise<void>;
  close(): Promise<void>;
  /** The complaints of the page since it was opened. */
  complaints: string[];
}

/** Starts a browser. */
export async function startBrowser(): Promise<OneTab> {
  const browser = await chromium.launch({ executablePath: EXECUTABLE as string, args: FLAGS });
  const context = await browser.newContext();
  const page = await context.newPage();
  const tab: OneTab = {
    page,
    complaints: [],
    leave: async () => {
      await page.goto('about:blank');
      for (const other of context.pages()) if (other !== page) await other.close();
    },
    close: () => browser.close(),
  };
  page.on('pageerror', (error) => tab.complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') tab.complaints.push(message.text());
  });
  return tab;
}

/** The page of a runtime on a server of this machine. */
export interface Served {
  readonly url: string;
  readonly inspector: Inspector;
  close(): Promise<void>;
}

/** Serves the page of a runtime, on a free port if none is given. */
export async function serve(runtime: object, options: Partial<InspectOptions> = {}, at = 0): Promise<Served> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const inspector = inspect(runtime, { hosts: [host], token: TOKEN, ...options });
  server.on('request', (request, response) => void inspector.node(request, response));
  return {
    url: `http://${host}`,
    inspector,
    close: async () => {
      await inspector.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Opens the page at a view, as the printed address does. Each server is an origin of its own. */
export async function openPage(tab: OneTab, { url }: Served, view = '/tools'): Promise<Page> {
  const { page } = tab;
  tab.complaints = [];
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  await page.goto(`${url}/#token=${TOKEN}`, { waitUntil: 'commit' });
  await page.getByText('live', { exact: true }).waitFor();
  await goTo(page, view);
  return page;
}

/** Waits until the place shows a text. It never depends on how fast the page draws. */
export async function shows(place: Locator, text: string | RegExp): Promise<void> {
  await place.filter({ hasText: text }).waitFor();
}

/** Goes to a view. */
export async function goTo(page: Page, view: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, view);
}

/** Hides or shows a tab. Playwright itself shows all tabs. */
export async function hide(tab: Page, isHidden: boolean): Promise<void> {
  await tab.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

/** Returns the violations of accessibility rules on the page. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  return page.evaluate<readonly string[]>(CHECK);
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** The facts about the other rules would take more time than the rules. */
const CHECK = `axe
  .run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'],
    resultTypes: ['violations'],
  })
  .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')))`;
