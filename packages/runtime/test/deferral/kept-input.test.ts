import { describe, expect, it } from '@jest/globals';
import { RequiresApproval, Tool, Toolset, UserInput } from '@haft/core';
import { createRuntime, decision, type PendingRun } from '../../src/index.js';
import { callFingerprint } from '../../src/call/deferral/call-fingerprint.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';
import { onlyRequest } from './bank.js';

@Toolset()
class Safe {
  static readonly opened: unknown[] = [];

  @Tool()
  @RequiresApproval()
  open(@UserInput() pin: string, @UserInput() token: string): void {
    Safe.opened.push([pin, token]);
  }
}
const text = { type: 'string', minLength: 4 } as const;
const safe = reflect(Safe, {
  open: { parameters: { 'input:pin': text, 'input:token': text }, input: { sensitive: [['pin']] } },
});
const values = { pin: '1234', token: 'abcd' };

async function supplied(showSensitive: boolean) {
  const runtime = createRuntime({ toolsets: safe, observe: { logger: quietLogger() }, people: { showSensitive } });
  const run = runtime.startRun({ id: 'r1' });
  await run.call({ name: 'open' });
  await run.resume({ [onlyRequest(run)]: decision.supply(values) });
  return { runtime, run };
}

describe('input that was supplied before an approval', () => {
  it('is shown to the approver without sensitive values [HITL-7]', async () => {
    const { run } = await supplied(false);
    expect(run.pending().requests).toMatchObject([{ kind: 'approval', metadata: { input: {} } }]);
    const all = await supplied(true);
    expect(all.run.pending().requests).toMatchObject([{ metadata: { input: values } }]);
  });

  it('is checked again when the run continues, and the approval stays open [HITL-9]', async () => {
    const { runtime, run } = await supplied(false);
    const pending = JSON.parse(JSON.stringify(run.pending())) as PendingRun;
    const input = { ...values, token: 'x' };
    const [definition] = await run.definitions();
    const fields = {
      type: 'object',
      properties: { pin: text, token: text },
      required: ['pin', 'token'],
      additionalProperties: false,
    } as const;
    if (definition === undefined) throw new Error('there is no definition');
    const fingerprint = callFingerprint({
      ...{ definition, tool: 'open', arguments: {}, input, fields },
      ...{ runId: 'r1', userId: undefined },
    });
    const open = pending.calls[0]?.open;
    Object.assign(open ?? {}, { input, request: { ...open?.request, fingerprint } });
    await expect(runtime.resumeRun(pending, { [pending.requests[0]?.id ?? '']: true }, {})).rejects.toMatchObject({
      code: 'HAFT_INVALID_PENDING',
      issues: [{ path: ['token'] }],
    });
    expect(Safe.opened).toEqual([]);
  });
});
