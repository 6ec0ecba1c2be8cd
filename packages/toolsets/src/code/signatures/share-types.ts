/** Texts that name the object types which several of them have. */
export interface SharedTypes {
  readonly types: readonly string[];
  readonly texts: readonly string[];
}

/** Names object types that occur more than once, the longest first, and writes them once. */
export function shareTypes(given: readonly string[]): SharedTypes {
  let texts = [...given];
  let bodies: string[] = [];
  while (bodies.length < MOST_TYPES) {
    const found = longestRepeated([...texts, ...bodies]);
    if (found === undefined) break;
    const name = nameOf(bodies.length);
    const replace = (text: string): string => text.replaceAll(found, name);
    texts = texts.map(replace);
    bodies = [...bodies.map(replace), found];
  }
  return { types: bodies.map((body, at) => `type ${nameOf(at)} = ${body};\n`), texts };
}

function nameOf(at: number): string {
  return `Type${at + 1}`;
}

/** Each type takes a pass over all texts. */
const MOST_TYPES = 20;
/** A shorter type is no longer than its name and its declaration. */
const SHORTEST = 60;

function longestRepeated(texts: readonly string[]): string | undefined {
  const seen = new Set<string>();
  let longest: string | undefined;
  for (const type of texts.flatMap(objectTypes)) {
    if (seen.has(type) && type.length > (longest?.length ?? 0)) longest = type;
    seen.add(type);
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
