import { describe, expect, it } from '@jest/globals';
import { HaftError } from '@haft/core';
import { createRuntime } from '../../src/runtime/create-runtime.js';
import { defineTool, toolset } from '@haft/compose';

/* JavaScript has no types that find a misspelt option or a removed name. */

const weather = {
  name: 'weather',
  description: 'Tells the weather.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  execute: () => 'sunny',
} as const;
function add(): number {
  return 1;
}
const open = (options: object = {}) => createRuntime({ toolsets: toolset('desk', [defineTool(weather)]), ...options });

async function errorOf(make: () => unknown): Promise<HaftError> {
  try {
    await make();
  } catch (error) {
    if (error instanceof HaftError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

describe('an option that does not exist', () => {
  it.each<[string, () => unknown, string, string | undefined]>([
    [
      'defineTool with a schema',
      () => defineTool({ ...weather, setings: {} } as never),
      "defineTool('weather') does not have the option 'setings'.",
      'settings',
    ],
    [
      'defineTool with the old name of an option',
      () => defineTool({ ...weather, policy: { retries: 1 } } as never),
      "defineTool('weather') does not have the option 'policy'.",
      undefined,
    ],
    [
      'settings of a tool',
      () => defineTool({ ...weather, settings: { timeoutMS: 5 } as never }),
      "defineTool('weather') settings does not have the option 'timeoutMS'.",
      'timeoutMs',
    ],
    [
      'hints of a tool',
      () => defineTool({ ...weather, hints: { readonly: true } as never }),
      "@Hints does not have the option 'readonly'.",
      'readOnly',
    ],
    [
      'defineTool with a function',
      () => defineTool(add, { desciption: 'Adds.' } as never),
      "defineTool(add, options) does not have the option 'desciption'.",
      'description',
    ],
    [
      'settings of a function',
      () => defineTool(add, { settings: { retrys: 1 } as never }),
      "defineTool(add, options) settings does not have the option 'retrys'.",
      'retries',
    ],
    ['createRuntime', () => open({ timeout: 5 }), "createRuntime does not have the option 'timeout'.", 'timeoutMs'],
    [
      'createRuntime concurrency',
      () => open({ limits: { concurrency: { batches: 2 } } }),
      "createRuntime limits.concurrency does not have the option 'batches'.",
      'batch',
    ],
    [
      'createRuntime arguments',
      () => open({ limits: { arguments: { maxdepth: 2 } } }),
      "createRuntime limits.arguments does not have the option 'maxdepth'.",
      'maxDepth',
    ],
    [
      'createRuntime isolation',
      () => open({ isolation: { module: 'x.js', thread: 2 } }),
      "createRuntime isolation does not have the option 'thread'.",
      'threads',
    ],
    [
      'startRun',
      () => open().startRun({ userid: 'ada' } as never),
      "startRun does not have the option 'userid'.",
      'userId',
    ],
    [
      'resumeRun',
      () => open().resumeRun(open().startRun().pending(), {}, { maxcalls: 3 } as never),
      "resumeRun does not have the option 'maxcalls'.",
      'maxCalls',
    ],
  ])('is refused by %s, with the nearest name [DEF-13]', async (_owner, make, message, near) => {
    const error = await errorOf(make);
    expect([error.code, error.message]).toEqual(['HAFT_INVALID_OPTION', message]);
    const guess = near === undefined ? '' : `Did you mean '${near}'? `;
    expect(error.hint).toMatch(new RegExp(`^${guess.replace('?', '\\?')}(Write .* as .*\\. )?The options are: `));
  });

  it('is not one that the prototype of the options has', () => {
    expect(() => open().startRun(Object.create({ shared: true }) as object)).not.toThrow();
  });

  it('is one with the name of a property of every object', async () => {
    const { message } = await errorOf(() => open(JSON.parse('{"toString":1}') as object));
    expect(message).toBe("createRuntime does not have the option 'toString'.");
  });
});
