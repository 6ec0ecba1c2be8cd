import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';
import type { Rewrite } from './dialect-form.js';
import { localResolver } from '../references/resolve.js';
import { mapSubschemas } from '../references/visit.js';
import { plainSchema } from './plain-schema.js';
import { PROVIDER_LIMITS } from './provider-limits.js';
import { WRAPPER, WrapperCodec, wrapperOf, type WrittenDocument } from './rewrite/document.js';
import { providerOf, type Target } from './target.js';
import { present } from '../values/present.js';

/**
 * Makes the root of a parameter schema an object that the target accepts. The rest of the schema is
 * mostly unchanged.
 */
export function plainRoot(parameters: JsonSchemaObject, target: Target): Omit<WrittenDocument, 'refusals'> {
  const { title, refusedAtRoot } = PROVIDER_LIMITS[providerOf(target)];
  const rewrites: Rewrite[] = [];
  // "If $ref is set on a sub-schema, no other properties, except for than those starting as a $,
  // may be set": @google/genai@3.1.0:dist/genai.d.ts.
  // `const` is not among its keywords, and it refuses "" in `enum`.
  const isGemini = target === 'gemini-json-schema';
  const report = (rewrite: Rewrite): void => void rewrites.push(rewrite);
  // MCP names the draft of a schema, providers read only one.
  const root =
    target === 'mcp' ? parameters : plainSchema(inPlace(parameters, title, report), { title, isGemini }, report);
  const refused =
    Object.keys(root).find((keyword) => refusedAtRoot.value.includes(keyword)) ??
    (target !== 'mcp' && root.$ref !== undefined ? '$ref' : undefined);
  if (refused !== undefined) {
    const reason = `${title} wants an object with named properties: the arguments stand in '${WRAPPER}'`;
    rewrites.push({ path: [], keyword: refused, to: WRAPPER, reason });
    return { schema: wrapped(root), codec: new WrapperCodec(undefined), rewrites };
  }
  if (root.type === 'object') return { schema: root, codec: undefined, rewrites };
  rewrites.push({ path: [], keyword: 'type', to: 'object', reason: 'arguments are an object' });
  return { schema: { ...root, type: 'object' }, codec: undefined, rewrites };
}

/**
 * Replaces a reference at the root by the definition that it names, if only a description is next
 * to it.
 */
function inPlace(root: JsonSchemaObject, title: string, report: (rewrite: Rewrite) => void): JsonSchemaObject {
  const { $ref: from, $defs, description, ...beside } = root;
  if (from === undefined || Object.keys(beside).length > 0 || from === '#') return root;
  const target = localResolver(root)(from);
  if (typeof target !== 'object' || target.$ref !== undefined || target.$defs !== undefined) return root;
  report({ path: [], keyword: '$ref', from, reason: `${title} wants an object at the root: it is written out` });
  return { ...target, ...present({ description, $defs }) };
}

function wrapped(root: JsonSchemaObject): JsonSchemaObject {
  const { $defs, ...rest } = root;
  const definitions = Object.entries($defs ?? {}).map(([name, one]) => [name, movedReferences(one)] as const);
  return {
    ...wrapperOf(movedReferences(rest)),
    ...($defs === undefined ? {} : { $defs: Object.fromEntries(definitions) }),
  };
}

/** Moves references to the root, and to its parts other than definitions, into the wrapper. */
function movedReferences(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const inside = mapSubschemas(schema, (one) => movedReferences(one.schema));
  return typeof inside.$ref === 'string' ? { ...inside, $ref: movedReference(inside.$ref) } : inside;
}

function movedReference(reference: string): string {
  if (reference !== '#' && (!reference.startsWith('#/') || reference.startsWith('#/$defs/'))) return reference;
  return `#/properties/${WRAPPER}${reference.slice(1)}`;
}
