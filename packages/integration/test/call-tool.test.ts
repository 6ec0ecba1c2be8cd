import { describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { MemoryCallLedger } from '@haft/durable';
import { serveMcp } from '@haft/mcp';
import { anthropicMessages } from '@haft/providers/anthropic';
import { bedrockConverse } from '@haft/providers/bedrock';
import { gemini } from '@haft/providers/gemini';
import { openAiChat, openAiResponses } from '@haft/providers/openai';
import {
  compose,
  createRuntime,
  decision,
  defineTool,
  toolset,
  ToolFailed,
  type Run,
  type RunEvent,
  type Runtime,
  type RuntimeOptions,
  type ToolDefinition,
} from 'haft';

/*
 * A tool that no request lists is called with `call_tool`. From the name on, its call is the same
 * as a direct one.
 */

type Settings = NonNullable<Parameters<typeof defineTool>[0]['settings']>;

const AMOUNT = {
  type: 'object',
  properties: { amount: { type: 'integer', minimum: 1 }, note: { type: 'string' } },
  required: ['amount'],
  additionalProperties: false,
} as const;

function tool(name: string, settings: Settings = {}, more: object = {}) {
  return defineTool({
    name,
    description: `The tool ${name}.`,
    parameters: AMOUNT,
    settings,
    execute: ({ amount }: { amount: number }) => {
      if (amount === 404) throw new ToolFailed('There is no such account.');
      if (amount === 500) throw new Error('secret');
      return `${name} ${amount}`;
    },
    ...more,
  });
}

const SETTINGS: Readonly<Record<string, Settings>> = {
  plain: {},
  approved: { approvals: [true] },
  limited: { callLimit: { perRun: 1 } },
  final: { final: true },
  cached: { cached: { ttlMs: 60_000, scope: 'run' } },
  effect: { effect: {} },
  background: { background: {} },
  external: { external: true },
};

const logger = { debug() {}, info() {}, warn() {}, error() {} };

function open(options: Partial<RuntimeOptions> = {}, tools = Object.entries(SETTINGS).map((one) => tool(...one))) {
  const bank = compose(toolset('bank', tools)).deferLoading({ stable: true });
  const visible = toolset('desk', [tool('visible')]);
  return createRuntime({
    toolsets: [visible, bank],
    observe: { logger },
    durability: { ledger: new MemoryCallLedger() },
    ...options,
  }) as unknown as Runtime;
}

/** A runtime with a ledger, and everything that it tells. */
function observed() {
  const ledger = new MemoryCallLedger();
  const events: RunEvent[] = [];
  const runtime = open({ durability: { ledger }, observe: { logger, onEvent: (event) => events.push(event) } });
  return { ledger, events, runtime, run: runtime.startRun({ id: 'run1', userId: 'ada' }) };
}

type Sent = Readonly<Record<string, unknown>>;
const direct = (name: string, args: unknown) => ({ id: 'c1', name, arguments: args });
const wrapped = (name: string, args: unknown) => direct('call_tool', { name, arguments: args });
/** Leaves out what differs in any two runs. */
function same(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, one: unknown) =>
      ['at', 'via', 'expiresAt', 'updatedAt', 'createdAt', 'dueAt', 'errorId', 'leaseUntil', 'owner'].includes(key)
        ? undefined
        : one instanceof Error
          ? one.message
          : one,
    ).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|error id \w+|errorId\W+\w+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, ''),
  );
}

async function traceOf(make: (name: string, args: unknown) => ReturnType<typeof direct>, name: string, args: Sent) {
  const { ledger, events, runtime, run } = observed();
  const outcomes = [await run.call(make(name, args))];
  const [first] = outcomes;
  if (first?.status === 'deferred' && first.request.kind === 'approval')
    outcomes.push(...(await run.resume({ [first.request.id]: decision.approve() })));
  outcomes.push(await run.call({ ...make(name, args), id: 'c2' }));
  await runtime.dispose();
  const rows = ledger.list({
    states: ['awaiting', 'approved', 'queued', 'running', 'done', 'failed', 'denied'],
    limit: 10,
  });
  return {
    outcomes: same(outcomes),
    events,
    statistics: same(runtime.statistics(name)),
    rows: same(rows.toSorted((a, b) => a.callId.localeCompare(b.callId))),
  };
}

