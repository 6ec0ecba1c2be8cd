import { expect, test } from '@jest/globals';
import type { Issue } from '@haft/schema';
import type { DialectForm } from '@haft/schema/dialects';
import { DEFAULT_ARGUMENT_LIMITS } from '../../src/default-limits.js';
import { formatRetryPrompt, writeRetryPrompt } from '../../src/feedback/format-retry-prompt.js';
import { KnownTexts } from '../../src/feedback/known-texts.js';
import { argumentCheck } from '../support/argument-check.js';

const issue = (more: Partial<Issue>): Issue => ({
  path: ['limit'],
  rule: 'maximum',
  expected: 'an integer of at most 5',
  received: '7',
  ...more,
});

const schema = {
  type: 'object',
  properties: { limit: { type: 'integer', maximum: 5 }, query: { type: 'string' } },
} as const;
const otherSchema = {
  ...schema,
  properties: { ...schema.properties, limit: { type: 'integer', maximum: 6 } },
} as const;

const refusals: readonly (readonly Issue[])[] = [
  [issue({})],
  [issue({ received: '8' })],
  [issue({ path: ['query'] })],
  [issue({ expected: 'an integer' })],
  [issue({ path: ['limit', 0] }), issue({})],
  [issue({ path: [] })],
  [issue({ message: 'at most\nfive' })],
  [issue({ suggestion: 'query' })],
  [issue({ path: ['lim it'], suggestion: 'limit' })],
  Array.from({ length: 40 }, (_, i) => issue({ path: ['items', i, 'limit'], received: `${i}` })),
  [issue({ expected: `one of ${'"x", '.repeat(600)}` })],
];

test('cached facts about a tool change no text, with any order of its problems', () => {
  const known = new KnownTexts('find');
  for (const repeated of [undefined, { schema, example: { limit: 1 } }, { schema: otherSchema }, undefined]) {
    for (const issues of [...refusals, ...[...refusals].reverse()]) {
      const prompt = { tool: 'find', refusal: { issues }, repeated };
      expect(writeRetryPrompt(prompt, known)).toBe(formatRetryPrompt(prompt));
    }
  }
});

test('a tool with more kinds of mistakes than are kept is told of all of them', () => {
  const known = new KnownTexts('find');
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 100; i++) {
      const refusal = { issues: [issue({ path: ['limit', i] })] };
      expect(writeRetryPrompt({ tool: 'find', refusal }, known)).toContain(`\n- limit[${i}]: expected an integer`);
    }
  }
});

test('help about problems that come back is found once, for each form that models are shown', () => {
  const known = new KnownTexts('find');
  const checks = { check: argumentCheck(schema), visitRules: undefined, limits: DEFAULT_ARGUMENT_LIMITS };
  const form = { parameters: otherSchema, write: (value: unknown) => value } as unknown as DialectForm;
  const first = [issue({ path: ['query'] })];
  const own = known.findHelp(checks, first);
  const shown = known.findHelp({ ...checks, form }, first);
  expect(known.knownHelp(undefined, [issue({ path: ['query', 0], received: '9' })])).toBe(own);
  expect(known.knownHelp(form, first)).toBe(shown);
  expect(known.knownHelp(undefined, [issue({ path: ['limit'] })])).toBeUndefined();
  for (const repeated of [own, shown, own]) {
    const prompt = { tool: 'find', refusal: { issues: first }, repeated };
    expect(writeRetryPrompt(prompt, known)).toBe(formatRetryPrompt(prompt));
  }
});
