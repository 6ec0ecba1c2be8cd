import { fingerprintOf, ModelRetry, type ToolCall, type ToolDefinition } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';
import { isObject } from '@haft/schema/basics';
import type { AnyTool } from '../port/any-tool.js';
import type { ToolEntry } from '../port/tool-entry.js';
import { lazily } from '../wrappers/lazily.js';

/** The name of the tool that calls tools which no request lists. */
export const CALL_TOOL = 'call_tool';

const PARAMETERS: JsonSchemaObject = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'The name of the tool.' },
    arguments: { type: 'object', description: 'Its arguments, as its parameters describe them.' },
  },
  required: ['name', 'arguments'],
  additionalProperties: false,
};

const definitionOfCall = lazily<ToolDefinition>(() => ({
  name: CALL_TOOL,
  description: 'Calls a tool that search_tools found. The result is that of the tool.',
  parameters: PARAMETERS,
  toolset: CALL_TOOL,
  version: '0',
  fingerprint: fingerprintOf(CALL_TOOL, '0', PARAMETERS),
  // No provider may close the arguments: their names depend on the tool.
  strict: false,
}));

/** Step 1 takes the call of the target out of a valid call, so that only others get here. */
export const callTool = lazily<AnyTool>(() => ({
  definition: definitionOfCall(),
  aliases: [],
  ownName: CALL_TOOL,
  check: {
    read: (args) => (isTarget(args) ? args : undefined),
    schema: () => PARAMETERS,
    example: () => ({ name: 'file_read', arguments: { path: 'a.txt' } }),
    open: true,
    // The arguments of the target, also if a model wrote them next to `arguments`.
    sensitive: [['*']],
  },
  settings: {},
  body: {
    isOfRuntime: true,
    usesRun: false,
    host: [],
    invoke: () => {
      throw new ModelRetry('Send an object with the name of the tool and its arguments.');
    },
  },
}));

/** Returns whether a tool is the one that calls others, and not a tool of this name. */
export function isCallTool(tool: AnyTool): boolean {
  return tool.definition.name === CALL_TOOL && tool.body.isOfRuntime === true;
}

/** Returns whether a tool stays hidden: no request lists it, and it may be called. */
export function isBehindCallTool(entry: ToolEntry): boolean {
  return !entry.isPlain && entry.tool().hiddenBehind === CALL_TOOL;
}

/** Returns whether arguments of `call_tool` name a tool. Its arguments may be JSON text. */
export function isTarget(args: unknown): args is Pick<ToolCall, 'name' | 'arguments'> {
  if (!isObject(args) || typeof args['name'] !== 'string') return false;
  return Object.keys(args).every((key) => key === 'name' || key === 'arguments');
}
