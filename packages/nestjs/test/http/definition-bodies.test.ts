import { expect, it } from '@jest/globals';
import { createRuntime, defineTool, toolset } from '@haft/runtime';
import { definitionBodies } from '../../src/http/definition-bodies.js';

it.each([undefined, 'openai' as const])(
  'hides metadata and permissions from clients, for the target %p',
  async (target) => {
    const tool = defineTool({
      name: 'close',
      description: 'Closes.',
      parameters: { type: 'object', properties: {} },
      metadata: { team: 'desk' },
      settings: { requires: ['orders:write'] },
      execute: () => '',
    });
    const run = createRuntime({ toolsets: toolset('orders', [tool]) }).startRun({
      permissions: ['orders:write'],
      ...(target && { target }),
    });
    const [body] = await definitionBodies(run);
    expect(body?.name).toBe('close');
    expect(JSON.stringify(body)).not.toMatch(/desk|orders:write/);
  },
);
