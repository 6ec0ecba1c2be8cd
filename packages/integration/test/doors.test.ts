import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { serveMcp } from '@haft/mcp';
import { codeToolset } from '@haft/toolsets/code';
import { planToolset } from '@haft/toolsets/plan';
import {
  compose,
  createRuntime,
  decision,
  defineTool,
  policy,
  toolset,
  type Interceptor,
  type RunContext,
  type Runtime,
  type ToolOutcome,
} from 'haft';
import { CallSuspended } from 'haft/extend';

/*
 * All entrances lead to one call. Arguments from each are checked, repaired, limited, approved,
 * intercepted and recorded in the same way.
 */

const root = join(import.meta.dirname, '../../..');

/** Makes a call through one entrance and returns the text for the model. */
type Door = (runtime: Runtime, args: unknown) => Promise<string>;

const log: string[] = [];
const noting: Interceptor = {
  around: 'call',
  intercept: async (call, next) => {
    const outcome = await next();
    log.push(`${call.definition.name} ${outcome.status}`);
    return outcome;
  },
};
const rule = policy(({ arguments: args }) =>
  (args as { amount?: number }).amount === 13 ? { deny: 'Not 13.' } : 'allow',
);

const pay = defineTool({
  name: 'pay',
  description: 'Pays.',
  parameters: {
    type: 'object',
    properties: { amount: { type: 'integer', minimum: 1 } },
    required: ['amount'],
    additionalProperties: false,
  },
  settings: { interceptors: [noting, rule], callLimit: { perRun: 3 } },
  execute: ({ amount }: { amount: number }) => `paid ${amount}`,
});
/** Makes an inner call. Its call waits if the inner call does. */
const delegate = (name: string, make: (run: RunContext, call: { name: string; arguments: unknown }) => Made) =>
  defineTool({
    name,
    description: 'Pays with another tool.',
    parameters: { type: 'object' },
    execute: async (args: object, run: RunContext) => {
      const id = `${run.callId}_1`;
      const call = { id, name: 'pay', arguments: args };
      const outcome = run.calls.resumed?.outcomes[id] ?? (await make(run, call));
      if (outcome?.status === 'deferred') throw new CallSuspended({ state: null, waits: [outcome] });
      return outcome?.text ?? '';
    },
  });
type Made = Promise<ToolOutcome | undefined>;
const delegates = [
  delegate('delegate', (run, call) => run.calls.call(call)),
  delegate('delegate_all', async (run, call) => (await run.calls.callAll([call]))[0]),
  delegate('delegate_batch', async (run, call) => {
    const batch = await run.calls.openBatch([{ ...call, arguments: undefined }]);
    const outcome = await batch.start(0, call.arguments);
    batch.end();
    return outcome;
  }),
];
/** Waits for an approval first, and pays then. */
const waiting = { ...pay.settings, approvals: [true] as const };

/** The calls of models: of the tool itself, or of `call_tool` for a tool that no request lists. */
const FORMS = ['a call of the tool', 'a call of call_tool'] as const;
let form: (typeof FORMS)[number] = FORMS[0];

function callOf(name: string, args: unknown): { readonly name: string; readonly arguments: unknown } {
  return form === FORMS[0] ? { name, arguments: args } : { name: 'call_tool', arguments: { name, arguments: args } };
}

const runtimeOf = (tools = [pay, ...delegates]): Runtime => {
  const bank = toolset('bank', tools as never);
  return createRuntime({
    toolsets: form === FORMS[0] ? bank : compose(bank).deferLoading({ stable: true }),
    observe: { logger: { debug() {}, info() {}, warn() {}, error() {} } },
  }) as unknown as Runtime;
};

async function approvedElsewhere(args: unknown, resume: 'resume' | 'resumeRun', name = 'pay'): Promise<string> {
  const careful = runtimeOf([{ ...pay, settings: waiting } as never, ...delegates]);
  const run = careful.startRun();
  const outcome = await run.call({ id: 'c1', ...callOf(name, args) });
  if (outcome.status !== 'deferred') return outcome.text;
  const pending = JSON.parse(JSON.stringify(run.pending())) as ReturnType<typeof run.pending>;
  const decisions = { [outcome.request.id]: decision.approve() };
  const outcomes =
    resume === 'resume' ? await run.resume(decisions) : (await careful.resumeRun(pending, decisions, {})).outcomes;
  return outcomes[0]?.text ?? '';
}

