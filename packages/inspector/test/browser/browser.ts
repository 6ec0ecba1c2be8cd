import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
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

/** Starts a browser. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE as string, args: FLAGS });
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

/** A page, and everything that it complained about. */
export interface Opened {
  readonly page: Page;
  readonly complaints: readonly string[];
}

/** Opens the page at a view, as the printed address does. */
export async function openPage(browser: Browser, { url }: Served, view = '/tools'): Promise<Opened> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  await page.goto(`${url}/#token=${TOKEN}`);
  await page.getByText('live', { exact: true }).waitFor();
  await goTo(page, view);
  return { page, complaints };
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
  const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(source);
  const results = (await page.evaluate(
    'axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] })',
  )) as {
    readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
  };
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
