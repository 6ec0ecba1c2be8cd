import 'reflect-metadata';
import { expect, it } from '@jest/globals';
import { ModelRetry, RequiresApproval, Tool, Toolset, UserInput, Validate } from '@haft/core';
import { Matches, Min, MinLength } from 'class-validator';
import { createRuntime, decision, defineTool, toolset, type Decision } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

class Payment {
  @Min(10, { message: 'The bank pays no less than 10.' }) amount = 0;
  @MinLength(3) reference = '';
  @Matches(/^\d{4}$/, { message: 'A PIN has 4 digits, $value has not.' }) pin = '';
}

class Answer {
  @Min(2, { message: 'Say at least two.' }) copies = 0;
}

const refuse = ({ amount }: { readonly amount: number }): void => {
  if (amount === 13) throw new ModelRetry('The bank dislikes this payment.');
  if (amount !== 14) return;
  const issue = { path: ['amount'], rule: 'even', expected: 'a round amount', received: '14' };
  throw new ModelRetry('The bank dislikes this payment.', { issues: [issue] });
};

@Toolset()
class Bank {
  @Tool() @RequiresApproval() @Validate(refuse) pay(_amount: number, _reference: string, _pin: string): void {}
  @Tool() sign(@UserInput() _copies: number): void {}
}

const visit =
  <Dto extends object>(dto: new () => Dto) =>
  (args: object, rules: (instance: object, dto: unknown, properties: readonly string[], parent: never[]) => void) => {
    rules(Object.assign(new dto(), args), dto, Object.keys(new dto()), []);
  };

const bank = reflect(Bank, {
  pay: {
    parameters: { amount: { type: 'number' }, reference: { type: 'string' }, pin: { type: 'string' } },
    visitRules: visit(Payment) as never,
    sensitive: [['pin']],
  },
  sign: {
    parameters: { 'input:copies': { type: 'integer', maximum: 9 } },
    input: { visitRules: visit(Answer) as never },
  },
});

const payment = { amount: 500, reference: 'rent', pin: '1234' };

/** Returns the text of the error that the decision of a person causes. */
async function problemOf(name: string, decide: Decision): Promise<string> {
  const run = createRuntime({ toolsets: [bank, new Bank()], observe: { logger: quietLogger() } }).startRun();
  await run.call({ name, arguments: name === 'pay' ? payment : {} });
  const [request] = run.pending().requests;
  const error = await run.resume({ [request?.id ?? '']: decide }).then(
    () => new Error('accepted'),
    (thrown: unknown) => thrown as Error,
  );
  return error.message.replace(request?.id ?? '', 'ID');
}

const ABOUT = "The decision 'approve' about ID ('pay') is not valid:";

it('tells the place and the text of each rule that changed arguments break [HITL-4, ERR-5]', async () => {
  const changed = { amount: 5, reference: 'x' };
  expect(await problemOf('pay', decision.approve({ arguments: changed }))).toBe(
    `${ABOUT}\n- amount: The bank pays no less than 10.\n- reference: expected a string of at least 3 characters`,
  );
});

it('tells the place and the text of a rule that the input of a user breaks [HITL-7, ERR-5]', async () => {
  expect(await problemOf('sign', decision.supply({ copies: 1 }))).toBe(
    "The decision 'supply' about ID ('sign') is not valid:\n- copies: Say at least two.",
  );
});

it('hides sensitive values that the text of a rule quotes [HITL-4]', async () => {
  const message = await problemOf('pay', decision.approve({ arguments: { ...payment, pin: 'hunter2' } }));
  expect(message).toBe(`${ABOUT}\n- pin: A PIN has 4 digits, (hidden) has not.`);
});

it('tells the text of a validator without the request to a model [HITL-4]', async () => {
  expect(await problemOf('pay', decision.approve({ arguments: { amount: 13, reference: 'rent' } }))).toBe(
    `${ABOUT} The bank dislikes this payment.`,
  );
});

it('tells the text of a validator and its issues [HITL-4]', async () => {
  expect(await problemOf('pay', decision.approve({ arguments: { amount: 14, reference: 'rent' } }))).toBe(
    `${ABOUT} The bank dislikes this payment.\n- amount: expected a round amount`,
  );
});

it('tells the place of a value that JSON has no form for, inside the arguments [HITL-4]', async () => {
  const text = await problemOf('pay', decision.approve({ arguments: { ...payment, amount: 5n as never } }));
  expect(text.startsWith(`${ABOUT}\n- amount: `)).toBe(true);
});

it.each([['yes'], [5], [null], [[]], [{}], [{ kind: 'toString' }]])(
  'refuses %p as a decision, and the request stays open [HITL-4]',
  async (given) => {
    expect(await problemOf('pay', given as never)).toMatch(/^The decision about ID \('pay'\) is not valid:\n- /);
  },
);

it.each([
  [{ kind: 7 }, 'decision', 'kind: expected one of "approve", .*, "again"'],
  [{ kind: 'fail' }, "decision 'fail'", 'text: expected a string'],
  [{ kind: 'fail', text: 5 }, "decision 'fail'", 'text: expected a string'],
  [{ kind: 'result' }, "decision 'result'", 'value: .*'],
  [{ kind: 'done' }, "decision 'done'", 'value: .*'],
])('names what is wrong with the decision %p [HITL-4]', async (given, name, problem) => {
  const text = new RegExp(`^The ${name} about ID \\('pay'\\) is not valid:\\n- ${problem}$`);
  expect(await problemOf('pay', given as never)).toMatch(text);
});

it('shows the repairs of changed arguments if the call waits again [HITL-4]', async () => {
  const send = defineTool({
    name: 'send',
    description: 'Sends.',
    parameters: { type: 'object', properties: { amount: { type: 'integer' } } },
    settings: { approvals: [true], external: true },
    execute: () => 'never',
  });
  const run = createRuntime({ toolsets: toolset('desk', [send]), observe: { logger: quietLogger() } }).startRun();
  await run.call({ name: 'send', arguments: { amount: 5 } });
  const [request] = run.pending().requests;
  const [waiting] = await run.resume({
    [request?.id ?? '']: decision.approve({ arguments: { amount: '6' } }),
  });
  expect(waiting).toMatchObject({ status: 'deferred', request: { kind: 'external' }, repairs: [{ path: ['amount'] }] });
});

it('tells the model that no decision came in time', async () => {
  const run = createRuntime({ toolsets: [bank, new Bank()], observe: { logger: quietLogger() } }).startRun();
  await run.call({ name: 'pay', arguments: payment });
  const [request] = run.pending().requests;
  expect(await run.resume({ [request?.id ?? '']: { kind: 'deny', reason: 'expired' } })).toMatchObject([
    { status: 'denied', text: 'The tool call was not executed, because no decision came in time.' },
  ]);
});

it('counts the problems that it does not list', async () => {
  const values = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`extra${index}`, 1]));
  const message = await problemOf('sign', decision.supply({ copies: 2, ...values }));
  expect(message.split('\n')).toHaveLength(12);
  expect(message).toMatch(/\n- and 2 more problems$/);
});
