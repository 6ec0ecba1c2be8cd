import { describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { MemoryCallLedger } from '@haft/durable';
import { serveMcp } from '@haft/mcp';
import { openAiChat } from '@haft/providers/openai';
import { codeToolset } from '@haft/toolsets/code';
import { planToolset } from '@haft/toolsets/plan';
import {
  compose,
  createRuntime,
  decision,
  defineTool,
  toolset,
  type RunContext,
  type RunEvent,
  type Runtime,
  type ToolOutcome,
} from 'haft';

/*
 * A tool whose permissions the user lacks does not exist, at any door. A user who loses them while
 * a call waits gets no execution.
 */

/** Events about a decision have no `via`. */
const viaOf = (event: RunEvent): string | undefined => ('via' in event ? event.via : undefined);

/** One for all worlds: the first program loads the compiler. */
const code = codeToolset();

/** The rights of the user now, and what the tool did. */
class World {
  readonly rights = new Set(['orders:write']);
  readonly done: string[] = [];
  readonly ledger = new MemoryCallLedger();
  readonly events: RunEvent[] = [];

  constructor(private readonly form: Form = FORMS[0]) {}

  open(settings: object = {}, options: Parameters<typeof createRuntime>[0] | object = {}): Runtime {
    const id = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } as const;
    const cancel = defineTool({
      name: 'orders_cancel',
      description: 'Cancels an order.',
      parameters: id,
      settings: { requires: ['orders:write'], ...settings },
      execute: ({ id: order }: { id: string }) => {
        this.done.push(order);
        return 'cancelled';
      },
    });
    const delegate = defineTool({
      name: 'delegate',
      description: 'Does it.',
      parameters: id,
      execute: async (args: { id: string }, run: RunContext) =>
        (await run.calls.call({ name: 'orders_cancel', arguments: args })).text,
    });
    const orders = toolset('orders', [cancel, delegate]);
    const deferred = compose(orders).deferLoading({ stable: true });
    return createRuntime({
      toolsets: [this.form.isStable ? deferred : orders, planToolset(), code],
      can: (permission: string) => Promise.resolve(this.rights.has(permission)),
      observe: {
        logger: { debug() {}, info() {}, warn() {}, error() {} },
        onEvent: (event: RunEvent) => void this.events.push(event),
      },
      ...options,
    }) as unknown as Runtime;
  }

  /** A process with a ledger. */
  durable(settings: object, concurrency = {}): Runtime {
    return this.open(settings, { durability: { ledger: this.ledger }, limits: { concurrency } });
  }

  key(): string {
    return this.ledger.list({ states: ['awaiting', 'approved', 'queued', 'denied', 'done'], limit: 1 })[0]?.key ?? '';
  }

  state(): string | undefined {
    return this.ledger.list({ states: ['awaiting', 'approved', 'queued', 'denied', 'done'], limit: 1 })[0]?.state;
  }
}

/** A call of the tool by its name, or through `call_tool`. */
interface Form {
  readonly isStable: boolean;
  readonly request: { readonly name: string; readonly arguments: object };
}

const PLAIN: Form = { isStable: false, request: { name: 'orders_cancel', arguments: { id: '1' } } };
const FORMS = [PLAIN, { isStable: true, request: { name: 'call_tool', arguments: PLAIN.request } }] as const;

/** Calls the tool after `revoke`, and returns what the model reads. */
type Door = (runtime: Runtime, revoke: () => void, form: Form) => Promise<string>;

/** A program does not compile with an unknown name. */
const UNKNOWN = /unknown tool|not found|is not assignable to parameter of type 'keyof Tools'/i;

const inRun =
  (requestOf: (form: Form) => object): Door =>
  async (runtime, revoke, form) => {
    const run = runtime.startRun();
    await run.definitions();
    revoke();
    return (await run.call(requestOf(form) as never)).text;
  };

