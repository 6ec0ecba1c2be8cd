import { describe, expect, it } from '@jest/globals';
import { toGenkit, type GenkitContext, type GenkitToolMaker } from '../src/genkit.js';
import { textOfMistake } from '../../core/test/support/text-of-mistake.js';
import { deskRun, deskRuntime, PNG, SEARCH_PROMPT } from './support/desk.js';

/* With a function in place of Genkit's `tool`. test/sdks runs the loop of Genkit. */

const any = (value: unknown): never => value as never;

interface Made {
  readonly __action: { readonly name: string; inputJsonSchema?: unknown };
  readonly execute: Parameters<GenkitToolMaker<Made>>[1];
}
const tool: GenkitToolMaker<Made> = (config, execute) => ({ __action: { ...config }, execute });

class Interrupt extends Error {
  constructor(readonly metadata: unknown) {
    super('interrupt');
  }
}
const context: GenkitContext = {
  interrupt: (metadata) => {
    throw new Interrupt(metadata);
  },
};

/** Calls a tool of the desk as Genkit does. */
async function called(name: string, args: unknown, { run } = deskRun()) {
  const made = (await toGenkit(tool, run)).find(({ __action }) => __action.name === name);
  return made?.execute(args, context);
}

describe('toGenkit', () => {
  it('shows the schema, and lets the model read the texts of Haft [NEW-23]', async () => {
    const { run } = deskRun();
    const [search] = await toGenkit(tool, run);
    const [definition] = await run.definitions();
    expect(search?.__action).toEqual({
      name: 'desk_search',
      description: 'Searches the desk.',
      multipart: true,
      inputJsonSchema: definition?.parameters,
    });
    expect(await called('desk_search', { query: '', lang: 'english' })).toEqual({ output: SEARCH_PROMPT });
  });

  it('returns media as parts', async () => {
    expect(await called('desk_photo', {})).toMatchObject({
      output: expect.stringMatching(/^The desk:/),
      content: [{ text: 'The desk:' }, { media: { url: `data:image/png;base64,${PNG}`, contentType: 'image/png' } }],
    });
  });

  it('interrupts with the requests of a call that waits', async () => {
    const desk = deskRun();
    const stopped = await called('desk_pay', { amount: 500 }, desk).catch((error: unknown) => error);
    expect(stopped).toMatchObject({ metadata: { callId: expect.any(String), requests: desk.run.pending().requests } });
    expect(desk.log).toEqual([]);
  });

  it.each<[string, () => unknown, string]>([
    ['toGenkit of a run alone', () => toGenkit(any(deskRun().run), any(undefined)), 'first argument of toGenkit()'],
    ['toGenkit of the runtime', () => toGenkit(tool, any(deskRuntime())), 'is a runtime, and not a run'],
  ])('rejects %s', async (_what, make, text) => {
    expect(await textOfMistake(make)).toContain(text);
  });
});
