import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { JsonSchemaObject } from '@haft/schema';
import { TARGETS } from '../../src/dialect.js';
import { createRuntime, defineTool, toolset } from '../../src/index.js';

const parameters: JsonSchemaObject = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    limit: { type: 'integer', maximum: 10 },
    labels: { type: 'object', additionalProperties: { type: 'integer' } },
    list: { type: 'array', items: { type: 'string' } },
  },
  required: ['title'],
  additionalProperties: false,
};
const runtime = createRuntime({
  toolsets: toolset('notes', [
    defineTool({
      name: 'note',
      description: 'Writes a note.',
      parameters,
      execute: (args: object) => JSON.stringify(args),
    }),
  ]),
});

const value = fc.oneof(
  fc.constantFrom('x', '5', 'null'),
  fc.integer({ min: 0, max: 20 }),
  fc.constant(null),
  fc.boolean(),
);
const args = fc.dictionary(
  fc.constantFrom('title', 'limit', 'labels', 'list', 'other'),
  fc.oneof(value, fc.array(value, { maxLength: 2 }), fc.dictionary(fc.constantFrom('a', 'key', 'value'), value)),
  { noNullPrototype: true },
);
const sent = fc.oneof(
  args,
  args.map((one) => JSON.stringify(one)),
  args.map((one) => `Here: \`\`\`json\n${JSON.stringify(one)}\n\`\`\``),
);

describe('a run with a target', () => {
  it('answers as one without, where the target is shown the schema as it is', async () => {
    await fc.assert(
      fc.asyncProperty(sent, async (one) => {
        const call = { id: 'c1', name: 'note', arguments: one };
        const plain = await runtime.startRun().call(call);
        expect(await runtime.startRun({ target: 'mcp' }).call(call)).toEqual(plain);
      }),
    );
  });

  it('accepts all arguments that a run without one accepts, with the same result', async () => {
    await fc.assert(
      fc.asyncProperty(sent, fc.constantFrom(...TARGETS), async (one, target) => {
        const call = { id: 'c1', name: 'note', arguments: one };
        const plain = await runtime.startRun().call(call);
        const read = await runtime.startRun({ target }).call(call);
        if (plain.status === 'success') expect([read.status, read.text]).toEqual(['success', plain.text]);
      }),
    );
  });

  it('never throws at the host', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.constantFrom(...TARGETS), async (one, target) => {
        const { status } = await runtime.startRun({ target }).call({ id: 'c1', name: 'note', arguments: one });
        expect(['success', 'retry']).toContain(status);
      }),
    );
  });
});
