import { expect, test } from '@jest/globals';
import type { Issue } from '@haft/schema';
import { provisionalArguments } from '../../src/rules/provisional-arguments.js';
import { checkOf } from '../support/argument-check.js';

test('a rule that changes an example does not change the next one', () => {
  const tags = { type: 'array', items: { type: 'string' }, minItems: 1 } as const;
  const check = { ...checkOf({ tags, size: { type: 'integer' } }), read: (args: unknown) => args as object };
  const issues: readonly Issue[] = [{ path: ['tags'], rule: 'type', expected: 'an array', received: '1' }];
  const argumentsNow = (): object | undefined =>
    provisionalArguments(check, { value: { tags: 1, size: 2 }, issues })?.args;
  const first = argumentsNow() as { readonly tags: string[] };
  const before = structuredClone(first);
  expect(first.tags).toHaveLength(1);
  first.tags.push('more');
  expect(argumentsNow()).toEqual(before);
});