describe('call_tool [NEW-37]', () => {
  const CALLS = Object.keys(SETTINGS).flatMap((name) =>
    [{ amount: 5 }, { amount: '5' }, { amount: 0 }, { amount: 404 }, { amount: 500 }].map(
      (args) => [name, args] as const,
    ),
  );

  it.each(CALLS)('%s with %j: outcomes, events, rows and statistics are those of a direct call', async (name, args) => {
    const [one, other] = [await traceOf(direct, name, args), await traceOf(wrapped, name, args)];
    expect(other.outcomes).toEqual(one.outcomes);
    expect(other.rows).toEqual(one.rows);
    expect(other.statistics).toEqual(one.statistics);
    expect(same(other.events)).toEqual(same(one.events));
    expect(one.events.filter((event) => 'via' in event)).toEqual([]);
    const told = other.events.filter(({ type }) => type === 'retry' || type === 'repaired');
    expect(told.map((event) => 'via' in event && event.via)).toEqual(told.map(() => 'call_tool'));
  });

  it.each([
    ['an object', { name: 'plain', arguments: { amount: 5 } }],
    ['JSON text in an object', { name: 'plain', arguments: '{"amount":5}' }],
    ['text of both', JSON.stringify({ name: 'plain', arguments: { amount: 5 } })],
    ['text in text', JSON.stringify({ name: 'plain', arguments: '{"amount":5}' })],
    ['text with a fence and a comma too many', '```json\n{"name":"plain","arguments":{"amount":5,},}\n```'],
    ['another spelling', { name: 'functions.plain', arguments: { amount: 5 } }],
  ])('reads %s', async (_form, sent) => {
    const outcome = await open().startRun().call({ name: 'call_tool', arguments: sent });
    expect(outcome).toMatchObject({ status: 'success', tool: 'plain', text: 'plain 5' });
  });

  it('says that it repaired its text', async () => {
    const sent = '{"name":"plain","arguments":{"amount":5},}';
    const { repairs } = await open().startRun().call({ name: 'call_tool', arguments: sent });
    expect(repairs).toMatchObject([{ kind: 'syntax' }]);
  });

  it('shows no argument of the target in events, whatever is wrong', async () => {
    const { run, events } = observed();
    for (const sent of [
      '{"name":"plain","arguments":{"amount":5,"note":"hunter2"},}',
      '{"name":"plain","note":"hunter2"}',
      { nam: 'hunter2', arguments: { note: 'hunter2' } },
    ])
      await run.call({ name: 'call_tool', arguments: sent });
    expect(events.map(({ type }) => type)).toEqual(['repaired', 'retry', 'retry']);
    expect(JSON.stringify(events)).not.toContain('hunter2');
  });

  it('executes nothing of a call that was cut off', async () => {
    const call = { name: 'call_tool', arguments: '{"name":"plain","arguments":{"amount":5', truncated: true } as const;
    expect(await open().startRun().call(call)).toMatchObject({
      status: 'retry',
      text: expect.stringContaining('cut off'),
    });
  });

  it.each(['nothing', 'call_tool', 'search_tools', ''])('answers %j as an unknown name', async (name) => {
    const { run } = observed();
    const outcome = await run.call(wrapped(name, {}));
    expect(outcome).toMatchObject({ status: 'retry', tool: name, unknownTool: true });
    expect(outcome.text).toMatch(new RegExp(`^Unknown tool name: '${name}'`));
    expect(outcome.text.match(new RegExp(`'${name}'`, 'g'))).toHaveLength(1);
  });

  it.each([[{}], [{ name: 7, arguments: {} }], [{ name: 'plain', amount: 5 }], ['[]']])(
    'asks again for the arguments %j, with its own parameters',
    async (sent) => {
      const outcome = await open().startRun().call({ name: 'call_tool', arguments: sent });
      expect(outcome).toMatchObject({ status: 'retry', tool: 'call_tool' });
      expect(outcome.text).toContain("Tool call validation failed for tool 'call_tool'");
    },
  );

  it('serves a direct call, and a visible tool', async () => {
    const run = open().startRun();
    expect(await run.call(direct('plain', { amount: 1 }))).toMatchObject({ status: 'success' });
    expect(await run.call(wrapped('visible', { amount: 1 }))).toMatchObject({ status: 'success', tool: 'visible' });
  });

  it('shares the retry budget and the limits of the tool', async () => {
    const run = open().startRun({ retries: 1 });
    await run.call(direct('plain', { amount: 0 }));
    expect(await run.call(wrapped('plain', { amount: 0 }))).toMatchObject({ status: 'failed', exhausted: true });
    await run.call(wrapped('limited', { amount: 1 }));
    expect(await run.call(direct('limited', { amount: 1 }))).toMatchObject({ status: 'failed', reason: 'limit' });
  });

  it('is a call of the target for every question about a call', async () => {
    const supersedes = { supersedes: ({ amount }: { amount: number }) => String(amount) };
    const runtime = open({}, [tool('paid', { approvals: [true] }), tool('seen', supersedes)]);
    const run = runtime.startRun();
    expect(await run.mayWaitFor('call_tool')).toEqual(['approval']);
    expect(await run.waitsFor(wrapped('paid', { amount: 1 }))).toMatchObject({ kind: 'approval', tool: 'paid' });
    await run.recordRequest(wrapped('paid', { amount: 1 }));
    expect(await run.claimAnswer(direct('paid', { amount: 1 }), { answerId: 'a' })).toBe(true);
    const history = [];
    for (const id of ['c1', 'c2']) {
      const call = { ...wrapped('seen', { amount: 1 }), id };
      history.push({ call, outcome: await run.call(call) });
    }
    expect(await run.supersededCalls(history)).toEqual(['c1']);
  });

  it('is unknown to programs, which call the target', async () => {
    const outer = defineTool({
      name: 'outer',
      description: 'Calls others.',
      parameters: { type: 'object' },
      execute: async (_args: object, run) => {
        const { calls } = run;
        const sent = [wrapped('plain', { amount: 1 }), direct('plain', { amount: 1 })];
        const outcomes = await calls.callAll(sent.map((call, at) => ({ ...call, id: `i${at}` })));
        const checks = await Promise.all(sent.map(async (call) => (await calls.check(call)).status));
        return [
          outcomes.map(({ status }) => status),
          checks,
          calls.tools().map(({ name, deferred = false }) => [name, deferred]),
        ];
      },
    });
    const { value } = (await open({}, [tool('plain'), outer as never])
      .startRun()
      .call(direct('outer', {}))) as {
      value?: unknown;
    };
    expect(value).toEqual([
      ['retry', 'success'],
      ['refused', 'fits'],
      [
        ['visible', false],
        ['plain', true],
        ['outer', true],
      ],
    ]);
  });

  it('gives way to the search of a provider', async () => {
    const definitions = await open({}, [tool('plain')])
      .startRun({ toolSearch: 'provider' })
      .definitions();
    expect(definitions.map(({ name, deferred }) => [name, deferred])).toEqual([
      ['visible', undefined],
      ['plain', true],
    ]);
  });

  it('asks again for a permission that may be revoked, in every form of a name', async () => {
    const rights = new Set(['pay']);
    const done: number[] = [];
    const execute = ({ amount }: { amount: number }) => done.push(amount);
    const runtime = open({ can: async (permission) => rights.has(permission) }, [
      tool('paid', { requires: ['pay'] }, { execute }),
    ]);
    const run = runtime.startRun();
    const before = await run.definitions();
    expect(before.map(({ name }) => name)).toEqual(['visible', 'search_tools', 'call_tool']);
    expect(await run.call(wrapped('paid', { amount: 1 }))).toMatchObject({ status: 'success' });
    rights.clear();
    const text = '{"name":"paid","arguments":{"amount":2},}';
    for (const call of [
      wrapped('paid', { amount: 2 }),
      wrapped('functions.paid', { amount: 2 }),
      { name: 'functions.call_tool', arguments: { name: 'paid', arguments: { amount: 2 } } },
      { name: 'call_tool', arguments: text },
    ])
      expect(await run.call(call)).toMatchObject({ unknownTool: true });
    expect(await runtime.startRun().call(wrapped('paid', { amount: 2 }))).toMatchObject({ unknownTool: true });
    expect(done).toEqual([1]);
    const without = await runtime.startRun().definitions();
    expect(without.map(({ name }) => name)).toEqual(['visible']);
  });
});

