import { describe, expect, it } from '@jest/globals';
import { ModelRetry, ToolResult } from '@haft/core';
import { createRuntime, defineTool, toolset, type AnyToolset, type Run } from '@haft/runtime';
import { mcpToolset } from '../src/client/index.js';
import { serveMcp } from '../src/index.js';
import { atEnd, connect, ERAS, serveNotes } from './support/connect.js';
import { quietLogger } from './support/quiet-logger.js';

/* Many readers of JSON reject half of a surrogate pair, and all providers do. */

const HALF = '\ud83d';
const halves = (value: unknown): readonly string[] => JSON.stringify(value).match(/\\ud[89a-f][\da-f]{2}/gi) ?? [];

const parameters = {
  type: 'object',
  properties: { [`a${HALF}`]: { type: 'string' }, text: { type: 'string' } },
} as const;

/** Tools that put halves of characters everywhere. */
function brokenTools(taken: unknown[]): AnyToolset {
  return toolset('desk', [
    defineTool({
      name: 'echo',
      description: `Returns its arguments ${HALF}.`,
      parameters,
      result: { type: 'object' },
      metadata: { title: `Echo ${HALF}`, mcp: { _meta: { 'example.com/a': HALF } } },
      execute: (args, run) => {
        taken.push(args);
        run.report({ progress: 1, message: HALF });
        run.report({ note: HALF });
        run.logger.info(HALF, { note: HALF });
        return { ...args, own: HALF };
      },
    }),
    defineTool({
      name: 'parts',
      description: 'Returns parts.',
      parameters,
      execute: () =>
        new ToolResult({
          value: undefined,
          content: [
            { type: 'text', text: HALF },
            { type: 'resource', uri: `file:///${HALF}`, name: HALF },
            { type: 'file', data: 'aGk=', mediaType: 'text/plain', name: HALF },
          ],
        }),
    }),
    defineTool({
      name: 'fail',
      description: 'Fails.',
      parameters,
      execute: () => {
        throw new ModelRetry(`Not ${HALF}.`);
      },
    }),
    defineTool({ name: 'ask', description: 'Asks.', parameters, settings: { approvals: [true] }, execute: () => HALF }),
  ]);
}

describe.each(ERAS)('half of a character, protocol $era', (era) => {
  it('is in nothing that a client receives, and in nothing that a tool of another server gets', async () => {
    const taken: unknown[] = [];
    const { url: inner } = await serveNotes({ logging: true }, { toolsets: () => [brokenTools(taken)] });
    const foreign = mcpToolset({ name: 'foreign', server: { url: inner }, logger: quietLogger() });
    atEnd(() => foreign.close());
    const { url } = await serveNotes({ logging: true }, { toolsets: () => [foreign] });
    for (const server of [inner, url]) {
      const client = await connect(server, era, { capabilities: { elicitation: {} } });
      const received: unknown[] = [];
      client.setNotificationHandler('notifications/message', ({ params }) => void received.push(params));
      client.setRequestHandler('elicitation/create', ({ params }) => {
        received.push(params);
        return Promise.resolve({ action: 'accept', content: { approve: true } });
      });
      received.push(await client.listTools());
      // The newer protocol has the name in a header too, which takes no half.
      const unknown = era.era === '2025-11-25' ? [`no${HALF}`] : ['no'];
      for (const name of ['echo', 'parts', 'fail', 'ask', ...unknown]) {
        const call = { name, arguments: { text: HALF, [`a${HALF}`]: `b${HALF}` } };
        const onprogress = (one: unknown): void => void received.push(one);
        const _meta = { 'io.modelcontextprotocol/logLevel': 'info' };
        received.push(await client.callTool({ ...call, _meta }, { onprogress }).catch(String));
      }
      expect(received.length).toBeGreaterThan(7);
      expect(halves(received)).toEqual([]);
    }
    expect(taken).toEqual(Array(2).fill({ text: '\ufffd', 'a\ufffd': 'b\ufffd' }));
  });
});

describe.each(ERAS)('a used-up budget, protocol $era', (era) => {
  it('refuses no call that succeeds, and a success restores it', async () => {
    const read = defineTool({
      name: 'read',
      description: 'Reads.',
      parameters: { type: 'object', properties: { id: { type: 'integer', minimum: 1 } }, required: ['id'] },
      execute: ({ id }: { readonly id?: unknown }) => {
        if (id === 404) throw new ModelRetry('There is no 404.');
        return `note ${String(id)}`;
      },
    });
    const { url: inner } = await serveNotes({}, { toolsets: () => [toolset('notes', [read])] });
    const foreign = mcpToolset({ name: 'foreign', server: { url: inner }, logger: quietLogger() });
    const runtime = createRuntime({ toolsets: foreign, limits: { retries: 1 }, observe: { logger: quietLogger() } });
    const run = runtime.startRun();
    const { url, close } = await serveMcp(runtime, { run: () => run as Run }).listen({ port: 0 });
    atEnd(async () => {
      await close();
      await foreign.close();
      await runtime.dispose();
    });
    const client = await connect(url, era);
    const call = async (id: unknown): Promise<unknown> => {
      const { content } = await client.callTool({ name: 'read', arguments: { id } });
      return (content[0] as { text: string }).text;
    };
    for (const id of [404, -1, 404, 'x', 404, -2]) expect(await call(id)).not.toMatch(/^note/);
    expect(await call(7)).toBe('note 7');
    expect(await call(404)).toContain('Fix the errors and try again.');
    for (const id of [404, 404, 404]) await call(id);
    expect(await call(8)).toBe('note 8');
  });
});
