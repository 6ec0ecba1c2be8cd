import type { JsonType } from '../json-schema.js';
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
  readonly says: (keyword: string, value: unknown, type: JsonType | undefined) => boolean;
}

/** The rules of a target, in its strict mode or in its only one; undefined where nothing but the root is looked at. */
export function rulesOf(target: Target, strict: boolean): DialectRules | undefined {
  if (target === 'gemini') return GEMINI;
  return strict ? STRICT[target] : undefined;
}

// https://platform.openai.com/docs/guides/structured-outputs#supported-schemas; openai@7.57.0:lib/transform.js
const OPENAI_FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];
// @anthropic-ai/sdk@1.12.0:src/lib/transform-json-schema.ts
const ANTHROPIC_FORMATS = [...OPENAI_FORMATS, 'uri'];

const OPENAI_KEYWORDS: ReadonlySet<string> = new Set([
  ...['title', 'description', 'type', 'enum', 'const', 'anyOf', '$ref', 'properties', 'required', 'items'],
  ...['additionalProperties', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'minLength', 'maxLength', 'pattern', 'format'],
]);
const ANTHROPIC_KEYWORDS: ReadonlySet<string> = new Set([
  ...['title', 'description', 'type', 'enum', 'const', 'anyOf', '$ref', 'properties', 'required', 'items'],
  ...['additionalProperties', 'default', 'minItems', 'format'],
]);
// @google/genai@3.1.0:dist/genai.d.ts, Schema
const GEMINI_KEYWORDS: ReadonlySet<string> = new Set([
  ...['anyOf', 'default', 'description', 'enum', 'example', 'format', 'items', 'maxItems', 'maxLength'],
  ...['maxProperties', 'maximum', 'minItems', 'minLength', 'minProperties', 'minimum', 'nullable', 'pattern'],
  ...['properties', 'propertyOrdering', 'required', 'title', 'type'],
]);
/** The API takes fewer than its types say: "only 'enum' and 'date-time' are supported for STRING type" (an error message of it). */
const GEMINI_FORMATS = ['date-time', 'enum'];

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
  says: (keyword, value) =>
    ANTHROPIC_KEYWORDS.has(keyword) &&
    (keyword !== 'format' || ANTHROPIC_FORMATS.includes(value as string)) &&
    (keyword !== 'minItems' || value === 0 || value === 1),
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
    says: (keyword, value) =>
      OPENAI_KEYWORDS.has(keyword) &&
      (keyword !== 'format' || OPENAI_FORMATS.includes(value as string)) &&
      (keyword !== 'pattern' || !LOOK_AROUND.test(value as string)),
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
  says: (keyword, value, type) =>
    GEMINI_KEYWORDS.has(keyword) &&
    (keyword !== 'format' || type !== 'string' || GEMINI_FORMATS.includes(value as string)),
};

/** Look-ahead and look-behind, which the automata of strict modes have not. */
const LOOK_AROUND = /\(\?(?:=|!|<=|<!)/;

function limitsOf(
  provider: 'openai' | 'anthropic' | 'gemini' | 'bedrock',
): Pick<DialectRules, 'title' | 'refusedAtRoot' | 'strict'> {
  const { title, refusedAtRoot, strict } = PROVIDER_LIMITS[provider];
  return { title, refusedAtRoot: refusedAtRoot.value, strict };
}
