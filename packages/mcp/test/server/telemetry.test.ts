import { describe, expect, it } from '@jest/globals';
import { createRuntime } from '@haft/runtime';
import { enableTelemetry, type SpanLike } from '@haft/runtime/telemetry';
import { mcpToolset } from '../../src/client/index.js';
import { atEnd, connect, ERAS, serveNotes } from '../support/connect.js';

type Attributes = Readonly<Record<string, unknown>>;

/** Records the attributes of all spans, at their start and at their end. */
function recordSpans(): Attributes[] {
  const spans: Attributes[] = [];
  const startSpan = (name: string, { attributes }: { readonly attributes: Attributes }): SpanLike => {
    let all = { name, ...attributes };
    const span: SpanLike = {
      setAttributes: (more) => (all = { ...all, ...more }),
      setStatus: () => span,
      recordException: () => undefined,
      end: () => spans.push(all),
    };
    return span;
  };
  const stop = enableTelemetry({ tracer: { startSpan } });
  atEnd(() => Promise.resolve(stop()));
  return spans;
}

describe.each(ERAS)('spans of calls over MCP, protocol $era', (era) => {
  it('have the attributes of the request that a server received', async () => {
    const { url } = await serveNotes();
    const client = await connect(url, era);
    const spans = recordSpans();
    await client.callTool({ name: 'note_list', arguments: {} });
    const session = era.era === '2025-11-25' ? { 'mcp.session.id': expect.stringMatching(/./) } : {};
    expect(spans).toEqual([
      expect.objectContaining({
        name: 'execute_tool note_list',
        'gen_ai.operation.name': 'execute_tool',
        'mcp.method.name': 'tools/call',
        'mcp.protocol.version': era.era,
        'jsonrpc.request.id': expect.stringMatching(/^\d+$/),
        'network.transport': 'tcp',
        ...session,
      }),
    ]);
    expect('mcp.session.id' in (spans[0] ?? {})).toBe(era.era === '2025-11-25');
  });

  it('have the server that a tool of mcpToolset calls', async () => {
    const { url } = await serveNotes();
    const notes = mcpToolset({
      name: 'notes',
      server: { url },
      protocol: era.era === '2025-11-25' ? 'legacy' : era.era,
    });
    atEnd(() => notes.close());
    const run = createRuntime({ toolsets: notes }).startRun();
    await run.definitions();
    const spans = recordSpans();
    await run.call('note_list', {});
    const ours = spans.find((span) => span['haft.run.id'] === run.id);
    expect(ours).toMatchObject({
      name: 'execute_tool note_list',
      'mcp.method.name': 'tools/call',
      'mcp.protocol.version': era.era,
      'network.transport': 'tcp',
      'server.address': url.hostname,
      'server.port': Number(url.port),
    });
    await run.end();
  });
});
