import { describe, expect, it } from '@jest/globals';
import { createRuntime, defineTool, toolset, type RuntimeOptions } from '../../src/index.js';
import { formatAnnotated } from '../../src/feedback.js';
import { quietLogger } from '../support/quiet-logger.js';

const find = defineTool({
  name: 'find',
  description: 'Finds.',
  parameters: {
    type: 'object',
    properties: { text: { type: 'string', minLength: 2 }, limit: { type: 'integer', maximum: 5 } },
    required: ['text'],
    additionalProperties: false,
  },
  execute: () => 'found',
});
const start = (options: Partial<RuntimeOptions> = {}) =>
  createRuntime({
    toolsets: toolset('finder', [find]),
    ...options,
    observe: { logger: quietLogger(), ...options.observe },
  }).startRun();
const wrong = { name: 'find', arguments: { text: 'ab', limit: 9 } };

describe('a problem that comes back [NEW-6]', () => {
  it('is told with the schema of the parameter and one valid example, and is data both times', async () => {
    const run = start();
    const [first, second] = [await run.call(wrong), await run.call(wrong)];
    const line = '- limit: expected an integer of at most 5, received 9';
    expect(first.text).toBe(`Tool call validation failed for tool 'find':\n${line}\n\nFix the errors and try again.`);
    expect(second.text).toContain(line);
    expect(second.text).toContain('{"type":"integer","maximum":5}');
    const example = /\{"text":.*\}/.exec(second.text)?.[0] ?? '';
    expect(await start().call({ name: 'find', arguments: example })).toMatchObject({ status: 'success', repairs: [] });
    const issues = [{ path: ['limit'], rule: 'maximum', expected: 'an integer of at most 5', received: '9' }];
    expect([first, second]).toMatchObject([{ issues }, { issues }]);
  });
});

describe('another formatter [TSP-3]', () => {
  it('shows the arguments as JSON, with the problems at their places', async () => {
    const { text } = await start({ errors: { formatter: formatAnnotated } }).call(wrong);
    expect(text).toBe(
      `Tool call validation failed for tool 'find':\n{\n  "text": "ab",\n  "limit": 9, // expected an integer of at most 5\n}\n\nFix the errors and try again.`,
    );
  });
});
