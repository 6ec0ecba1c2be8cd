import type { Revival, ToolModel } from '../model.js';
import { quote } from './literal.js';
import type { ModuleParts } from './module-parts.js';

/**
 * Adds, for each DTO class of a tool's arguments, a function that returns its rules as the build
 * read them. Returns their names. They are functions, because a class of an import cycle is
 * undefined while the module loads.
 */
export function emitDtoRules(
  { arguments: { revivals } }: Pick<ToolModel, 'arguments'>,
  parts: ModuleParts,
): readonly string[] {
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
