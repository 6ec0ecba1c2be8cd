import type { Path } from '../issues/issue.js';
import type { DefinitionChange } from './definition-change.js';
import { toolChange } from './tool-change.js';
import { without } from './without.js';

/** Compares the paths of values that events and logs hide. */
export function compareSensitive(
  tool: string,
  part: 'parameters' | 'input',
  before: readonly Path[] = [],
  after: readonly Path[] = [],
): readonly DefinitionChange[] {
  const gone = 'it is not sensitive any more: its values are in events and logs now';
  return [
    ...without(before, after).map((path) => toolChange(tool, 'breaking', gone, { part, path })),
    ...without(after, before).map((path) => toolChange(tool, 'compatible', 'it is sensitive now', { part, path })),
  ];
}
