import type { JsonSchemaObject } from '@haft/schema';
import type { Keyword, ValueKind } from './keyword.js';
import { KEYWORDS } from './keywords.js';

/** Keywords of one kind of value; of every value when `kind` is undefined. */
export interface KeywordGroup {
  readonly kind: ValueKind | undefined;
  readonly keywords: readonly Keyword[];
}

/** The active keywords, with those of one kind of value together. */
export function keywordGroups(schema: JsonSchemaObject): readonly KeywordGroup[] {
  const active = activeKeywords(schema);
  const groups: { kind: ValueKind | undefined; keywords: Keyword[] }[] = [];
  for (const one of active) {
    const last = groups.at(-1);
    if (last !== undefined && last.kind === one.kind) last.keywords.push(one);
    else groups.push({ kind: one.kind, keywords: [one] });
  }
  return groups;
}

/** The position of the handler of each keyword. */
const POSITIONS = new Map(KEYWORDS.flatMap((one, position) => one.keywords.map((name) => [name as string, position])));

function activeKeywords(schema: JsonSchemaObject): readonly Keyword[] {
  const positions = new Set<number>();
  for (const name in schema) {
    const position = POSITIONS.get(name);
    if (position !== undefined && schema[name as keyof JsonSchemaObject] !== undefined) positions.add(position);
  }
  return KEYWORDS.filter((_, position) => positions.has(position));
}
