import type { Page } from 'playwright-core';
import {
  describeBrowser,
  goTo,
  hide,
  openPage,
  serve,
  shows,
  startBrowser,
  violationsOf,
  type OneTab,
  type Served,
} from './browser.js';
import { TOKEN } from '../support/client.js';
import { openShop } from '../support/shop.js';

describeBrowser('the page [TSP-24]', () => {
  let tab: OneTab;
  let served: Served;
  let page: Page;
  const runtime = openShop();

  beforeAll(async () => {
    tab = await startBrowser();
  });
  beforeEach(async () => {
    served = await serve(tab, runtime, { presets: { default: {}, ada: { userId: 'ada' } } });
    page = await openPage(tab);
  });
  afterEach(async () => {
    // The policy of the page forbids much: nothing of it may break, and nothing may be ignored.
    expect(tab.complaints).toEqual([]);
    await tab.leave();
    await served.close();
  });
  afterAll(() => tab.close());

  const said = () => page.locator('pre.said').first();
  const call = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByRole('region', { name: 'Outcome' }).first().waitFor();
  };
  const editor = () => page.locator('.editor .cm-content').first();
  const write = async (text: string): Promise<void> => {
    await editor().click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
  };

  test('takes its token out of the address', async () => {
    expect(page.url()).not.toContain('token');
    await page.reload();
    await page.getByText('order_find').waitFor();
  });

  test('loads in seven tabs that are shown, with one stream, next to other pages of the server', async () => {
    const open = async (): Promise<Page> => {
      const one = await page.context().newPage();
      await one.goto(`${tab.origin.url}/#token=${TOKEN}`);
      await one.getByText('live', { exact: true }).waitFor();
      await goTo(one, '/calls');
      return one;
    };
    // A browser opens six connections to a server, for all its tabs.
    const tabs = [page];
    while (tabs.length < 7) tabs.push(await open());
    const other = await page.context().newPage();
    await other.goto(`${tab.origin.url}/icon.svg`);
    const finds = async (tab: Page, text: string): Promise<void> => {
      await shows(tab.getByRole('link', { name: /whoami/ }).first(), text);
    };
    await runtime.startRun({ userId: 'ada' }).call({ name: 'whoami', arguments: {} });
    await goTo(page, '/calls');
    for (const tab of tabs) await finds(tab, 'ada');
    // The tab that reads the stream is hidden, and another one continues.
    const first = tabs[1]!;
    await hide(page, true);
    await runtime.startRun({ userId: 'eve' }).call({ name: 'whoami', arguments: {} });
    await finds(first, 'eve');
    await hide(page, false);
    await page.getByText('live', { exact: true }).waitFor();
    await finds(page, 'eve');
  });

  test('shows what changed while its stream was not open yet', async () => {
    const isStream = ({ pathname, searchParams }: URL): boolean =>
      pathname.endsWith('haft-api/stream') && !searchParams.has('once');
    await page.route(isStream, async (route) => {
      await page.getByText('order_find').waitFor();
      served.inspector.setBuild({ isStale: true });
      await route.continue();
    });
    await page.reload();
    await page.getByText('The sources have changed.').waitFor();
    await page.unroute(isStream);
  });

  test('lists the tools by toolset, and finds them by words', async () => {
    await page.getByRole('link', { name: 'order_find' }).waitFor();
    await page.getByLabel('Find tools').fill('user run');
    await page.getByText('1 of 3 tools').waitFor();
    await page.getByRole('link', { name: 'whoami' }).click();
    await page.getByRole('heading', { name: 'whoami' }).waitFor();
  });

  test('sends wrong arguments as they are, and marks them in the form and in the JSON', async () => {
    await page.getByRole('link', { name: 'order_find' }).click();
    await page.getByLabel('number (required)').fill('5000');
    await shows(editor(), '"number": 5000');
    await call();
    await shows(said(), 'number: expected an integer from 1 to 999, received 5000');
    await page.getByText('Expected an integer from 1 to 999, received 5000.').first().waitFor();
    await page.locator('input[aria-invalid="true"]').waitFor();
    await page.locator('.editor .cm-lintRange-error').first().waitFor();
    // Marks and the outcome belong to the arguments that were sent.
    await page.getByLabel('number (required)').fill('seven');
    const marks = page.locator('.problems, [aria-invalid="true"], .editor .cm-lintRange-error');
    await page.getByText('The outcome of the arguments before:').waitFor();
    await marks.first().waitFor({ state: 'detached' });
    await call();
    await marks.first().waitFor();
    await page.getByText('The outcome of the arguments before:').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'right arguments' }).click();
    await marks.first().waitFor({ state: 'detached' });
    await page.getByLabel('number (required)').fill('seven');
    await call();
    await shows(said(), 'received "seven"');
    await write('{"number": 7');
    await page.getByText('The text is not JSON. It is sent as it is.').waitFor();
    await call();
    await shows(said(), 'end in the middle');
  });

  test('shows the result, the steps and events of a call, and the call as a test', async () => {
    await page.getByRole('link', { name: 'order_find' }).click();
    await page.getByRole('button', { name: 'right arguments' }).click();
    await call();
    await page.getByText('"cents"').first().waitFor();
    await page.getByRole('tab', { name: 'Steps and events' }).click();
    await page.getByRole('rowheader', { name: 'execute' }).waitFor();
    await page.getByText('looks up').first().waitFor();
    await page.getByRole('tab', { name: 'As a test' }).click();
    await page.getByText('expect(outcome.status).toBe("success");').waitFor();
  });

  test('offers wrong arguments, each with one mistake', async () => {
    await page.getByRole('link', { name: 'order_find' }).click();
    await page.getByRole('button', { name: 'wrong: without number' }).click();
    await call();
    await shows(said(), 'number');
    await page.getByText('to correct', { exact: true }).first().waitFor();
  });

  test('shows the declaration, the schema, and the form of each provider with tokens and changes', async () => {
    await page.getByRole('link', { name: 'order_find' }).click();
    await page.getByRole('tab', { name: 'Definition' }).click();
    await page.getByText('function order_find').waitFor();
    await shows(page.getByRole('region', { name: 'Schema of the arguments' }), '"maximum": 999');
    await page.getByRole('tab', { name: 'Providers' }).click();
    await page.getByRole('rowheader', { name: 'gemini', exact: true }).waitFor();
    await page.getByRole('region', { name: 'Form 2' }).getByLabel('Provider').selectOption('gemini');
    await shows(page.getByRole('region', { name: 'Entry for gemini' }), '"OBJECT"');
  });

  test('calls with the options of a preset', async () => {
    await page.getByLabel('Preset').selectOption('ada');
    await page.getByRole('link', { name: 'whoami' }).click();
    await call();
    await shows(said(), /^ada$/);
  });

  test('hides what a person types into a sensitive field, and approves a call', async () => {
    await page.getByRole('link', { name: 'order_refund' }).click();
    await page.locator('input[type="password"]').waitFor();
    await page.getByLabel('pin (required)').fill('1234');
    await call();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('refunded', { exact: false }).first().waitFor();
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('1234');
  });

  test('shows calls of the application while they happen, with their runs', async () => {
    await goTo(page, '/calls');
    const run = runtime.startRun({ id: 'night-run', userId: 'eve' });
    await Promise.all([
      run.call({ name: 'whoami', arguments: {} }),
      run.call({ name: 'order_find', arguments: { number: 7 } }),
    ]);
    await page.getByRole('link', { name: /whoami/ }).click();
    await page.getByRole('link', { name: 'night-run' }).click();
    await page.getByText('2: 2 succeeded').waitFor();
    await run.end();
    await page.getByText('ended').first().waitFor();
  });

  test('repeats and compares calls', async () => {
    const run = runtime.startRun();
    await run.call({ name: 'order_find', arguments: { number: 7 } });
    await run.call({ name: 'order_find', arguments: { number: 404 } });
    await goTo(page, '/calls');
    await page.getByRole('link', { name: /^to correct/ }).click();
    await page.getByLabel('Compare with call').selectOption('1');
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await comparison.getByText('sent.number').waitFor();
    await shows(comparison, '404');
    await page.getByRole('button', { name: 'edit and repeat' }).click();
    await shows(editor(), '"number": 404');
  });

  test('filters ten thousand calls, of which a few are in the document', async () => {
    const run = runtime.startRun();
    await run.call({ name: 'whoami', arguments: {} });
    const { rows, details } = JSON.parse(served.inspector.exportCalls()) as { rows: object[]; details: object[] };
    const many = Array.from({ length: 10_000 }, (_one, at) => ({ ...rows[0], number: at + 1 }));
    await tab.leave();
    served.inspector.importCalls(JSON.stringify({ rows: many, details }));
    await run.call({ name: 'order_find', arguments: { number: 7 } });
    await openPage(tab, '/calls');
    await page.getByText('10000 of 10000 calls').waitFor();
    expect(await page.locator('.rows li').count()).toBeLessThan(100);
    await page.getByLabel('Find calls').fill('order_find');
    await page.getByText('1 of 10000 calls').waitFor();
    await page.getByLabel('Find calls').fill('');
    // The list scrolls to the open call.
    await goTo(page, '/calls/50');
    await page.locator('.rows [aria-current=true]').waitFor();
    expect(await page.locator('.rows').evaluate((list) => list.scrollTop)).toBeGreaterThan(200_000);
  });

  test('shows texts of tools as text, never as markup', async () => {
    const hostile = '<img src=x onerror="document.title=\'hacked\'"><script>document.title="hacked"</script>';
    await runtime.startRun().call({ name: hostile, arguments: { [hostile]: hostile } });
    await goTo(page, '/calls');
    await page.getByRole('link', { name: /onerror/ }).click();
    await page.getByRole('region', { name: 'Sent arguments' }).waitFor();
    expect(await page.locator('img, script:not([src])').count()).toBe(0);
    expect(await page.title()).not.toContain('hacked');
  });

  test('says when the server is gone, and is live again when it is back, also with another token', async () => {
    const stop = async (): Promise<void> => {
      await served.close();
      await tab.origin.close();
    };
    await stop();
    await page.getByText('not live', { exact: true }).waitFor();
    served = await serve(tab, runtime);
    await page.getByText('live', { exact: true }).waitFor();
    await stop();
    const token = 'another-token-of-20-characters';
    served = await serve(tab, runtime, { token });
    await page.getByText('Open the address that').waitFor();
    await page.goto(`${tab.origin.url}/#token=${token}`);
    await page.getByText('live', { exact: true }).waitFor();
    expect(page.url()).not.toContain('token');
    tab.complaints = []; // the browser reports each request that found no server
  });

  test.each([
    ['light', { colorScheme: 'light' }, { width: 1280, height: 900 }],
    ['dark phone', { colorScheme: 'dark' }, { width: 390, height: 800 }],
  ] as const)('has no violation of accessibility rules in the %s view', async (_name, media, size) => {
    await page.emulateMedia(media);
    await page.setViewportSize(size);
    const run = runtime.startRun({ id: 'seen' });
    await run.call({ name: 'order_find', arguments: { number: 'x' } });
    await run.call({ name: 'order_refund', arguments: { number: 7, pin: '1' } });
    for (const view of [
      '/start',
      '/insight',
      '/tools',
      '/tools/order_find',
      '/tools/order_refund',
      '/calls',
      '/calls/1',
      '/calls/2',
      '/runs',
      '/runs/seen',
      '/inbox',
    ]) {
      await goTo(page, view);
      await page.locator('main :is(h2, .rows li) >> visible=true').first().waitFor();
      expect([view, await violationsOf(page)]).toEqual([view, []]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([view, overflow]).toEqual([view, 0]);
    }
  });

  test('works with the keyboard alone', async () => {
    await page.getByRole('button', { name: 'Skip to the content' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('main .content').evaluate((element) => element.matches(':focus'))).toBe(true);
    await page.getByLabel('Find tools').focus();
    await page.keyboard.type('whoami');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'whoami' }).waitFor();
    await page.getByRole('tab', { name: 'Call' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'In TypeScript' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    const text = await editor().textContent();
    await editor().focus();
    await page.keyboard.press('Tab');
    expect(await editor().evaluate((element) => element.matches(':focus'))).toBe(false);
    expect(await editor().textContent()).toBe(text);
    await editor().focus();
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('region', { name: 'Outcome' }).first().waitFor();
  });
});
