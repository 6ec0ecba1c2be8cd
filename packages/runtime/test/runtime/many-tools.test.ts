import { expect, it } from '@jest/globals';
import { compose, createRuntime, defineTool, dynamic, toolset, type AnyToolset } from '../../src/index.js';

const tools = Array.from({ length: 61 }, (_, index) =>
  defineTool({
    name: `tool_${index}`,
    description: 'Does nothing.',
    parameters: { type: 'object' },
    execute: () => undefined,
  }),
);

function observed(toolsets: AnyToolset) {
  const lines: string[] = [];
  const nothing = (): undefined => undefined;
  const logger = { debug: nothing, info: nothing, warn: (line: string) => lines.push(line), error: nothing };
  return { runtime: createRuntime({ toolsets, observe: { logger: logger as never } }), lines };
}

function warningsOf(toolsets: AnyToolset): readonly string[] {
  return observed(toolsets).lines;
}

it('warns of more than 60 visible tools', () => {
  expect(warningsOf(toolset('many', tools))).toEqual(['HAFT_TOO_MANY_TOOLS: A model sees 61 tools at once.']);
});

it('does not warn of 60 tools, or of hidden ones', () => {
  expect(warningsOf(toolset('fewer', tools.slice(1)))).toEqual([]);
  expect(warningsOf(compose(toolset('many', tools)).deferLoading())).toEqual([]);
});

it('counts what a run shows, once, if runs show other tools', async () => {
  const many = toolset('many', tools);
  const { runtime, lines } = observed(dynamic(({ userId }) => (userId === 'ada' ? many : undefined)));
  await runtime.startRun({ userId: 'bob' }).definitions();
  expect(lines).toEqual([]);
  for (let run = 0; run < 2; run++) await runtime.startRun({ userId: 'ada' }).definitions();
  expect(lines).toEqual(['HAFT_TOO_MANY_TOOLS: A model sees 61 tools at once.']);
});

it('counts what a user may see', async () => {
  const { runtime, lines } = observed(compose(toolset('many', tools)).require(['tool_0'], 'first'));
  await runtime.startRun({ permissions: [] }).definitions();
  expect(lines).toEqual([]);
  await runtime.startRun({ permissions: ['first'] }).definitions();
  expect(lines).toHaveLength(1);
});
