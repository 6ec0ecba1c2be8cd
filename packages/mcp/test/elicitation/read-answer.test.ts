import { expect, it } from '@jest/globals';
import { decision } from '@haft/runtime';
import type { Question } from '../../src/elicitation/question.js';
import { readAnswer } from '../../src/elicitation/read-answer.js';

const APPROVED = decision.approve();
const question = (read: Question['read'] = () => APPROVED): Question => ({
  message: 'Pay?',
  schema: { type: 'object', properties: {} },
  read,
});

it.each<[string, unknown, object]>([
  ['an accepted form is the decision', { action: 'accept', content: {} }, { decision: APPROVED }],
  ['a declined form denies', { action: 'decline', content: { approve: true } }, { decision: decision.deny() }],
  ['a user who goes away decides nothing', { action: 'cancel', content: { approve: true } }, { cancelled: true }],
])('%s', (_title, response, answer) => {
  expect(readAnswer(question(), response)).toEqual(answer);
});

it.each([
  undefined,
  null,
  'accept',
  {},
  { action: 'approve', content: {} },
  { content: {} },
  { action: 'accept' },
  { action: 'accept', content: null },
  { action: 'accept', content: 'yes' },
])('%j is not an answer', (response) => {
  expect(readAnswer(question(), response)).toBeUndefined();
});

it('a text that should be JSON is a problem for the user, and other errors are not', () => {
  const answer = { action: 'accept', content: {} };
  const failing = (error: Error): Question =>
    question(() => {
      throw error;
    });
  expect(readAnswer(failing(new SyntaxError('x')), answer)).toEqual({
    problem: 'A text that should be JSON is not.',
  });
  expect(() => readAnswer(failing(new TypeError('x')), answer)).toThrow(TypeError);
});