const DOORS: Readonly<Record<string, Door>> = {
  'run.call': inRun(({ request }) => request),
  'run.call with a prefix': inRun(({ request }) => ({ ...request, name: `functions.${request.name}` })),
  'run.callAll': async (runtime, revoke, { request }) => {
    const run = runtime.startRun();
    await run.definitions();
    revoke();
    return (await run.callAll([{ id: 'c', ...request }]))[0]?.text ?? '';
  },
  'a tool of run.tools()': async (runtime, revoke, { request }) => {
    const tools = await runtime.startRun().tools();
    revoke();
    const tool = tools.find(({ definition }) => definition.name === request.name);
    return (await tool?.call(request.arguments))?.text ?? "Unknown tool name: 'orders_cancel'.";
  },
  'an inner call': inRun(() => ({ ...PLAIN.request, name: 'delegate' })),
  'a plan': inRun(() => ({
    name: 'execute_plan',
    arguments: { steps: [{ tool: 'orders_cancel', args: { id: '1' } }] },
  })),
  'a program': inRun(() => ({
    name: 'execute_code',
    arguments: { code: "return await callTool('orders_cancel', { id: '1' });" },
  })),
  'an MCP client': async (runtime, revoke, { request }) => {
    const mcp = serveMcp(runtime, {});
    const { url, close } = await mcp.listen({ port: 0 });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(url));
    await client.listTools();
    revoke();
    try {
      const { content } = await client.callTool(request as never);
      return (content as readonly { readonly text: string }[])[0]?.text ?? '';
    } catch (error) {
      expect(error).toMatchObject({ code: -32602 });
      return String(error);
    } finally {
      await client.close();
      await mcp.close();
      await close();
    }
  },
};

// A program calls the tool itself, and takes long.
const CASES = Object.entries(DOORS).flatMap(([door, through]) =>
  (door === 'a program' ? [PLAIN] : FORMS).map(
    (form) => [`${door}${form.isStable ? ' with call_tool' : ''}`, through, form] as const,
  ),
);

describe.each(CASES)('%s [NEW-34]', (_door, through, form) => {
  it('does not execute a tool that was hidden, or that the user lost after the list', async () => {
    const hidden = new World(form);
    hidden.rights.clear();
    expect(await through(hidden.open(), () => undefined, form)).toMatch(UNKNOWN);
    const revoked = new World(form);
    const revoke = (): void => {
      revoked.rights.clear();
    };
    const text = await through(revoked.open(), revoke, form);
    expect(text).toMatch(UNKNOWN);
    expect([hidden.done, revoked.done]).toEqual([[], []]);
  });

  it('executes it with the permission', async () => {
    const world = new World(form);
    expect(await through(world.open(), () => undefined, form)).toContain('cancelled');
    expect(world.done).toEqual(['1']);
  });
});

describe('a list without the permission [NEW-34]', () => {
  it('is as if the tool did not exist', async () => {
    const world = new World();
    world.rights.clear();
    const run = world.open().startRun({ target: 'openai' });
    const provider = openAiChat();
    const texts = [
      JSON.stringify(await run.definitions()),
      JSON.stringify(await provider.toolsOf(run as never)),
      await run.instructions(),
      JSON.stringify((await run.tools()).map(({ definition }) => definition)),
    ];
    for (const text of texts) expect(text).not.toMatch(/orders_cancel|orders:write/);
  });

  it('shows no requirement to a model that has the permission', async () => {
    const run = new World().open().startRun({ target: 'openai' });
    const tools = JSON.stringify(await openAiChat().toolsOf(run as never));
    expect(tools).toContain('orders_cancel');
    expect(tools).not.toContain('orders:write');
  });
});

const DENIED = {
  status: 'denied',
  text: "'orders_cancel' is not allowed for its user any longer. Nothing was done.",
};

