import { describe, expect, it } from '@jest/globals';
import { NarrowInput, RequiresApproval, Tool, Toolset, UserInput } from '@haft/core';
import { createRuntime, decision, type PendingRun, type Run } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

interface Question {
  readonly question: string;
  readonly options?: readonly number[];
}

@Toolset()
class Desk {
  @Tool()
  @NarrowInput(({ options = [1, 2] }: Question) => ({ answer: { type: 'integer', enum: [...options] } }))
  @RequiresApproval()
  ask(question: string, @UserInput() answer: number): string {
    return `${question} ${String(answer)}`;
  }

  @Tool()
  @NarrowInput(() => ({ reply: { type: 'integer' } }))
  wrong(@UserInput() answer: number): number {
    return answer;
  }
}

const parameters = {
  question: { type: 'string' },
  'input:answer': { type: 'integer', maximum: 5 },
  'options?': { type: 'array', items: { type: 'integer' }, default: [3] },
} as const;
const desk = reflect(Desk, { ask: { parameters }, wrong: { parameters: { 'input:answer': { type: 'integer' } } } });
const runtime = createRuntime({ toolsets: desk, observe: { logger: quietLogger() } });

const asked = async (args: object): Promise<{ run: Run; id: string }> => {
  const run = runtime.startRun();
  await run.call({ name: 'ask', arguments: { question: 'Which?', ...args } });
  return { run, id: run.pending().requests[0]?.id ?? '' };
};

describe('@NarrowInput', () => {
  it('narrows the fields of the request to the arguments of the call [HITL-7]', async () => {
    const { run } = await asked({ options: [4, 9] });
    expect(run.pending().requests).toMatchObject([
      { kind: 'input', fields: { properties: { answer: { type: 'integer', enum: [4, 9] } }, required: ['answer'] } },
    ]);
  });

  it.each([
    ['outside of the options', 5],
    ['in the options that the parameter does not allow', 9],
  ])('rejects a value %s and keeps the request open [HITL-7]', async (_, answer) => {
    const { run, id } = await asked({ options: [4, 9] });
    await expect(run.resume({ [id]: decision.supply({ answer }) })).rejects.toMatchObject({
      code: 'HAFT_INVALID_DECISION',
      issues: [{ path: ['answer'] }],
    });
    expect(run.pending().requests).toHaveLength(1);
    expect(await run.resume({ [id]: decision.supply({ answer: '4' }) })).toMatchObject([
      { status: 'deferred', request: { kind: 'approval', metadata: { input: { answer: 4 } } } },
    ]);
  });

  const elsewhere = async (): Promise<{ approval: PendingRun; approve: Record<string, true> }> => {
    const { run, id } = await asked({ options: [4] });
    const pending = JSON.parse(JSON.stringify(run.pending())) as PendingRun;
    await expect(runtime.resumeRun(pending, { [id]: decision.supply({ answer: 3 }) })).rejects.toMatchObject({
      code: 'HAFT_INVALID_DECISION',
    });
    const next = await runtime.resumeRun(pending, { [id]: decision.supply({ answer: 4 }) });
    const approval = JSON.parse(JSON.stringify(next.run.pending())) as PendingRun;
    return { approval, approve: { [approval.requests[0]?.id ?? '']: true } };
  };

  it('holds in another process [HITL-7]', async () => {
    const { approval, approve } = await elsewhere();
    expect((await runtime.resumeRun(approval, approve)).outcomes).toMatchObject([
      { status: 'success', text: 'Which? 4' },
    ]);
  });

  it('asks again for input that changed in a pending run [HITL-7]', async () => {
    const { approval, approve } = await elsewhere();
    const text = JSON.stringify(approval).replaceAll('"input":{"answer":4}', '"input":{"answer":3}');
    expect((await runtime.resumeRun(JSON.parse(text) as PendingRun, approve)).outcomes).toMatchObject([
      { status: 'deferred', request: { kind: 'input' } },
    ]);
  });

  it('reports a schema for a parameter that the user is not asked for [HITL-7]', async () => {
    await expect(runtime.startRun().call({ name: 'wrong', arguments: {} })).rejects.toMatchObject({
      code: 'HAFT_INVALID_OPTION',
      message: expect.stringContaining("'reply'"),
    });
  });
});
