import { describe, expect, it } from '@jest/globals';
import { createRuntime, decision, type PendingRun, type Run } from '@haft/runtime';
import { humanToolset } from '../../src/human/index.js';

const runtime = createRuntime({ toolsets: [humanToolset()] });

const asked = async (args: object): Promise<{ run: Run; id: string }> => {
  const run = runtime.startRun();
  expect(await run.call({ name: 'ask_user', arguments: { question: 'Which colour?', ...args } })).toMatchObject({
    status: 'deferred',
    request: { kind: 'input', arguments: { question: 'Which colour?' } },
  });
  return { run, id: run.pending().requests[0]?.id ?? '' };
};

const options = ['red', 'blue'];

describe('ask_user', () => {
  it('always waits for the user, with a form for the answer [TOOL-22]', async () => {
    const fields = async (args: object): Promise<unknown> => {
      const { run } = await asked(args);
      return run.pending().requests[0]?.fields?.properties?.['answer'];
    };
    expect(await fields({})).toEqual({ type: 'string', description: 'Which colour?' });
    expect(await fields({ options })).toMatchObject({ type: 'string', enum: options });
    expect(await fields({ options, allowOther: true })).toMatchObject({ type: 'string', examples: options });
    expect(await fields({ options, multiple: true })).toMatchObject({
      type: 'array',
      items: { type: 'string', enum: options },
      minItems: 1,
    });
  });

  it.each([
    ['a free answer', {}, 'green', 'green'],
    ['an option', { options }, 'blue', 'blue'],
    ['another answer if it is allowed', { options, allowOther: true }, 'green', 'green'],
    ['several options', { options, multiple: true }, ['red', 'blue'], '["red","blue"]'],
  ])('returns %s to the model [TOOL-22]', async (_, args, answer, text) => {
    const { run, id } = await asked(args);
    expect(await run.resume({ [id]: decision.supply({ answer }) })).toMatchObject([{ status: 'success', text }]);
  });

  it.each([
    ['outside of the options', { options }, 'green'],
    ['that are several where one is asked for', { options }, ['red', 'blue']],
    ['that are outside of the options in part', { options, multiple: true }, ['red', 'green']],
    ['that repeat', { options, multiple: true }, ['red', 'red']],
    ['that are none', { options, multiple: true }, []],
    ['that are not text', {}, 7.5],
  ])('reports answers %s to the host, and the request stays open [TOOL-22]', async (_, args, answer) => {
    const { run, id } = await asked(args);
    await expect(run.resume({ [id]: decision.supply({ answer }) })).rejects.toMatchObject({
      code: 'HAFT_INVALID_DECISION',
    });
    expect(run.pending().requests).toHaveLength(1);
  });

  it('is answered in another process [TOOL-22]', async () => {
    const { run, id } = await asked({ options });
    const pending = JSON.parse(JSON.stringify(run.pending())) as PendingRun;
    const elsewhere = createRuntime({ toolsets: [humanToolset()] });
    const { outcomes } = await elsewhere.resumeRun(pending, { [id]: decision.supply({ answer: 'red' }) });
    expect(outcomes).toMatchObject([{ status: 'success', text: 'red' }]);
  });

  it.each([
    ['one option', { options: ['red'] }],
    ['nine options', { options: [...'abcdefghi'] }],
    ['an empty question', { question: '' }],
  ])('asks the model again for %s [TOOL-22]', async (_, args) => {
    const outcome = await runtime.startRun().call({ name: 'ask_user', arguments: { question: 'Which?', ...args } });
    expect(outcome.status).toBe('retry');
  });
});
