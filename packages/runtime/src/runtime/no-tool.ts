import { HaftError, nearName } from '@haft/core';
import type { ToolTable } from '../run/state/tool-table.js';

/**
 * Returns the error of `runtime.tool(name)`.
 *
 * @param tools - undefined if toolsets change from run to run
 */
export function noTool(name: string, tools: ToolTable | undefined): HaftError {
  if (tools === undefined) {
    const message = `runtime.tool('${name}') was asked of toolsets that differ from run to run.`;
    return new HaftError('HAFT_UNKNOWN_TOOL', message, { hint: 'Ask a run: (await run.tools()).find(...).' });
  }
  const names = tools.definitions.map((definition) => definition.name);
  return new HaftError('HAFT_UNKNOWN_TOOL', `There is no tool '${name}'.`, { hint: hintOf(name, names, 'Tools') });
}

/** Returns the error of `runtime.statistics(name)`. */
export function noStatistics(name: string, names: readonly string[]): HaftError {
  return new HaftError('HAFT_UNKNOWN_TOOL', `There are no statistics for a tool '${name}'.`, {
    hint: hintOf(name, names, 'Tools with calls'),
  });
}

function hintOf(name: string, names: readonly string[], heading: string): string {
  const near = nearName(name, names);
  return near === undefined ? `${heading}: ${names.join(', ') || 'none'}.` : `Did you mean '${near}'?`;
}