const PROVIDERS = {
  openAiChat: openAiChat(),
  openAiResponses: openAiResponses(),
  anthropicMessages: anthropicMessages(),
  gemini: gemini(),
  bedrockConverse: bedrockConverse(),
};

describe('search_tools [NEW-37]', () => {
  const search = (run: Run, ...queries: string[]) => run.call({ name: 'search_tools', arguments: { queries } });
  const many = Array.from({ length: 40 }, (_, at) => tool(`report_${at}`));

  it('shows parameters, once in a run', async () => {
    const run = open().startRun();
    const found = { name: 'plain', description: 'The tool plain.', parameters: AMOUNT };
    expect(await search(run, 'plain')).toMatchObject({ value: { discovered: [found] } });
    expect(await search(run, 'plain')).toMatchObject({ value: { discovered: [{ name: 'plain' }] } });
    expect((await search(run, 'plain')).text).toBe('{"discovered":[{"name":"plain"}]}');
  });

  it('finds 5 tools for a query, and 10 at most', async () => {
    const runtime = open({}, many);
    const counts = [['report'], ['report', 'tool'], ['report', 'tool', 'the']].map(async (queries) => {
      const { value } = (await search(runtime.startRun(), ...queries)) as { value?: { discovered: unknown[] } };
      return value?.discovered.length;
    });
    expect(await Promise.all(counts)).toEqual([5, 10, 10]);
  });

  it.each(['openai', 'anthropic', 'gemini', 'gemini-json-schema', 'bedrock', 'mcp'] as const)(
    'shows the form of %s, and arguments in that form are read',
    async (target) => {
      const run = open({}, [tool('plain')]).startRun({ target: target as never });
      const { value } = (await search(run, 'plain')) as { value?: { discovered: { parameters: object }[] } };
      expect(value?.discovered[0]?.parameters).toMatchObject({ type: 'object', required: ['amount'] });
      expect(await run.call(wrapped('plain', { amount: 1 }))).toMatchObject({ status: 'success' });
      expect(await run.call(wrapped('plain', { amount: 1, note: null }))).toMatchObject({ status: 'success' });
    },
  );

  it.each(Object.entries(PROVIDERS))(
    'and call_tool are sent as they are to %s, never strict',
    async (_name, provider) => {
      const definitions = await open({}, [tool('plain')])
        .startRun()
        .definitions();
      const call = provider.tools(definitions.filter(({ name }) => name === 'call_tool') as ToolDefinition[]);
      const sent = JSON.stringify(call);
      expect(sent).not.toContain('"strict":true');
      expect(sent.toLowerCase()).toMatch(/"arguments":\{"type":"object","description":"[^"]*"\}/);
    },
  );

  it('and every call leave the bytes of the tools as they are, in all runs', async () => {
    const runtime = open({}, [...Object.entries(SETTINGS).map((one) => tool(...one)), ...many]);
    const bytes = async (run: Run) => JSON.stringify([await run.definitions(), await run.instructions()]);
    const expected = await bytes(runtime.startRun() as Run);
    const name = fc.constantFrom(...Object.keys(SETTINGS), 'report_1', 'visible', 'none', 'search_tools');
    const amount = fc.constantFrom<unknown>(1, '2', 0, null, 404, 500);
    const call = fc.oneof(
      fc.record({
        name: fc.constant('search_tools'),
        arguments: fc.record({ queries: fc.array(fc.string(), { maxLength: 3 }) }),
      }),
      fc.record({ name: fc.constant('search_tools'), arguments: fc.record({ queries: fc.tuple(name) }) }),
      fc.record({ name, arguments: fc.record({ amount }) }),
      fc.record({ name: fc.constant('call_tool'), arguments: fc.record({ name, arguments: fc.record({ amount }) }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(call, fc.constant('step' as const)), { maxLength: 8 }), async (calls) => {
        const run = runtime.startRun() as Run;
        for (const one of calls) {
          if (one === 'step') run.nextStep();
          else await run.call(one);
          expect(await bytes(run)).toBe(expected);
        }
        await run.end();
      }),
      { numRuns: 60 },
    );
  });
});

it('an MCP client finds and calls hidden tools without a run that is kept, and hears of no change [NEW-37]', async () => {
  const mcp = serveMcp(open({}, [tool('plain')]), {});
  const { url } = await mcp.listen({ port: 0 });
  const client = new Client({ name: 'test', version: '1' });
  let changes = 0;
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    changes++;
  });
  await client.connect(new StreamableHTTPClientTransport(url));
  const names = async () => (await client.listTools()).tools.map(({ name }) => name);
  expect(await names()).toEqual(['visible', 'search_tools', 'call_tool']);
  const found = await client.callTool({ name: 'search_tools', arguments: { queries: ['plain'] } });
  expect(JSON.stringify(found.content)).toContain('minimum');
  const called = await client.callTool({ name: 'call_tool', arguments: { name: 'plain', arguments: { amount: 3 } } });
  expect(called.content).toEqual([{ type: 'text', text: 'plain 3' }]);
  const unknown = client.callTool({ name: 'call_tool', arguments: { name: 'none', arguments: {} } });
  await expect(unknown).rejects.toMatchObject({ code: -32602 });
  expect(await names()).toEqual(['visible', 'search_tools', 'call_tool']);
  expect(changes).toBe(0);
  await client.close();
  await mcp.close();
});
