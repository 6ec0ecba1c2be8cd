import type { JsonSchemaObject, Path } from '@haft/schema';
import type { TypeModel } from '../model.js';
import { ts } from '../program/typescript.js';
import type { ObjectNode, PropertyNode } from '../types/model.js';
import { writeSchema } from '../types/write/schema-writer.js';
import type { SchemaHooks } from '../types/write/schema-hooks.js';
import { sensitivePaths } from '../types/write/sensitive-paths.js';
import { wireType } from '../types/write/wire-type.js';
import type { MethodComment } from './method-comment.js';
import { isSingleObject, taggedName, type ReadParameter } from './read-parameter.js';
import type { ReadingContext } from './reading-context.js';
import type { ToolBeingRead } from './tool-source.js';
import { wrongDefaults } from './wrong-defaults.js';

/** What a model sends to a tool. */
export interface ToolArguments {
  /** Of the whole arguments object. */
  readonly type: TypeModel;
  /** The one parameter of the model is the arguments object itself. */
  readonly single: boolean;
  readonly sensitive: readonly Path[];
}

/** Makes the arguments object of a tool's parameters. What is wrong with it is reported. */
export function readArguments(
  parameters: readonly ReadParameter[],
  tool: ToolBeingRead,
  context: ReadingContext,
): ToolArguments {
  const visible = parameters.flatMap((one) => (one.type === undefined ? [] : [one.type]));
  const [only] = visible;
  const single = only !== undefined && visible.length === 1 && isSingleObject(only);
  const root: ObjectNode = single
    ? described(only.type.node as ObjectNode, only, tool.comment)
    : {
        kind: 'object',
        name: undefined,
        properties: visible.map((one) => withNestedTexts(one, tool.comment)),
        indexes: [],
      };
  if (!single) checkNamed(parameters, tool, context);
  const hooks = context.argumentHooks;
  const wireName: SchemaHooks['wireName'] = (property, owner) => hooks.wireName(property, owner);
  const type = { ...writeSchema(root, hooks), wireType: wireType(root, hooks) };
  checkDefaults(type.schema, parameters, tool, context);
  return { type, single, sensitive: sensitivePaths(root, wireName) };
}

/** The one object parameter with what the comment says of it, and of its properties. */
function described(node: ObjectNode, parameter: PropertyNode, comment: MethodComment): ObjectNode {
  const properties = withTexts(node.properties, parameter.name, comment).map((one) => ({
    ...one,
    sensitive: one.sensitive === true || parameter.sensitive === true,
  }));
  return { ...node, properties, description: parameter.description ?? node.description };
}

/** A parameter whose properties the comment speaks of, `@param options.limit`, among other parameters. */
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

/** Where parameters are properties by name, each needs one. */
function checkNamed(
  parameters: readonly ReadParameter[],
  { name }: ToolBeingRead,
  { diagnostics }: ReadingContext,
): void {
  for (const { type, declaration } of parameters) {
    if (type === undefined || ts.isIdentifier(declaration.name) || taggedName(declaration) !== undefined) continue;
    diagnostics.at(declaration, {
      code: 'HAFT1048',
      message: `A destructured parameter of the tool '${name}' has no name for the model.`,
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
      message: `The default of '${name}' of '${tool.name}' breaks its own schema: it is ${issue.received}, expected is ${issue.expected}.`,
      fix: 'Correct the default, or the constraints.',
    });
  }
}
