import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { chromium, type Locator, type Page } from 'playwright-core';
import { inspect, type Inspector, type InspectOptions } from '@haft/inspector';
import { chromiumPath } from '../../../../scripts/chromium-path.mjs';
import { TOKEN } from '../support/client.js';

if (chromiumPath === undefined)
  console.warn('notice: no Chromium is installed; the tests of the page of the inspector are skipped.');

/** `describe`, if there is a Chromium. */
export const describeBrowser = chromiumPath === undefined ? describe.skip : describe;

/**
 * `--disable-gpu-watchdog`: without it, Chromium ends a GPU process that a busy machine delays, and
 * then itself.
 */
const FLAGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-gpu-watchdog'];

/** A browser with one tab for all tests of a file: a new one takes time. */
export interface OneTab {
  readonly page: Page;
  readonly origin: Origin;
  /** Leaves the page, forgets what it stored, and closes the other tabs. */
  leave(): Promise<void>;
  close(): Promise<void>;
  /** The complaints of the page since it was opened. */
  complaints: string[];
}

/** Starts a browser. */
export async function startBrowser(): Promise<OneTab> {
  const browser = await chromium.launch({ executablePath: chromiumPath as string, args: FLAGS });
  const context = await browser.newContext();
  const page = await context.newPage();
  const origin = new Origin();
  const tab: OneTab = {
    page,
    origin,
    complaints: [],
    leave: async () => {
      await page.goto(`${origin.url}${EMPTY}`);
      await page.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()));
      for (const other of context.pages()) if (other !== page) await other.close();
    },
    close: async () => {
      await browser.close();
      await origin.close();
    },
  };
  page.on('pageerror', (error) => tab.complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') tab.complaints.push(message.text());
  });
  return tab;
}

/**
 * A server of this machine for all tests of a file. For each other origin, Chromium would start a
 * process.
 */
class Origin {
  inspector: Inspector | undefined;
  private port = 0;
  private readonly server = createServer((request, response) => {
    // Chromium would also start a process after a page without this policy, which Haft's page has.
    if (request.url === EMPTY) response.setHeader('cross-origin-opener-policy', 'same-origin').end();
    else if (this.inspector === undefined) response.writeHead(503).end();
    else void this.inspector.node(request, response);
  });

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  /** Listens on a free port, or again on the earlier one. */
  async listen(): Promise<void> {
    if (this.server.listening) return;
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}

const EMPTY = '/empty';

/** The page of a runtime. */
export interface Served {
  readonly inspector: Inspector;
  close(): Promise<void>;
}

/** Serves the page of a runtime, which takes the place of an earlier one. */
export async function serve(
  { origin }: OneTab,
  runtime: object,
  options: Partial<InspectOptions> = {},
): Promise<Served> {
  await origin.listen();
  const inspector = inspect(runtime, { hosts: [origin.host], token: TOKEN, ...options });
  origin.inspector = inspector;
  return {
    inspector,
    close: async () => {
      origin.inspector = undefined;
      await inspector.close();
    },
  };
}

/** Opens the page at a view, as the printed address does. */
export async function openPage(tab: OneTab, view = '/tools'): Promise<Page> {
  const { page, origin } = tab;
  tab.complaints = [];
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  await page.goto(`${origin.url}/#token=${TOKEN}`, { waitUntil: 'commit' });
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