describe.each(FORMS)('a call of $request.name that waited [NEW-34]', (form) => {
  const call = { id: 'c', ...form.request };
  const asking = { approvals: [true], effect: {} };

  async function waiting(world: World): Promise<Runtime> {
    const runtime = world.durable(asking);
    const run = runtime.startRun({ id: 'r', userId: 'ada' });
    expect((await run.callAll([call]))[0]?.status).toBe('deferred');
    await run.end();
    return runtime;
  }

  it('is denied when a person approves it in another process', async () => {
    const world = new World(form);
    await waiting(world);
    world.rights.clear();
    const outcome = await world.durable(asking).pending.decide(world.key(), decision.approve());
    expect(outcome).toMatchObject(DENIED);
    expect([world.state(), world.done]).toEqual(['denied', []]);
  });

  it('is one of its tool after an approval in another process', async () => {
    const world = new World(form);
    await waiting(world);
    const asked = world.events.filter(({ callId }) => callId === 'c');
    const via = form.isStable ? 'call_tool' : undefined;
    expect(asked.map(viaOf)).toEqual(asked.map(() => via));
    world.events.length = 0;
    const outcome = await world.durable(asking).pending.decide(world.key(), decision.approve());
    expect(outcome).toMatchObject({ status: 'success', tool: 'orders_cancel' });
    const of = world.events.filter(({ callId }) => callId === 'c');
    expect(of.map((event) => [event.tool, viaOf(event)])).toEqual(of.map(() => ['orders_cancel', undefined]));
    expect([asked.length > 0, of.length > 0]).toEqual([true, true]);
  });

  it('is denied in the process that resumes its run', async () => {
    const world = new World(form);
    const run = world.open({ approvals: [true] }).startRun({ id: 'r', userId: 'ada' });
    expect((await run.call(call)).status).toBe('deferred');
    const pending = JSON.parse(JSON.stringify(run.pending())) as ReturnType<typeof run.pending>;
    world.rights.clear();
    const [{ id } = { id: '' }] = pending.requests;
    const { outcomes } = await world.open({ approvals: [true] }).resumeRun(pending, { [id]: decision.approve() });
    expect(outcomes).toMatchObject([DENIED]);
    expect(world.done).toEqual([]);
  });

  it('is denied when it is recovered', async () => {
    const world = new World(form);
    const runtime = await waiting(world);
    await runtime.pending.decide(world.key(), decision.approve(), { execute: false });
    world.rights.clear();
    expect((await world.durable(asking).recover({ idleMs: 0 })).failed).toEqual([]);
    expect([world.state(), world.done]).toEqual(['denied', []]);
  });

  it('stays where it is if neither the runtime nor the run has permissions', async () => {
    const world = new World(form);
    const runtime = await waiting(world);
    await runtime.pending.decide(world.key(), decision.approve(), { execute: false });
    const silent = world.open(asking, { durability: { ledger: world.ledger }, can: undefined });
    const { failed } = await silent.recover({ idleMs: 0 });
    expect(failed).toMatchObject([{ error: { code: 'HAFT_NO_PERMISSIONS' } }]);
    expect([world.state(), world.done]).toEqual(['approved', []]);
    const { ended } = await silent.recover({ idleMs: 0, runOptions: () => ({ permissions: ['orders:write'] }) });
    expect([ended.length, world.done]).toEqual([1, ['1']]);
  });

  it('is denied in the background, and its task is unknown to who lost the permission', async () => {
    const world = new World(form);
    const inBackground = { background: {} };
    const run = world.durable(inBackground, { background: 0 }).startRun({ id: 'r', userId: 'ada' });
    const outcome = (await run.call(call)) as ToolOutcome<{ readonly task: string }>;
    const status = { name: 'task_status', arguments: { task: world.key() } };
    expect((await run.call(status)).text).toContain('queued');
    world.rights.clear();
    expect(outcome.status).toBe('success');
    expect((await run.call(status)).text).toContain('There is no task');
    await world.durable(inBackground).recover({ idleMs: 0, calls: 'background' });
    while (world.state() === 'queued' || world.state() === 'running') await new Promise(setImmediate);
    expect([world.state(), world.done]).toEqual(['denied', []]);
  });

  it('is denied in the worker that executes it', async () => {
    const world = new World(form);
    const worker = world.open();
    const executor = () => ({
      execute: (plain: Parameters<Runtime['executeCall']>[0]) => {
        world.rights.clear();
        return worker.executeCall(plain);
      },
    });
    const host = world.open({}, { durability: { ledger: world.ledger, executor } });
    expect(await host.startRun({ userId: 'ada' }).call(call)).toMatchObject(DENIED);
    expect(world.done).toEqual([]);
  });
});
