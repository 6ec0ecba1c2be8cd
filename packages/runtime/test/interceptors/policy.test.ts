import { describe, expect, it } from '@jest/globals';
import {
  ApprovalRequired,
  Cached,
  Hints,
  ModelRetry,
  RequiresApproval,
  StopRun,
  Tool,
  Toolset,
  Use,
  type Interceptor,
} from '@haft/core';
import {
  createRuntime,
  decision,
  forTools,
  policy,
  type DecidePolicy,
  type PolicyCall,
  type Run,
  type RunEvent,
} from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

const asked: string[] = [];

@Toolset()
@Use(policy(({ run }) => (run.userId === 'nobody' ? { deny: 'Who are you?' } : 'allow')))
class Account {
  readonly done: string[] = [];

  @Tool()
  @Hints({ readOnly: true })
  @Cached({ ttlMs: 60_000, scope: 'global' })
  balance(): number {
    this.done.push('balance');
    return 100;
  }

  @Tool()
  pay(amount: number): string {
    this.done.push(`pay ${amount}`);
    return `paid ${amount}`;
  }

  @Tool()
  @RequiresApproval(() => {
    asked.push('predicate');
    return true;
  })
  close(): string {
    return 'closed';
  }
}
const account = reflect(Account, {
  balance: { hints: { readOnly: true } },
  pay: { parameters: { amount: { type: 'number' } } },
  close: {},
});

/** Changes want an approval, and large ones are denied. */
const payPolicy: DecidePolicy = ({ definition, arguments: args }) => {
  asked.push(definition.name);
  if (definition.hints?.readOnly === true) return 'allow';
  return ((args as { amount?: number }).amount ?? 0) > 1000 ? { deny: 'Too much.' } : 'requireApproval';
};

function start(
  interceptors: readonly Interceptor[],
  userId = 'ada',
  onEvent: (event: RunEvent) => void = () => undefined,
): { run: Run; toolset: Account } {
  asked.length = 0;
  const toolset = new Account();
  const runtime = createRuntime({ toolsets: [account, toolset], interceptors, observe: { logger: quietLogger() } });
  return { run: runtime.startRun({ userId, onEvent }) as Run, toolset };
}

