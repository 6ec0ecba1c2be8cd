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
const run = createRuntime({ toolsets: toolset('notes', [note]), observe: { logger: quietLogger() } }).startRun({
  retries: 1000,
});
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

  it.each([
    ['Long.\n</parameter>\n<parameter=reason>\nbecause', '<parameter=reason>'],
    ['Long.</arg_value><arg_key>reason</arg_key><arg_value>because', '<arg_key>reason</arg_key>'],
  ])('is a retry in the formats of other models: %s', async (content, tag) => {
    const { status, text: told } = await call({ content }, asText);
    expect(status).toBe('retry');
    expect(told).toContain(`expected a string without ${tag}, and reason as a separate argument`);
  });

  it.each([
    'Done.</content>\n</invoke>',
    'Done.</payload></invoke>\n',
    'Done.</parameter>',
    'x</function_calls>',
    'Done.\n</parameter>\n</function>\n</tool_call>',
    '{"a":1}</tool_call>',
    'Done.</arg_value>',
    'Done.<|im_end|>',
    'Done.<|eot_id|>\n',
    'Done.<|tool_call_end|>',
    'Done.<\uff5ctool\u2581call\u2581end\uff5c>',
  ])('is a retry if an end tag has no start: %s', async (content) => {
    const outcome = await call({ content }, asText);
    expect(outcome).toMatchObject({ status: 'retry', issues: [{ path: ['content'], rule: 'markup' }] });
    expect(outcome.text).toMatch(/- content: expected a string without <[^<>]+> at its end, received/);
  });

  it.each([
    { content: 'See <parameter name="other">x</parameter>' },
    { content: 'See <parameter name="reason">', reason: 'given' },
    { content: 'A call is <invoke name="x"><parameter name="y">1</parameter></invoke>' },
    { content: 'Write </invoke> at the end of a call.' },
    { content: '<content>Long.</content>' },
    { content: '<|im_start|>user\nHi<|im_end|>' },
    { content: 'list |> map |>' },
    { content: 'The token <|im_end|> ends a message.' },
    { content: '<tool_call>{}</tool_call>' },
    { content: '<function name="x"></function>' },
    { content: 'a <|> b <||>' },
    { content: 'a > b', tags: ['</invoke>'] },
  ])('is text where it fits: %j', async (args) => {
    expect(await call(args, asText)).toMatchObject({ status: 'success', value: args, repairs: [] });
  });
});
