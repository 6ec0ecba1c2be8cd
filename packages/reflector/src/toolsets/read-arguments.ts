import type { JsonSchemaObject, Path } from '@haft/schema';
import type { InputModel, TypeModel } from '../model.js';
import { ts } from '../program/typescript.js';
import type { ObjectNode, PropertyNode } from '../types/model.js';
import { writeSchema } from '../types/write/schema-writer.js';
import type { SchemaHooks } from '../types/write/schema-hooks.js';
import { sensitivePaths } from '../types/write/sensitive-paths.js';
import { wireType } from '../types/write/wire-type.js';
import { checkSentRelations } from './check-relations.js';
import type { MethodComment } from './method-comment.js';
import { isSingleObject, taggedName, type ReadParameter } from './read-parameter.js';
import type { ReadingContext } from './reading-context.js';
import type { ToolBeingRead } from './tool-source.js';
import { wrongDefaults } from './wrong-defaults.js';

/** The arguments that a model sends to a tool. */
export interface ToolArguments {
  /** The type of the whole arguments object. */
  readonly type: TypeModel;
  /** Whether the one parameter of the model is the arguments object itself. */
  readonly single: boolean;
  readonly sensitive: readonly Path[];
}

/** Returns the arguments object of a tool's parameters. Reports problems. */
export function readArguments(
  parameters: readonly ReadParameter[],
  tool: ToolBeingRead,
  context: ReadingContext,
): ToolArguments {
  const visible = parameters.flatMap((one) => (one.type === undefined ? [] : [one.type]));
  const [only] = visible;
  const single = only !== undefined && visible.length === 1 && isSingleObject(only);
  for (const { type, declaration } of parameters)
    if (type !== undefined) checkSentRelations(type, tool.name, declaration, context.diagnostics);
  const root = single ? described(only.type.node as ObjectNode, only, tool.comment) : objectOf(visible, tool.comment);
  if (!single) checkNamed(parameters, tool, context);
  return { ...written(root, parameters, tool, context), single };
}

/**
 * Returns the object of the values that people supply to a tool, always by the names of the
 * parameters. Returns undefined if there is none.
 */
export function readInput(
  parameters: readonly ReadParameter[],
  tool: ToolBeingRead,
  context: ReadingContext,
): InputModel | undefined {
  const given = parameters.flatMap(({ model, declaration, input }) =>
    input === undefined ? [] : [{ model, declaration, type: input }],
  );
  if (given.length === 0) return undefined;
  checkNamed(given, tool, context);
  const properties = given.map(({ type }) => type);
  return written(objectOf(properties, tool.comment), given, tool, context);
}

function objectOf(properties: readonly PropertyNode[], comment: MethodComment): ObjectNode {
  return {
    kind: 'object',
    name: undefined,
    properties: properties.map((one) => withNestedTexts(one, comment)),
    indexes: [],
  };
}

/** Returns the schema of an object, with the facts next to the schema. */
function written(
  root: ObjectNode,
  parameters: readonly ReadParameter[],
  tool: ToolBeingRead,
  context: ReadingContext,
): InputModel {
  const hooks = context.argumentHooks;
  const wireName: SchemaHooks['wireName'] = (property, owner) => hooks.wireName(property, owner);
  const type = { ...writeSchema(root, hooks), wireType: wireType(root, hooks) };
  checkDefaults(type.schema, parameters, tool, context);
  return { type, sensitive: sensitivePaths(root, wireName) };
}

/** Returns the one object parameter with the comments on it and on its properties. */
function described(node: ObjectNode, parameter: PropertyNode, comment: MethodComment): ObjectNode {
  const properties = withTexts(node.properties, parameter.name, comment).map((one) => ({
    ...one,
    sensitive: one.sensitive === true || parameter.sensitive === true,
  }));
  return { ...node, properties, description: parameter.description ?? node.description };
}

/**
 * Adds the comments on nested properties, `@param options.limit`, to a parameter next to others.
 */
function withNestedTexts(parameter: PropertyNode, comment: MethodComment): PropertyNode {
  const { node } = parameter.type;
  const isSpokenOf = [...comment.parameters.keys()].some((path) => path.startsWith(`${parameter.name}.`));
  if (node.kind !== 'object' || !isSpokenOf) return parameter;
  return { ...parameter, type: { node: { ...node, properties: withTexts(node.properties, parameter.name, comment) } } };
}

function withTexts(
  properties: readonly PropertyNode[],
  parameter: string,
  { parameters }: MethodComment,
): readonly PropertyNode[] {
  return properties.map((one) => ({
    ...one,
    description: parameters.get(`${parameter}.${one.name}`)?.text ?? one.description,
  }));
}

/** Reports parameters without a name, if parameters become properties. */
function checkNamed(
  parameters: readonly ReadParameter[],
  { name, source }: ToolBeingRead,
  { diagnostics }: ReadingContext,
): void {
  for (const { type, declaration } of parameters) {
    if (type === undefined || ts.isIdentifier(declaration.name) || taggedName(declaration) !== undefined) continue;
    diagnostics.at(declaration, {
      code: 'HAFT1048',
      message: `A destructured parameter of the ${source.kind} '${name}' has no name for the ${source.kind === 'tool' ? 'model' : 'client'}.`,
      fix: "Name it in the comment, '@param options Text.', or take the object and destructure it in the body.",
    });
  }
}

function checkDefaults(
  schema: JsonSchemaObject,
  parameters: readonly ReadParameter[],
  tool: ToolBeingRead,
  { diagnostics }: ReadingContext,
): void {
  for (const { name, issue } of wrongDefaults(schema)) {
    const parameter = parameters.find((one) => one.type?.name === name);
    diagnostics.at(parameter?.declaration ?? tool.source.reportAt, {
      code: 'HAFT1035',
      message: `The default of '${name}' of '${tool.name}' is invalid: expected ${issue.expected}, received ${issue.received}.`,
      fix: 'Correct the default, or the constraints.',
    });
  }
}
