import type { RunContext, ToolDefinition } from '@haft/core';
import { isOwnTool } from '../own-tool.js';
import type { CodeOptions } from './code-options.js';

/** Returns the tools that a program may call. */
export function allowedTools(
  { tools }: Pick<CodeOptions, 'tools'>,
  run: Pick<RunContext<never>, 'calls'>,
): readonly ToolDefinition[] {
  return run.calls.tools().filter((definition) => {
    if (runsPrograms(definition)) return false;
    if (tools === undefined) return true;
    return typeof tools === 'function' ? tools(definition) : tools.includes(definition.name);
  });
}

/**
 * Returns why a program must not call a tool, or undefined if it may. An alias is the tool that it
 * names. A name that no tool has passes: the outcome of the call says so.
 */
export async function refuseTool(
  name: string,
  options: CodeOptions,
  run: RunContext<never>,
): Promise<string | undefined> {
  const text = `${name} cannot be called from within execute_code`;
  if (allowedTools(options, run).some((definition) => definition.name === name)) return undefined;
  if (run.calls.tools().some((definition) => definition.name === name) || PROGRAMS.has(name)) return text;
  const { tool } = await run.calls.check({ name, arguments: {} });
  if (tool !== name) return (await refuseTool(tool, options, run)) === undefined ? undefined : text;
  return options.tools === undefined ? undefined : text;
}

/** A program must not start another. */
function runsPrograms(definition: ToolDefinition): boolean {
  return isOwnTool(definition, 'execute_code') || isOwnTool(definition, 'execute_plan');
}

/** The names of tools that run programs, for tools that the model does not see yet. */
const PROGRAMS: ReadonlySet<string> = new Set(['execute_code', 'execute_plan']);
