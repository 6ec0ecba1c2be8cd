import {
  ApprovalRequired,
  CallDeferred,
  External,
  ModelRetry,
  RequiresApproval,
  Sensitive,
  Tool,
  Toolset,
  UserInput,
  Validate,
} from '@haft/core';
import { createRuntime, type Run, type RunEvent } from '../../../src/index.js';
import { reflect } from '../../support/reflect.js';

void Sensitive;
interface Payment {
  readonly amount: number;
}

@Toolset()
class Bank {
  readonly paid: number[] = [];

  @Tool()
  @RequiresApproval()
  async close(): Promise<string> {
    return 'closed';
  }

  @Tool()
  @RequiresApproval(async ({ amount }: Payment, run) => amount > 100 && run.userId !== 'boss')
  async pay(amount: number, pin: string): Promise<string> {
    this.paid.push(amount);
    return `paid ${amount} with ${pin.length} digits`;
  }

  @Tool()
  @External()
  async transfer(amount: number): Promise<string> {
    throw new Error(`never called with ${amount}`);
  }

  @Tool()
  async lend(amount: number): Promise<string> {
    if (amount > 10) throw new ApprovalRequired({ why: 'much' });
    throw new CallDeferred({ job: 7 });
  }

  @Tool()
  @Validate(({ amount }: Payment) => {
    if (amount < 0) throw new ModelRetry('The amount is negative.');
    if (amount > 10) throw new ApprovalRequired({ why: 'validator' });
  })
  async give(amount: number): Promise<number> {
    return amount;
  }

  @Tool()
  async sign(amount: number, @UserInput() code: string): Promise<string> {
    return `${amount} ${code}`;
  }
}

const amount = { type: 'number' } as const;
const bank = reflect(Bank, {
  close: {},
  pay: { parameters: { amount, pin: { type: 'string' } }, sensitive: [['pin']] },
  transfer: { parameters: { amount }, result: { type: 'string' } },
  lend: { parameters: { amount } },
  give: { parameters: { amount } },
  sign: {
    parameters: { amount, 'input:code': { type: 'string' } },
  },
});

function start(userId = 'ada'): { run: Run; toolset: Bank; events: RunEvent[] } {
  const toolset = new Bank();
  const events: RunEvent[] = [];
  const runtime = createRuntime({ toolsets: [bank, toolset], observe: { onEvent: (event) => events.push(event) } });
  return { run: runtime.startRun({ userId, id: 'r1' }) as Run, toolset, events };
}

test('a call that needs an approval waits for it, and says so as plain JSON [HITL-1]', async () => {
  const { run, events } = start();
  const outcome = await run.call({ id: 'c1', name: 'close' });
  expect(outcome).toMatchObject({
    status: 'deferred',
    text: 'The tool call waits for an approval. Do not call it again: it continues when it is decided.',
    request: { kind: 'approval', callId: 'c1', tool: 'close', version: '0', arguments: {}, metadata: {} },
  });
  const [request] = run.pending().requests;
  expect(JSON.parse(JSON.stringify(request))).toEqual(request);
  expect(request?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect(Date.parse(request?.expiresAt ?? '') - Date.parse(request?.createdAt ?? '')).toBe(24 * 60 * 60 * 1000);
  expect(events).toMatchObject([{ type: 'deferred', request: { id: request?.id } }]);
});

test('a predicate sees the typed arguments and the run [HITL-2]', async () => {
  expect((await start().run.call('pay', { amount: 100, pin: '1234' })).status).toBe('success');
  expect((await start().run.call('pay', { amount: 101, pin: '1234' })).status).toBe('deferred');
  expect((await start('boss').run.call('pay', { amount: 101, pin: '1234' })).status).toBe('success');
});

test('only a valid call is deferred [HITL-3, VAL-2]', async () => {
  const { run } = start();
  expect((await run.call({ name: 'pay', arguments: { amount: 'much' } })).status).toBe('retry');
  expect((await run.call('give', { amount: -1 })).text).toBe(
    'The amount is negative.\n\nFix the errors and try again.',
  );
  expect(run.pending().requests).toEqual([]);
});

test('sensitive arguments are in no request, and still bind it [HITL-14]', async () => {
  const { run } = start();
  await run.call('pay', { amount: 500, pin: '1234' });
  await run.call('pay', { amount: 500, pin: '9999' });
  const [one, other] = run.pending().requests;
  expect(one?.arguments).toEqual({ amount: 500 });
  expect(one?.fingerprint).not.toBe(other?.fingerprint);
});

test('a request is bound to run and user [HITL-14]', async () => {
  const fingerprints = await Promise.all(
    ['ada', 'eve'].map(async (user) => {
      const { run } = start(user);
      await run.call({ name: 'close' });
      return run.pending().requests[0]?.fingerprint;
    }),
  );
  expect(new Set(fingerprints).size).toBe(2);
});

test('an external call never reaches the method [HITL-6, TSP-14]', async () => {
  const { run } = start();
  expect(await run.call('transfer', { amount: 3 })).toMatchObject({
    status: 'deferred',
    request: { kind: 'external', arguments: { amount: 3 }, resultSchema: { type: 'string' } },
  });
});

test('a tool and a validator may ask for it themselves [HITL-2, HITL-6, HITL-12]', async () => {
  const { run } = start();
  expect(await run.call('lend', { amount: 11 })).toMatchObject({
    request: { kind: 'approval', metadata: { why: 'much' } },
  });
  expect(await run.call('lend', { amount: 1 })).toMatchObject({ request: { kind: 'external', metadata: { job: 7 } } });
  expect(await run.call('give', { amount: 11 })).toMatchObject({
    request: { kind: 'approval', metadata: { why: 'validator' } },
  });
});

test('the user supplies values that the model must not know [HITL-7, TSP-14]', async () => {
  const { run } = start();
  expect(await run.call('sign', { amount: 1 })).toMatchObject({
    status: 'deferred',
    request: {
      kind: 'input',
      fields: { type: 'object', properties: { code: { type: 'string' } }, additionalProperties: false },
    },
  });
});

test('a deferral spends no retry', async () => {
  const { run } = start();
  for (let i = 0; i < 5; i++) expect((await run.call({ name: 'close' })).status).toBe('deferred');
});

test('others of the batch run [HITL-11]', async () => {
  const { run } = start();
  const outcomes = await run.callAll([{ name: 'close' }, { name: 'pay', arguments: { amount: 1, pin: '1' } }]);
  expect(outcomes.map(({ status }) => status)).toEqual(['deferred', 'success']);
});
