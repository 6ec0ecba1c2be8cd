import type { JsonType } from '../json-schema.js';
import type { DialectWords, KeywordName } from '../keywords/keyword.js';
import { CONVERSIONS } from '../keywords/table.js';
import { PROVIDER_LIMITS, type StrictLimits } from './provider-limits.js';
import type { Target } from './target.js';

/** How one target says things. What can be said nowhere is in `PROVIDER_LIMITS`. */
export interface DialectRules {
  /** As people write it. */
  readonly title: string;
  readonly refusedAtRoot: readonly string[];
  /** What strict mode refuses; undefined where the form is not strict. */
  readonly strict: StrictLimits | undefined;
  /** Keywords that are left out, since no text can say them. */
  readonly ignored: readonly string[];
  /** `null`: an optional property is required, and may be null. */
  readonly optional: 'keep' | 'null';
  /** Whether objects say `additionalProperties: false`, or nothing: where there is no such keyword. */
  readonly objects: 'closed' | 'unsaid';
  /** `text`: a value of any type is sent as JSON text. */
  readonly anyValue: 'keep' | 'text';
  /** `positions`: an object with a property for each place; `items`: a list of any of the items. */
  readonly tuples: 'positions' | 'items';
  /** Whether anything but `anyOf` may stand in a schema with `anyOf`. */
  readonly anyOf: 'beside others' | 'alone';
  /** `alone`: nothing stands beside `$ref`; `expand`: there are no references. */
  readonly references: 'alone' | 'expand';
  /** `typed`: `enum` and `const` have a type beside them; `texts`: only texts are listed. */
  readonly literals: 'keep' | 'typed' | 'texts';
  /** `orNull`: one type, or one and null; `one`: one, unions for the rest; `nullable`: one, with OpenAPI's keyword. */
  readonly types: 'orNull' | 'one' | 'nullable';
  /** Whether a keyword of a value of this type can be said. */
  readonly says: (keyword: string, argument: unknown, type: JsonType | undefined) => boolean;
}

/** The rules of a target, in its strict mode or in its only one; undefined where nothing but the root is looked at. */
export function rulesOf(target: Target, strict: boolean): DialectRules | undefined {
  if (target === 'gemini') return GEMINI;
  return strict ? STRICT[target] : undefined;
}

/** Words of Gemini's own schemas. See Schema in @google/genai@3.1.0:dist/genai.d.ts */
const MORE_OF_GEMINI: readonly string[] = ['example', 'nullable', 'propertyOrdering'];

/** Returns whether a provider has a keyword, with this argument. */
function saysOf(words: DialectWords): DialectRules['says'] {
  return (keyword, argument, type) => {
    if (!Object.hasOwn(CONVERSIONS, keyword)) return words === 'gemini' && MORE_OF_GEMINI.includes(keyword);
    const { of = [], takes } = CONVERSIONS[keyword as KeywordName];
    return of.includes(words) && takes?.(words, argument, type) !== false;
  };
}

const ANTHROPIC: DialectRules = {
  ...limitsOf('anthropic'),
  ignored: [],
  optional: 'keep',
  objects: 'closed',
  anyValue: 'keep',
  tuples: 'items',
  anyOf: 'beside others',
  references: 'alone',
  literals: 'keep',
  types: 'one',
  says: saysOf('anthropic'),
};

const STRICT: Partial<Readonly<Record<Target, DialectRules>>> = {
  anthropic: ANTHROPIC,
  bedrock: { ...ANTHROPIC, ...limitsOf('bedrock') },
  openai: {
    ...limitsOf('openai'),
    ignored: [],
    optional: 'null',
    objects: 'closed',
    anyValue: 'keep',
    tuples: 'positions',
    anyOf: 'beside others',
    references: 'alone',
    literals: 'typed',
    types: 'orNull',
    says: saysOf('openai'),
  },
};

const GEMINI: DialectRules = {
  ...limitsOf('gemini'),
  strict: undefined,
  ignored: PROVIDER_LIMITS.gemini.ignored?.value ?? [],
  optional: 'keep',
  objects: 'unsaid',
  anyValue: 'text',
  tuples: 'items',
  anyOf: 'alone',
  references: 'expand',
  literals: 'texts',
  types: 'nullable',
  says: saysOf('gemini'),
};

function limitsOf(
  provider: 'openai' | 'anthropic' | 'gemini' | 'bedrock',
): Pick<DialectRules, 'title' | 'refusedAtRoot' | 'strict'> {
  const { title, refusedAtRoot, strict } = PROVIDER_LIMITS[provider];
  return { title, refusedAtRoot: refusedAtRoot.value, strict };
}
