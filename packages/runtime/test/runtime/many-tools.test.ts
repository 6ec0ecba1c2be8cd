import { expect, it } from '@jest/globals';
import { compose, createRuntime, defineTool, toolset, type AnyToolset } from '../../src/index.js';

const tools = Array.from({ length: 61 }, (_, index) =>
  defineTool({
    name: `tool_${index}`,
    description: 'Does nothing.',
    parameters: { type: 'object' },
    execute: () => undefined,
  }),
);

function warningsOf(toolsets: AnyToolset): readonly string[] {
  const lines: string[] = [];
  const nothing = (): undefined => undefined;
  const logger = { debug: nothing, info: nothing, warn: (line: string) => lines.push(line), error: nothing };
  createRuntime({ toolsets, observe: { logger: logger as never } });
  return lines;
}

it('warns of more than 60 visible tools', () => {
  expect(warningsOf(toolset('many', tools))).toEqual(['HAFT_TOO_MANY_TOOLS: A model sees 61 tools at once.']);
});

it('does not warn of 60 tools, or of hidden ones', () => {
  expect(warningsOf(toolset('fewer', tools.slice(1)))).toEqual([]);
  expect(warningsOf(compose(toolset('many', tools)).deferLoading())).toEqual([]);
});
