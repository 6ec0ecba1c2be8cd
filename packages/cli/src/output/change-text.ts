import { pathText } from '@haft/schema';
import type { DefinitionChange } from '@haft/schema/compatibility';

/** Returns a change with its place: `result items.*: maximum 100 became 50`. */
export function changeText({ part, path, message }: DefinitionChange): string {
  if (part === undefined) return message;
  const where = pathText(path);
  if (part === 'parameters') return where === '' ? message : `${where}: ${message}`;
  const name = part === 'input' ? 'user input' : part;
  return where === '' ? `${name}: ${message}` : `${name} ${where}: ${message}`;
}
