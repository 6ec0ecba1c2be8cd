import { describe, expect, it } from '@jest/globals';
import { humanToolset } from '@haft/toolsets/human';
import { createRuntime, decision, type Decision, type DeferralRequest, type Run } from 'haft';
import { CHOICE, QUESTIONS } from './questions.js';

/* `ask_user` in a program that can ask its user at once: `onDeferred` decides. */

/** Returns a run whose user decides so, and the requests that the user saw. */
function runWith(decide: () => Decision | undefined): { readonly run: Run; readonly asked: DeferralRequest[] } {
  const asked: DeferralRequest[] = [];
  const runtime = createRuntime({
    toolsets: [humanToolset()],
    people: {
      onDeferred: (requests) => {
        asked.push(...requests);
        const decided = decide();
        return decided === undefined ? undefined : Object.fromEntries(requests.map(({ id }) => [id, decided]));
      },
    },
  });
  return { run: runtime.startRun() as Run, asked };
}

describe('ask_user with onDeferred [TOOL-22]', () => {
  it.each(QUESTIONS)('returns $title to the model', async ({ args, answer, text }) => {
    const { run, asked } = runWith(() => decision.supply({ answer }));
    expect(await run.call({ name: 'ask_user', arguments: args })).toMatchObject({ status: 'success', text });
    expect(asked).toMatchObject([{ kind: 'input', arguments: args }]);
    expect(run.pending().requests).toEqual([]);
  });

  it.each(QUESTIONS)('rejects a wrong answer to a question for $title, and keeps the request', async (question) => {
    const { args, wrong, answer, text } = question;
    const { run, asked } = runWith(() => decision.supply({ answer: wrong }));
    const call = run.call({ name: 'ask_user', arguments: args });
    await expect(call).rejects.toMatchObject({
      code: 'HAFT_INVALID_DECISION',
      issues: [{ path: expect.arrayContaining(['answer']) }],
    });
    expect(run.pending().requests).toEqual(asked);
    const outcomes = await run.resume({ [asked[0]?.id ?? '']: decision.supply({ answer }) });
    expect(outcomes).toMatchObject([{ status: 'success', text }]);
  });

  it('asks several questions of one message together', async () => {
    const { run, asked } = runWith(() => decision.supply({ answer: 'red' }));
    const { args } = CHOICE;
    const calls = [1, 2].map((index) => ({ id: `c${String(index)}`, name: 'ask_user', arguments: args }));
    expect(await run.callAll(calls)).toMatchObject([
      { callId: 'c1', text: 'red' },
      { callId: 'c2', text: 'red' },
    ]);
    expect(asked.map(({ callId }) => callId)).toEqual(['c1', 'c2']);
  });

  it('tells the model that the user declined', async () => {
    const { run } = runWith(() => decision.deny('The user does not want to say.'));
    const outcome = await run.call({ name: 'ask_user', arguments: CHOICE.args });
    expect(outcome).toMatchObject({ status: 'denied', text: 'The user does not want to say.' });
  });

  it('leaves the question open if the user goes away', async () => {
    const { run, asked } = runWith(() => undefined);
    const outcome = await run.call({ name: 'ask_user', arguments: CHOICE.args });
    expect(outcome).toMatchObject({ status: 'deferred' });
    expect(run.pending().requests).toEqual(asked);
  });
});
