import { Glob } from './glob.js';

/** More rules of one file are not read. */
export const MOST_RULES = 5_000;

interface Rule {
  readonly glob: Glob;
  /** Whether the pattern has a folder, so that it is about the whole path. */
  readonly isAnchored: boolean;
  readonly ignores: boolean;
  readonly onlyFolders: boolean;
}

/**
 * The rules of one `.gitignore` file, or of a setting in the same form.
 *
 * @see https://git-scm.com/docs/gitignore
 */
export class IgnoreList {
  private readonly rules: readonly Rule[];

  /** @param fold - makes names equal that are to be the same */
  constructor(lines: readonly string[], fold?: (name: string) => string) {
    // The last rule that takes a path decides, so the last comes first.
    this.rules = lines
      .slice(0, MOST_RULES)
      .flatMap((line) => ruleOf(line, fold))
      .reverse();
  }

  /** Whether there is no rule. */
  get isEmpty(): boolean {
    return this.rules.length === 0;
  }

  /**
   * Returns whether a path is ignored, or `undefined` if no rule says anything about it.
   *
   * @param names - from the folder of the file on. Its folders are not ignored
   */
  test(names: readonly string[], isFolder: boolean): boolean | undefined {
    const last = names.slice(-1);
    for (const { glob, isAnchored, ignores, onlyFolders } of this.rules) {
      if (onlyFolders && !isFolder) continue;
      if (glob.test(isAnchored ? names : last)) return ignores;
    }
    return undefined;
  }
}

function ruleOf(line: string, fold?: (name: string) => string): Rule[] {
  let text = line.replace(/\r$/, '').replace(/(?<!\\) +$/, '');
  if (text === '' || text.startsWith('#')) return [];
  const ignores = !text.startsWith('!');
  if (!ignores) text = text.slice(1);
  const onlyFolders = text.endsWith('/');
  if (onlyFolders) text = text.replace(/\/+$/, '');
  if (text === '') return [];
  return [{ glob: new Glob(text, fold), isAnchored: text.includes('/'), ignores, onlyFolders }];
}
