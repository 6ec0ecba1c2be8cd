import {
  Cached,
  Complete,
  ModelRetry,
  Prompt,
  Requires,
  RequiresApproval,
  Resource,
  Tool,
  ToolFailed,
  ToolResult,
  Toolset,
  type InterceptedCall,
  type Interceptor,
  type PromptMessage,
  type RunContext,
  type ToolOutcome,
} from '@haft/core';
import fc from 'fast-check';
import { compose, createRuntime, denyWith, failWith, type RunEvent } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

const entered: string[] = [];

@Toolset({ prefix: 'orders' })
class Orders {
  @Tool()
  @Resource('orders://{id}{?part,full}')
  order(id: number, part: string, full: boolean, run: RunContext): object {
    entered.push('order');
    if (id === 13) throw new ToolFailed('The order is locked.');
    if (id === 14) throw new ModelRetry('Orders begin at 20.');
    if (id === 15) throw new Error('secret');
    return { id, part, full, user: run.userId };
  }

  @Resource('orders://open')
  @Cached({ scope: 'run', ttlMs: 60_000 })
  open(): string {
    entered.push('open');
    return 'none';
  }

  @Resource('orders://logo', { mimeType: 'image/png' })
  logo(): Uint8Array {
    return Uint8Array.of(1, 2, 3);
  }

  @Resource('orders://both')
  both(): ToolResult {
    return new ToolResult({
      value: undefined,
      content: [
        { type: 'text', text: 'one' },
        { type: 'image', data: 'AAA=', mediaType: 'image/gif' },
      ],
    });
  }

  @Resource('secret://{name}')
  @Requires('orders:admin')
  secret(name: string): string {
    entered.push('secret');
    return name;
  }

  @Resource('gate://{name}')
  @RequiresApproval()
  gate(name: string): string {
    entered.push('gate');
    return name;
  }

  @Prompt()
  summarise(id: number, tone: string): string {
    return id === 13 ? (13 as never) : `Summarise ${id + 1} (${tone}).`;
  }

  @Prompt()
  talk(): readonly PromptMessage[] {
    return [
      { role: 'user', text: 'Hello.' },
      { role: 'assistant', parts: [{ type: 'text', text: 'Hi.' }] },
    ];
  }

  @Complete('order', 'id')
  async ids(text: string, given: Readonly<Record<string, string>>): Promise<string[]> {
    if (text === 'x') throw new Error('no database');
    return Array.from({ length: 120 }, (_, index) => `${text}${index}${given['part'] ?? ''}`);
  }
}

const ID = { type: 'integer' } as const;
const NAME = { parameters: { name: { type: 'string' } } } as const;
const ORDER = {
  parameters: { id: ID, 'part?': { enum: ['head', 'lines'], default: 'head' }, 'full?': { type: 'boolean' }, run: {} },
} as const;
const orders = reflect(Orders, { order: ORDER }, {
  prefix: 'orders_',
  resources: {
    order: {
      ...ORDER,
      uri: 'orders://{id}{?part,full}',
      title: 'Order',
      list: () => ['orders://1', { uri: 'orders://2', title: 'Two' }, 'wrong://3'],
      completions: {
        id: {
          method: 'ids',
          invoke: (one: Orders, text: string, given: Readonly<Record<string, string>>) => one.ids(text, given),
        },
      },
    },
    open: { uri: 'orders://open' },
    logo: { uri: 'orders://logo', mimeType: 'image/png', title: 'The logo' },
    both: { uri: 'orders://both' },
    secret: { ...NAME, uri: 'secret://{name}' },
    gate: { ...NAME, uri: 'gate://{name}' },
  },
  prompts: {
    summarise: { parameters: { id: ID, 'tone?': { enum: ['short', 'long'], default: 'short' } } },
    talk: {},
  },
} as never);

const logger = quietLogger();
const runtime = createRuntime({ toolsets: orders, observe: { logger }, can: (_name, run) => run.userId === 'admin' });
const read = async (uri: string, userId = 'ada') => runtime.startRun({ userId }).read(uri);
const requestOf = (outcome: ToolOutcome) => (outcome.status === 'deferred' ? outcome.request.id : '');
beforeEach(() => void entered.splice(0));

describe('run.resources', () => {
  it('lists resources, templates, and what templates list', async () => {
    const { resources, templates } = await runtime.startRun({ userId: 'ada' }).resources();
    expect(resources.map(({ uri, name, title }) => [uri, name, title])).toEqual([
      ['orders://1', 'orders://1', undefined],
      ['orders://2', 'orders://2', 'Two'],
      ['orders://open', 'orders_open', undefined],
      ['orders://logo', 'orders_logo', 'The logo'],
      ['orders://both', 'orders_both', undefined],
    ]);
    expect(templates.map(({ uriTemplate, title }) => [uriTemplate, title])).toEqual([
      ['orders://{id}{?part,full}', 'Order'],
      ['gate://{name}', undefined],
    ]);
  });

  it('lists what a permission opens for its user only', async () => {
    const { templates } = await runtime.startRun({ userId: 'admin' }).resources();
    expect(templates.map(({ name }) => name)).toContain('orders_secret');
  });
});

