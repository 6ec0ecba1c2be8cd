import { describe, expect, it } from '@jest/globals';
import type { Logger } from '@haft/core';
import { compose, createRuntime, defineTool, dynamic, toolset, type AnyToolset } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';

const desk = (description: string): AnyToolset =>
  toolset('desk', [defineTool({ name: 'find', description, parameters: { type: 'object' }, execute: () => 'found' })]);

/** Returns the warnings of a runtime while two runs read their definitions. */
async function warningsOf(toolsets: AnyToolset): Promise<readonly string[]> {
  const warnings: string[] = [];
  const logger: Logger = { ...quietLogger(), warn: (message) => void warnings.push(message) };
  const runtime = createRuntime({ toolsets, observe: { logger } });
  for (const run of [runtime.startRun(), runtime.startRun()]) {
    await run.definitions();
    await run.call({ name: 'find' });
    await run.definitions();
  }
  return warnings;
}

describe('a description that some providers reject', () => {
  const long = desk('x'.repeat(1025));
  const warning =
    "The description of tool 'find' of toolset 'desk' has 1025 characters. Some providers accept only 1024.";

  it.each([
    ['a fixed toolset', long],
    ['a toolset of each step', dynamic(() => desk('x'.repeat(1025)))],
    ['a composed toolset', compose(long).requireApproval(['find' as never])],
  ])('is one warning for %s', async (_title, toolsets) => {
    expect(await warningsOf(toolsets)).toEqual([warning]);
  });

  it.each([
    ['fits', desk('x'.repeat(1024))],
    [
      'is shortened in each step',
      compose(long).prepare((_run, definitions) => definitions.map((one) => ({ ...one, description: 'Finds.' }))),
    ],
  ])('causes no warning if it %s', async (_title, toolsets) => {
    expect(await warningsOf(toolsets)).toEqual([]);
  });
});
