import { describe, expect, it } from '@jest/globals';
import type { JsonSchemaObject } from '@haft/schema';
import { compose, createRuntime, defineTool, dynamic, MemoryStore, toolset } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';

const logger = quietLogger();
const numbered = (maximum: number): JsonSchemaObject => ({
  type: 'object',
  properties: { n: { type: 'integer', maximum } },
  required: ['n'],
  additionalProperties: false,
});

describe('the state of a tool is not used after the tool has changed [NEW-3]', () => {
  it('cached results', async () => {
    let executed = 0;
    const cache = new MemoryStore();
    const answer = async (version: string, maximum = 9): Promise<unknown> => {
      const cached = defineTool({
        name: 'count',
        description: 'Counts.',
        version,
        parameters: numbered(maximum),
        settings: { cached: { ttlMs: 60_000, scope: 'global' } },
        execute: () => ++executed,
      });
      const runtime = createRuntime({ toolsets: toolset('counter', [cached]), cache, observe: { logger } });
      const outcome = await runtime.startRun().call('count', { n: 1 });
      return outcome.status === 'success' ? outcome.value : outcome;
    };
    expect([await answer('1'), await answer('1'), await answer('2'), await answer('2', 8), await answer('1')]).toEqual([
      1, 1, 2, 3, 1,
    ]);
  });

  it('mistakes of a model, when a step shows the tool with another schema', async () => {
    const count = defineTool({ name: 'count', description: 'Counts.', parameters: numbered(9), execute: () => 1 });
    let maximum = 9;
    const changing = compose(dynamic(() => toolset('counter', [count]), { per: 'step' })).prepare((_run, definitions) =>
      definitions.map((one) => ({ ...one, description: `Up to ${maximum}.`, parameters: numbered(maximum) })),
    );
    const run = createRuntime({ toolsets: changing, limits: { retries: 1 }, observe: { logger } }).startRun();
    const wrong = async (): Promise<string> => (await run.call({ name: 'count', arguments: { n: 100 } })).status;
    expect(await wrong()).toBe('retry');
    run.nextStep();
    expect(await wrong()).toBe('failed');
    run.nextStep();
    maximum = 8;
    expect(await wrong()).toBe('retry');
  });
});
