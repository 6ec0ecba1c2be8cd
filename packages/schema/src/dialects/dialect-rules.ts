import type { JsonType } from '../json-schema.js';
import type { DialectWords, KeywordName } from '../keywords/keyword.js';
import { providerTable } from '../keywords/table.js';
import { PROVIDER_LIMITS, type StrictLimits } from './provider-limits.js';
import type { Target } from './target.js';

/** The form of schemas for one target. `PROVIDER_LIMITS` has the limits without any form. */
export interface DialectRules {
  /** The display name. */
  readonly title: string;
  /** The keywords that the root must not have. */
  readonly refusedAtRoot: readonly string[];
  /** The limits of strict mode. Undefined if the form is not strict. */
  readonly strict: StrictLimits | undefined;
  /** Keywords that are removed because no description can express them. */
  readonly ignored: readonly string[];
  /** The form of optional properties. `null`: required, and may be null. */
  readonly optional: 'keep' | 'null';
  /**
   * The form of objects. `closed`: with `additionalProperties: false`. `unsaid`: without, because
   * the target does not have the keyword.
   */
  readonly objects: 'closed' | 'unsaid';
  /** The form of values of any type. `text`: JSON text. */
  readonly anyValue: 'keep' | 'text';
  /**
   * The form of tuples. `positions`: an object with a property for each place. `items`: a list of
   * any of the items.
   */
  readonly tuples: 'positions' | 'items';
  /** Whether a schema with `anyOf` may have other keywords. */
  readonly anyOf: 'beside others' | 'alone';
  /** The form of references. `alone`: without other keywords. `expand`: a copy in each place. */
  readonly references: 'alone' | 'expand';
  /**
   * The form of listed values. `typed`: `enum` and `const` have a type. `texts`: only strings are
   * listed.
   */
  readonly literals: 'keep' | 'typed' | 'texts';
  /**
   * The form of several types. `orNull`: one type, or one and null. `one`: one type, and unions for
   * several. `nullable`: one type, and the keyword of OpenAPI for null.
   */
  readonly types: 'orNull' | 'one' | 'nullable';
  /** Returns whether the target has a keyword for values of this type. */
  readonly says: (keyword: string, argument: unknown, type: JsonType | undefined) => boolean;
}

/**
 * Returns the rules of a target, in strict mode or in its only mode. Returns undefined if only the
 * root is rewritten.
 */
export function rulesOf(target: Target, strict: boolean): DialectRules | undefined {
  if (target === 'gemini') return GEMINI;
  return strict ? STRICT[target] : undefined;
}

/**
 * Keywords of Gemini's schemas beyond JSON Schema. See Schema in
 * @google/genai@3.1.0:dist/genai.d.ts
 */
const MORE_OF_GEMINI: readonly string[] = ['example', 'nullable', 'propertyOrdering'];

/** Returns a function that tells whether a provider has a keyword with an argument. */
function saysOf(words: DialectWords): DialectRules['says'] {
  return (keyword, argument, type) => {
    if (!Object.hasOwn(providerTable(), keyword)) return words === 'gemini' && MORE_OF_GEMINI.includes(keyword);
    const { of = [], takes } = providerTable()[keyword as KeywordName];
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
