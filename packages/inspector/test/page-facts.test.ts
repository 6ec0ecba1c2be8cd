import { MemoryCallLedger } from '@haft/durable';
import { combine, createRuntime, decision, defineTool, toolset, type Runtime } from '@haft/runtime';
import { call, get, open, post } from './support/client.js';
import { openShop } from './support/shop.js';

interface Rows {
  readonly rows: readonly { readonly number: number; readonly status: string; readonly text: string }[];
}
const rowsOf = (inspector: { exportCalls(): string }) => (JSON.parse(inspector.exportCalls()) as Rows).rows;
const REFUND = { name: 'order_refund', arguments: { number: 7, pin: '1' } };

describe('a request of a run [TSP-24]', () => {
  const longer = defineTool({
    name: 'guide',
    description: 'Guides.',
    parameters: { type: 'object', properties: { depth: { type: 'object', properties: { first: {} } } } },
    execute: () => 'x',
  });
  const guided = combine(toolset('own', [longer]))
    .prepare((_run, definitions) =>
      definitions.map((one) => ({ ...one, description: `${one.description} ${'More. '.repeat(100)}` })),
    )
    .withInstructions('Call the guide first.');

  test('has the definitions and the instructions that a model reads, with about their tokens', async () => {
    const inspector = open(createRuntime({ toolsets: guided }) as Runtime);
    const { request, tools } = await get<{ request: Record<string, number>; tools: object[] }>(
      inspector,
      'haft-api/project',
    );
    expect(request).toMatchObject({
      instructions: expect.any(Number),
      text: expect.stringContaining('Call the guide first.'),
    });
    expect(request['definitions']).toBeGreaterThan(200);
    expect(tools).toMatchObject([
      { name: 'guide', tokens: request['definitions'], parameters: ['depth', 'first'], hasWarning: false },
    ]);
    const model = await get<{ definitions: { description: string }[] }>(inspector, 'haft-api/model');
    expect(model.definitions[0]?.description).toContain('More. More.');
    const page = await get<{ tool: { definition: { description: string } } }>(inspector, 'haft-api/tools/guide');
    expect(page.tool.definition.description).toContain('More. More.');
  });
});

describe('a run whose instructions cannot be made [TSP-24]', () => {
  test('is named with its error, and the tools are shown', async () => {
    const ping = defineTool({
      name: 'ping',
      description: 'Answers.',
      parameters: { type: 'object' },
      execute: () => 1,
    });
    const broken = combine(toolset('own', [ping])).withInstructions(() => {
      throw new Error('no settings');
    });
    const inspector = open(createRuntime({ toolsets: broken }) as Runtime);
    expect(await get(inspector, 'haft-api/project')).toMatchObject({
      request: { definitions: 0, problem: expect.stringContaining('no settings') },
      tools: [{ name: 'ping' }],
    });
  });
});

describe('a call that waited [TSP-24]', () => {
  test('continues in its row, and its run has the calls as a model reads them', async () => {
    const runtime = openShop();
    const inspector = open(runtime);
    const run = runtime.startRun({ id: 'r1', userId: 'ada' });
    const outcome = await run.call({ id: 'c1', ...REFUND });
    expect(rowsOf(inspector)).toMatchObject([{ status: 'deferred' }]);
    const { id } = (outcome as unknown as { request: { id: string } }).request;
    await run.resume({ [id]: { kind: 'approve', arguments: { number: 8, pin: '1' } } });
    expect(rowsOf(inspector)).toMatchObject([{ number: 1, status: 'success' }]);
    const { calls } = await get<{ calls: object[] }>(inspector, 'haft-api/runs/calls?run=r1&user=ada');
    expect(calls).toMatchObject([
      {
        number: 1,
        sent: { number: 7 },
        outcome: { text: 'The arguments were changed by the user: number.\n\nrefunded 8' },
        events: expect.arrayContaining([expect.objectContaining({ type: 'decision', decision: 'approve' })]),
      },
    ]);
    expect(await get(inspector, 'haft-api/runs/calls?run=r1')).toEqual({ calls: [], more: 0 });
  });

  test('is denied in its row, by the application or on the page', async () => {
    const runtime = openShop();
    const inspector = open(runtime);
    const run = runtime.startRun();
    const outcome = await run.call({ id: 'c1', ...REFUND });
    await run.resume({ [(outcome as unknown as { request: { id: string } }).request.id]: false });
    expect(rowsOf(inspector)).toMatchObject([{ status: 'denied' }]);
    const waiting = await call(inspector, REFUND.name, REFUND.arguments);
    const { id } = (waiting.outcome as unknown as { request: { id: string } }).request;
    await post(inspector, `haft-api/calls/${waiting.number}/decision`, {
      decisions: { [id]: decision.deny('Too late.') },
    });
    expect(rowsOf(inspector)[1]).toMatchObject({ status: 'denied', text: expect.stringContaining('Too late.') });
    expect(await get(inspector, `haft-api/calls/${waiting.number}`)).toMatchObject({
      outcome: { status: 'denied', text: expect.stringContaining('Too late.') },
    });
  });

  test.each([
    ['is lost with its process', undefined, 'lost'],
    ['waits longer than its process with a ledger', new MemoryCallLedger(), 'deferred'],
  ])('%s', async (_what, ledger, status) => {
    const runtime = openShop(ledger === undefined ? {} : { durability: { ledger } });
    const before = open(runtime);
    await runtime.startRun().call({ id: 'c1', ...REFUND });
    const after = open(runtime);
    after.importCalls(before.exportCalls());
    expect(rowsOf(after)).toMatchObject([{ status }]);
  });
});

