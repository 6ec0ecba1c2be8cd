/** A declaration of a tool in TypeScript. */
export interface Declaration {
  /** The name of the tool, as a part of a name. */
  readonly stem: string;
  readonly text: string;
}

/** Declarations that name the object types which several of them have. */
export interface SharedTypes {
  readonly types: readonly string[];
  readonly texts: readonly string[];
}

/** Names object types that occur more than once, the longest first, and writes them once. */
export function shareTypes(declarations: readonly Declaration[]): SharedTypes {
  let texts = declarations.map(({ text }) => text);
  const bodies: string[] = [];
  const names: string[] = [];
  for (let count = 0; count < MOST_TYPES; count++) {
    const found = longestRepeated([...texts, ...bodies]);
    if (found === undefined) break;
    const name = `Type${count + 1}`;
    const replace = (text: string): string => text.replaceAll(found.type, name);
    texts = texts.map(replace);
    bodies.splice(0, bodies.length, ...bodies.map(replace), found.type);
    names.push(name);
  }
  return { types: bodies.map((body, at) => `type ${names[at] ?? ''} = ${body};\n`), texts };
}

/** Each type takes a pass over all texts. */
const MOST_TYPES = 20;
/** A shorter type is no longer than its name and its declaration. */
const SHORTEST = 60;

function longestRepeated(texts: readonly string[]): { readonly type: string; readonly index: number } | undefined {
  const first = new Map<string, number>();
  let longest: { readonly type: string; readonly index: number } | undefined;
  for (const [index, text] of texts.entries()) {
    for (const type of objectTypes(text)) {
      const known = first.get(type);
      if (known === undefined) first.set(type, index);
      else if (type.length > (longest?.type.length ?? 0)) longest = { type, index: known };
    }
  }
  return longest;
}

/** Returns the object types of a text that are long enough, outside of strings and comments. */
function objectTypes(text: string): string[] {
  const types: string[] = [];
  const starts: number[] = [];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|\/\*.*?\*\/|[{}]/gs)) {
    if (token === '{') starts.push(index);
    if (token !== '}') continue;
    const type = text.slice(starts.pop() ?? index, index + 1);
    if (type.length >= SHORTEST) types.push(type);
  }
  return types;
}
