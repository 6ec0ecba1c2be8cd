import { expect, it } from '@jest/globals';
import { createRuntime, defineTool, toolset } from '@haft/runtime';
import { fleet, fleetTimer, migrateFleet, startWorker } from '../../src/index.js';
import { textOfMistake } from '../../../core/test/support/text-of-mistake.js';

/* Mistakes of JavaScript users who are new to the package, with the whole message. */

const any = (value: unknown): never => value as never;
const desk = toolset('desk', [
  defineTool({ name: 'work', description: 'Works.', parameters: { type: 'object' }, execute: () => 'done' }),
]);
const runtime = createRuntime({ toolsets: desk });

const MISTAKES: readonly (readonly [what: string, make: () => unknown])[] = [
  ['fleet of an address', () => fleet(any('redis://localhost'))],
  ['fleet without a connection', () => fleet(any({}))],
  ['fleet with an address as the connection', () => fleet(any({ connection: 'redis://localhost' }))],
  ['fleet with a list of tools', () => fleet(any({ connection: {}, tools: [] }))],
  ['fleetTimer without a connection', () => fleetTimer(any({}))],
  ['migrateFleet of nothing', () => migrateFleet(any(undefined))],
  ['startWorker of nothing', () => startWorker(any(undefined))],
  ['startWorker without tools', () => startWorker(any({ connection: {}, runtime }))],
  ['startWorker without a connection', () => startWorker(any({ runtime, tools: [] }))],
];

it.each(MISTAKES)('%s', async (_what, make) => {
  expect(await textOfMistake(make)).toMatchSnapshot();
});
