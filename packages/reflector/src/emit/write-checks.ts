import path from 'node:path';
import { definitionsOf, type ProjectModel, type ToolModel } from '../model.js';
import { checkedModels, type CheckedModel } from './checked-model.js';
import { emitDtoRules } from './emit-dto-rules.js';
import { named } from './emit-error.js';
import { emitRead, type EmittedRead } from './emit-read.js';
import { emitVisitRules } from './emit-visit-rules.js';
import { ImportList } from './import-list.js';
import { quote } from './literal.js';
import { ModuleParts } from './module-parts.js';
import { moduleText } from './module-text.js';
import { Names } from './names.js';
import { visitPointers } from '../types/write/schema-pointers.js';
import { toolKey } from './tool-key.js';
import type { WriteModuleOptions } from './write-module.js';

/**
 * Returns the text of the module with the checks of all tools. The same model gives the same bytes,
 * whatever the folder of the project.
 *
 * @throws {ToolEmitError} if a tool's arguments cannot be checked and built in one pass
 */
export function writeChecks(model: ProjectModel, { out }: WriteModuleOptions): string {
  const names = new Names(new Set(['checks']));
  const parts = new ModuleParts(new ImportList(path.dirname(out), model, names), names);
  const lines = [
    ...model.toolsets.flatMap((toolset) => definitionsOf(toolset).flatMap((tool) => entries(toolset, tool, parts))),
    ...model.functions.flatMap((one) => entries(one, one.tool, parts)),
  ];
  return moduleText(parts.imports.toLines('type ChecksModule'), [
    [
      '/** Validates arguments and builds the values for each tool. Loads at the first call. */',
      "export const checks: ChecksModule['checks'] = {",
      ...lines,
      '};',
    ],
    parts.constantLines(),
    ...parts.functions().map((text) => [text]),
  ]);
}

function entries(origin: { readonly source: string }, tool: ToolModel, parts: ModuleParts): readonly string[] {
  return checkedModels(tool).map((one) => {
    const members = named(origin, tool, () => membersOf(one, parts));
    return `  ${quote(toolKey(one))}: { ${members.join(', ')} },`;
  });
}

function membersOf(tool: CheckedModel, parts: ModuleParts): readonly string[] {
  const read = emitRead(tool, parts);
  const visitRules = emitVisitRules(tool, parts);
  const rules = emitDtoRules(tool, parts);
  return [
    `read: ${read.name}`,
    ...checksOf(tool, read),
    ...(visitRules === undefined ? [] : [`visitRules: ${visitRules}`]),
    ...(rules.length === 0 ? [] : [`rules: [${rules.join(', ')}]`]),
  ];
}

function checksOf(tool: CheckedModel, { itemChecks }: EmittedRead): readonly string[] {
  if (itemChecks.size === 0) return [];
  const members: string[] = [];
  visitPointers(tool.arguments.schema, (one, pointer) => {
    const name = itemChecks.get(one);
    if (name !== undefined) members.push(`${quote(pointer)}: ${name}`);
  });
  return members.length === 0 ? [] : [`checks: { ${members.join(', ')} }`];
}
