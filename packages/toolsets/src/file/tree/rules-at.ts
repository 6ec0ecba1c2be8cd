import { openQuietly } from '../beneath/open-below.js';
import type { Place, Workspace } from '../workspace.js';
import { IgnoreRules } from './ignore-rules.js';

/** Returns the rules that hold in the folder of a place: the settings and the files above it. */
export function rulesAt({ options }: Workspace, { root, names }: Place): IgnoreRules {
  let rules = IgnoreRules.of(options.ignore, options.gitignore);
  for (const depth of names.keys()) {
    const folder = openQuietly(root, names.slice(0, depth));
    // The place cannot be opened either, which says why.
    if (folder === undefined) break;
    try {
      rules = rules.within(folder, depth);
    } finally {
      folder.close();
    }
  }
  return rules;
}
