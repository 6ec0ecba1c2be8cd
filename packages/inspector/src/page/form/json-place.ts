/** A place in a text of JSON, which may be broken while a person writes. */
export interface JsonPlace {
  /** The path of the object whose property is named, or of the value. */
  readonly path: readonly (string | number)[];
  readonly kind: 'name' | 'value';
  /** The word at the place, with its quotes. */
  readonly from: number;
  readonly to: number;
  /** The word without quotes, up to the place. */
  readonly typed: string;
  /** The whole word without quotes. */
  readonly word: string;
  /** The names of all properties of the object, apart from the word. */
  readonly names: readonly string[];
}

interface Level {
  readonly names: Set<string>;
  /** The name of the property or the number of the item. Undefined before a name. */
  key: string | number | undefined;
  readonly isList: boolean;
}

/** A string that ends with its line, a word, or one sign. */
const TOKEN = /"(?:\\.|[^"\\\n])*"?|[\w.+-]+|\S/g;

/** Returns the word at a position, or the gap where one may begin. */
export function placeIn(text: string, position: number): JsonPlace | undefined {
  const levels: Level[] = [{ names: new Set(), key: undefined, isList: true }];
  let found: { readonly place: Omit<JsonPlace, 'names'>; readonly names: ReadonlySet<string> } | undefined;
  const look = (from: number, to: number, token: string): void => {
    const level = levels.at(-1);
    if (level === undefined) return;
    const kind = level.isList || level.key !== undefined ? 'value' : 'name';
    const above = levels.slice(1, -1).map(({ key }) => key ?? '');
    const own = kind === 'value' && levels.length > 1 ? [level.key ?? 0] : [];
    const typed = unquoted(token.slice(0, position - from));
    found = { place: { path: [...above, ...own], kind, from, to, typed, word: unquoted(token) }, names: level.names };
  };
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    const isWord = /^["\w.+-]/.test(token);
    if (found === undefined && match.index >= position && !(isWord && match.index === position))
      look(position, position, '');
    if (found === undefined && isWord && match.index + token.length >= position)
      look(match.index, match.index + token.length, token);
    read(levels, token, found?.place.from === match.index);
  }
  if (found === undefined) look(position, position, '');
  return found && { ...found.place, names: [...found.names] };
}

/** Takes a token into the levels. */
function read(levels: Level[], token: string, isFound: boolean): void {
  const level = levels.at(-1);
  if (token === '{') levels.push({ names: new Set(), key: undefined, isList: false });
  else if (token === '[') levels.push({ names: new Set(), key: 0, isList: true });
  else if (token === '}' || token === ']') {
    if (levels.length > 1) levels.pop();
  } else if (level === undefined || token === ':') return;
  else if (token === ',') level.key = level.isList ? Number(level.key ?? 0) + 1 : undefined;
  else if (!level.isList && level.key === undefined) {
    level.key = unquoted(token);
    if (!isFound) level.names.add(level.key);
  }
}

function unquoted(token: string): string {
  return token.replace(/^"/, '').replace(/(?<!\\)"$/, '');
}
