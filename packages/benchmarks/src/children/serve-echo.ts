import { serveMcp } from '@haft/mcp';
import { createRuntime, defineTool, toolset } from 'haft';

/* A server over stdio whose one tool returns a text: `node dist/children/serve-echo.js LINES`. */

const content = `${'x'.repeat(49)}\n`.repeat(Number(process.argv[2]));
const echo = defineTool({
  name: 'echo',
  description: 'Returns a text.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  result: { type: 'object', properties: { content: { type: 'string' } }, required: ['content'] },
  execute: () => ({ content }),
});
const runtime = createRuntime({ toolsets: toolset('echo', [echo]), results: { maxCharacters: 300_000 } });
await serveMcp(runtime, { name: 'echo', version: '1.0.0' }).connectStdio().closed;
