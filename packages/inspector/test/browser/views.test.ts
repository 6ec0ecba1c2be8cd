import type { Page } from 'playwright-core';
import type { RunContext } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import { combine, createRuntime, decision, defineTool, toolset } from '@haft/runtime';
import type { InspectOptions } from '@haft/inspector';
import { openShop, QUIET } from '../support/shop.js';
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

/** An order with three levels, and a program that fails at its second line. */
const deep = defineTool({
  name: 'order_create',
  description: 'Creates an order.',
  parameters: {
    type: 'object',
    properties: {
      customer: {
        type: 'object',
        properties: {
          address: {
            type: 'object',
            properties: { city: { type: 'string' }, country: { enum: ['germany', 'france'] } },
            required: ['city', 'country'],
            additionalProperties: false,
          },
        },
        required: ['address'],
      },
    },
    required: ['customer'],
  },
  execute: () => 'created',
});
const program = defineTool({
  name: 'run_program',
  description: 'Runs a program.',
  parameters: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
  execute: async (_args: object, run: RunContext) => {
    for (let count = 0; count < 2; count++)
      await run.calls.call({ name: 'order_create', arguments: {} }, { place: { line: 1 } });
    return { output: null, exitCode: 1, error: 'Error: no such customer (line 2)' };
  },
});