describe('run.read', () => {
  it('reads each variable by the type of its parameter', async () => {
    expect(await read('orders://7?full=true&part=lines')).toMatchObject({
      status: 'success',
      tool: 'resource:orders_order',
      value: [
        {
          uri: 'orders://7?full=true&part=lines',
          mimeType: 'application/json',
          text: '{"id":7,"part":"lines","full":true,"user":"ada"}',
        },
      ],
    });
  });

  it('returns texts, bytes and several contents', async () => {
    expect(await read('orders://open')).toMatchObject({ value: [{ mimeType: 'text/plain', text: 'none' }] });
    expect(await read('orders://logo')).toMatchObject({ value: [{ mimeType: 'image/png', blob: 'AQID' }] });
    expect(await read('orders://both')).toMatchObject({
      value: [
        { mimeType: 'text/plain', text: 'one' },
        { mimeType: 'image/gif', blob: 'AAA=' },
      ],
    });
  });

  it('names a wrong variable as a retry, and the others are right', async () => {
    const outcome = await read('orders://seven?full=true');
    expect(outcome.status).toBe('retry');
    expect(outcome).toMatchObject({ issues: [{ path: ['id'] }] });
    expect(entered).toEqual([]);
  });

  it('is not closed by mistakes, however many', async () => {
    const run = runtime.startRun({ userId: 'ada' });
    for (let i = 0; i < 8; i++) expect((await run.read('orders://x')).status).toBe('retry');
    expect((await run.read('orders://7')).status).toBe('success');
  });

  it.each(['9007199254740993', '12345678901234567890', '1e999'])('refuses %s, which would lose digits', async (id) => {
    const outcome = await read(`orders://${id}`);
    expect(outcome).toMatchObject({ status: 'retry', text: expect.stringContaining(id) });
    expect(entered).toEqual([]);
  });

  it('leaves the calls of the model to the model', async () => {
    const run = createRuntime({ toolsets: orders, observe: { logger }, can: () => true }).startRun({ maxCalls: 1 });
    for (let i = 0; i < 3; i++) expect((await run.read('orders://logo')).status).toBe('success');
    expect((await run.call({ name: 'orders_order', arguments: { id: 3 } })).status).toBe('success');
    expect((await run.call({ name: 'orders_order', arguments: { id: 4 } })).status).toBe('failed');
  });

  it('answers failures as a tool does, and masks exceptions', async () => {
    expect(await read('orders://13')).toMatchObject({ status: 'failed', reason: 'tool', text: 'The order is locked.' });
    expect(await read('orders://14')).toMatchObject({ status: 'retry', text: expect.stringContaining('begin at 20') });
    const masked = await read('orders://15');
    expect(masked).toMatchObject({ status: 'failed', reason: 'exception' });
    expect(masked.text).toMatch(/^The resource failed unexpectedly/);
    expect(JSON.stringify(masked)).not.toContain('secret');
  });

  it('says the kind and the name in texts and logs, and gives the host the reason', async () => {
    const noted = quietLogger();
    const run = createRuntime({ toolsets: orders, observe: { logger: noted }, can: () => true }).startRun();
    const outcome = await run.prompt('orders_summarise', { id: '13' });
    expect(outcome.text).toMatch(/^The prompt ran, but its result could not be read\./);
    expect(outcome).toHaveProperty('cause.message', 'A prompt returned a number for a message.');
    await run.read('orders://15');
    expect(noted.lines).toEqual([
      "The result of prompt 'orders_summarise' could not be given to the client.",
      expect.stringMatching(/^Resource 'orders_order' failed unexpectedly/),
    ]);
  });

  it('uses the cache', async () => {
    const run = runtime.startRun({ userId: 'ada', id: 'cached' });
    await run.read('orders://open');
    expect(await run.read('orders://open')).toMatchObject({ cached: true, value: [{ text: 'none' }] });
  });

  it('waits for an approval, and continues after it', async () => {
    const run = runtime.startRun({ userId: 'ada' });
    const waiting = await run.read('gate://a');
    expect(waiting).toMatchObject({ status: 'deferred', request: { kind: 'approval' } });
    expect(entered).toEqual([]);
    const [outcome] = await run.resume({ [requestOf(waiting)]: true });
    expect(outcome).toMatchObject({ status: 'success', value: [{ uri: 'gate://a', text: 'a' }] });
    const other = runtime.startRun({ userId: 'ada' });
    const waits = await other.read('gate://b%2F%c3%a4');
    const { outcomes } = await runtime.resumeRun(other.pending(), { [requestOf(waits)]: true });
    expect(outcomes).toMatchObject([{ status: 'success', value: [{ uri: 'gate://b%2F%C3%A4', text: 'b/ä' }] }]);
  });

  it('says the kind in texts about a decision', async () => {
    const run = runtime.startRun({ userId: 'ada' });
    const waiting = await run.read('gate://a');
    expect(waiting.text).toMatch(/^The request for the resource waits for an approval\./);
    expect(await run.resume({ [requestOf(waiting)]: false })).toMatchObject([
      { status: 'denied', text: 'The request for the resource was denied.' },
    ]);
    run.cancel();
    expect((await run.prompt('orders_talk')).text).toMatch(/^The request for the prompt was interrupted/);
  });

  it.each([
    ['denied', denyWith, 'The request for the resource was denied.'],
    ['failed', (call: InterceptedCall) => failWith(call, ''), 'The resource failed.'],
  ] as const)('is %s by an interceptor, with the kind in the text and in the name', async (status, intercept, text) => {
    const closing: Interceptor = {
      intercept: async (call, next) => (call.definition.name === 'orders_logo' ? intercept(call) : next()),
    };
    const run = createRuntime({
      toolsets: orders,
      interceptors: [closing],
      observe: { logger },
      can: () => true,
    }).startRun();
    expect(await run.read('orders://logo')).toMatchObject({ status, tool: 'resource:orders_logo', text });
    expect((await run.read('orders://open')).status).toBe('success');
  });

  it('answers what the user may not read as what does not exist', async () => {
    const run = runtime.startRun({ userId: 'ada' });
    const shape = (outcome: object) => JSON.stringify({ ...outcome, callId: '' }).replaceAll(/secret|nowhere/g, 'x');
    expect(shape(await run.read('secret://a'))).toBe(shape(await run.read('nowhere://a')));
    expect(entered).toEqual([]);
    expect(await read('secret://a', 'admin')).toMatchObject({ value: [{ text: 'a' }] });
  });

  it('asks for the permission at each read', async () => {
    let may = true;
    const changing = createRuntime({ toolsets: orders, observe: { logger }, can: () => may });
    const run = changing.startRun();
    expect((await run.read('secret://a')).status).toBe('success');
    may = false;
    expect(await run.read('secret://a')).toMatchObject({ status: 'retry', unknownTool: true });
  });
});

