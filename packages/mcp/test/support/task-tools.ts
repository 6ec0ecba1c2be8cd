import { CallSuspended, type RunContext } from '@haft/core';
import { defineTool, toolset, type AnyToolset } from '@haft/runtime';
import { withInput } from '../fixtures/with-input.mjs';

const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false } as const;

/** A promise that a test keeps. */
function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

/** Tools of the background. The test says when the report begins and ends. */
export function taskTools() {
  const [begun, written] = [signal(), signal()];
  const ended: string[] = [];
  const background = { background: {} };
  const report = defineTool({
    name: 'report',
    description: 'Writes the report of the night.',
    parameters: NO_ARGUMENTS,
    settings: { ...background, requires: ['reports'] },
    execute: async (_args: object, run: RunContext) => {
      run.report({ message: 'Page 1 of 3' });
      begun.give();
      await new Promise<void>((resolve, reject) => {
        void written.given.then(resolve);
        run.signal.addEventListener('abort', () => {
          reject(run.signal.reason as Error);
        });
      });
      ended.push('report');
      return { pages: 3 };
    },
  });
  const broken = defineTool({
    name: 'broken',
    description: 'Breaks.',
    parameters: NO_ARGUMENTS,
    settings: background,
    execute: () => {
      throw new Error('secret: hunter2');
    },
  });
  const amount = defineTool({
    name: 'amount',
    description: 'Asks for an amount.',
    parameters: NO_ARGUMENTS,
    execute: () => '',
  });
  const pay = defineTool({
    name: 'pay',
    description: 'Pays an amount that its user enters, after an approval.',
    parameters: NO_ARGUMENTS,
    settings: background,
    execute: payInside,
  });
  const approve = defineTool({
    name: 'confirm',
    description: 'Needs an approval.',
    parameters: NO_ARGUMENTS,
    settings: { approvals: [true], effect: {} },
    execute: () => {
      ended.push('confirm');
      return 'confirmed';
    },
  });
  const entered = withInput(amount, { cents: { type: 'integer', minimum: 1 } }, (_args, [cents]) => {
    ended.push(`amount ${String(cents)}`);
    return String(cents);
  });
  const tools: AnyToolset = toolset('office', [report, broken, entered, approve, pay]);
  return { tools, begun: begun.given, write: written.give, ended };
}

/** Makes two inner calls, which both wait for the user. */
async function payInside(_args: object, run: RunContext): Promise<string> {
  const { state, outcomes = {} } = run.calls.resumed ?? {};
  const done: Record<string, string> = { ...(state as { done?: Record<string, string> } | undefined)?.done };
  const waits = [];
  for (const name of ['amount', 'confirm']) {
    const id = `${run.callId}_${name}`;
    if (id in done) continue;
    const outcome = outcomes[id] ?? (await run.calls.call({ id, name, arguments: {} }));
    if (outcome.status === 'deferred') waits.push(outcome);
    else done[id] = outcome.text;
  }
  if (waits.length > 0) throw new CallSuspended({ state: { done }, waits });
  return `paid: ${Object.values(done).join(', ')}`;
}
