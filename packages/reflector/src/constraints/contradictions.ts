import type { JsonSchemaObject } from '@haft/schema';
import type { Finding } from '../diagnostics/diagnostics.js';

/** Reports bounds that exclude every value: `minimum` above `maximum` and the like. */
export function contradictions(keywords: JsonSchemaObject, where: string): readonly Finding[] {
  return PAIRS.flatMap(([low, high, touching]) => {
    const [least, most] = [keywords[low], keywords[high]];
    if (least === undefined || most === undefined || least < most || (touching && least === most)) return [];
    return [
      {
        code: 'HAFT1102' as const,
        message: `Nothing can satisfy ${where}: ${low} ${least} and ${high} ${most}.`,
        fix: `Give a ${low} that is ${touching ? 'at most' : 'below'} the ${high}.`,
      },
    ];
  });
}

type Bound =
  'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems';

/** A lower and an upper bound, and whether they may be equal. */
const PAIRS: readonly (readonly [low: Bound, high: Bound, touching: boolean])[] = [
  ['minimum', 'maximum', true],
  ['minimum', 'exclusiveMaximum', false],
  ['exclusiveMinimum', 'maximum', false],
  ['exclusiveMinimum', 'exclusiveMaximum', false],
  ['minLength', 'maxLength', true],
  ['minItems', 'maxItems', true],
];
