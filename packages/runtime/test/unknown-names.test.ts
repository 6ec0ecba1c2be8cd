import { CallLimit, mapError, ModelRetry, ToolResult, Use } from '@haft/core';
import {
  createRuntime,
  defineTool,
  dynamic,
  fromAwilix,
  fromInversify,
  MemoryLedger,
  redact,
  retryTransient,
  toolset,
  type Runtime,
  type RuntimeOptions,
} from '../src/index.js';
import { PostgresTables } from '../src/sql.js';
import { SqliteCache } from '../src/sqlite-cache.js';
import { SqliteLedger } from '../src/sqlite-ledger.js';
import { SqliteReferences } from '../src/sqlite-references.js';
import { enableTelemetry } from '../src/telemetry.js';

/*
 * Each place where a developer writes a name as text. A name that does not exist is an error at the
 * start, or at the call that has it. Rules that name tools: toolsets/missing-tools.test.ts.
 */

const tool = defineTool({
  name: 'work',
  description: 'Works.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  execute: () => 'done',
});
const fixed = toolset('desk', [tool]);
const changing = dynamic(() => fixed);
const runtimes: readonly (readonly [string, (options?: object) => Runtime])[] = [
  ['fixed tools', (options) => createRuntime({ toolsets: fixed, ...options }) as never],
  ['tools that change', (options) => createRuntime({ toolsets: changing, ...options }) as never],
];
const refused = (code: string) => expect.objectContaining({ code });

const RUNTIME_OPTIONS: readonly (readonly [string, object])[] = [
  ['an unknown option', { interceptor: [] }],
  ['an option of a group', { limits: { retrys: 1 } }],
  ['a group that is not an object', { limits: 2 }],
  ['an option inside', { limits: { concurrency: { run: 1 } } }],
  ['an option of arguments', { limits: { arguments: { maxDept: 1 } } }],
  ['an option of references', { references: { ttl: 1 } }],
  ['an option of isolation', { isolation: { modul: 'x' } }],
  ['errors.onUnexpected', { errors: { onUnexpected: 'trhow' } }],
  ['errors.onExhausted', { errors: { onExhausted: 'error' } }],
  ['durability.calls', { durability: { calls: 'none' } }],
  ['the scope of references', { references: { scope: 'tenant' } }],
  ['arguments.repair', { limits: { arguments: { repair: 'always' } } }],
  ['an interceptor without a method', { interceptors: [{ foo: () => undefined }] }],
  ['an interceptor around something else', { interceptors: [{ around: 'tool', intercept: () => undefined }] }],
  ['interceptors that are not a list', { interceptors: { intercept: () => undefined } }],
  ['an error mapping of another form', { errors: { map: [Error] } }],
  ['the lifetime of a provider', { provide: [{ provide: 'token', useFactory: () => 1, lifetime: 'request' }] }],
  ['an option of a provider', { provide: [{ provide: 'token', useValue: 1, scope: 'run' }] }],
  ['providers that are not a list', { provide: { x: 1 } }],
  ['a glob in redact', { observe: { redact: ['card*'] } }],
  ['a path in redact', { observe: { redact: ['$.card'] } }],
  ['redact that is not a list', { observe: { redact: 'card' } }],
];

it.each([
  ['retries', { retries: 3 }, 'limits: { retries }'],
  ['mapErrors', { mapErrors: [] }, 'errors: { map }'],
  ['onUnexpectedError', { onUnexpectedError: 'throw' }, 'errors: { onUnexpected }'],
  ['checkResults', { checkResults: true }, 'results: { check }'],
  ['maxResultCharacters', { maxResultCharacters: 9 }, 'results: { maxCharacters }'],
  ['ledgerCalls', { ledgerCalls: 'all' }, 'durability: { calls }'],
  ['pendingSecret', { limits: { pendingSecret: 'x' } }, 'people: { pendingSecret }'],
])('names the group of %s', (name, options, place) => {
  const create = () => createRuntime({ toolsets: fixed, ...options } as never);
  expect(create).toThrow(expect.objectContaining({ hint: expect.stringContaining(`Write '${name}' as ${place}.`) }));
});

describe.each(runtimes)('createRuntime with %s', (_which, create) => {
  it.each(RUNTIME_OPTIONS)('refuses %s', (_what, options) => {
    expect(() => create(options as Partial<RuntimeOptions>)).toThrow(refused('HAFT_INVALID_OPTION'));
  });
});

const RUN_OPTIONS: readonly (readonly [string, object])[] = [
  ['an unknown option', { user: 'ann' }],
  ['a target', { target: 'gpt' }],
  ['a target that every object has', { target: 'constructor' }],
  ['a search', { toolSearch: 'model' }],
];

