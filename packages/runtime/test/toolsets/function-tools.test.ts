import { describe, expect, it } from '@jest/globals';
import { fingerprintOf, type RunContext } from '@haft/core';
import { reflected, type FunctionDescriptor, type ReflectedToolsets } from '@haft/core/reflected';
import { createChecker, type JsonSchemaObject } from '@haft/schema';
import { createRuntime } from '../../src/runtime/create-runtime.js';
import type { ToolsetInput } from '../../src/runtime/runtime-options.js';
import {
  combine,
  compose,
  defineTool,
  dynamic,
  type ReflectedFunctions,
  type ToolFunction,
  toolset,
} from '@haft/compose';
import { quietLogger } from '../support/quiet-logger.js';

function add(a: number, b = 1): number {
  return a + b;
}
async function whoIs(run: RunContext): Promise<string> {
  return run.userId ?? 'nobody';
}
class Ledger {
  readonly lines: string[] = [];
}
function note(text: string, ledger: Ledger): void {
  ledger.lines.push(text);
}

const NUMBERS: JsonSchemaObject = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a'],
  additionalProperties: false,
};
const NOTHING: JsonSchemaObject = { type: 'object', properties: {}, additionalProperties: false };
const TEXT: JsonSchemaObject = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

/** As `haft build` writes it. */
interface Tools {
  readonly add: { readonly arguments: { a: number; b?: number }; readonly result: number };
  readonly sum: { readonly arguments: { a: number; b?: number }; readonly result: number };
  readonly who_is: { readonly arguments: object; readonly result: string };
  readonly note: { readonly arguments: { text: string }; readonly result: unknown };
}
const toolsets: ReflectedToolsets<Tools> = reflected(1, () => ({
  toolsets: [],
  services: [],
  functions: [
    describeFunction(add, 'add', NUMBERS, { invoke: (f: typeof add, a: { a: number; b?: number }) => f(a.a, a.b) }),
    describeFunction(add, 'sum', NUMBERS, { invoke: (f: typeof add, a: { a: number; b?: number }) => f(a.a, a.b) }),
    describeFunction(whoIs, 'who_is', NOTHING, {
      usesRun: true,
      invoke: (f: typeof whoIs, _a: object, run: RunContext) => f(run),
    }),
    describeFunction(note, 'note', TEXT, {
      host: [{ index: 1, name: 'ledger' }],
      invoke: (f: typeof note, a: { text: string }, _run: RunContext, host: readonly unknown[]) => {
        f(a.text, host[0] as Ledger);
      },
    }),
  ],
}));

function describeFunction(
  target: ToolFunction,
  name: string,
  schema: JsonSchemaObject,
  more: Partial<FunctionDescriptor['tool']> & Pick<FunctionDescriptor['tool'], 'invoke'>,
): FunctionDescriptor {
  const checker = createChecker(schema);
  const tool: FunctionDescriptor['tool'] = {
    name,
    method: target.name,
    version: '0',
    description: `Does ${name}.`,
    parameters: JSON.stringify(schema),
    example: '{}',
    fingerprint: fingerprintOf(name, '0', schema),
    read: (args) => (checker.validates(args) ? (args as object) : undefined),
    ...more,
  };
  return { function: target, tool };
}

const start = (...inputs: readonly ToolsetInput[]) =>
  createRuntime({ toolsets: inputs, provide: [Ledger], observe: { logger: quietLogger() } }).startRun({
    userId: 'ada',
  });

