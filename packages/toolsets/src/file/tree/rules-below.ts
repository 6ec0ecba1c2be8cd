import { openQuietly } from '../beneath/open-below.js';
import type { Place, Workspace } from '../workspace.js';
import type { IgnoreRules } from './ignore-rules.js';
import { rulesAt } from './rules-at.js';
import { isTemporary } from './walk-tree.js';

/** Tells of single paths below a place whether a walk would visit them. Reads each folder once. */
export class RulesBelow {
  private readonly known = new Map<string, IgnoreRules | undefined>();

  constructor(
    private readonly workspace: Workspace,
    private readonly place: Place,
  ) {}

  /** @param names - path of a file from the root, as names */
  ignores(names: readonly string[]): boolean {
    if (names.slice(this.place.names.length).some(isTemporary)) return true;
    return this.in(names.slice(0, -1))?.ignores(names, false) !== false;
  }

  /** Returns the rules that hold in a folder, or `undefined` if a walk does not enter it. */
  private in(names: readonly string[]): IgnoreRules | undefined {
    const key = names.join('/');
    if (!this.known.has(key)) this.known.set(key, this.read(names));
    return this.known.get(key);
  }

  private read(names: readonly string[]): IgnoreRules | undefined {
    const { workspace, place } = this;
    const isStart = names.length <= place.names.length;
    const outer = isStart ? rulesAt(workspace, place) : this.in(names.slice(0, -1));
    if (outer === undefined || (!isStart && outer.ignores(names, true))) return undefined;
    // If it is gone, or a link, a walk finds no files in it either.
    const folder = openQuietly(place.root, names);
    try {
      return folder && outer.within(folder, names.length);
    } finally {
      folder?.close();
    }
  }
}
