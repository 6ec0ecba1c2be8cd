import { expect, test } from '@jest/globals';
import { NarrowInput, Tool, Toolset, UserInput } from '@haft/core';
import { createRuntime, decision } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

/* A tool with which a model asks the user, as docs/guide/asking-people.md shows it. */

// #region ask
/** Asks people. */
@Toolset()
class Human {
  /**
   * Asks the user a question, when only the user knows.
   * @param question One short question.
   * @param options The possible answers.
   */
  @Tool()
  @NarrowInput(({ options }: { options: string[] }) => ({ answer: { type: 'string', enum: options } }))
  ask(question: string, options: string[], @UserInput() answer: string): string {
    return answer;
  }
}
// #endregion ask
const human = reflect(Human, {
  ask: {
    parameters: {
      question: { type: 'string' },
      options: { type: 'array', items: { type: 'string' } },
      'input:answer': { type: 'string' },
    },
  },
});

const question = { question: 'Which colour?', options: ['red', 'blue'] };

test('a model asks the user by a tool of @UserInput, and the answer is the result [HITL-7]', async () => {
  const run = createRuntime({ toolsets: human, observe: { logger: quietLogger() } }).startRun();
  const [definition] = await run.definitions();
  expect(Object.keys(definition?.parameters.properties ?? {})).toEqual(['question', 'options']);
  expect(await run.call({ name: 'ask', arguments: question })).toMatchObject({
    status: 'deferred',
    request: { kind: 'input', arguments: question, fields: { properties: { answer: { enum: ['red', 'blue'] } } } },
  });
  const [request] = run.pending().requests;
  const supply = (answer: string): Promise<unknown> => run.resume({ [request?.id ?? '']: decision.supply({ answer }) });
  await expect(supply('green')).rejects.toMatchObject({ code: 'HAFT_INVALID_DECISION' });
  expect(await supply('blue')).toMatchObject([{ status: 'success', text: 'blue' }]);
});
