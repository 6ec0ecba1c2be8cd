import { describe, expect, it } from '@jest/globals';
import { decision } from '../../src/index.js';
import { openBank } from './bank.js';

const pay = { id: 'c1', name: 'pay', arguments: { amount: 500, pin: '1' } };

describe('an answer to a recorded request', () => {
  it('executes the call once, in another run', async () => {
    const { run, runtime, bank } = openBank();
    const next = runtime.startRun({ userId: 'ada' });
    const [chatId, answerId] = ['chat', 'answer'];
    // #region claim
    const call = { id: 'c1', name: 'pay', arguments: { amount: 500, pin: '1' } };
    if ((await run.waitsFor(call))?.kind === 'approval') await run.recordRequest(call, { chatId });

    // In the request with the answer, in any process that shares the ledger:
    const isOpen = await next.claimAnswer(call, { answerId, chatId });
    const outcome = await next.call(call, {
      onDeferred: ([request]) => ({ [request?.id ?? '']: isOpen ? decision.approve() : decision.deny('Used before.') }),
    });
    // #endregion claim
    expect([outcome.status, bank.done]).toEqual(['success', ['pay 500 1']]);
    expect(await next.claimAnswer(call, { answerId, chatId })).toBe(false);
  });

  it('counts for the same call, arguments, user and chat alone', async () => {
    const { runtime } = openBank();
    const ada = runtime.startRun({ userId: 'ada' });
    await ada.recordRequest(pay, { chatId: 'one' });
    const answer = { answerId: 'a', chatId: 'one' };
    const claims = [
      runtime.startRun({ userId: 'bob' }).claimAnswer(pay, answer),
      runtime.startRun({}).claimAnswer(pay, answer),
      ada.claimAnswer(pay, { answerId: 'a' }),
      ada.claimAnswer(pay, { answerId: 'a', chatId: 'two' }),
      ada.claimAnswer({ ...pay, id: 'c2' }, answer),
      ada.claimAnswer({ ...pay, arguments: { amount: 501, pin: '1' } }, answer),
      ada.claimAnswer({ ...pay, name: 'nowhere' }, answer),
      ada.claimAnswer({ ...pay, arguments: 'not valid' }, answer),
    ];
    expect(await Promise.all(claims)).toEqual(claims.map(() => false));
    expect(await ada.claimAnswer(pay, answer)).toBe(true);
  });

  it('counts once, and uses up neither request nor answer if it does not count', async () => {
    const { run } = openBank();
    await run.recordRequest(pay);
    const claims = Array.from({ length: 5 }, (_, index) => run.claimAnswer(pay, { answerId: `a${index}` }));
    expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
    await run.recordRequest(pay);
    expect(await run.claimAnswer(pay, { answerId: 'a0' })).toBe(false);
    expect(await run.claimAnswer(pay, { answerId: 'a4' })).toBe(true);
  });
});
