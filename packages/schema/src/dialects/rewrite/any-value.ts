import type { SchemaChecker } from '../../check/checker.js';
import type { Path } from '../../issues/issue.js';
import type { JsonSchemaObject, JsonValue } from '../../json-schema.js';
import type { Codec } from '../codec/codec.js';
import { DEEPEST, type Restoring } from '../codec/restoring.js';
import { joined } from './description.js';
import { rewriteKeywords } from './keywords.js';
import { asJson, type Part } from './part.js';
import type { Rewriter } from './rewriter.js';

/** Rewrites a schema for values of any type. Its other keywords may check values of some types. */
export function rewriteAnyValue(schema: JsonSchemaObject, path: Path, rewriting: Rewriter): Part {
  const { rules, refuse } = rewriting;
  if (rules.anyValue === 'text') return asText(schema, path, rewriting);
  if (rules.strict?.anyValue !== undefined) refuse(path, 'a value of any type is not allowed there');
  return { schema: rewriteKeywords(schema, undefined, path, rewriting) };
}

/** The texts and the codec for a value that is sent as JSON text. */
export interface TextOptions {
  /** The note for the model. Default: that it is any JSON value. */
  readonly note?: string;
  /** The reason, as a clause. Default: the target requires a type. */
  readonly reason?: string;
  /** The lost information. Default: the form of the value, if the schema describes it. */
  readonly loses?: string;
  /** Returns the codec of the value in the text. Unset if the value has its given form. */
  readonly inside?: () => Codec | undefined;
}

/** Rewrites a schema that the target cannot express as JSON text. */
export function asText(schema: JsonSchemaObject, path: Path, rewriting: Rewriter, options: TextOptions = {}): Part {
  const { rules, report, given } = rewriting;
  // Keywords of the value do not apply to its text.
  const says = (keyword: string): boolean => keyword === 'title' || keyword === 'description';
  const ofText = { rules: { ...rules, says }, report };
  const { type: _type, const: only, enum: values, ...said } = schema;
  const from = asJson(Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== '$defs')));
  const { note = 'any JSON value, as JSON text', inside } = options;
  const { reason = `${rules.title} wants a type in each schema` } = options;
  const looks = FORMS.some((keyword) => Object.hasOwn(schema, keyword)) ? 'what the value looks like' : undefined;
  const loses = options.loses ?? looks;
  report({
    path,
    keyword: 'type',
    from,
    to: 'string',
    reason: `${reason}: the value is sent as JSON text`,
    ...(loses === undefined ? {} : { loses }),
  });
  const literals = only === undefined ? values : [only];
  const rest =
    literals === undefined ? said : { ...said, description: joined(said.description, allowedText(literals)) };
  const kept = rewriteKeywords(withoutForms(rest), undefined, path, ofText);
  const written: JsonSchemaObject = { type: 'string', ...kept, description: joined(kept.description, `(${note})`) };
  return { schema: written, codec: new TextCodec(given.part(schema), inside) };
}

/**
 * Rewrites a schema that accepts no value. Providers have no form for it, so the description says
 * it.
 */
export function rewriteNoValue(path: Path, { rules, report }: Rewriter): Part {
  const reason = `${rules.title} has no schema that takes nothing`;
  report({ path, keyword: 'false', from: false, to: 'string', reason, loses: 'that no value is valid there' });
  return { schema: { type: 'string', description: '(no value is valid)' } };
}

function allowedText(values: readonly JsonValue[]): string {
  return `(enum=${JSON.stringify(values)})`;
}

const FORMS = ['properties', 'required', 'additionalProperties', 'items', 'prefixItems', 'anyOf', 'oneOf', '$ref'];

function withoutForms(schema: JsonSchemaObject): JsonSchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !FORMS.includes(keyword)));
}

class TextCodec implements Codec {
  constructor(
    private readonly given: SchemaChecker,
    /** Returns the codec of the value in the text. Undefined if the value has its given form. */
    private readonly inside: (() => Codec | undefined) | undefined,
  ) {}

  restore(value: JsonValue, at: Restoring): JsonValue {
    if (typeof value !== 'string') return value;
    const inside = parsed(value);
    if (inside === undefined || isDeep(inside)) return value;
    at.changed(value, inside);
    const codec = this.inside?.();
    return codec === undefined || this.given.validates(inside) ? inside : codec.restore(inside, at);
  }

  write(value: JsonValue): JsonValue {
    return JSON.stringify(value);
  }
}

function isDeep(root: JsonValue): boolean {
  let level: JsonValue[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null
        ? Object.values<JsonValue>(one as Readonly<Record<string, JsonValue>>)
        : [],
    );
  }
  return false;
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