describe('the insight of the page [TSP-24, OBS-6]', () => {
  test('reports the calls of this process and of the one before', async () => {
    const runtime = openShop();
    const before = open(runtime);
    for (let count = 0; count < 2; count++)
      await runtime.startRun().call({ name: 'order_find', arguments: { number: 1, kind: 'late' } });
    const after = open(runtime);
    after.importCalls(before.exportCalls());
    await runtime.startRun().call({ name: 'order_find', arguments: { number: 1, kind: 'late' } });
    expect(await get(after, 'haft-api/insight')).toMatchObject({
      calls: 3,
      tools: [{ tool: 'order_find', calls: 3, retries: 3 }],
      suggestions: [{ kind: 'value', tool: 'order_find', parameter: 'kind', calls: 3, of: 3 }],
    });
    expect(await get(after, 'haft-api/insight/calls')).toMatchObject({ calls: [{ tool: 'order_find' }, {}, {}] });
  });
});

describe('a call as a test [TSP-24]', () => {
  const presets = { default: () => ({ userId: 'bob' }), ada: { userId: 'ada', deps: {} }, eve: {} };
  const textOf = async (inspector: ReturnType<typeof open>, number: number) =>
    (await get<{ text: string }>(inspector, `haft-api/calls/${number}/test`)).text;

  /** Executes a test that the page wrote. */
  const execute = async (text: string, exported: Record<string, unknown>): Promise<void> => {
    const body = text.replace(/^import .*$/gm, '').replace(/^test\(/m, 'return run(');
    const run = (_title: string, play: () => Promise<void>) => play();
    const names = ['run', 'expect', ...Object.keys(exported)];
    await (new Function(...names, body) as (...given: unknown[]) => Promise<void>)(
      run,
      expect,
      ...Object.values(exported),
    );
  };

  test.each([
    ['default', 'bob', 'runOptions, runtime', 'await runOptions()'],
    ['ada', 'ada', 'presets, runtime', 'presets["ada"]'],
  ])('has the options of the preset %s, and passes', async (preset, text, names, options) => {
    const runtime = openShop();
    const inspector = open(runtime, { presets });
    inspector.setBuild({ module: { path: '../src/app.js', runOptions: 'function' } });
    const { number, outcome } = await call(inspector, 'whoami', {}, { preset });
    expect(outcome.text).toBe(text);
    const written = await textOf(inspector, number);
    expect(written).toContain(`import { ${names} } from "../src/app.js";`);
    expect(written).toContain(`runtime.startRun(${options})`);
    await execute(written, { runtime, presets, runOptions: presets.default });
    await expect(execute(written, { runtime, presets: { ada: {} }, runOptions: () => ({}) })).rejects.toThrow();
  });

  test('has the owner of a run of the application, and asks for options that it cannot write', async () => {
    const runtime = openShop();
    const inspector = open(runtime, { presets });
    await runtime.startRun({ userId: 'zoe' }).call({ name: 'whoami', arguments: {} });
    const written = await textOf(inspector, 1);
    expect(written).toContain('runtime.startRun({ userId: "zoe" })');
    await execute(written, { runtime });
    const { number } = await call(inspector, 'whoami', {}, { preset: 'ada' });
    const asking = await textOf(inspector, number);
    expect(asking).toContain('startRun({ ...options(), userId: "ada" })');
    expect(asking).toContain('throw new Error("Return the options of the preset ada: deps.");');
  });
});
