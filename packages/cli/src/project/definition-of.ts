import type { ToolDefinition } from '@haft/core';
import { fingerprintOf } from '@haft/core/fingerprint';
import type { JsonSchemaObject, JsonValue, Path } from '@haft/schema';
import { withReferences } from '@haft/schema/internal';
import type { ComparedInput, ComparedSettings, PropertyAliases } from '@haft/schema/compatibility';
import type { OfferModel } from '@haft/reflector';
import type { ToolOfProject } from './read-project.js';

/** A definition, and other facts on which callers rely. */
export interface WholeDefinition extends ToolDefinition {
  /** Older names that still work. */
  readonly aliases?: readonly string[];
  /** Other names of properties of the arguments that still work. */
  readonly propertyAliases?: PropertyAliases;
  /** Paths of values that stay out of events and logs. */
  readonly sensitive?: readonly Path[];
  /** The values that the user supplies. */
  readonly input?: ComparedInput;
  /** The settings of its calls by decorators, as far as the build knows them. */
  readonly settings?: ComparedSettings;
  /** The URI or the URI template of a resource. */
  readonly uri?: string;
  /** The type of the contents of a resource. */
  readonly mimeType?: string;
}

/** Returns the definition of a tool, a resource or a prompt for models, hosts and callers. */
export function definitionOf({ toolset, tool }: ToolOfProject): WholeDefinition {
  const { name, description, version, hints, strict, metadata, examples, result, aliases, sensitive, input, settings } =
    tool;
  const parameters = tool.arguments.schema;
  const { reference } = result ?? {};
  const { aliases: propertyAliases } = tool.arguments;
  return {
    name,
    ...(tool.kind && { kind: tool.kind }),
    ...factsOf(tool),
    description,
    parameters: shownParameters(tool),
    ...(result && { result: result.schema }),
    ...(reference && { reference: { type: reference.type, schema: reference.schema } }),
    ...(hints && { hints }),
    ...(examples.length > 0 && { examples: examples as readonly Readonly<Record<string, JsonValue>>[] }),
    toolset: toolset.name,
    version,
    fingerprint: fingerprintOf(tool.kind === undefined ? name : `${tool.kind}:${name}`, version, parameters),
    ...(strict !== undefined && { strict }),
    ...(metadata && { metadata }),
    ...(aliases.length > 0 && { aliases }),
    ...(propertyAliases && { propertyAliases }),
    ...(sensitive.length > 0 && { sensitive }),
    ...(input && {
      input: { schema: input.type.schema, ...(input.sensitive.length > 0 && { sensitive: input.sensitive }) },
    }),
    ...(settings && { settings }),
  };
}

/** Returns the facts that only resources have. */
function factsOf(tool: ToolOfProject['tool'] | OfferModel): Pick<WholeDefinition, 'uri' | 'mimeType'> {
  if (!('uri' in tool)) return {};
  const { uri, mimeType } = tool;
  return { uri, ...(mimeType !== undefined && { mimeType }) };
}

/** Returns the parameters as a model sees them: `{ $ref }` for a parameter of type `Ref<T>`. */
function shownParameters({ arguments: { schema }, parameters }: ToolOfProject['tool']): JsonSchemaObject {
  const references = parameters.flatMap((one) =>
    one.kind === 'model' && one.reference !== undefined ? [[one.name, one.reference] as const] : [],
  );
  return references.length === 0 ? schema : withReferences(schema, Object.fromEntries(references));
}
