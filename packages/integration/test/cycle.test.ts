import { expect, test } from '@jest/globals';
import { buildFixture } from './support/build-fixture.js';

const folder = `${import.meta.dirname}/fixtures/cycle`;

test('a file of toolsets and the generated module may import each other, whichever is there first', async () => {
  await buildFixture(folder);
  // The generated module is evaluated before the classes exist.
  const file = './fixtures/cycle/src/desk.toolset.js';
  const { askForTheTime } = (await import(file)) as { readonly askForTheTime: () => Promise<unknown> };
  expect(await askForTheTime()).toBe(7);
});
