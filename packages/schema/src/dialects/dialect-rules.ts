import type { JsonType } from '../json-schema.js';
import type { KeywordName } from '../keywords/keyword.js';
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
   * several.
   */
  readonly types: 'orNull' | 'one';
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

/** Returns whether a target that has a keyword takes an argument of it. */
type Takes = (argument: unknown, type: JsonType | undefined) => boolean;

/** Returns a function that tells whether a target has a keyword with an argument. */
function saysOf(
  keywords: readonly string[],
  takes: Partial<Readonly<Record<KeywordName, Takes>>>,
): DialectRules['says'] {
  return (keyword, argument, type) =>
    keywords.includes(keyword) && takes[keyword as KeywordName]?.(argument, type) !== false;
}

// https://platform.openai.com/docs/guides/structured-outputs#supported-schemas; openai@7.57.0:lib/transform.js
const OF_OPENAI: readonly KeywordName[] = [
  ...(['$ref', 'type', 'const', 'enum', 'anyOf', 'properties', 'required', 'additionalProperties'] as const),
  ...(['title', 'description', 'items', 'minItems', 'maxItems', 'minLength', 'maxLength', 'pattern'] as const),
  ...(['format', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const),
];
const FORMATS_OF_OPENAI = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];
/** Matches look-ahead and look-behind, which the automata of strict modes do not support. */
const LOOK_AROUND = /\(\?(?:=|!|<=|<!)/;

// @anthropic-ai/sdk@1.12.0:src/lib/transform-json-schema.ts
const OF_ANTHROPIC: readonly KeywordName[] = [
  ...(['$ref', 'type', 'const', 'enum', 'anyOf', 'properties', 'required', 'additionalProperties'] as const),
  ...(['title', 'description', 'default', 'items', 'minItems', 'format'] as const),
];

// With keywords that JSON Schema does not have. See Schema in @google/genai@3.1.0:dist/genai.d.ts
const OF_GEMINI: readonly (KeywordName | 'example' | 'nullable' | 'propertyOrdering')[] = [
  ...(['type', 'enum', 'anyOf', 'properties', 'required', 'title', 'description', 'default'] as const),
  ...(['items', 'minItems', 'maxItems', 'minProperties', 'maxProperties', 'minLength', 'maxLength'] as const),
  ...(['pattern', 'format', 'minimum', 'maximum', 'example', 'nullable', 'propertyOrdering'] as const),
];

/** The form that strict modes share. */
const STRICT_FORM = {
  ignored: [],
  ...({ objects: 'closed', anyValue: 'keep', anyOf: 'beside others', references: 'alone' } as const),
};

const ANTHROPIC: DialectRules = {
  ...limitsOf('anthropic'),
  ...STRICT_FORM,
  optional: 'keep',
  tuples: 'items',
  literals: 'keep',
  types: 'one',
  says: saysOf(OF_ANTHROPIC, {
    format: (name) => name === 'uri' || FORMATS_OF_OPENAI.includes(name as string),
    minItems: (least) => least === 0 || least === 1,
  }),
};

const STRICT: Partial<Readonly<Record<Target, DialectRules>>> = {
  anthropic: ANTHROPIC,
  bedrock: { ...ANTHROPIC, ...limitsOf('bedrock') },
  openai: {
    ...limitsOf('openai'),
    ...STRICT_FORM,
    optional: 'null',
    tuples: 'positions',
    literals: 'typed',
    types: 'orNull',
    says: saysOf(OF_OPENAI, {
      format: (name) => FORMATS_OF_OPENAI.includes(name as string),
      pattern: (pattern) => !LOOK_AROUND.test(pattern as string),
    }),
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
  types: 'orNull',
  says: saysOf(OF_GEMINI, {
    // The API accepts fewer than its types: "only 'enum' and 'date-time' are supported for STRING
    // type" (an error message of the API).
    format: (name, type) => type !== 'string' || name === 'date-time' || name === 'enum',
  }),
};

function limitsOf(
  provider: 'openai' | 'anthropic' | 'gemini' | 'bedrock',
): Pick<DialectRules, 'title' | 'refusedAtRoot' | 'strict'> {
  const { title, refusedAtRoot, strict } = PROVIDER_LIMITS[provider];
  return { title, refusedAtRoot: refusedAtRoot.value, strict };
}
