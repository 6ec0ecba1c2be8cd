import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { MemoryCallLedger } from '@haft/durable';
import { describeBrowser, goTo, openPage, serve, shows, startBrowser, type OneTab, type Served } from './browser.js';
import { runLink } from '../../src/page/runs/run-link.js';
import { openShop } from '../support/shop.js';

const FOLDER = join(import.meta.dirname, '../../../../docs/images');
const SIZE = { width: 1100, height: 720 };
/** `HAFT_PICTURES=write npm run test:unit -- --selectProjects inspector` takes them again. */
const isWriting = process.env['HAFT_PICTURES'] === 'write';

/** The views of the guide, each with the steps of a person who comes to it. */
const VIEWS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  start: async (page) => {
    await goTo(page, '/start');
    await shows(page.getByRole('region', { name: 'Start' }), 'Finds an order by its number.');
    await page.locator('.rows-short li').first().waitFor();
  },
  insight: async (page) => {
    await goTo(page, '/insight');
    await shows(page.getByRole('region', { name: 'Insight' }), 'add it as a value');
  },
  call: async (page) => {
    await goTo(page, '/tools/order_find');
    await page.getByLabel('number (required)').fill('5000');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await shows(page.locator('pre.said').first(), 'expected an integer from 1 to 999');
    await page.locator('.editor .cm-lintRange-error').first().waitFor();
  },
  providers: async (page) => {
    await goTo(page, '/tools/order_find');
    await page.getByRole('tab', { name: 'Providers' }).click();
    await page.getByRole('region', { name: 'Form 2' }).getByLabel('Provider').selectOption('gemini');
    await shows(page.getByRole('region', { name: 'Entry for gemini' }), '"OBJECT"');
  },
  run: async (page) => {
    await goTo(page, runLink({ runId: 'night-run', userId: 'ada' }).slice(1));
    await shows(page.locator('main'), '3: 2 succeeded');
  },
  inbox: async (page) => {
    await goTo(page, '/inbox');
    await page.getByText('user ada').waitFor();
  },
};

describeBrowser('the pictures of the guide [TSP-24]', () => {
  let tab: OneTab;
  let served: Served;
  let page: Page;

  beforeAll(async () => {
    const runtime = openShop({ durability: { ledger: new MemoryCallLedger() } });
    tab = await startBrowser();
    served = await serve(tab, runtime);
    const run = runtime.startRun({ id: 'night-run', userId: 'ada' });
    await Promise.all([
      run.call({ id: 'c1', name: 'whoami', arguments: {} }),
      run.call({ id: 'c2', name: 'order_find', arguments: { number: 7 } }),
    ]);
    for (let count = 0; count < 7; count++) {
      const other = runtime.startRun({ userId: 'eve' });
      const kind = count < 4 ? 'unpaid' : 'open';
      await other.call({ name: 'order_find', arguments: { number: count + 1, kind } });
      if (count < 3) await other.call({ name: 'find_order', arguments: { number: 1 } });
      await other.end();
    }
    await run.call({ id: 'c3', name: 'order_refund', arguments: { number: 7, pin: '1' } });
    page = await openPage(tab);
    await page.setViewportSize(SIZE);
  });
  afterAll(async () => {
    await tab.close();
    await served.close();
  });

  test.each(Object.entries(VIEWS))('show the view %s in light and dark', async (name, open) => {
    await open(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      const file = join(FOLDER, `inspector-${name}-${colorScheme}.png`);
      if (isWriting) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        writeFileSync(file, await page.screenshot({ caret: 'hide' }));
      }
      // Fonts differ between machines, so the bytes do. The texts were read above.
      expect(existsSync(file)).toBe(true);
      expect(sizeOf(readFileSync(file))).toEqual(SIZE);
    }
    expect(tab.complaints).toEqual([]);
  });
});

/** The width and height of a PNG: https://www.w3.org/TR/png-3/#11IHDR */
function sizeOf(png: Buffer): { readonly width: number; readonly height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
