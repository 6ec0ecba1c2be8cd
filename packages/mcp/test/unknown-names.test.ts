import { createRuntime, toolset } from '@haft/runtime';
import { mcpToolset } from '../src/client/index.js';
import { serveMcp } from '../src/index.js';

/* Options that do not exist are errors when a server or a toolset is made. */

const runtime = createRuntime({ toolsets: toolset('none', []) });
const refused = expect.objectContaining({
  code: 'HAFT_INVALID_OPTION',
  message: expect.stringContaining("'allowedHost'"),
});

it('serveMcp refuses an option that does not exist', () => {
  expect(() => serveMcp(runtime, { allowedHost: ['shop.example'] } as never)).toThrow(refused);
});

it('mcpToolset refuses an option that does not exist', () => {
  const server = { command: 'node' };
  expect(() => mcpToolset({ name: 'x', server, allowedHost: ['x'] } as never)).toThrow(refused);
});

it('serveMcp refuses an option of sessions and of listen that does not exist', async () => {
  const code = 'HAFT_INVALID_OPTION';
  expect(() => serveMcp(runtime, { sessions: { idle: 1 } } as never)).toThrow(expect.objectContaining({ code }));
  const listener = serveMcp(runtime).listen({ port: 0, hots: '0.0.0.0' } as never);
  await expect(listener).rejects.toMatchObject({ code });
});
