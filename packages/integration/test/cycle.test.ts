import { expect, test } from '@jest/globals';
import { buildProject } from '@haft/reflector';

const folder = `${import.meta.dirname}/fixtures/cycle`;

test('a file of toolsets and the generated module may import each other, whichever is there first', async () => {
  const { diagnostics } = await buildProject({
    tsconfig: `${folder}/tsconfig.json`,
    out: `${folder}/src/toolsets.gen.ts`,
    cache: false,
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  // The generated module is evaluated before the classes exist.
  const file = './fixtures/cycle/src/desk.toolset.js';
  const { askForTheTime } = (await import(file)) as { readonly askForTheTime: () => Promise<unknown> };
  expect(await askForTheTime()).toBe(7);
});
