import { describe, expect, it } from '@jest/globals';
import { decision } from '../../src/index.js';
import { onlyRequest, openBank } from './bank.js';

const transfer = { name: 'transfer', arguments: { amount: 5 } };

describe('an external result that asks for a retry [HITL-6]', () => {
  it('is the text of a retry prompt, and spends the retry budget', async () => {
    const { run, decisions } = openBank({ limits: { retries: 1 } });
    await run.call(transfer);
    const [first] = await run.resume({ [onlyRequest(run)]: decision.retry('The account is closed. Use another one.') });
    expect(first).toMatchObject({
      status: 'retry',
      text: 'The account is closed. Use another one.\n\nFix the errors and try again.',
      issues: [],
    });
    await run.call(transfer);
    const [second] = await run.resume({ [onlyRequest(run)]: decision.retry('Closed too.') });
    expect(second).toMatchObject({ status: 'failed', reason: 'exhausted' });
    expect(second?.text).toContain('Closed too.');
    expect(decisions()).toEqual(['retry accepted', 'retry accepted']);
  });

  it('fits nothing else than an external call', async () => {
    const { run } = openBank();
    await run.call({ name: 'pay', arguments: { amount: 500, pin: '1234' } });
    await expect(run.resume({ [onlyRequest(run)]: decision.retry('Ask for less.') })).rejects.toMatchObject({
      code: 'HAFT_WRONG_DECISION_KIND',
    });
  });
});
