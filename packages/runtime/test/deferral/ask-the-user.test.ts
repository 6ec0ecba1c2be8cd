import { expect, it } from '@jest/globals';
import { Tool, ToolFailed, Toolset, UserInput } from '@haft/core';
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
   * @param options The possible answers, if there are only these.
   */
  @Tool()
  ask(question: string, @UserInput() answer: string, options: string[] = []): string {
    if (options.length === 0 || options.includes(answer)) return answer;
    throw new ToolFailed(`The user did not choose one of the answers to "${question}", but said: ${answer}`);
  }
}
// #endregion ask
const human = reflect(Human, {
  ask: {
    parameters: {
      question: { type: 'string' },
      'host:answer': {},
      'options?': { type: 'array', items: { type: 'string' } },
    },
    host: [{ index: 1, name: 'answer', schema: '{"type":"string"}' }],
  },
});

const question = { question: 'Which colour?', options: ['red', 'blue'] };

it.each([
  ['blue', { status: 'success', text: 'blue' }],
  [
    'green',
    { status: 'failed', text: 'The user did not choose one of the answers to "Which colour?", but said: green' },
  ],
])('a model asks the user by a tool of @UserInput; the answer %s is the result [HITL-7]', async (answer, outcome) => {
  const run = createRuntime({ toolsets: human, logger: quietLogger() }).startRun();
  const [definition] = await run.definitions();
  expect(Object.keys(definition?.parameters.properties ?? {})).toEqual(['question', 'options']);
  expect(await run.call({ name: 'ask', arguments: question })).toMatchObject({
    status: 'deferred',
    request: { kind: 'input', arguments: question, fields: { properties: { answer: { type: 'string' } } } },
  });
  const [request] = run.pending().requests;
  const answers = { [request?.id ?? '']: decision.supply({ answer }) };
  expect(await run.resume(answers)).toMatchObject([outcome]);
});
