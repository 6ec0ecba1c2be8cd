import { expect, test } from '@jest/globals';
import type { ToolDefinition } from '@haft/core';
import { createRuntime, defineTool, toolset, type ToolsetInput } from '@haft/runtime';
import { humanToolset } from '../src/human/index.js';
import { isOwnTool } from '../src/own-tool.js';

const sameName = defineTool({
  name: 'ask_user',
  description: 'Asks a colleague.',
  parameters: { type: 'object' },
  execute: () => 'yes',
});

const definitionOf = async (input: ToolsetInput): Promise<ToolDefinition | undefined> => {
  const [definition] = await createRuntime({ toolsets: [input] })
    .startRun()
    .definitions();
  return definition;
};

test('recognizes a tool of Haft under another name, not by its name [NAM-6]', async () => {
  const renamed = await definitionOf(humanToolset().rename({ human_ask: 'ask_user' }));
  expect(renamed?.name).toBe('human_ask');
  expect(isOwnTool(renamed, 'ask_user')).toBe(true);
  expect(isOwnTool(renamed, 'execute_plan')).toBe(false);
  const other = await definitionOf(toolset('desk', [sameName]));
  expect(other?.name).toBe('ask_user');
  expect(isOwnTool(other, 'ask_user')).toBe(false);
  expect(isOwnTool(undefined, 'ask_user')).toBe(false);
});
