import { expect, test } from '@jest/globals';
import type { ToolOutcome } from '@haft/core';
import { createRuntime, decision } from '@haft/runtime';
import { humanToolset } from '../../src/human/index.js';

/* The example of docs/guide/toolsets/human.md. */

test('the user chooses one of the options of the model [TOOL-22]', async () => {
  const call = { name: 'ask_user', arguments: { question: 'Which colour?', options: ['red', 'blue'] } };
  const shown: unknown[] = [];
  const showForm = (...parts: unknown[]): string => {
    shown.push(...parts);
    return 'blue';
  };
  const toldModel: (ToolOutcome | undefined)[] = [];
  const tellModel = (outcome?: ToolOutcome): void => void toldModel.push(outcome);

  // #region ask
  const runtime = createRuntime({ toolsets: [humanToolset()] });
  const run = runtime.startRun();
  const outcome = await run.call(call);
  if (outcome.status === 'deferred') {
    const { id, arguments: asked, fields } = outcome.request;
    const answer = showForm(asked['question'], fields); // the question, and the schema of the answer
    const [answered] = await run.resume({ [id]: decision.supply({ answer }) });
    tellModel(answered);
  }
  // #endregion ask
  expect(shown).toMatchObject(['Which colour?', { properties: { answer: { enum: ['red', 'blue'] } } }]);
  expect(toldModel).toMatchObject([{ status: 'success', text: 'blue' }]);
});