const DOORS: Readonly<Record<string, Door>> = {
  'run.call of an object': async (runtime, args) => (await runtime.startRun().call(callOf('pay', args))).text,
  'run.call of a text': async (runtime, args) => {
    const call = callOf('pay', JSON.stringify(args));
    const text = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
    return (await runtime.startRun().call({ ...call, arguments: text })).text;
  },
  'run.call by name': async (runtime, args) => {
    const call = callOf('pay', args);
    return (await runtime.startRun().call(call.name, call.arguments as object)).text;
  },
  'run.callAll': async (runtime, args) => (await runtime.startRun().callAll([callOf('pay', args)]))[0]?.text ?? '',
  ...Object.fromEntries(
    ['delegate', 'delegate_all', 'delegate_batch'].map((name): [string, Door] => [
      `an inner call of ${name}`,
      async (runtime, args) => (await runtime.startRun().call(callOf(name, args))).text,
    ]),
  ),
  'a tool of run.tools()': async (runtime, args) => {
    const call = callOf('pay', args);
    const tools = await runtime.startRun().tools();
    const tool = tools.find(({ definition }) => definition.name === call.name);
    return (await tool?.call(call.arguments as object))?.text ?? '';
  },
  'run.resume': (_runtime, args) => approvedElsewhere(args, 'resume'),
  'runtime.resumeRun': (_runtime, args) => approvedElsewhere(args, 'resumeRun'),
  'run.resume of a suspended call': (_runtime, args) => approvedElsewhere(args, 'resume', 'delegate'),
  'runtime.resumeRun of a suspended call': (_runtime, args) => approvedElsewhere(args, 'resumeRun', 'delegate_all'),
  'a suspended batch': (_runtime, args) => approvedElsewhere(args, 'resumeRun', 'delegate_batch'),
  'an MCP client': async (runtime, args) => {
    const mcp = serveMcp(runtime, {});
    const { url, close } = await mcp.listen({ port: 0 });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(url));
    const { name, arguments: sent } = callOf('pay', args);
    const { content } = await client.callTool({ name, arguments: sent as Record<string, unknown> });
    await client.close();
    await mcp.close();
    await close();
    return (content as readonly { readonly text: string }[])[0]?.text ?? '';
  },
};

const BY_FORM = FORMS.flatMap((one) => Object.entries(DOORS).map(([door, through]) => [door, one, through] as const));

describe.each(BY_FORM)('%s, %s [NEW-23, NEW-37]', (_door, given, through) => {
  beforeEach(() => {
    form = given;
  });
  afterEach(() => {
    form = FORMS[0];
  });

  it('checks arguments, and answers with the retry prompt', async () => {
    log.length = 0;
    expect(await through(runtimeOf(), { amount: 0 })).toBe(
      "Tool call validation failed for tool 'pay':\n- amount: expected an integer of at least 1, received 0\n\nFix the errors and try again.",
    );
    expect(log).toEqual(['pay retry']);
  });

  it('repairs arguments if possible, and executes once', async () => {
    log.length = 0;
    expect(await through(runtimeOf(), { amount: '5' })).toBe('paid 5');
    expect(log.at(-1)).toBe('pay success');
  });

  it('asks policies', async () => {
    log.length = 0;
    expect(await through(runtimeOf(), { amount: 13 })).toBe('Not 13.');
    expect(log).toEqual(['pay denied']);
  });
});

/** Makes a call inside a plan or a program of the model, and returns what the model reads of it. */
const PROGRAMS: Readonly<Record<string, Door>> = {
  execute_plan: async (runtime, args) => {
    const call = { name: 'execute_plan', arguments: { steps: [{ tool: 'pay', args }] } };
    return (await runtime.startRun().call(call)).text;
  },
  execute_code: async (runtime, args) => {
    const code = `return await callTool('pay', JSON.parse(${JSON.stringify(JSON.stringify(args))}));`;
    return (await runtime.startRun().call({ name: 'execute_code', arguments: { code } })).text;
  },
};

/** One for all tests: the first program loads the compiler. */
const code = codeToolset();

describe.each(Object.entries(PROGRAMS))('a call inside of %s [NEW-23]', (_door, through) => {
  const withPrograms = (): Runtime =>
    createRuntime({
      toolsets: [toolset('bank', [pay] as never), planToolset(), code],
      observe: { logger: { debug() {}, info() {}, warn() {}, error() {} } },
    }) as unknown as Runtime;

  it('checks arguments, and tells the model the same problem', async () => {
    log.length = 0;
    const text = await through(withPrograms(), { amount: 0 });
    expect(text).toContain('amount: expected an integer of at least 1, received 0');
    expect(log.filter((line) => line.includes('success'))).toEqual([]);
  });

  it('repairs arguments if possible, and executes once', async () => {
    log.length = 0;
    expect(await through(withPrograms(), { amount: '5' })).toContain('paid 5');
    expect(log).toEqual(['pay success']);
  });

  it('asks policies', async () => {
    log.length = 0;
    expect(await through(withPrograms(), { amount: 13 })).toContain('Not 13.');
    expect(log).toEqual(['pay denied']);
  });
});

it('every adapter is a door, and its tests say so [NEW-23]', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'packages/bridges/package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, unknown>>;
  };
  const bridges = Object.keys(exports)
    .filter((one) => !/^\.(\/package\.json)?$/.test(one))
    .map((one) => `packages/bridges/test/${one.slice(2)}.test.ts`);
  expect(bridges).toHaveLength(8);
  const others = ['packages/providers/test/guide/providers.test.ts', 'packages/nestjs/test/module/haft-module.test.ts'];
  for (const file of [...bridges, ...others])
    expect([file, /\[(?:[A-Z]+-\d+, )*NEW-23\]/.test(readFileSync(join(root, file), 'utf8'))]).toEqual([file, true]);
});