describe('defineTool of a function', () => {
  it('finds its descriptor in the generated module of the runtime [DEF-2]', async () => {
    const run = createRuntime({ toolsets: [toolsets, toolset('math', [defineTool(add)])] }).startRun();
    expect(await run.definitions()).toMatchObject([
      { name: 'add', toolset: 'math', description: 'Does add.', parameters: NUMBERS },
    ]);
    expect(await run.call('add', { a: 2 })).toMatchObject({ status: 'success', value: 3 });
    expect(await run.call({ name: 'add', arguments: { a: '2', b: 3 } })).toMatchObject({ status: 'success', value: 5 });
    expect(await run.call({ name: 'add', arguments: { b: 3 } })).toMatchObject({ status: 'retry' });
  });

  it('makes several tools of one function, by their names', async () => {
    const run = start(toolsets, toolset('math', [defineTool(add), defineTool(add, { name: 'sum' })]));
    expect((await run.definitions()).map((one) => one.name)).toEqual(['add', 'sum']);
    expect((await run.call({ name: 'sum', arguments: { a: 4 } })).text).toBe('5');
  });

  it('injects the run, and the dependencies in the options', async () => {
    const ledger = new Ledger();
    const tools = toolset('desk', [
      defineTool(whoIs),
      defineTool(note, { parameters: { ledger: { inject: Ledger } } }),
    ]);
    const runtime = createRuntime({ toolsets: [toolsets, tools], provide: [{ provide: Ledger, useValue: ledger }] });
    const run = runtime.startRun({ userId: 'ada' });
    expect((await run.call('who_is', {})).text).toBe('ada');
    expect((await run.call({ name: 'note', arguments: { text: 'hello', ledger: 'forged' } })).status).not.toBe(
      'failed',
    );
    await run.call('note', { text: 'hello' });
    expect(ledger.lines).toContain('hello');
    expect(() => createRuntime({ toolsets: [toolsets, tools] })).toThrow(
      expect.objectContaining({ code: 'HAFT_WIRING' }),
    );
    expect(() => start(toolsets, toolset('desk', [defineTool(note)]))).toThrow(
      expect.objectContaining({ code: 'HAFT_STALE_DESCRIPTOR' }),
    );
  });

  it('obeys the policy of its options', async () => {
    const run = start(toolsets, toolset('math', [defineTool(add, { settings: { approvals: [true] } })]));
    expect((await run.call({ name: 'add', arguments: { a: 1 } })).status).toBe('deferred');
  });

  it.each([
    [
      'prefix',
      (set: typeof math) =>
        compose(set)
          .prefix('add')
          .rename({ my_add: 'add_add' as never }),
      'my_add',
    ],
    ['filter and prepare', (set: typeof math) => set.filter(['add']).prepare((_run, all) => all), 'add'],
    ['combine, with the module inside', (set: typeof math) => combine(toolsets, set), 'add'],
    ['a set for each run', (set: typeof math) => dynamic(() => set).prefix('run'), 'run_add'],
    ['a set for each step', (set: typeof math) => dynamic(() => set, { per: 'step', of: [set] }), 'add'],
  ])('composes: %s', async (_how, wrap, name) => {
    const run = start(toolsets, wrap(math));
    expect((await run.definitions()).map((one) => one.name)).toEqual([name]);
    expect((await run.call({ name, arguments: { a: 1 } })).text).toBe('2');
    run.nextStep();
    expect((await run.call({ name, arguments: { a: 2 } })).text).toBe('3');
  });

  it('two runtimes with other modules know other functions', () => {
    const other = reflected(1, () => ({ toolsets: [], services: [] }));
    expect(() => start(toolsets, math)).not.toThrow();
    expect(() => start(other, math)).toThrow('no generated module of createRuntime() describes it');
  });

  it('is refused where the module is missing, or has it under another name', () => {
    expect(() => start(math)).toThrow(
      expect.objectContaining({
        code: 'HAFT_NOT_REFLECTED',
        message: 'defineTool() got the function add, but no generated module of createRuntime() describes it.',
        hint: 'Export the function, run `npx haft build`, and give createRuntime the `toolsets` of the generated module too.',
      }),
    );
    expect(() => start(toolsets, toolset('math', [defineTool(add, { name: 'plus' })]))).toThrow(
      "The generated module knows the function add as 'add', 'sum', not under 'plus'.",
    );
    expect(() => defineTool(add, { name: 'no name' })).toThrow(expect.objectContaining({ code: 'HAFT_INVALID_NAME' }));
  });

  it('in a toolset of the project: bound by it, or rejected with the missing dependency', async () => {
    const tool = defineTool(add);
    const own = { name: 'own', tools: () => [tool] };
    await expect(start(toolsets, own).definitions()).rejects.toThrow(
      expect.objectContaining({ code: 'HAFT_NOT_REFLECTED', hint: expect.stringContaining('`bound`') }),
    );
    const bound = {
      ...own,
      bound: (functions: ReflectedFunctions) => ({ ...own, tools: () => [functions.tool(tool)] }),
    };
    expect((await start(toolsets, bound).definitions()).map((one) => one.name)).toEqual(['add']);
  });
});

const math = toolset('math', [defineTool(add, { name: 'add' })]);
