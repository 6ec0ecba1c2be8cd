import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { ToolsetModel } from '../model.js';
import type { ts } from '../program/typescript.js';

/** Names of Haft's own tools: a user's tool of the same name could not stand beside them. */
const RESERVED = new Set(['search_tools', 'execute_plan', 'execute_code', 'ask_user']);

/** Reports names and aliases that two tools share, and names of built-in tools. */
export function checkNames(
  toolsets: readonly ToolsetModel[],
  placeOf: (toolset: ToolsetModel, method: string) => ts.Node,
  diagnostics: Diagnostics,
): void {
  const owners = new Map<string, string>();
  for (const toolset of toolsets) {
    for (const tool of toolset.tools) {
      const own = `${toolset.class.name}.${tool.method}`;
      if (RESERVED.has(tool.name)) {
        diagnostics.at(placeOf(toolset, tool.method), {
          code: 'HAFT1022',
          severity: 'warning',
          message: `The tool name '${tool.name}' is also the name of a tool that Haft brings: both cannot be in one run.`,
          fix: 'Give the tool another name, or the toolset a prefix.',
        });
      }
      for (const name of new Set([tool.name, ...tool.aliases])) {
        const other = owners.get(name);
        owners.set(name, other ?? own);
        if (other === undefined) continue;
        diagnostics.at(placeOf(toolset, tool.method), {
          code: 'HAFT1021',
          message: `Two tools have the name '${name}': ${other} and ${own}.`,
          fix: 'Give one of them another name with @Tool({ name }), or its toolset a prefix with @Toolset({ prefix }).',
        });
      }
    }
  }
}