describe('run.prompt', () => {
  it('reads arguments as clients send them, and returns messages', async () => {
    const run = runtime.startRun({ userId: 'ada' });
    expect(await run.prompt('orders_summarise', { id: '4', tone: 'short' })).toMatchObject({
      value: [{ role: 'user', parts: [{ type: 'text', text: 'Summarise 5 (short).' }] }],
    });
    expect(await run.prompt('orders_talk')).toMatchObject({ value: [{ role: 'user' }, { role: 'assistant' }] });
    expect(await run.prompt('orders_summarise', { id: 'x', tone: 'loud' })).toMatchObject({
      status: 'retry',
      issues: [{ path: ['id'] }, { path: ['tone'] }],
    });
    expect(await run.prompt('orders_sum')).toMatchObject({ status: 'retry', unknownTool: true });
    expect((await run.prompts()).map(({ name }) => name)).toEqual(['orders_summarise', 'orders_talk']);
  });
});

describe('run.complete', () => {
  const run = () => runtime.startRun({ userId: 'ada' });
  const resource = 'orders://{id}{?part,full}';

  it('asks the method with @Complete, and returns 100 values', async () => {
    const { values, total, hasMore } = await run().complete({
      resource,
      parameter: 'id',
      text: '4',
      given: { part: 'h' },
    });
    expect([values.length, values[1], total, hasMore]).toEqual([100, '41h', 120, true]);
  });

  it('suggests the values of enums and booleans by itself', async () => {
    const tones = await run().complete({ prompt: 'orders_summarise', parameter: 'tone', text: 'L' });
    expect(tones).toEqual({ values: ['long'], total: 1, hasMore: false });
    expect((await run().complete({ resource, parameter: 'full', text: '' })).values).toEqual(['true', 'false']);
  });

  it('suggests nothing for what is hidden, unknown, or fails', async () => {
    const nothing = { values: [], total: 0, hasMore: false };
    expect(await run().complete({ resource: 'secret://{name}', parameter: 'name', text: '' })).toEqual(nothing);
    expect(await run().complete({ prompt: 'orders_talk', parameter: '__proto__', text: '' })).toEqual(nothing);
    expect(await run().complete({ resource, parameter: 'id', text: 'x' })).toEqual(nothing);
  });
});

