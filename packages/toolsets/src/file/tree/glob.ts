/** Matches one character of a name. */
type Unit = { readonly kind: 'star' } | { readonly kind: 'one'; readonly takes: (character: string) => boolean };

/** A name of a pattern: `**`, a text, or units. */
type Part = '**' | { readonly text: string } | { readonly units: readonly Unit[] };

/** Alternatives that `{a,b}` may make. */
const MOST_ALTERNATIVES = 64;

/**
 * A pattern for paths: `*`, `?`, `[a-z]`, `[!a]`, `**` for any folders, `\` before a character.
 * Takes at most (length of pattern) x (length of path) steps, so that patterns of models and of
 * `.gitignore` files cannot block the process as a regular expression can.
 */
export class Glob {
  private readonly parts: readonly Part[];

  /**
   * @param pattern - without `{}`, see `expandBraces`
   * @param fold - makes names equal, such as those in another case
   */
  constructor(
    pattern: string,
    private readonly fold: (name: string) => string = (name) => name,
  ) {
    const texts = pattern.split('/').filter((text) => text !== '' && text !== '.');
    // `a/**` is everything in `a`, not `a` itself.
    if (texts.at(-1) === '**') texts.push('*');
    this.parts = texts.map((text) => partOf(text, fold));
  }

  /** How many names a path has at most that the pattern takes. */
  get most(): number {
    return this.parts.includes('**') ? Infinity : this.parts.length;
  }

  /** Returns whether the pattern takes the whole path. */
  test(names: readonly string[]): boolean {
    const { parts } = this;
    let [part, name, restart, from] = [0, 0, -1, 0];
    while (name < names.length) {
      const current = parts[part];
      if (current === '**') {
        restart = ++part;
        from = name;
      } else if (current !== undefined && takes(current, this.fold(names[name] ?? ''))) {
        part++;
        name++;
      } else if (restart >= 0) {
        part = restart;
        name = ++from;
      } else return false;
    }
    while (parts[part] === '**') part++;
    return part === parts.length;
  }
}

function takes(part: Exclude<Part, '**'>, name: string): boolean {
  if ('text' in part) return part.text === name;
  const characters = Array.from(name);
  const { units } = part;
  let [unit, at, restart, from] = [0, 0, -1, 0];
  while (at < characters.length) {
    const current = units[unit];
    if (current?.kind === 'star') {
      restart = ++unit;
      from = at;
    } else if (current?.kind === 'one' && current.takes(characters[at] ?? '')) {
      unit++;
      at++;
    } else if (restart >= 0) {
      unit = restart;
      at = ++from;
    } else return false;
  }
  while (units[unit]?.kind === 'star') unit++;
  return unit === units.length;
}

function partOf(text: string, fold: (name: string) => string): Part {
  if (text === '**') return '**';
  if (!/[*?[\\]/.test(text)) return { text: fold(text) };
  const units: Unit[] = [];
  const characters = Array.from(fold(text));
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] ?? '';
    if (character === '*') {
      if (units.at(-1)?.kind !== 'star') units.push({ kind: 'star' });
    } else if (character === '?') units.push({ kind: 'one', takes: () => true });
    else if (character === '[') {
      const end = endOfSet(characters, i);
      units.push({ kind: 'one', takes: end === undefined ? () => false : setOf(characters.slice(i + 1, end)) });
      i = end ?? characters.length;
    } else {
      const escaped = character === '\\' ? characters[++i] : character;
      units.push({ kind: 'one', takes: (one) => one === escaped });
    }
  }
  return { units };
}

/** Returns the place of the `]` that ends a set. A `]` right behind its beginning belongs to it. */
function endOfSet(characters: readonly string[], start: number): number | undefined {
  let i = start + 1;
  if (characters[i] === '!' || characters[i] === '^') i++;
  if (characters[i] === ']') i++;
  for (; i < characters.length; i++) {
    if (characters[i] === '\\') i++;
    else if (characters[i] === ']') return i;
  }
  return undefined;
}

function setOf(characters: readonly string[]): (character: string) => boolean {
  const isNegated = characters[0] === '!' || characters[0] === '^';
  const ranges: [string, string][] = [];
  for (let i = isNegated ? 1 : 0; i < characters.length; i++) {
    if (characters[i] === '\\') i++;
    const first = characters[i] ?? '';
    const isRange = characters[i + 1] === '-' && i + 2 < characters.length;
    if (isRange) i += characters[i + 2] === '\\' ? 3 : 2;
    ranges.push([first, isRange ? (characters[i] ?? '') : first]);
  }
  const within = (character: string): boolean => ranges.some(([low, high]) => low <= character && character <= high);
  return (character) => within(character) !== isNegated;
}

/**
 * Returns the patterns that `{a,b}` stands for, at most 64.
 *
 * @returns undefined if there would be more
 */
export function expandBraces(pattern: string): readonly string[] | undefined {
  let open: string[] = [pattern];
  const done: string[] = [];
  while (open.length > 0) {
    const next: string[] = [];
    for (const one of open) {
      const braces = /\{([^{},]*,[^{}]*)\}/.exec(one);
      if (braces === null) done.push(one);
      else {
        const [before, after] = [one.slice(0, braces.index), one.slice(braces.index + braces[0].length)];
        next.push(...(braces[1] ?? '').split(',').map((choice) => before + choice + after));
      }
      if (next.length + done.length > MOST_ALTERNATIVES) return undefined;
    }
    open = next;
  }
  return done;
}
