import { expect, it } from '@jest/globals';
import { createRuntime, defineTool, toolset } from '@haft/runtime';
import { mcpToolset } from '../../src/client/index.js';
import { serveMcp } from '../../src/index.js';
import { textOfMistake } from '../../../core/test/support/text-of-mistake.js';

/* Mistakes of JavaScript users who are new to the package, with the whole message. */

const any = (value: unknown): never => value as never;
const desk = toolset('desk', [
  defineTool({ name: 'work', description: 'Works.', parameters: { type: 'object' }, execute: () => 'done' }),
]);
const runtime = createRuntime({ toolsets: desk });

const MISTAKES: readonly (readonly [what: string, make: () => unknown])[] = [
  ['serveMcp of nothing', () => serveMcp(any(undefined))],
  ['serveMcp of a run', () => serveMcp(any(runtime.startRun()))],
  ['serveMcp of a toolset', () => serveMcp(any(desk))],
  ['serveMcp with a text as options', () => serveMcp(runtime, any('shop'))],
  ['serveMcp with a number as the name', () => serveMcp(runtime, any({ name: 5 }))],
  ['serveMcp with a misspelt option', () => serveMcp(runtime, any({ nam: 'shop' }))],
  ['mcpToolset of an address', () => mcpToolset(any('http://localhost:3000'))],
  ['mcpToolset without a name', () => mcpToolset(any({ server: { url: 'http://localhost:3000' } }))],
  ['mcpToolset of a command line', () => mcpToolset(any({ name: 'files', server: 'npx server' }))],
  ['mcpToolset without a server', () => mcpToolset(any({ name: 'files' }))],
];

it.each(MISTAKES)('%s', async (_what, make) => {
  expect(await textOfMistake(make)).toMatchSnapshot();
});
