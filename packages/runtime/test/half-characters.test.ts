import { describe, expect, it } from '@jest/globals';
import { compose, createRuntime, defineTool, toolset, wireForm } from '../src/index.js';

/* Half of a surrogate pair in a request makes providers reject it, and all requests after it. */

const HALF = '\ud83d';
const halves = (value: unknown): readonly string[] => JSON.stringify(value).match(/\\ud[89a-f][\da-f]{2}/gi) ?? [];

const tool = defineTool({
  name: 'find',
  description: `Finds 😀${HALF}`,
  parameters: {
    type: 'object',
    properties: { text: { type: 'string', description: `A text ${HALF}`, examples: [HALF] } },
    description: HALF,
  },
  result: { type: 'string', description: HALF },
  execute: () => 'done',
});

describe('half of a character', () => {
  it('is in no definition that was made at run time', () => {
    expect(tool.definition.description).toBe('Finds 😀\ufffd');
    expect(halves(tool.definition)).toEqual([]);
  });

  it('is in no description that was cut by prepare', async () => {
    const short = compose(toolset('desk', [tool])).prepare((_run, tools) =>
      tools.map((one) => ({ ...one, description: 'Finds 😀.'.slice(0, 7) })),
    );
    const [definition] = await createRuntime({ toolsets: short }).startRun().definitions();
    expect(definition?.description).toBe('Finds \ufffd');
  });

  it('is not in instructions', async () => {
    const told = compose(toolset('desk', [tool])).withInstructions(`Be kind ${HALF}`);
    expect(await createRuntime({ toolsets: told }).startRun().instructions()).toBe('Be kind \ufffd');
  });

  it.each([`seek${HALF}`, `functions.${HALF}`, HALF])('is not in the text about an unknown name', async (name) => {
    const run = createRuntime({ toolsets: toolset('desk', [tool]), limits: { retries: 0 } }).startRun();
    for (let i = 0; i < 3; i++) expect((await run.call({ name, arguments: {} })).text.isWellFormed()).toBe(true);
  });

  it.each<[string, unknown]>([
    ['a text', String.raw`{"text":"a\ud83d","list":["\ud83d"]}`],
    ['a text with the character itself', `{"text":"a${HALF}","list":["${HALF}"]}`],
    ['a value', { text: `a${HALF}`, list: [HALF] }],
    ['a text inside a text', { text: `a${HALF}`, list: String.raw`["\ud83d"]` }],
  ])('is replaced in arguments, as every file and server would: %s', async (_form, args) => {
    const taken: unknown[] = [];
    const keep = defineTool({
      name: 'keep',
      description: 'Keeps.',
      parameters: {
        type: 'object',
        properties: { text: { type: 'string' }, list: { type: 'array', items: { type: 'string' } } },
        additionalProperties: false,
      },
      execute: (given) => void taken.push(given),
    });
    const run = createRuntime({ toolsets: toolset('desk', [keep]) }).startRun();
    const outcome = await run.call({ name: 'keep', arguments: args });
    expect(outcome).toMatchObject({ status: 'success' });
    expect(outcome.repairs).toContainEqual({ path: [], kind: 'syntax', from: 'half of a character', to: 'U+FFFD' });
    expect(taken).toEqual([{ text: 'a\ufffd', list: ['\ufffd'] }]);
  });

  it('is not in the name of an unknown tool', async () => {
    const run = createRuntime({ toolsets: toolset('desk', [tool]) }).startRun();
    expect((await run.call({ name: `seek${HALF}` })).tool).toBe('seek\ufffd');
  });

  it('is not in the JSON form of a result, which hosts store', () => {
    expect(halves(wireForm({ [`a${HALF}`]: [HALF, new Map([[HALF, { toJSON: () => HALF }]])] }))).toEqual([]);
    expect(wireForm({ pair: '😀' })).toEqual({ pair: '😀' });
  });
});
