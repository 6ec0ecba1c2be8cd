import type { Path } from '../issues/issue.js';
import type { DefinitionChange } from './definition-change.js';
import { without } from './without.js';

/** Compares the paths of values that events and logs hide. */
export function compareSensitive(
  tool: string,
  part: 'parameters' | 'input',
  before: readonly Path[] = [],
  after: readonly Path[] = [],
): readonly DefinitionChange[] {
  const gone = without(before, after).map((path): DefinitionChange => {
    const message = 'it is not sensitive any more: its values are in events and logs now';
    return { compatibility: 'breaking', tool, part, path, message };
  });
  const added = without(after, before).map((path): DefinitionChange => {
    return { compatibility: 'compatible', tool, part, path, message: 'it is sensitive now' };
  });
  return [...gone, ...added];
}
