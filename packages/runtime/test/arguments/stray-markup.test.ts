import type { ToolOutcome } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';
import { createRuntime, defineTool, toolset } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';

const text = { type: 'string' } as const;
const parameters: JsonSchemaObject = {
  type: 'object',
  properties: { content: text, reason: text, tags: { type: 'array', items: text }, payload: text },
  required: ['content'],
  additionalProperties: false,
};
const note = defineTool({ name: 'note', description: 'Notes.', parameters, execute: (args: object) => args });
const run = createRuntime({ toolsets: toolset('notes', [note]), logger: quietLogger() }).startRun({ retries: 1000 });
const call = (args: object, asText: boolean): Promise<ToolOutcome> =>
  run.call({ name: 'note', arguments: asText ? JSON.stringify(args) : args });

describe.each([true, false])('the rest of a call format in a string (sent as text: %s)', (asText) => {
  it.each([
    ['Long.</content>\n<parameter name="reason">because</parameter>', 'reason'],
    ['Long.</content>\n<parameter name="tags">["a","b"]', 'tags'],
    ['Long.\n<parameter name="reason">because', 'reason'],
    ['See <parameter name="other">x</parameter> <parameter name="payload">y', 'payload'],
  ])('is a retry that names the argument: %s', async (content, name) => {
    const outcome = await call({ content }, asText);
    expect(outcome).toMatchObject({ status: 'retry', issues: [{ path: ['content'], rule: 'markup' }] });
    expect(outcome.text).toContain(
      `- content: expected a string without <parameter name="${name}">, and ${name} as a separate argument, received`,
    );
  });

  it.each(['Done.</content>\n</invoke>', 'Done.</payload></invoke>\n', 'Done.</parameter>', 'x</function_calls>'])(
    'is a retry if an end tag has no start: %s',
    async (content) => {
      const outcome = await call({ content }, asText);
      expect(outcome).toMatchObject({ status: 'retry', issues: [{ path: ['content'], rule: 'markup' }] });
      expect(outcome.text).toMatch(/- content: expected a string without <\/\w+> at its end, received/);
    },
  );

  it.each([
    { content: 'See <parameter name="other">x</parameter>' },
    { content: 'See <parameter name="reason">', reason: 'given' },
    { content: 'A call is <invoke name="x"><parameter name="y">1</parameter></invoke>' },
    { content: 'Write </invoke> at the end of a call.' },
    { content: '<content>Long.</content>' },
    { content: 'a > b', tags: ['</invoke>'] },
  ])('is text where it fits: %j', async (args) => {
    expect(await call(args, asText)).toMatchObject({ status: 'success', value: args, repairs: [] });
  });
});