describe.each(runtimes)('a run of %s', (_which, create) => {
  it.each(RUN_OPTIONS)('refuses %s', async (_what, options) => {
    const runtime = create();
    expect(() => runtime.startRun(options as never)).toThrow(refused('HAFT_INVALID_OPTION'));
    await expect(runtime.describe(options as never)).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
    const pending = runtime.startRun().pending();
    await expect(runtime.resumeRun(pending, {}, options as never)).rejects.toMatchObject({
      code: 'HAFT_INVALID_OPTION',
    });
  });

  it('refuses an unknown option of a call', async () => {
    const runtime = create();
    const call = runtime.startRun().call({ name: 'work', arguments: {} }, { onProgres: () => undefined } as never);
    await expect(call).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
  });

  it('refuses an unknown option of the methods of a run, before they do anything', async () => {
    const run = create({ people: { decisionLedger: new MemoryLedger() } }).startRun();
    const call = { name: 'work', arguments: {} };
    const refusal = { code: 'HAFT_INVALID_OPTION' };
    await expect(run.resume({}, { partail: true } as never)).rejects.toMatchObject(refusal);
    await expect(run.recordRequest(call, { chat: '1' } as never)).rejects.toMatchObject(refusal);
    await expect(run.claimAnswer(call, { answerId: '1', chat: '1' } as never)).rejects.toMatchObject(refusal);
    await expect(create().executeCall({} as never, { atempt: 2 } as never)).rejects.toMatchObject(refusal);
  });

  it.each([
    ['an option', { buget: 'own' }],
    ['a budget', { budget: 'onw' }],
  ])('refuses %s of an inner call that does not exist', async (_what, options) => {
    const refusals: unknown[] = [];
    const note = (error: unknown) => void refusals.push(error);
    const outer = defineTool({
      name: 'outer',
      description: 'Calls.',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
      execute: async (_args, context) => {
        const inner = { name: 'work', arguments: {} };
        await context.calls.call(inner, options as never).catch(note);
        await context.calls.callAll([inner], options as never).catch(note);
      },
    });
    await create({ toolsets: [changing, toolset('outer', [outer])] })
      .startRun()
      .call({ name: 'outer', arguments: {} });
    expect(refusals).toEqual([refused('HAFT_INVALID_OPTION'), refused('HAFT_INVALID_OPTION')]);
  });

  it('answers an unknown name of a tool', async () => {
    const runtime = create();
    expect(await runtime.startRun().call({ name: 'wrok', arguments: {} })).toMatchObject({ status: 'retry' });
    expect(() => runtime.tool('wrok' as never)).toThrow(refused('HAFT_UNKNOWN_TOOL'));
    expect(() => runtime.statistics('wrok' as never)).toThrow(refused('HAFT_UNKNOWN_TOOL'));
  });
});

it.each<[string, () => unknown]>([
  ['dynamic', () => dynamic(() => fixed, { every: 'step' } as never)],
  ['dynamic per', () => dynamic(() => fixed, { per: 'call' } as never)],
  ['SqliteCache', () => new SqliteCache({ path: 'x' } as never)],
  ['SqliteLedger', () => new SqliteLedger({ file: ':memory:', path: 'x' } as never)],
  ['SqliteReferences', () => new SqliteReferences({ file: ':memory:', path: 'x' } as never)],
  ['a place of Postgres', () => new PostgresTables({ connectionString: 'x', shema: 'x' } as never, [], 'X')],
  ['enableTelemetry', () => enableTelemetry({ recordArgument: true } as never)],
  ['fromAwilix', () => fromAwilix({} as never, { names: 1 } as never)],
  ['fromInversify', () => fromInversify({} as never, { child: 1 } as never)],
  ['redact', () => redact({ modle: (text: string) => text } as never)],
  ['redact without a function', () => redact({})],
  ['retryTransient', () => retryTransient({ retries: 2 } as never)],
  ['ToolResult', () => new ToolResult({ value: 1, revels: ['work'] } as never)],
  ['@Use', () => Use({ foo: 1 } as never)],
  ['@CallLimit', () => CallLimit({ perRuns: 1 } as never)],
  [
    'defineTool',
    () => defineTool({ name: 'x', description: 'X.', parameters: {}, setings: {}, execute: () => 1 } as never),
  ],
  [
    'settings of defineTool',
    () =>
      defineTool({ name: 'x', description: 'X.', parameters: {}, settings: { retrys: 1 }, execute: () => 1 } as never),
  ],
])('%s refuses an option that does not exist', (_what, make) => {
  expect(make).toThrow(refused('HAFT_INVALID_OPTION'));
});

it('accepts what exists', () => {
  const mapErrors = [mapError(Error, (error) => new ModelRetry(error.message))];
  for (const [, create] of runtimes) {
    const runtime = create({
      errors: { map: mapErrors },
      observe: { redact: ['card.number', 'iban'] },
      provide: [{ provide: 'token', useValue: 1 }],
    });
    expect(() => runtime.startRun({ target: 'gemini-json-schema', toolSearch: 'provider' })).not.toThrow();
  }
});
