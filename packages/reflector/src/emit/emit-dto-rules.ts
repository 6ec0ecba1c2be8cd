import type { Revival, ToolModel } from '../model.js';
import { quote } from './literal.js';
import type { ModuleParts } from './module-parts.js';

/**
 * Adds, for each DTO class of a tool's arguments, the function that says which class-validator rules the build read of it, and
 * returns their names. Functions, since a class of an import cycle is not there yet when the module is loaded.
 */
export function emitDtoRules({ arguments: { revivals } }: ToolModel, parts: ModuleParts): readonly string[] {
  const names = [...revivals.values()].filter(isDto).map((revival) => {
    const members = [
      `class: ${parts.imports.class(revival.class)}`,
      `rules: ${quote(JSON.stringify(revival.rules))}`,
      ...(revival.fromLibrary === true ? ['fromLibrary: true'] : []),
    ];
    return parts.function(`rules_${revival.class.name}`, `() {\n  return { ${members.join(', ')} };\n}`);
  });
  return [...new Set(names)];
}

function isDto(revival: Revival): revival is Extract<Revival, { readonly kind: 'dto' }> {
  return revival.kind === 'dto';
}
