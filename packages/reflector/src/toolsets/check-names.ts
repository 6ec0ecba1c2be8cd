import type { DefinitionKind } from '@haft/core';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { ToolModel } from '../model.js';
import type { PackageManifests } from '../program/package-manifests.js';
import type { ts } from '../program/typescript.js';
import { decoratorWith } from './decorator-table.js';

/** Names of Haft's own tools. A tool of the user with such a name would conflict. */
const RESERVED = new Set(['search_tools', 'call_tool', 'execute_plan', 'execute_code', 'ask_user']);

/** The package of the built-in tools, which may use their names. */
const BUILT_IN = '@haft/toolsets';

/** A tool with the place of its name. */
export interface NamedTool<Model = Pick<ToolModel, 'kind' | 'name' | 'aliases' | 'otherNames'>> {
  readonly tool: Model;
  /** The source for messages: `FileToolset.read`, or the name of a function. */
  readonly origin: string;
  readonly place: ts.Node;
}

/**
 * Reports names and aliases that two tools, two resources or two prompts share, and names of
 * built-in tools.
 */
export function checkNames(named: readonly NamedTool[], manifests: PackageManifests, diagnostics: Diagnostics): void {
  const kinds = new Map<DefinitionKind, NamedTool[]>();
  for (const one of named) {
    const kind = one.tool.kind ?? 'tool';
    kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  }
  for (const [kind, tools] of kinds) checkKind(kind, tools, manifests, diagnostics);
}

function checkKind(
  kind: DefinitionKind,
  tools: readonly NamedTool[],
  manifests: PackageManifests,
  diagnostics: Diagnostics,
): void {
  const origins = new Map<string, string>();
  for (const { tool, origin, place } of tools) {
    if (kind === 'tool' && RESERVED.has(tool.name) && manifests.of(place.getSourceFile().fileName)?.name !== BUILT_IN) {
      diagnostics.at(place, {
        code: 'HAFT1022',
        severity: 'warning',
        message: `The tool name '${tool.name}' is also the name of a built-in tool: one run cannot have both.`,
        fix: 'Give the tool another name, or the toolset a prefix.',
      });
    }
    for (const name of new Set([tool.name, ...tool.aliases])) {
      const other = origins.get(name);
      origins.set(name, other ?? origin);
      if (other === undefined) continue;
      diagnostics.at(place, {
        code: 'HAFT1021',
        message: `Two ${kind}s have the name '${name}': ${other} and ${origin}.`,
        fix: `Give one of them another name with ${decoratorWith(kind, 'name')}, or its toolset a prefix with @Toolset({ prefix }).`,
      });
    }
  }
  checkOtherNames(tools, origins, diagnostics);
}

/**
 * Reports a name in a tag `@alias` that means another tool too. It would mean that tool, or none.
 *
 * @param origins - the tools by name and alias
 */
function checkOtherNames(
  tools: readonly NamedTool[],
  origins: ReadonlyMap<string, string>,
  diagnostics: Diagnostics,
): void {
  const known = new Map(origins);
  for (const { tool, origin, place } of tools) {
    for (const name of tool.otherNames ?? []) {
      const other = known.get(name);
      known.set(name, other ?? origin);
      if (other === undefined) continue;
      diagnostics.at(place, {
        code: 'HAFT1026',
        message: `The alias '${name}' of ${origin} is also a name of ${other}.`,
        fix: 'Remove the tag @alias, or give it another name.',
      });
    }
  }
}
