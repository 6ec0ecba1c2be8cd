import { describe, expect, it } from '@jest/globals';
import { ToolResult, type DeferralRequest, type RunContext } from '@haft/core';
import { compose, createRuntime, defineTool, toolset, type PendingRun, type Run } from '@haft/runtime';
import { serveMcp, type McpRequest } from '../../src/index.js';
import { atEnd, connect, ERAS, serveNotes } from '../support/connect.js';
import { notesLog, notesTools } from '../fixtures/notes-tools.mjs';

const wrong = { name: 'note_write', arguments: { text: '' } };
const textOf = (result: { content: readonly unknown[] }) => (result.content[0] as { text: string }).text;

describe.each(ERAS)('runs, protocol $era', (era) => {
  it('are new for each request: nothing continues from call to call', async () => {
    const { url } = await serveNotes({}, { limits: { retries: 1, maxCalls: 1 } });
    const client = await connect(url, era);
    for (let i = 0; i < 4; i++) expect(textOf(await client.callTool(wrong))).toMatch(/Fix the errors and try again/);
    expect(await client.callTool({ name: 'note_list', arguments: {} })).not.toHaveProperty('isError');
  });

  it('may be the host’s: then budgets and limits continue, and the run stays open', async () => {
    const runtime = createRuntime({ toolsets: notesTools(), limits: { retries: 1 } });
    const run = runtime.startRun({ userId: 'ada' });
    const { url } = await listening(serveMcp(runtime, { run: () => run as Run }));
    const client = await connect(url, era);
    expect(textOf(await client.callTool(wrong))).toMatch(/Fix the errors/);
    expect(textOf(await client.callTool(wrong))).not.toMatch(/Fix the errors/);
    const other = await connect(url, era);
    expect(textOf(await other.callTool(wrong))).not.toMatch(/Fix the errors/);
    expect(await run.call({ name: 'note_list' })).toMatchObject({ status: 'success' });
  });

  it('from the host separate their calls: progress and cancellation belong to the request', async () => {
    const log = notesLog();
    const runtime = createRuntime({ toolsets: notesTools(log) });
    const run = runtime.startRun();
    const { url } = await listening(serveMcp(runtime, { run: () => run as Run }));
    const client = await connect(url, era);
    const cancel = new AbortController();
    const told: unknown[] = [];
    const waiting = client
      .callTool({ name: 'note_wait', arguments: {} }, { signal: cancel.signal, onprogress: (one) => told.push(one) })
      .catch(() => 'cancelled');
    const scan = await client.callTool({ name: 'note_scan', arguments: {} }, { onprogress: () => cancel.abort() });
    expect(textOf(scan)).toBe('scanned');
    expect(await waiting).toBe('cancelled');
    expect(told).toEqual([{ progress: 0, message: 'waiting' }]);
    expect(await run.call({ name: 'note_list' })).toMatchObject({ status: 'success' });
  });

  it('from the host ask the user too', async () => {
    const log = notesLog();
    const runtime = createRuntime({ toolsets: notesTools(log) });
    const run = runtime.startRun();
    const { url } = await listening(serveMcp(runtime, { run: () => run as Run }));
    const client = await connect(url, era, { capabilities: { elicitation: {} } });
    client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { approve: true } }));
    expect(textOf(await client.callTool({ name: 'note_delete', arguments: { id: 4 } }))).toBe(
      'deleted 4, approved: true',
    );
    expect(log.written).toEqual(['deleted 4']);
    expect(run.pending().requests).toEqual([]);
  });

  it('from the host keep the tools that were found', async () => {
    const runtime = createRuntime({ toolsets: compose(notesTools()).deferLoading(['note_list']) });
    const run = runtime.startRun();
    const served = serveMcp(runtime, { run: () => run as Run });
    const { url } = await listening(served);
    const client = await connect(url, era);
    const names = async () => (await client.listTools()).tools.map(({ name }) => name);
    expect(await names()).not.toContain('note_list');
    const told = new Promise<void>((resolve) => {
      client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
    });
    if (era.era === '2026-07-28') await client.listen({ toolsListChanged: true });
    else await new Promise((resolve) => setTimeout(resolve, 100)); // its stream opens after it has connected
    await client.callTool({ name: 'search_tools', arguments: { queries: ['list notes'] } });
    await told;
    expect(await names()).toContain('note_list');
    expect(await client.callTool({ name: 'note_list', arguments: {} })).not.toHaveProperty('isError');
  });

  it('continue elsewhere, if the client could not ask a user', async () => {
    const waiting: { request: DeferralRequest; pending: PendingRun }[] = [];
    const log = notesLog();
    const runtime = createRuntime({ toolsets: notesTools(log) });
    const { url } = await listening(
      serveMcp(runtime, { onWaiting: (request, pending) => waiting.push({ request, pending }) }),
    );
    const client = await connect(url, era);
    await client.callTool({ name: 'note_delete', arguments: { id: 5 } });
    const [{ request, pending } = { request: undefined, pending: undefined }] = waiting;
    await runtime.resumeRun(pending as PendingRun, { [request?.id as string]: true });
    expect(log.written).toEqual(['deleted 5']);
  });

  it.each([{}, false] as const)('give the instructions of the toolsets, sessions: %p', async (sessions) => {
    const tools = compose(notesTools()).withInstructions((run: RunContext) => `You work for ${run.userId}.`);
    const runtime = createRuntime({ toolsets: tools });
    const context = ({ headers }: { headers: Headers }) => ({ userId: headers.get('x-user') ?? 'nobody' });
    const { url } = await listening(serveMcp(runtime, { context, sessions }));
    const client = await connect(url, era, { headers: { 'x-user': 'ada' } });
    expect(client.getInstructions()).toBe('You work for ada.');
  });

  it('give instructions by the facts of the opening request, which has no session and no client yet', async () => {
    const asked: McpRequest[] = [];
    const runtime = createRuntime({ toolsets: notesTools() });
    const context = (request: McpRequest) => {
      asked.push(request);
      return {};
    };
    const auth = { token: 't', clientId: 'app', scopes: [] };
    const { url } = await listening(serveMcp(runtime, { context, authenticate: () => auth }));
    await connect(url, era, { headers: { 'x-user': 'ada' } });
    const isModern = era.era === '2026-07-28';
    expect(asked).toMatchObject([
      {
        method: isModern ? 'server/discover' : 'initialize',
        transport: 'http',
        protocolVersion: isModern ? era.era : '',
        auth,
        sessionId: undefined,
        client: undefined,
        meta: {},
      },
    ]);
    expect(asked[0]?.headers.get('x-user')).toBe('ada');
    expect(asked[0]?.incoming?.method).toBe('POST');
  });

  it.each([
    [{}, { name: 'haft', version: '0.0.0' }],
    [
      { name: 'notes', version: '1.2.3', title: 'Notes' },
      { name: 'notes', version: '1.2.3', title: 'Notes' },
    ],
  ])('are of a server with the name, the version and the title of %j', async (options, shown) => {
    const { url } = await listening(serveMcp(createRuntime({ toolsets: notesTools() }), options));
    expect((await connect(url, era)).getServerVersion()).toStrictEqual(shown);
  });

  it('hide a part with invalid base64, and tell the developer', async () => {
    const errors: unknown[] = [];
    const broken = defineTool({
      name: 'broken',
      description: 'Gives a broken image.',
      parameters: { type: 'object', properties: {} },
      execute: () =>
        new ToolResult({ value: 1, content: [{ type: 'image', data: 'no base64!', mediaType: 'image/png' }] }),
    });
    const runtime = createRuntime({ toolsets: toolset('broken', [broken]) });
    const { url } = await listening(serveMcp(runtime, { onError: (error) => errors.push(error) }));
    const client = await connect(url, era);
    expect(await client.callTool({ name: 'broken', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ text: 'The result could not be read. It has run: do not repeat the call with the same arguments.' }],
    });
    expect(errors).toMatchObject([{ message: expect.stringContaining("'broken'") }]);
  });

  it('that return nothing where something was promised say so', async () => {
    const result = { type: 'object', properties: { a: { type: 'string' } } } as const;
    const none = (name: string, schema: object) =>
      defineTool({
        name,
        description: 'Returns nothing.',
        parameters: { type: 'object', properties: {} },
        result: schema,
        execute: () => undefined,
      });
    const runtime = createRuntime({
      toolsets: toolset('none', [none('nothing', result), none('maybe', { anyOf: [result, { type: 'null' }] })]),
    });
    const errors: unknown[] = [];
    const { url } = await listening(serveMcp(runtime, { onError: (error) => errors.push(error) }));
    const client = await connect(url, era);
    await client.listTools();
    expect(await client.callTool({ name: 'nothing', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ text: 'The tool returned nothing. It has run: do not repeat the call with the same arguments.' }],
    });
    expect(await client.callTool({ name: 'maybe', arguments: {} })).toMatchObject({
      content: [{ text: '(no output)' }],
    });
    expect(errors.map(String)).toEqual([
      "Error: The tool 'nothing' returned nothing, and its result schema takes no null.",
    ]);
  });
});

async function listening(mcp: ReturnType<typeof serveMcp>) {
  const { url, close } = await mcp.listen({ port: 0 });
  atEnd(async () => {
    await mcp.close();
    await close();
  });
  return { url };
}
