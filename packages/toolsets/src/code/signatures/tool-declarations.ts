import type { ToolDefinition } from '@haft/core';
import { memberOf } from './member-of.js';

/**
 * Declares an object `tools` with each tool as a method, in TypeScript. A program is checked
 * against it.
 */
export function toolDeclarations(definitions: readonly ToolDefinition[]): string {
  const members = definitions.map((definition) => memberOf(definition));
  const types = members.map(({ types }) => types).join('');
  return `${types}interface Tools {\n${members.map(({ member }) => member).join('')}}\ndeclare const tools: Tools;\n`;
}