describeBrowser('the views of the page [TSP-24]', () => {
  let tab: OneTab;
  let served: Served;
  let page: Page;

  beforeAll(async () => {
    tab = await startBrowser();
  });
  afterEach(async () => {
    expect(tab.complaints).toEqual([]);
    await tab.leave();
    await served.close();
  });
  afterAll(() => tab.close());

  const open = async (runtime: object, view: string, options: Partial<InspectOptions> = {}): Promise<void> => {
    served = await serve(tab, runtime, options);
    page = await openPage(tab, view);
  };
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const callButton = () => page.getByRole('button', { name: 'Call', exact: true });

  test('begin with the tools, the cost of a request, and the calls that wait', async () => {
    const runtime = openShop();
    await open(runtime, '/');
    await runtime.startRun().call({ name: 'order_refund', arguments: { number: 7, pin: '1' } });
    const start = region('Start');
    const file = '/home/ada/shop/order.toolset.ts';
    const warning = { code: 'HAFT1042', message: 'Unclear.', isError: false, file, line: 31, tool: 'order_find' };
    served.inspector.setBuild({ warnings: [warning], isStale: true });
    await page.getByText('The sources have changed.').waitFor();
    const source = start.getByRole('link', { name: 'order.toolset.ts:31' });
    expect(await source.getAttribute('href')).toBe(`vscode://file${file}:31`);
    await shows(start, /3 tools\s*in 1 toolset/);
    await shows(start, /\d+ tokens\s*a request: \d+ definitions, 0 instructions/);
    await shows(start, /order_find\s*read only\s*warning\s*\d+ tokens\s*Finds an order by its number/);
    await shows(start, /order_refund\s*approval/);
    await shows(page.getByRole('navigation'), 'Inbox1');
    expect(await page.title()).toBe('(1) Haft inspector');
    await page.getByRole('link', { name: 'Call a tool wrongly' }).click();
    await shows(page.locator('.missing'), 'number (required) is missing');
    await callButton().click();
    await shows(page.locator('pre.said').first(), 'number');
    // The count of mistakes leads to them, and opens the newest of them.
    await runtime.startRun().call({ name: 'whoami', arguments: {} });
    await goTo(page, '/start');
    await start.getByRole('link', { name: '1 to correct, 0 failed' }).click();
    await page.getByText('1 of 3 calls').waitFor();
    await region('Call').getByRole('heading', { name: 'order_find' }).waitFor();
    await goTo(page, '/inbox');
    await page.getByRole('link', { name: 'order_refund 1' }).waitFor();
  });

  test('group tools by their toolset below any number of wrappers, and find them by parameters', async () => {
    const ping = defineTool({
      name: 'ping',
      description: `Answers. ${'x'.repeat(400)} lastword`,
      parameters: { type: 'object', properties: { host: { type: 'object', properties: { port: {} } } } },
      execute: () => 'pong',
    });
    const own = combine(toolset('own', [ping]));
    const wrapped = own.prefix('a').prefix('b').prefix('c').prefix('d').prefix('e');
    await open(createRuntime({ toolsets: [wrapped] }), '/tools');
    await shows(region('Toolsets'), /own\s*list\s*1 tool\s*about \d+ tokens\s*5 wrappers/);
    await page.getByText('5 wrappers').click();
    await shows(region('Toolsets'), 'prefix e');
    for (const [words, count] of [
      ['port', '1 of 1 tools'],
      ['lastword', '1 of 1 tools'],
      ['nothing', '0 of 1 tools'],
      ['', '1 of 1 tools'],
    ] as const) {
      await page.getByLabel('Find tools').fill(words);
      await page.getByText(count).waitFor();
    }
    await page.getByRole('link', { name: 'e_d_c_b_a_ping' }).click();
    await shows(region('Tool'), 'lastword');
  });

  test('hold the tools of a toolset only while it is open, if there are many', async () => {
    const made = (set: string) =>
      Array.from({ length: 40 }, (_one, at) =>
        defineTool({
          name: `${set}_${at}`,
          description: 'Does it.',
          parameters: { type: 'object' },
          execute: () => at,
        }),
      );
    const toolsets = [toolset('first', made('a')), toolset('second', made('b'))];
    await open(createRuntime({ toolsets, observe: { logger: QUIET } }), '/tools');
    await page.getByText('80 of 80 tools').waitFor();
    const rows = page.locator('[data-row]');
    expect(await rows.count()).toBe(0);
    await page.getByText('second', { exact: true }).click();
    await page.getByRole('link', { name: 'b_39' }).waitFor();
    expect(await rows.count()).toBe(40);
    await page.getByLabel('Find tools').fill('a_7');
    await page.getByRole('link', { name: 'a_7' }).click();
    await page.getByLabel('Find tools').fill('');
    await page.getByRole('link', { name: 'a_39' }).waitFor();
    expect(await rows.count()).toBe(40);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('have forms of any depth, with the missing properties and the suggestions', async () => {
    await open(createRuntime({ toolsets: toolset('shop', [deep]) }), '/tools/order_create');
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const field = await page.getByLabel('customer.address.city (required)').boundingBox();
      expect(field?.width).toBeGreaterThan(200);
    }
    const link = (args: object) => `/tools/order_create/call?args=${encodeURIComponent(JSON.stringify(args))}`;
    await goTo(page, link({ customer: { address: { contry: 'germny' } } }));
    await shows(page.locator('.missing').first(), 'customer.address.city (required) is missing');
    await callButton().click();
    await page.getByRole('button', { name: 'rename to country' }).click();
    await callButton().click();
    await page.getByRole('button', { name: 'use germany' }).click();
    await page.getByRole('button', { name: 'add city' }).click();
    await page.getByLabel('customer.address.city (required)').fill('Bonn');
    await callButton().click();
    await shows(page.locator('pre.said').first(), 'created');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('copy a call as a command and as a link, and use the arguments of an earlier call', async () => {
    const runtime = openShop();
    await open(runtime, '/tools/order_find/call?args=%7B%22number%22%3A7%7D');
    await runtime.startRun().call({ name: 'order_find', arguments: { number: 42 } });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = async (name: string, start: string): Promise<string> => {
      await page.getByRole('button', { name }).click();
      const text = await page.waitForFunction(async (begin) => {
        const read = await navigator.clipboard.readText();
        return read.startsWith(begin) && read;
      }, start);
      return String(await text.jsonValue());
    };
    expect(await copied('copy haft call', 'npx')).toBe(`npx haft call order_find '{"number":7}'`);
    const link = await copied('copy link', 'http');
    await page.getByRole('button', { name: 'Use the arguments of call 1' }).click();
    await shows(page.locator('.editor .cm-content').first(), '"number": 42');
    await page.evaluate((url) => {
      location.href = url;
    }, link);
    await shows(page.locator('.editor .cm-content').first(), '"number": 7');
    await page.getByRole('tab', { name: 'Definition' }).click();
    expect(page.url()).toContain('#/tools/order_find/definition');
    await page.reload();
    await page.getByText('function order_find').waitFor();
  });

  test('complete JSON from the schema with the keyboard, which Tab leaves', async () => {
    await open(createRuntime({ toolsets: toolset('shop', [deep]) }), '/tools/order_create/call?args={}');
    const editor = page.locator('.editor .cm-content').first();
    const list = page.getByRole('listbox', { name: 'Choices' });
    await editor.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('{');
    await shows(list, /customer\s*required, object/);
    await page.keyboard.press('Enter');
    await page.keyboard.type('{"addr');
    await page.keyboard.press('Enter');
    await page.keyboard.type('{"country": "');
    await shows(list, /germany[^]*france/);
    await page.keyboard.press('ArrowDown');
    await shows(list.locator('[aria-selected=true]'), 'france');
    expect(await editor.getAttribute('aria-activedescendant')).toBe('choice-1');
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.type(', "');
    await shows(list, /^city/);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Space');
    await list.waitFor();
    await page.keyboard.press('Tab');
    await list.waitFor({ state: 'detached' });
    expect(await editor.evaluate((element) => element.matches(':focus'))).toBe(false);
    expect(await editor.textContent()).toBe('{"customer": {"address": {"country": "france", "');
    await page.getByText('"country"').hover();
    await page.getByText('customer.address.country: "germany" or "france"').waitFor();
  });

  test('pin the arguments of a call, and repeat them', async () => {
    const runtime = openShop();
    await open(runtime, '/tools/order_find');
    await runtime.startRun().call({ name: 'order_find', arguments: { number: 42 } });
    await page.getByRole('button', { name: 'Pin the arguments of call 1' }).click();
    const pins = page.getByRole('list', { name: 'Pinned arguments' });
    await shows(pins, '{ "number": 42 }');
    await page.reload();
    await shows(pins, '{ "number": 42 }');
    await pins.getByRole('button', { name: 'Repeat pin 1' }).click();
    await shows(region('Outcome'), '"number": 42');
    await pins.getByRole('button', { name: 'Unpin 1' }).press('Enter');
    await pins.getByRole('listitem').waitFor({ state: 'detached' });
    // The focus stays where the button was.
    await page.keyboard.press('Tab');
    await page.locator('.history a:focus').waitFor();
  });

  test('keep the width of the list that a person chooses', async () => {
    await open(openShop(), '/tools/order_find');
    const divider = page.getByRole('separator', { name: 'Width of the list' });
    const width = async (): Promise<number> => (await region('Toolsets').boundingBox())?.width ?? 0;
    const before = await width();
    await divider.focus();
    await page.keyboard.press('ArrowRight');
    expect(await width()).toBe(before + 20);
    const box = await divider.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 3, 300);
    await page.mouse.down();
    await page.mouse.move(500, 300);
    await page.mouse.up();
    expect(await width()).toBe(500);
    await goTo(page, '/calls');
    await divider.waitFor();
    await page.reload();
    await divider.waitFor();
    expect(await divider.getAttribute('aria-valuenow')).toBe('500');
  });

  test('show a run as its model reads it, with the lines of a program and its inner calls', async () => {
    const tools = combine(toolset('shop', [deep, program])).withInstructions('Be careful.');
    const runtime = createRuntime({ toolsets: tools, limits: { retries: 5 } });
    await open(runtime, '/runs');
    const run = runtime.startRun({ id: 'r1', userId: 'ada' });
    await run.call({ id: 'c1', name: 'order_create', arguments: { customer: 1 } });
    await run.call({ id: 'c2', name: 'run_program', arguments: { code: 'one();\ntwo();' } });
    await run.end();
    // A link without the user leads to the only run of this id.
    await goTo(page, '/runs/r1');
    const read = region('Conversation');
    await read.getByText('Instructions, about').click();
    await shows(read, 'Be careful.');
    await read.getByText('2 definitions, about').click();
    await shows(read, 'Creates an order.');
    await shows(read, /The model calls order_create[^]*customer[^]*and reads to correct[^]*expected an object/);
    await shows(read.locator('.code .bad'), 'two();Error: no such customer (line 2)');
    await shows(read.locator('.code li').first(), 'one();2 × order_create');
    await shows(read, '2 inner calls, which the model does not see');
    await shows(read, 'The program failed: Error: no such customer (line 2)');
    await shows(read, /and reads program failed after [^]*, about \d+ tokens/);
    await shows(region('Run'), '4: 0 succeeded, 3 to correct, 1 failed');
    await shows(region('Runs').getByRole('link'), /^1 failed.*r1$/);
    const bar = page.locator('.line li').filter({ hasText: 'run_program' });
    await shows(bar, 'program failed');
    await bar.locator('.bar.failed').waitFor();
    await region('Run').getByRole('link', { name: '1 failed' }).click();
    await region('Call').getByRole('heading', { name: 'run_program' }).waitFor();
    await shows(
      region('Call').getByRole('list', { name: 'Inner calls' }),
      /^to correct\s*order_create\s*× 2\s*\{\} → [^]*customer/,
    );
    const rows = region('Calls').getByRole('listitem');
    await shows(region('Calls').getByRole('list'), /run_program[^]*2 inner calls of run_program[^]*order_create/);
    expect(await rows.count()).toBe(3);
    await page.getByRole('button', { name: '2 inner calls' }).press('Enter');
    await rows.nth(4).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await goTo(page, '/start');
    await shows(page.locator('.rows-short'), /^program failed\s*run_program[^]*to correct\s*order_create/);
    expect(await page.locator('.rows-short li').count()).toBe(2);
    await page.getByRole('link', { name: '3 to correct, 1 failed' }).waitFor();
    await goTo(page, '/insight');
    await shows(region('Insight'), '4 calls of this process, 3 to correct, 1 failed.');
    await shows(region('Calls by tool'), /run_program\s*1\s*0\s*1/);
    await goTo(page, '/runs/r1');
    await read.getByRole('link', { name: 'order_create' }).last().click();
    await shows(region('Outcome'), /^to correct The text, which the model does not read/);
    await page.getByLabel('Calls to show').selectOption('without inner calls');
    await page.getByText('2 of 4 calls').waitFor();
    await page.getByLabel('Find calls').fill('nothing');
    await page.getByRole('button', { name: 'show all' }).click();
    await page.getByText('4 of 4 calls').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel('Calls to show').selectOption('calls with a problem');
    await page.getByRole('link', { name: /^program failed run_program/ }).waitFor();
    await page.getByRole('link', { name: 'run_program', exact: true }).click();
    await page.getByRole('heading', { name: 'run_program' }).waitFor();
    await goTo(page, '/runs/r1');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'export the run' }).click();
    expect((await download).suggestedFilename()).toBe('r1.json');
    expect(await violationsOf(page)).toEqual([]);
  });

  test('show the mistakes of models, and the changes that would help', async () => {
    const runtime = openShop();
    for (let count = 0; count < 3; count++)
      await runtime.startRun().call({ name: 'order_find', arguments: { number: 1, kind: 'late' } });
    await open(runtime, '/insight');
    await shows(region('Insight'), 'No calls yet. Choose a tool');
    for (let count = 0; count < 3; count++) {
      const run = runtime.startRun();
      await run.call({ name: 'order_find', arguments: { number: 1, kind: 'late' } });
      await run.call({ name: 'find_order', arguments: {} });
    }
    await shows(region('Insight'), '3 of 3 calls sent "late" for kind: add it as a value, or describe the values.');
    await shows(region('Insight'), '3 calls asked for find_order: add it to the aliases of order_find');
    await shows(region('Calls by tool'), /order_find\s*3\s*3\s*0/);
    await shows(region('Mistakes in calls of order_find'), '3 kind enum');
    expect(await violationsOf(page)).toEqual([]);
  });

  test('count the calls of a ledger, and say what it cannot show', async () => {
    const ledger = new MemoryCallLedger();
    const elsewhere = openShop({ durability: { ledger } });
    for (const id of ['c1', 'c2', 'c3'])
      await elsewhere.startRun({ id }).call({ id, name: 'order_refund', arguments: { number: 7, pin: '1' } });
    for (const { key } of (await elsewhere.pending.list()).calls.slice(1))
      await elsewhere.pending.decide(key, decision.deny('No.'));
    await open(openShop({ durability: { ledger } }), '/insight');
    await shows(region('Insight'), '0 calls of this process');
    await page.getByLabel('Calls of').selectOption('ledger');
    await shows(region('Insight'), '3 calls of all processes. A ledger has no calls with invalid arguments');
    await shows(region('Calls by tool'), /order_refund\s*3\s*-\s*0\s*2\s*-/);
    expect(page.url()).toContain('#/insight?of=ledger');
    expect(await violationsOf(page)).toEqual([]);
  });

  test('have keys, which a person can turn off', async () => {
    await open(openShop(), '/start');
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.getByText('3 of 3 tools').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('order');
    await page.getByText('2 of 3 tools').waitFor();
    await page.getByLabel('Find tools').blur();
    for (const key of ['j', 'j', 'k', 'j', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'order_refund' }).waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.getByText('next row').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const paper = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await paper()).toBe('rgb(255, 255, 255)');
    await keys.getByLabel('Colours').selectOption('dark');
    expect(await paper()).toBe('rgb(22, 25, 29)');
    await keys.getByLabel('single keys').uncheck();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'hidden' });
    await page.keyboard.press('?');
    expect(await keys.isVisible()).toBe(false);
  });

  test('show the end of a call that came while the tab was hidden', async () => {
    let finish = (): void => undefined;
    const slow = defineTool({
      name: 'slow',
      description: 'Waits.',
      parameters: { type: 'object', properties: {} },
      execute: () => new Promise<string>((resolve) => (finish = () => void resolve('done at last'))),
    });
    const runtime = createRuntime({ toolsets: toolset('own', [slow]) });
    await open(runtime, '/calls');
    const call = runtime.startRun().call({ name: 'slow', arguments: {} });
    await page.getByRole('link', { name: /^running slow/ }).waitFor();
    await hide(page, true);
    await page.getByText('not live', { exact: true }).waitFor();
    finish();
    await call;
    await hide(page, false);
    await page.getByRole('link', { name: /^success slow.*done at last/ }).waitFor();
  });

  test('show a list of records as a table', async () => {
    const tool = defineTool({
      name: 'order_list',
      description: 'Lists orders.',
      parameters: { type: 'object', properties: {} },
      execute: () => ({
        total: 2,
        orders: [
          { id: 1, lines: [2] },
          { id: 7, note: '<b>' },
        ],
      }),
    });
    await open(createRuntime({ toolsets: toolset('own', [tool]) }), '/tools/order_list');
    await callButton().click();
    await page.getByRole('tab', { name: 'As a table' }).click();
    const records = region('Records');
    await shows(records, '2 records');
    const rows = await records.getByRole('row').allInnerTexts();
    expect(rows.map((row) => row.split('\t'))).toEqual([
      ['id', 'lines', 'note'],
      ['1', '[2]', ''],
      ['7', '', '<b>'],
    ]);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('show the calls of another process, and how they ended', async () => {
    const ledger = new MemoryCallLedger();
    const elsewhere = openShop({ durability: { ledger } }).startRun({ id: 'far-run', userId: 'ada' });
    await elsewhere.call({ id: 'c1', name: 'order_refund', arguments: { number: 7, pin: '1' } });
    const runtime = openShop({ durability: { ledger } });
    await open(runtime, '/runs');
    const row = page.getByRole('link', { name: /ada.*far-run/ });
    const person = await row.getByText('ada', { exact: true }).boundingBox();
    const side = await region('Runs').boundingBox();
    expect((person?.x ?? 0) + (person?.width ?? Infinity)).toBeLessThan(side?.width ?? 0);
    await row.click();
    const inLedger = region('Calls in the ledger');
    await shows(inLedger, /order_refund\s*awaiting/);
    const [waiting] = (await runtime.pending.list()).calls;
    await runtime.pending.decide(waiting?.key ?? '', decision.deny('Not today.'));
    await page.reload();
    await page.getByText('live', { exact: true }).waitFor();
    await shows(inLedger, /order_refund\s*denied[^]*Not today\./);
  });

  test('say why a call waits again if its preview has changed', async () => {
    let balance = 10;
    const pay = defineTool({
      name: 'pay',
      description: 'Pays.',
      parameters: { type: 'object', properties: { cents: { type: 'integer' } }, required: ['cents'] },
      preview: ({ cents }: { cents: number }) => ({ text: `Pays ${cents} of ${balance}.` }),
      settings: { approvals: [true] },
      execute: ({ cents }: { cents: number }) => `paid ${cents}`,
    });
    await open(createRuntime({ toolsets: toolset('own', [pay]) }), '/tools/pay/call?args=%7B%22cents%22%3A5%7D');
    await callButton().click();
    const waiting = region('Decision about pay');
    await shows(waiting, 'Pays 5 of 10.');
    balance = 7;
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('The call waits again: its preview has changed since the request.').waitFor();
    await shows(waiting, 'Pays 5 of 7.');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await shows(page.locator('pre.said').first(), 'paid 5');
    await page.getByText('The call waits again').waitFor({ state: 'hidden' });
    expect(await violationsOf(page)).toEqual([]);
  });

  test('decide a call of another process with changed arguments, and say so', async () => {
    const ledger = new MemoryCallLedger();
    const elsewhere = openShop({ durability: { ledger } });
    await elsewhere
      .startRun({ id: 'r1', userId: 'ada' })
      .call({ id: 'c1', name: 'order_refund', arguments: { number: 7, pin: '1' } });
    await open(openShop({ durability: { ledger } }), '/inbox');
    await shows(page.getByRole('navigation'), 'Inbox1');
    await page.getByText('user ada').waitFor();
    await page.getByText('Sensitive values are not shown: pin.').waitFor();
    await page.getByLabel('number (required)').fill('8');
    await page.getByRole('button', { name: 'add pin' }).click();
    await page.getByLabel('pin (required)').fill('1');
    await page.getByRole('button', { name: 'Approve with changes' }).click();
    const decided = page.getByRole('list', { name: 'Decided calls' });
    await shows(
      decided,
      /^success order_refund call \d+\s*number 7 8.*What the model reads\s*The arguments were changed by the user: number/,
    );
    await shows(decided, 'refunded 8');
    expect(await decided.evaluate((list) => list === document.activeElement)).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    await shows(page.getByRole('navigation'), /Inbox(?!1)/);
    await decided.getByRole('link', { name: /^call / }).click();
    await page.getByRole('link', { name: 'Inbox' }).click();
    await shows(decided, 'refunded 8');
    expect(await page.title()).toBe('Haft inspector');
  });
});
