import { fingerprintOf, RunContext, type ToolDefinition } from '@haft/core';
import { createChecker, type JsonSchemaObject } from '@haft/schema';
import type { AnyTool, AnyToolset } from '@haft/compose';

const ANYTHING: JsonSchemaObject = { type: 'object', properties: {}, additionalProperties: false };

/** A tool that returns its own name. */
export function fakeTool(
  name: string,
  definition: Partial<ToolDefinition> = {},
  parts: Partial<AnyTool> = {},
): AnyTool {
  const parameters = definition.parameters ?? ANYTHING;
  const checker = createChecker(parameters);
  return {
    definition: {
      name,
      description: `Does ${name}.`,
      parameters,
      toolset: 'fake',
      version: '0',
      fingerprint: fingerprintOf(name, '0', parameters),
      ...definition,
    },
    aliases: [],
    ownName: name,
    check: {
      read: (args) => (checker.validates(args) ? (args as object) : undefined),
      schema: () => parameters,
      example: () => ({}),
      open: false,
      sensitive: [],
    },
    settings: {},
    body: { usesRun: false, host: [], invoke: () => name },
    ...parts,
  };
}

/** A toolset that never changes. */
export function fakeToolset(name: string, ...tools: readonly (string | AnyTool)[]): AnyToolset {
  const list = tools.map((tool) => (typeof tool === 'string' ? fakeTool(tool, { toolset: name }) : tool));
  return { name, fixed: true, tools: () => list };
}

/** A run that writes warnings down. */
export function loggingRun(deps: unknown = undefined): RunContext & { readonly warnings: string[] } {
  const warnings: string[] = [];
  const logger = { warn: (message: string) => warnings.push(message) };
  const run = Object.create(RunContext.prototype) as object;
  return Object.assign(run, { runId: 'r1', deps, logger, warnings, state: new Map() }) as never;
}

/** The names of the tools in a run. */
export async function namesOf(toolset: AnyToolset, run: RunContext = loggingRun()): Promise<readonly string[]> {
  const own = (await toolset.forRun?.(run)) ?? toolset;
  return (await own.tools(run)).map((tool) => tool.definition.name);
}