test('run.complete asks for the permission each time', async () => {
  let may = true;
  const changing = createRuntime({ toolsets: orders, observe: { logger }, can: () => may });
  const run = changing.startRun();
  const request = { resource: 'orders://{id}{?part,full}', parameter: 'full', text: '' };
  const limited = createRuntime({ toolsets: compose(orders).require('all', 'x'), observe: { logger }, can: () => may });
  const other = limited.startRun();
  expect((await other.complete(request)).values).toEqual(['true', 'false']);
  may = false;
  expect((await other.complete(request)).values).toEqual([]);
  expect((await run.complete(request)).values).toEqual(['true', 'false']);
});

describe('a model', () => {
  it('meets no resource and no prompt, whatever it calls', async () => {
    const events: RunEvent[] = [];
    const run = runtime.startRun({ userId: 'admin', onEvent: (event) => void events.push(event) });
    await run.read('orders://open');
    await run.prompt('orders_talk');
    const shown = [
      await run.definitions(),
      (await run.tools()).map(({ definition }) => definition),
      await run.instructions(),
    ];
    expect(JSON.stringify(shown)).not.toMatch(/orders_(open|logo|both|secret|gate|summarise|talk)|orders:\/\//);
    const names = ['open', 'talk', 'secret', 'summarise', 'logo'];
    const prefix = fc.constantFrom('resource:', 'prompt:', 'resource_', 'functions.', '');
    const spelt = fc.tuple(prefix, fc.constantFrom('orders_', ''), fc.constantFrom(...names));
    await fc.assert(
      fc.asyncProperty(spelt, async (parts) => {
        const name = parts.join('');
        const outcome = await run.call({ name, arguments: {} });
        expect(outcome).toMatchObject({ unknownTool: true });
        expect(outcome.text.replaceAll(name, '')).not.toMatch(new RegExp(`resource:|prompt:|_(${names.join('|')})`));
      }),
    );
    expect(entered).toEqual(['open']);
  });

  it('calls the tool of a method that is also a resource', async () => {
    const outcome = await runtime.startRun({ userId: 'ada' }).call({ name: 'orders_order', arguments: { id: 3 } });
    expect(outcome).toMatchObject({ status: 'success', tool: 'orders_order', value: { id: 3 } });
  });
});

describe('compose', () => {
  it('changes resources and prompts as it changes tools', async () => {
    const composed = compose(orders).prefix('shop').requireApproval(['shop_orders_open']);
    const run = createRuntime({ toolsets: composed, observe: { logger }, can: () => true }).startRun();
    expect((await run.prompts()).map(({ name }) => name)).toEqual(['shop_orders_summarise', 'shop_orders_talk']);
    expect((await run.read('orders://open')).status).toBe('deferred');
    expect((await run.read('orders://logo')).status).toBe('success');
    expect((await run.definitions()).map(({ name }) => name)).toEqual(['shop_orders_order']);
  });

  it('hides tools only, when it defers loading', async () => {
    const run = createRuntime({
      toolsets: compose(orders).deferLoading(),
      observe: { logger },
      can: () => true,
    }).startRun();
    const found = await run.call({ name: 'search_tools', arguments: { queries: ['order', 'talk', 'logo'] } });
    expect(found).toMatchObject({ value: { discovered: [{ name: 'orders_order' }] } });
    expect((await run.read('orders://logo')).status).toBe('success');
  });
});

test('two resources that match one URI are refused at the start', () => {
  const twice = () => createRuntime({ toolsets: [orders, compose(orders).prefix('other')], observe: { logger } });
  expect(twice).toThrow(expect.objectContaining({ code: 'HAFT_DUPLICATE_TOOL' }));
});

test('runtime.describe tells resources and prompts apart from tools', async () => {
  const { tools, offers, toolset } = await runtime.describe();
  expect(tools.map(({ definition }) => definition.name)).toEqual(['orders_order']);
  expect(offers.map(({ definition: { kind, name } }) => `${kind} ${name}`)).toContain('prompt orders_talk');
  expect(toolset.tools).toEqual(['orders_order']);
});

test('a fixed URI with other permissions than the template that matches it is refused', () => {
  @Toolset()
  class Rooms {
    @Resource('rooms://{id}')
    room(id: string): string {
      return id;
    }

    @Resource('rooms://vault')
    @Requires('admin')
    vault(): string {
      return 'gold';
    }
  }
  const rooms = reflect(Rooms, {}, {
    resources: {
      room: { parameters: { id: { type: 'string' } }, uri: 'rooms://{id}' },
      vault: { uri: 'rooms://vault' },
    },
  } as never);
  expect(() => createRuntime({ toolsets: rooms, can: () => true })).toThrow(
    expect.objectContaining({ code: 'HAFT_DUPLICATE_TOOL', message: expect.stringContaining('other permissions') }),
  );
});
