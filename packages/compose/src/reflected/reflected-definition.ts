import type { ReferenceDefinition, Requirement, ToolDefinition, ToolHints } from '@haft/core';
import { withReferences } from '@haft/schema/basics';
import type { ToolDescriptor } from '@haft/core/reflected';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';

/**
 * The definition of a reflected tool. Parses its schemas when they are first read, so that a
 * process which never shows its tools does not parse them. The properties are own and enumerable,
 * for `{ ...definition }` and `JSON.stringify`. All definitions share the getters: a closure for
 * each property makes objects that cost ten times as much.
 */
export class ReflectedDefinition implements ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly toolset: string;
  readonly version: string;
  readonly fingerprint: string;
  declare readonly parameters: JsonSchemaObject;
  declare readonly result?: JsonSchemaObject;
  declare readonly reference?: ReferenceDefinition;
  declare readonly hints?: ToolHints;
  declare readonly examples?: readonly Readonly<Record<string, JsonValue>>[];
  declare readonly requires?: readonly Requirement[];
  declare readonly strict?: boolean;
  declare readonly programs?: false;
  declare readonly metadata?: Readonly<Record<string, JsonValue>>;

  readonly #tool: ToolDescriptor;
  #parameters: JsonSchemaObject | undefined = undefined;
  #checked: JsonSchemaObject | undefined = undefined;
  #result: JsonSchemaObject | undefined = undefined;
  #reference: ToolDefinition['reference'] = undefined;
  #examples: ToolDefinition['examples'] = undefined;

  constructor(toolset: string, tool: ToolDescriptor, requires?: readonly Requirement[]) {
    this.name = tool.name;
    this.description = tool.description;
    this.toolset = toolset;
    this.version = tool.version;
    this.fingerprint = tool.fingerprint;
    this.#tool = tool;
    Object.defineProperty(this, 'parameters', ReflectedDefinition.parametersProperty);
    if (tool.result !== undefined) Object.defineProperty(this, 'result', ReflectedDefinition.resultProperty);
    if (tool.references?.result !== undefined)
      Object.defineProperty(this, 'reference', ReflectedDefinition.referenceProperty);
    if (tool.hints !== undefined) this.hints = tool.hints;
    if (tool.examples !== undefined) Object.defineProperty(this, 'examples', ReflectedDefinition.examplesProperty);
    if (requires !== undefined) this.requires = requires;
    if (tool.strict !== undefined) this.strict = tool.strict;
    if (tool.programs !== undefined) this.programs = tool.programs;
    if (tool.metadata !== undefined) this.metadata = tool.metadata;
  }

  /** Returns the schema that arguments are checked with: parameters of type `Ref<T>` are a `T`. */
  checkedParameters(): JsonSchemaObject {
    return this.#tool.references?.parameters === undefined
      ? this.parameters
      : (this.#checked ??= JSON.parse(this.#tool.parameters) as JsonSchemaObject);
  }

  private withReferences(): JsonSchemaObject {
    const { parameters, references } = this.#tool;
    const schema = JSON.parse(parameters) as JsonSchemaObject;
    return references?.parameters === undefined ? schema : withReferences(schema, references.parameters);
  }

  private static readonly parametersProperty = property(function (this: ReflectedDefinition) {
    return (this.#parameters ??= this.withReferences());
  });
  private static readonly resultProperty = property(function (this: ReflectedDefinition) {
    return (this.#result ??= JSON.parse(this.#tool.result ?? '{}') as JsonSchemaObject);
  });
  private static readonly referenceProperty = property(function (this: ReflectedDefinition) {
    return (this.#reference ??= referenceOf(this.#tool));
  });
  private static readonly examplesProperty = property(function (this: ReflectedDefinition) {
    return (this.#examples ??= JSON.parse(this.#tool.examples ?? '[]') as NonNullable<ToolDefinition['examples']>);
  });
}

function property(get: (this: ReflectedDefinition) => unknown): PropertyDescriptor {
  return { enumerable: true, configurable: true, get };
}

function referenceOf({ references }: ToolDescriptor): ReferenceDefinition | undefined {
  const { type, schema } = references?.result ?? {};
  return type === undefined || schema === undefined
    ? undefined
    : { type, schema: JSON.parse(schema) as JsonSchemaObject };
}
