import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  ApprovalRequired,
  CallDeferred,
  ModelRetry,
  RequiresApproval,
  RunContext,
  StopRun,
  Tool,
  ToolFailed,
  Toolset,
  Validate,
  type ToolOutcome,
} from '@haft/core';
import * as cv from 'class-validator';
import type { VisitRules } from '@haft/core/reflected';
import { createRuntime, decision, type RunEvent, type RunOptions } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

/*
 * The checks between the schema and the approval: `@Validate`, and the rules of DTOs with the
 * groups of the run.
 */

let log: string[];
let answer: () => unknown;
beforeEach(() => {
  log = [];
  answer = () => undefined;
});

class Order {
  @cv.MinLength(5, { groups: ['strict'], message: 'short' })
  code!: string;
}

@Toolset()
class Desk {
  @Tool()
  @Validate(async ({ amount }: { readonly amount: number }, run: RunContext<{ readonly limit: number }>) => {
    log.push(`validates ${amount} for ${run.userId} on attempt ${run.retries.attempt}`);
    return answer() as never;
  })
  @RequiresApproval(({ amount }: { readonly amount: number }, run: RunContext<{ readonly limit: number }>) => {
    log.push(`asks about ${amount}`);
    return amount > run.deps.limit;
  })
  pay(amount: number, _run: RunContext): string {
    log.push(`pays ${amount}`);
    return 'paid';
  }

  @Tool()
  order({ code }: Order): string {
    return code;
  }
}
const desk = reflect(Desk, {
  pay: { parameters: { amount: { type: 'number' }, run: {} } },
  order: {
    parameters: { code: { type: 'string' } },
    read: (value) => {
      const { code } = value as { readonly code?: unknown };
      return typeof code === 'string' ? Object.assign(new Order(), { code }) : undefined;
    },
    invoke: (toolset: Desk, order: Order) => toolset.order(order),
    visitRules: (order: Order, visit: VisitRules) => {
      visit(order, Order, ['code'], []);
    },
  },
});
const call = (name: string, args: object, options: RunOptions = {}): Promise<ToolOutcome> =>
  createRuntime({ toolsets: desk, observe: { logger: quietLogger() } })
    .startRun({ userId: 'ada', deps: { limit: 100 }, ...options })
    .call({ name, arguments: args as never });

describe('@Validate', () => {
  it('is asked after the schema and before the approval, with the arguments and the run [VAL-2, VAL-4]', async () => {
    expect((await call('pay', { amount: 'much' })).status).toBe('retry');
    expect(log).toEqual([]);
    expect((await call('pay', { amount: 500 })).status).toBe('deferred');
    expect(log).toEqual(['validates 500 for ada on attempt 0', 'asks about 500']);
    log = [];
    expect((await call('pay', { amount: 5 })).status).toBe('success');
    expect(log).toEqual(['validates 5 for ada on attempt 0', 'asks about 5', 'pays 5']);
  });

  it.each<[string, Error, object]>([
    ['ModelRetry', new ModelRetry('Less.'), { status: 'retry', text: 'Less.\n\nFix the errors and try again.' }],
    ['ToolFailed', new ToolFailed('Closed.'), { status: 'failed', reason: 'tool', text: 'Closed.' }],
    [
      'ApprovalRequired',
      new ApprovalRequired({ why: 'much' }),
      { request: { kind: 'approval', metadata: { why: 'much' } } },
    ],
    ['CallDeferred', new CallDeferred({ job: 7 }), { request: { kind: 'external', metadata: { job: 7 } } }],
    ['anything else', new Error('secret'), { status: 'failed', reason: 'exception' }],
  ])('may throw %s, and then the tool does not run [VAL-2]', async (_what, error, outcome) => {
    answer = () => {
      throw error;
    };
    expect(await call('pay', { amount: 5 })).toMatchObject(outcome);
    expect(log).toEqual(['validates 5 for ada on attempt 0']);
  });
});

describe('@Validate about arguments that an approver changed', () => {
  async function changed(error: Error): Promise<{ outcome: ToolOutcome | undefined; events: RunEvent[] }> {
    const events: RunEvent[] = [];
    const runtime = createRuntime({
      toolsets: desk,
      observe: { logger: quietLogger(), onEvent: (event) => events.push(event) },
    });
    const run = runtime.startRun({ userId: 'ada', deps: { limit: 100 } });
    const deferred = await run.call({ name: 'pay', arguments: { amount: 500 } });
    answer = () => {
      throw error;
    };
    const id = deferred.status === 'deferred' ? deferred.request.id : '';
    const [outcome] = await run.resume({ [id]: decision.approve({ arguments: { amount: 400 } }) });
    return { outcome, events };
  }

  it('reports an unexpected error once', async () => {
    const { outcome, events } = await changed(new Error('bug'));
    expect(outcome).toMatchObject({ status: 'failed', reason: 'exception' });
    expect(events.filter(({ type }) => type === 'exception')).toHaveLength(1);
  });

  it('stops the run by the call, and not before it', async () => {
    const { outcome } = await changed(new StopRun('closed'));
    expect(outcome).toMatchObject({ status: 'failed', reason: 'halted' });
    expect(log.filter((line) => line.startsWith('validates 400'))).toHaveLength(2);
  });
});

describe('the groups of a run [VAL-4]', () => {
  it.each<[readonly string[] | undefined, ToolOutcome['status']]>([
    [undefined, 'retry'],
    [['other'], 'success'],
    [['strict'], 'retry'],
  ])('%j say which rules of a DTO count', async (validationGroups, status) => {
    const outcome = await call('order', { code: 'abc' }, validationGroups === undefined ? {} : { validationGroups });
    expect(outcome).toMatchObject({ status });
  });
});
