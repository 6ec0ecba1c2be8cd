import { describe, expect, it } from '@jest/globals';
import { createRuntime } from '@haft/runtime';
import { exampleOf } from '@haft/schema';
import { serveMcp } from '../../src/index.js';
import { atEnd, connect, ERAS } from '../support/connect.js';
import { fixtureTools, fixtureToolset } from '../support/fixture-tools.js';

const tools = fixtureTools();

describe.each(ERAS)('a tool for each kind of type that the build reads, protocol $era', (era) => {
  it('is listed with its schema, and its results match the schema that the official client received', async () => {
    const mcp = serveMcp(createRuntime({ toolsets: fixtureToolset(tools) }), { sessions: {} });
    const { url } = await mcp.listen({ port: 0 });
    atEnd(() => mcp.close());
    const client = await connect(url, era);
    const listed = new Map((await client.listTools()).tools.map((tool) => [tool.name, tool]));
    expect(listed.size).toBe(tools.length);
    const broken: unknown[] = [];
    let structured = 0;
    for (const { name, parameters, result } of tools) {
      expect(listed.get(name)?.inputSchema).toEqual({ ...parameters, type: 'object' });
      if (exampleOf(parameters) === undefined || (result !== undefined && exampleOf(result) === undefined)) continue;
      // The client checks structured content against the output schema that it was given.
      const answer = await client
        .callTool({ name, arguments: exampleOf(parameters) as Record<string, unknown> })
        .catch(String);
      if (typeof answer !== 'string' && answer.structuredContent !== undefined) structured += 1;
      if (typeof answer === 'string' || answer.isError === true) broken.push([name, answer]);
    }
    expect(broken).toEqual([]);
    expect([tools.length > 50, structured > 50]).toEqual([true, true]);
  });
});
