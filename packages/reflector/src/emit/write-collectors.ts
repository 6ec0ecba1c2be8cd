import path from 'node:path';
import { definitionsOf, type ProjectModel } from '../model.js';
import { checkedModels, type CheckedModel } from './checked-model.js';
import { CollectorEmitter } from './collectors/collector-emitter.js';
import { formOf } from './collectors/form-of.js';
import { EmitError, ToolEmitError } from './emit-error.js';
import { ImportList } from './import-list.js';
import { quote } from './literal.js';
import { ModuleParts } from './module-parts.js';
import { moduleText } from './module-text.js';
import { Names } from './names.js';
import { toolKey } from './tool-key.js';
import type { WriteModuleOptions } from './write-module.js';

/**
 * Returns the text of the module with the issue collectors of all tools. The same model gives the
 * same bytes, whatever the folder of the project. A tool has none if its collector would only call
 * the interpreter.
 */
export function writeCollectors(model: ProjectModel, { out }: WriteModuleOptions): string {
  const names = new Names(new Set(['collectors']));
  const parts = new ModuleParts(new ImportList(path.dirname(out), model, names), names);
  const tools = [...model.toolsets.flatMap(definitionsOf), ...model.functions.map((one) => one.tool)];
  const entries = tools.flatMap(checkedModels).flatMap((tool) => {
    const name = collectorOf(tool, parts);
    return name === undefined ? [] : [`  ${quote(toolKey(tool))}: ${name},`];
  });
  const functions = parts.functions().map((text) => [text]);
  return moduleText(parts.imports.toLines('type CollectorModule'), [
    [
      '/** Explains invalid arguments, by tool. Loads at the first invalid call. */',
      "export const collectors: CollectorModule['collectors'] = {",
      ...entries,
      '};',
    ],
    parts.constantLines(),
    ...functions,
  ]);
}

function collectorOf(checked: CheckedModel, parts: ModuleParts): string | undefined {
  const { name, place } = checked;
  const { schema } = checked.arguments;
  try {
    if (!['object', 'list', 'union'].includes(formOf(schema, schema).kind)) return undefined;
    return new CollectorEmitter(schema, parts).function(schema, name.replaceAll('.', '_'));
  } catch (error) {
    if (error instanceof EmitError) return undefined;
    throw new ToolEmitError(name, place?.file ?? '', error);
  }
}
