import type { JsonSchemaObject } from '@haft/schema';
import type { Keyword, ValueKind } from './keyword.js';
import { emittersOf } from './keywords.js';

/** Keywords of one kind of value, or of every value if `kind` is undefined. */
export interface KeywordGroup {
  readonly kind: ValueKind | undefined;
  readonly keywords: readonly Keyword[];
}

/** Returns the active keywords, grouped by kind of value. */
export function keywordGroups(schema: JsonSchemaObject): readonly KeywordGroup[] {
  const groups: { kind: ValueKind | undefined; keywords: Keyword[] }[] = [];
  for (const one of emittersOf(schema)) {
    const last = groups.at(-1);
    if (last !== undefined && last.kind === one.kind) last.keywords.push(one);
    else groups.push({ kind: one.kind, keywords: [one] });
  }
  return groups;
}