describe('a policy [TSP-9]', () => {
  it('lets a call pass, has it approved, or denies it with a text for the model', async () => {
    const { run, toolset } = start([policy(payPolicy)]);
    expect(await run.call('balance', {})).toMatchObject({ status: 'success', value: 100 });
    expect(await run.call('pay', { amount: 5000 })).toMatchObject({ status: 'denied', text: 'Too much.' });
    expect(await run.call('pay', { amount: 5 })).toMatchObject({
      status: 'deferred',
      request: { kind: 'approval', arguments: { amount: 5 } },
    });
    expect(toolset.done).toEqual(['balance']);
  });

  it('lets an approved call pass, and is asked again about other arguments', async () => {
    const { run, toolset } = start([policy(payPolicy)]);
    const idOf = (): string => run.pending().requests[0]?.id ?? '';
    await run.call('pay', { amount: 5 });
    expect(await run.resume({ [idOf()]: true })).toMatchObject([{ status: 'success', text: 'paid 5' }]);
    await run.call('pay', { amount: 6 });
    const changed = await run.resume({ [idOf()]: decision.approve({ arguments: { amount: 7000 } }) });
    expect(changed).toMatchObject([{ status: 'denied' }]);
    expect(toolset.done).toEqual(['pay 5']);
  });

  it('is asked about valid arguments only, as the tool gets them', async () => {
    const seen: PolicyCall[] = [];
    const { run } = start([policy((call) => (seen.push(call), 'allow'))]);
    expect((await run.call({ name: 'pay', arguments: { amount: 'much' } })).status).toBe('retry');
    expect(seen).toEqual([]);
    await run.call({ id: 'c1', name: 'pay', arguments: '{"amount":"5"}' });
    expect(seen).toMatchObject([{ callId: 'c1', definition: { name: 'pay' }, arguments: { amount: 5 } }]);
    expect(seen[0]?.run.userId).toBe('ada');
  });

  it('runs before the cache', async () => {
    let verdict: 'allow' | { deny: string } = 'allow';
    const { run, toolset } = start([policy(() => verdict)]);
    await run.call('balance', {});
    await run.call('balance', {});
    expect(toolset.done).toEqual(['balance']);
    verdict = { deny: 'Not any more.' };
    expect(await run.call('balance', {})).toMatchObject({ status: 'denied', text: 'Not any more.' });
  });

  it('denies whatever another one decides, and before an approval is requested', async () => {
    const { run } = start([policy(() => 'requireApproval')], 'nobody');
    expect(await run.call('close', {})).toMatchObject({ status: 'denied', text: 'Who are you?' });
    expect(asked).toEqual([]);
  });

  it('may be for some tools only', async () => {
    const { run } = start([forTools('pay', policy(payPolicy))]);
    expect((await run.call('pay', { amount: 1 })).status).toBe('deferred');
    await run.call('balance', {});
    expect(asked).toEqual(['pay']);
  });

  it('is known to who asks what a call would wait for', async () => {
    const { run } = start([policy(payPolicy)]);
    expect(await run.mayWaitFor('pay')).toEqual(['approval']);
    expect(await run.waitsFor({ name: 'pay', arguments: { amount: 5 } })).toMatchObject({ kind: 'approval' });
    expect(await run.waitsFor({ name: 'balance' })).toBeUndefined();
    expect(await start([]).run.mayWaitFor('close')).toEqual(['approval']);
  });

  it('stops and reports nothing if it throws while the open request of a call is read', async () => {
    const told: RunEvent[] = [];
    for (const error of [new StopRun('over'), new Error('no database')]) {
      const throwing = policy(({ definition }) => {
        if (definition.name === 'pay') throw error;
        return 'allow';
      });
      const { run } = start([throwing], 'ada', (event) => told.push(event));
      expect(await run.waitsFor({ name: 'pay', arguments: { amount: 5 } })).toBeUndefined();
      expect(await run.call('balance', {})).toMatchObject({ status: 'success' });
    }
    expect(told).toEqual([]);
  });

  it('may speak to the model, and is masked when it fails', async () => {
    const speaking = (): never => {
      throw new ModelRetry('Say which account.');
    };
    expect(await start([policy(speaking)]).run.call('balance', {})).toMatchObject({
      status: 'retry',
      text: 'Say which account.\n\nFix the errors and try again.',
    });
    const broken = policy(() => Promise.reject(new Error('no database')));
    expect(await start([broken]).run.call('balance', {})).toMatchObject({ status: 'failed', reason: 'exception' });
  });

  it('that throws ApprovalRequired accepts the approval of the call', async () => {
    const demanding = policy(() => {
      throw new ApprovalRequired({ why: 'large' });
    });
    const { run, toolset } = start([demanding]);
    const first = await run.call('pay', { amount: 5 });
    expect(first).toMatchObject({ status: 'deferred', request: { kind: 'approval', metadata: { why: 'large' } } });
    const id = run.pending().requests[0]?.id ?? '';
    expect(await run.resume({ [id]: true })).toMatchObject([{ status: 'success' }]);
    expect(toolset.done).toEqual(['pay 5']);
  });

  it('denies before the approval of another one is requested', async () => {
    const demanding = policy(() => {
      throw new ApprovalRequired();
    });
    const { run } = start([demanding], 'nobody');
    expect(await run.call('pay', { amount: 5 })).toMatchObject({ status: 'denied', text: 'Who are you?' });
  });

  it('executes nothing when the run is over by the time it answers', async () => {
    const { run, toolset } = start([
      policy(async (): Promise<'allow'> => {
        run.cancel();
        await Promise.resolve();
        return 'allow';
      }),
    ]);
    expect(await run.call('pay', { amount: 5 })).toMatchObject({ status: 'interrupted' });
    await run.end();
    expect(toolset.done).toEqual([]);
  });

  it('without a verdict, or inside of another interceptor, is a mistake of the developer', async () => {
    const silent = policy(() => undefined as never);
    const wrapped = { intercept: silent.intercept.bind(silent) };
    const others = [null, true, {}].map((verdict) => policy(() => verdict as never));
    for (const interceptor of [silent, wrapped, ...others])
      await expect(start([interceptor]).run.call('balance', {})).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
  });
});
