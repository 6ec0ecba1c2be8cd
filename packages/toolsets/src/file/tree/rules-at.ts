import { openBelow } from '../beneath/open-below.js';
import type { Place, Workspace } from '../workspace.js';
import { IgnoreRules } from './ignore-rules.js';

/** Returns the rules that hold in the folder of a place: the settings and the files above it. */
export function rulesAt({ options }: Workspace, { root, names }: Place): IgnoreRules {
  let rules = IgnoreRules.of(options.ignore, options.gitignore);
  if (!options.gitignore) return rules;
  for (const depth of names.keys()) {
    try {
      const folder = openBelow(root, names.slice(0, depth), { deadEnd: notThere, moved: notThere });
      try {
        rules = rules.within(folder, depth);
      } finally {
        folder.close();
      }
    } catch {
      // The place cannot be opened either, which says why.
      return rules;
    }
  }
  return rules;
}

function notThere(): Error {
  return new Error('There is no such folder.');
}
