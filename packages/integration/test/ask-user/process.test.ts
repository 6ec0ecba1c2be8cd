import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { PendingRun } from 'haft';
import { CHOICE, QUESTIONS } from './questions.js';

/* `ask_user` in a server: the answer comes later, to another process. */

const script = `${import.meta.dirname}/../fixtures/ask-process.mjs`;

function inFreshProcess<Result>(task: 'ask' | 'answer', inputs: readonly object[]): readonly Result[] {
  const options = { input: JSON.stringify(inputs), encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, [script, task], options)) as readonly Result[];
}

describe('a question in one process and its answer in another [TOOL-22]', () => {
  /** The runs that wait for the answers to the questions, and for those to the choice. */
  let pending: readonly PendingRun[];
  let answered: readonly object[];
  const CHOICE_AT = QUESTIONS.length;
  const answers = [...QUESTIONS.map(({ answer }) => answer), CHOICE.wrong, CHOICE.answer, undefined];

  // One process asks, and another one gets all answers: to start one takes most of the time.
  beforeAll(() => {
    pending = inFreshProcess(
      'ask',
      [...QUESTIONS, CHOICE, CHOICE].map(({ args }) => args),
    );
    const runs = [...pending.slice(0, CHOICE_AT + 1), ...pending.slice(CHOICE_AT)];
    answered = inFreshProcess(
      'answer',
      runs.map((run, index) => ({ pending: run, answer: answers[index] })),
    );
  });

  it.each(QUESTIONS.map((question, index) => ({ ...question, index })))(
    'returns $title to the model',
    ({ args, text, index }) => {
      expect(pending[index]?.requests).toMatchObject([{ kind: 'input', tool: 'ask_user', arguments: args }]);
      expect(answered[index]).toMatchObject({ outcomes: [{ status: 'success', callId: 'c1', text }] });
    },
  );

  it('rejects an answer outside of the options, and takes the next one', () => {
    expect(answered[CHOICE_AT]).toMatchObject({ code: 'HAFT_INVALID_DECISION', issues: [{ path: ['answer'] }] });
    expect(answered[CHOICE_AT + 1]).toMatchObject({ outcomes: [{ status: 'success', text: CHOICE.text }] });
  });

  it('tells the model that the user declined', () => {
    expect(answered[CHOICE_AT + 2]).toMatchObject({
      outcomes: [{ status: 'denied', text: 'The tool call was denied.' }],
    });
  });
});
