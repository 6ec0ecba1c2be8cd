import type { JsonSchema, JsonSchemaObject, JsonValue } from '../../json-schema.js';
import { doesWork, restoreWith, writeWith, type Codec } from '../codec/codec.js';
import { isJsonObject } from '../../values/is-object.js';
import type { Restoring } from '../codec/restoring.js';
import type { Rewrite } from '../dialect-form.js';
import type { DialectRules } from '../dialect-rules.js';
import { targetOf } from '../../references/target-of.js';
import { inOpenApi } from './open-api.js';
import { Rewriter, type Refusal } from './rewriter.js';
import type { Part } from './part.js';
import { sizesAgainst } from './sizes.js';

/** A whole parameter schema in the form of a dialect. */
export interface WrittenDocument {
  readonly schema: JsonSchemaObject;
  readonly codec: Codec | undefined;
  readonly rewrites: readonly Rewrite[];
  /** The reasons against strict mode. If there are some, the schema must not be used. */
  readonly refusals: readonly Refusal[];
}

/** Writes a parameter schema in the form of a dialect. */
export function writeDocument(parameters: JsonSchemaObject, rules: DialectRules): WrittenDocument {
  const rewriter = new Rewriter(parameters, rules);
  const part = namedRoot(rewriter.rewrite(rootOf(parameters), []), rewriter);
  const { schema, codec } = isObject(part.schema, rules) ? part : wrapped(part, rewriter);
  rewriter.end();
  const { definitions } = rewriter;
  const document = Object.keys(definitions).length === 0 ? schema : { ...schema, $defs: definitions };
  rewriter.document = document;
  for (const limit of rules.strict === undefined ? [] : sizesAgainst(document, rules.strict))
    rewriter.refuse([], limit);
  const spelled = rules.objects === 'unsaid' ? inOpenApi(document, [], rewriter) : document;
  return {
    schema: spelled,
    codec: doesWork(codec, new Set()) ? codec : undefined,
    rewrites: rewriter.rewrites,
    refusals: rewriter.refusals,
  };
}

/**
 * Adds `type: 'object'` to the root, because arguments are an object. A root without other keywords
 * accepts no arguments.
 */
function rootOf(parameters: JsonSchemaObject): JsonSchemaObject {
  const { type } = parameters;
  if (parameters.$ref !== undefined) return parameters;
  const isMany = Array.isArray(type) && type.includes('object');
  const root: JsonSchemaObject = type === undefined || isMany ? { ...parameters, type: 'object' } : parameters;
  return DESCRIBING.every((keyword) => root[keyword] === undefined) ? { ...root, properties: {} } : root;
}

/** Keywords that tell more of an object than its type. */
const DESCRIBING = [
  ...(['properties', 'additionalProperties', 'patternProperties', 'required'] as const),
  ...(['anyOf', 'oneOf', 'allOf', 'enum', 'const'] as const),
];

/** Replaces a reference at the root by its definition. */
function namedRoot(part: Part, rewriter: Rewriter): Part {
  const { $ref: _ref, ...beside } = part.schema;
  const target = targetOf(part.schema, rewriter.resolveWritten);
  return typeof target === 'object' ? { ...part, schema: { ...target, ...beside } } : part;
}

function isObject(schema: JsonSchemaObject, { refusedAtRoot }: DialectRules): boolean {
  return schema.type === 'object' && !refusedAtRoot.some((keyword) => Object.hasOwn(schema, keyword));
}

/** The name of the property for a root that is not an object with named properties. */
export const WRAPPER = 'value';

function wrapped({ schema, codec }: Part, { rules, report }: Rewriter): Part {
  const from = Object.keys(schema).find((keyword) => rules.refusedAtRoot.includes(keyword)) ?? 'type';
  const reason = `${rules.title} wants an object with named properties: the arguments stand in '${WRAPPER}'`;
  report({ path: [], keyword: from, to: WRAPPER, reason });
  return { schema: wrapperOf(schema), codec: new WrapperCodec(codec) };
}

/** Returns the schema of an object with a schema in its only property. */
export function wrapperOf(schema: JsonSchema): JsonSchemaObject {
  return { type: 'object', properties: { [WRAPPER]: schema }, required: [WRAPPER], additionalProperties: false };
}

/** The codec of arguments in the wrapper: `{ value: {...} }`. */
export class WrapperCodec implements Codec {
  constructor(private readonly codec: Codec | undefined) {}

  restore(value: JsonValue, at: Restoring): JsonValue {
    const inside =
      isJsonObject(value) && Object.keys(value).length === 1 && Object.hasOwn(value, WRAPPER)
        ? value[WRAPPER]
        : undefined;
    if (inside === undefined) return value;
    const restored = at.within(WRAPPER, true, () => restoreWith(this.codec, inside, at));
    // If the wrapper does not contain an object, the value may be arguments without a wrapper.
    if (!isJsonObject(restored)) return value;
    at.changed(value, restored);
    return restored;
  }

  write(value: JsonValue): JsonValue {
    return { [WRAPPER]: writeWith(this.codec, value) };
  }
}
