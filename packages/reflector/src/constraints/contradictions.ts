import type { JsonSchemaObject } from '@haft/schema';
import type { Finding } from '../diagnostics/diagnostics.js';

/** Reports bounds that exclude every value: `minimum` above `maximum` and the like. */
export function contradictions(keywords: JsonSchemaObject, where: string): readonly Finding[] {
  return PAIRS.filter((pair) => excludesAll(keywords, pair)).map((pair) => ({
    code: 'HAFT1102' as const,
    message: `Nothing can satisfy ${where}: ${boundsText(keywords, pair)}.`,
    fix: `Give a ${pair[0]} that is ${pair[2] ? 'at most' : 'below'} the ${pair[1]}.`,
  }));
}

/** Returns the two bounds that exclude every value, or undefined: `minimum 5 and maximum 4`. */
export function emptyRange(keywords: JsonSchemaObject): string | undefined {
  const pair = PAIRS.find((one) => excludesAll(keywords, one));
  return pair === undefined ? undefined : boundsText(keywords, pair);
}

/** Returns keywords without bounds. */
export function withoutBounds(keywords: JsonSchemaObject): JsonSchemaObject {
  const names: ReadonlySet<string> = new Set(PAIRS.flatMap(([low, high]) => [low, high]));
  return Object.fromEntries(Object.entries(keywords).filter(([name]) => !names.has(name)));
}

function excludesAll(keywords: JsonSchemaObject, [low, high, touching]: Pair): boolean {
  const [least, most] = [keywords[low], keywords[high]];
  return least !== undefined && most !== undefined && (least > most || (!touching && least === most));
}

function boundsText(keywords: JsonSchemaObject, [low, high]: Pair): string {
  return `${low} ${keywords[low]} and ${high} ${keywords[high]}`;
}

type Bound =
  'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems';

/** A lower and an upper bound, and whether they may be equal. */
type Pair = readonly [low: Bound, high: Bound, touching: boolean];

const PAIRS: readonly Pair[] = [
  ['minimum', 'maximum', true],
  ['minimum', 'exclusiveMaximum', false],
  ['exclusiveMinimum', 'maximum', false],
  ['exclusiveMinimum', 'exclusiveMaximum', false],
  ['minLength', 'maxLength', true],
  ['minItems', 'maxItems', true],
];
