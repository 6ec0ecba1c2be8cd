import type { Diagnostic, ProjectModel, ToolModel } from '@haft/reflector';
import { labelOf } from '@haft/schema/compatibility';
import { offersOf, toolsOf, type ToolOfProject } from '../project/read-project.js';

/** The access to one tool, resource or prompt. */
export interface AccessRow {
  /** The name. With its kind for a resource or prompt: `resource order`. */
  readonly tool: string;
  /** All of them are needed. One of several is `a | b`. */
  readonly requires: readonly string[];
  readonly readOnly: boolean;
  readonly destructive: boolean;
  /** `every call`, `some calls`, or `none`. */
  readonly approval: 'every call' | 'some calls' | 'none';
}

/** Returns the access to all tools, resources and prompts, by name. */
export function accessRows(model: ProjectModel): readonly AccessRow[] {
  return [...toolsOf(model), ...offersOf(model)].map(({ tool }) => ({
    tool: labelOf(tool),
    requires: tool.settings?.requires ?? [],
    readOnly: tool.kind !== undefined || tool.hints?.readOnly === true,
    destructive: tool.hints?.destructive === true,
    approval: approvalOf(tool),
  }));
}

/** Returns the table in Markdown: a row for each tool, a column for each permission. */
export function accessTable(rows: readonly AccessRow[]): string {
  const permissions = [...new Set(rows.flatMap(({ requires }) => requires))].sort();
  const heads = [
    'tool',
    ...permissions.map((one) => `\`${one.replaceAll('|', String.raw`\|`)}\``),
    'changes',
    'approval',
  ];
  const lines = rows.map((row) => {
    const marks = permissions.map((one) => (row.requires.includes(one) ? 'needed' : ''));
    const changes = row.readOnly ? 'nothing' : row.destructive ? 'may destroy' : 'something';
    return [`\`${row.tool}\``, ...marks, changes, row.approval];
  });
  return `${[heads, heads.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

/**
 * Returns an error for each tool that may change something and requires nothing, in a project that
 * uses permissions. A resource and a prompt change nothing. The settings of functions are values of
 * the run time, so they are unknown.
 */
export function openTools(model: ProjectModel): readonly Diagnostic[] {
  const tools = toolsOf(model);
  const usesPermissions = [...tools, ...offersOf(model)].some(({ tool }) => tool.settings?.requires !== undefined);
  return usesPermissions ? tools.filter(isOpen).map(errorOf) : [];
}

function isOpen({ tool: { settings, hints } }: ToolOfProject): boolean {
  return settings !== undefined && settings.requires === undefined && hints?.readOnly !== true;
}

function errorOf({ tool: { name, place }, toolset }: ToolOfProject): Diagnostic {
  return {
    code: 'HAFT1075',
    severity: 'error',
    message: `'${name}' may change something and requires no permission.`,
    fix: 'Add @Requires(...) to the method or to its class. If it changes nothing, add @Hints({ readOnly: true }).',
    ...(place ?? { file: toolset.source }),
  };
}

function approvalOf({ settings }: ToolModel): AccessRow['approval'] {
  if (settings?.approval === true) return 'every call';
  return settings?.approval === undefined ? 'none' : 'some calls';
}
