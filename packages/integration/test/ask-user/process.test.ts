import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import type { PendingRun } from 'haft';
import { CHOICE, QUESTIONS } from './questions.js';

/* `ask_user` in a server: the answer comes later, to another process. */

const script = `${import.meta.dirname}/../fixtures/ask-process.mjs`;

function inFreshProcess(task: 'ask' | 'answer', input: object): Record<string, unknown> {
  const options = { input: JSON.stringify(input), encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, [script, task], options)) as Record<string, unknown>;
}

function askedIn(args: object): PendingRun {
  return inFreshProcess('ask', args)['pending'] as PendingRun;
}

describe('a question in one process and its answer in another [TOOL-22]', () => {
  it.each(QUESTIONS)('returns $title to the model', ({ args, answer, text }) => {
    const pending = askedIn(args);
    expect(pending.requests).toMatchObject([{ kind: 'input', tool: 'ask_user', arguments: args }]);
    expect(inFreshProcess('answer', { pending, answer })).toMatchObject({
      outcomes: [{ status: 'success', callId: 'c1', text }],
    });
  });

  it('rejects an answer outside of the options, and takes the next one', () => {
    const pending = askedIn(CHOICE.args);
    expect(inFreshProcess('answer', { pending, answer: CHOICE.wrong })).toMatchObject({
      code: 'HAFT_INVALID_DECISION',
      issues: [{ path: ['answer'] }],
    });
    expect(inFreshProcess('answer', { pending, answer: CHOICE.answer })).toMatchObject({
      outcomes: [{ status: 'success', text: CHOICE.text }],
    });
  });

  it('tells the model that the user declined', () => {
    expect(inFreshProcess('answer', { pending: askedIn(CHOICE.args) })).toMatchObject({
      outcomes: [{ status: 'denied', text: 'The tool call was denied.' }],
    });
  });
});
