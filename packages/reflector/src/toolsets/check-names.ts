import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { ToolModel } from '../model.js';
import type { ts } from '../program/typescript.js';

/** Names of Haft's own tools: a user's tool of the same name could not stand beside them. */
const RESERVED = new Set(['search_tools', 'execute_plan', 'execute_code', 'ask_user']);

/** A tool with the place of its name. */
export interface NamedTool {
  readonly tool: Pick<ToolModel, 'name' | 'aliases'>;
  /** What it is made of, for messages: `FileToolset.read`, or the name of a function. */
  readonly origin: string;
  readonly place: ts.Node;
}

/** Reports names and aliases that two tools share, and names of built-in tools. */
export function checkNames(tools: readonly NamedTool[], diagnostics: Diagnostics): void {
  const origins = new Map<string, string>();
  for (const { tool, origin, place } of tools) {
    if (RESERVED.has(tool.name)) {
      diagnostics.at(place, {
        code: 'HAFT1022',
        severity: 'warning',
        message: `The tool name '${tool.name}' is also the name of a tool that Haft brings: both cannot be in one run.`,
        fix: 'Give the tool another name, or the toolset a prefix.',
      });
    }
    for (const name of new Set([tool.name, ...tool.aliases])) {
      const other = origins.get(name);
      origins.set(name, other ?? origin);
      if (other === undefined) continue;
      diagnostics.at(place, {
        code: 'HAFT1021',
        message: `Two tools have the name '${name}': ${other} and ${origin}.`,
        fix: 'Give one of them another name with @Tool({ name }), or its toolset a prefix with @Toolset({ prefix }).',
      });
    }
  }
}
