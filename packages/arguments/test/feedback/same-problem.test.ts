import { describe, expect, it } from '@jest/globals';
import type { Issue } from '@haft/schema';
import { firstProblem } from '../../src/feedback/format-retry-prompt.js';
import { modelRetryText } from '../../src/feedback/model-retry-text.js';
import { isSameProblem } from '../../src/feedback/same-problem.js';

const issue: Issue = { path: ['limit'], rule: 'maximum', expected: 'an integer of at most 5', received: '7' };

describe('isSameProblem', () => {
  it.each<[string, Issue, boolean]>([
    ['the same rule at the same place, with another value', { ...issue, received: '9' }, true],
    ['another rule', { ...issue, rule: 'minimum' }, false],
    ['another place', { ...issue, path: ['other'] }, false],
    ['a deeper place', { ...issue, path: ['limit', 0] }, false],
  ])('%s', (_case, other, same) => {
    expect(isSameProblem({ issues: [issue] }, { issues: [other] })).toBe(same);
  });

  it('compares sentences where there are no issues', () => {
    expect(isSameProblem({ issues: [], problem: 'a' }, { issues: [], problem: 'a' })).toBe(true);
    expect(isSameProblem({ issues: [], problem: 'a' }, { issues: [], problem: 'b' })).toBe(false);
    expect(isSameProblem({ issues: [issue] }, { issues: [issue, issue] })).toBe(false);
  });
});

describe('the texts around a refusal', () => {
  it('say the first problem in one line', () => {
    expect(firstProblem({ issues: [issue, issue] })).toBe('limit: expected an integer of at most 5, received 7');
    expect(firstProblem({ issues: [], problem: 'Too long.' })).toBe('Too long.');
  });

  it('use the message of the author of a rule as it is', () => {
    expect(firstProblem({ issues: [{ ...issue, message: 'limit must not be greater than 5' }] })).toBe(
      'limit: limit must not be greater than 5',
    );
  });

  it("add the request to a tool's own words [ERR-2]", () => {
    expect(modelRetryText('There is no a.txt.')).toBe('There is no a.txt.\n\nFix the errors and try again.');
    expect(modelRetryText('')).toBe('Fix the errors and try again.');
    expect(modelRetryText('There is no a.txt.\n\nFix the errors and try again.')).toBe(
      'There is no a.txt.\n\nFix the errors and try again.',
    );
  });
});
