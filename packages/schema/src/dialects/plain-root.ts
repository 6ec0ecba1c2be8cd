import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';
import type { Rewrite } from './dialect-form.js';
import { localResolver } from '../references/resolve.js';
import { plainSchema } from './plain-schema.js';
import { PROVIDER_LIMITS } from './provider-limits.js';
import { WRAPPER } from './rewrite/document.js';
import { providerOf, type Target } from './target.js';
import { present } from '../values/present.js';

/** A parameter schema whose root is an object. The rest of the schema is mostly unchanged. */
export interface PlainRoot {
  readonly schema: JsonSchemaObject;
  readonly isWrapped: boolean;
  readonly rewrites: readonly Rewrite[];
}

/** Makes the root of a parameter schema an object that the target accepts. */
export function plainRoot(parameters: JsonSchemaObject, target: Target): PlainRoot {
  const { title, refusedAtRoot } = PROVIDER_LIMITS[providerOf(target)];
  const rewrites: Rewrite[] = [];
  const root = target === 'mcp' ? parameters : inWords(inPlace(parameters, title, rewrites), title, target, rewrites);
  const refused =
    Object.keys(root).find((keyword) => refusedAtRoot.value.includes(keyword)) ??
    (target === 'mcp' ? undefined : reference(root));
  if (refused !== undefined) {
    const reason = `${title} wants an object with named properties: the arguments stand in '${WRAPPER}'`;
    rewrites.push({ path: [], keyword: refused, to: WRAPPER, reason });
    return { schema: wrapped(root), isWrapped: true, rewrites };
  }
  if (root.type === 'object') return { schema: root, isWrapped: false, rewrites };
  rewrites.push({ path: [], keyword: 'type', to: 'object', reason: 'arguments are an object' });
  return { schema: { ...root, type: 'object' }, isWrapped: false, rewrites };
}

/**
 * Removes the draft and rewrites earlier drafts for providers. MCP names the draft of a schema,
 * providers read only one.
 */
function inWords(root: JsonSchemaObject, title: string, target: Target, rewrites: Rewrite[]): JsonSchemaObject {
  // "If $ref is set on a sub-schema, no other properties, except for than those starting as a $,
  // may be set": @google/genai@3.1.0:dist/genai.d.ts.
  // `const` is not among its keywords, and it refuses "" in `enum`.
  const isGemini = target === 'gemini-json-schema';
  return plainSchema(root, { title, isGemini }, (rewrite) => rewrites.push(rewrite));
}

function reference({ $ref }: JsonSchemaObject): string | undefined {
  return $ref === undefined ? undefined : '$ref';
}

/**
 * Replaces a reference at the root by the definition that it names, if only a description is next
 * to it.
 */
function inPlace(root: JsonSchemaObject, title: string, rewrites: Rewrite[]): JsonSchemaObject {
  const { $ref: from, $defs, description, ...beside } = root;
  if (from === undefined || Object.keys(beside).length > 0 || from === '#') return root;
  const target = localResolver(root)(from);
  if (typeof target !== 'object' || target.$ref !== undefined || target.$defs !== undefined) return root;
  rewrites.push({ path: [], keyword: '$ref', from, reason: `${title} wants an object at the root: it is written out` });
  return { ...target, ...present({ description, $defs }) };
}

function wrapped(root: JsonSchemaObject): JsonSchemaObject {
  const { $defs, ...rest } = root;
  const moved = (schema: JsonSchema): JsonSchema => movedReferences(schema) as JsonSchema;
  const definitions = Object.entries($defs ?? {}).map(([name, one]) => [name, moved(one)] as const);
  return {
    type: 'object',
    properties: { [WRAPPER]: moved(rest) },
    required: [WRAPPER],
    additionalProperties: false,
    ...($defs === undefined ? {} : { $defs: Object.fromEntries(definitions) }),
  };
}

/** Keywords whose values are data without references. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'example']);

/** Moves references to the root, and to its parts other than definitions, into the wrapper. */
function movedReferences(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((one) => movedReferences(one));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => {
    if (isNames) return [key, movedReferences(one)];
    if (key === '$ref' && typeof one === 'string') return [key, movedReference(one)];
    return [key, DATA.has(key) ? one : movedReferences(one, NAMES.has(key))];
  });
  return Object.fromEntries(entries);
}

/** Keywords whose keys are names. */
const NAMES: ReadonlySet<string> = new Set([
  ...[
    'properties',
    'patternProperties',
    '$defs',
    'definitions',
    'dependentSchemas',
    'dependencies',
    'dependentRequired',
  ],
]);

function movedReference(reference: string): string {
  if (reference !== '#' && (!reference.startsWith('#/') || reference.startsWith('#/$defs/'))) return reference;
  return `#/properties/${WRAPPER}${reference.slice(1)}`;
}
