import { snakeCase, toolName, TOOL_NAME } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import type { ToolModel } from '../model.js';
import type { Constant } from '../program/constant.js';
import { jsonConstant } from '../program/json-constant.js';
import { memberName } from '../program/member-name.js';
import { ts } from '../program/typescript.js';
import { baseClasses } from './base-classes.js';
import { checkComment } from './check-comment.js';
import { constantOptions, textOption } from './constant-options.js';
import { decoratorWith, rowOf } from './decorator-table.js';
import { methodComment } from './method-comment.js';
import { reportHttpResult } from './nest-result.js';
import { readArguments, readInput } from './read-arguments.js';
import type { ReadParameter } from './read-parameter.js';
import { readParameters } from './read-parameters.js';
import { readRequires } from './read-requires.js';
import { readResult } from './read-result.js';
import { readSettings } from './read-settings.js';
import type { ReadingContext } from './reading-context.js';
import { toolExamples } from './tool-examples.js';
import { toolSignature } from './tool-signature.js';
import type { ToolBeingRead, ToolsetDefaults, ToolSource } from './tool-source.js';

/** The parts that tools, resources and prompts have in common, and what they were read from. */
export interface ReadDefinition {
  readonly model: ToolModel;
  readonly tool: ToolBeingRead;
  readonly options: DefinitionOptions;
  readonly signature: ts.Signature;
  readonly parameters: readonly ReadParameter[];
}

/** The constant options of a decorator or of `defineTool`. */
export type DefinitionOptions = Readonly<Record<string, Constant>>;

/**
 * Reads the common parts of a tool, a resource or a prompt. Reports all problems. Returns undefined
 * if they leave nothing to write.
 *
 * @param names - the options that are constants of the build
 */
export function readDefinition(
  source: ToolSource,
  names: readonly string[],
  defaults: ToolsetDefaults,
  context: ReadingContext,
): ReadDefinition | undefined {
  const { checker, diagnostics } = context;
  const { symbol, declaration, overridden, saidBy, kind } = source;
  const declarations = overridden === undefined ? [declaration] : [declaration, overridden];
  // A method in both parts of `Mixed & Base` has the comments of both.
  const own = declaration.name === undefined ? undefined : checker.getSymbolAtLocation(declaration.name);
  const comment = methodComment(own ?? symbol, declarations, checker);
  const options = constantOptions(
    { decorator: saidBy, expression: source.options, bindings: source.bindings },
    [...COMMON_OPTIONS, ...names],
    context,
  );
  const name = toolName(defaults.prefix, textOption(options['name']) ?? snakeCase(source.name));
  const tool: ToolBeingRead = { name, source, comment, isOfController: defaults.isController === true };
  checkName(tool, defaults.prefix, context);
  const signature = toolSignature(source, name, context);
  if (signature === undefined) return undefined;
  const parameters = readParameters(signature, tool, context);
  const given = readArguments(parameters, tool, context);
  const input = readInput(parameters, tool, context);
  if (tool.isOfController && reportHttpResult(signature, tool, context)) return undefined;
  const result = kind === 'prompt' ? undefined : readResult(signature, tool, context);
  const description = textOption(options['description']) ?? comment.description ?? '';
  checkComment({ name, kind, place: source.reportAt, description, comment, parameters }, diagnostics);
  const model: ToolModel = {
    name,
    method: source.name,
    version: textOption(options['version']) ?? defaults.version,
    description,
    aliases: [],
    ...settingsOf(source, defaults, context),
    ...metadataOf(options),
    parameters: parameters.map((one) => one.model),
    single: given.single,
    arguments: given.type,
    ...(result === undefined ? {} : { result }),
    ...(input === undefined ? {} : { input }),
    examples: toolExamples({ name, declaration, comment }, given.type.schema, context),
    sensitive: given.sensitive,
    place: diagnostics.place(source.reportAt),
  };
  return { model, tool, options, signature, parameters };
}

const COMMON_OPTIONS = ['name', 'description', 'version', 'metadata'];

/** The settings of a function are values of the run time, so they are unknown here. */
function settingsOf(
  { kind, decorator, declaration }: ToolSource,
  { declaration: owner }: ToolsetDefaults,
  context: ReadingContext,
): Pick<ToolModel, 'settings'> {
  if (decorator === undefined || owner === undefined) return {};
  const classes = [...baseClasses(owner, context.checker)];
  const name = nameOf(declaration, context);
  const methods = classes.flatMap(({ members }) => members.filter((one) => nameOf(one, context) === name));
  const requires = readRequires({ methods, classes }, context);
  const isCounted = (one: string): boolean => kind === 'tool' || rowOf(one)?.places.includes('offer') === true;
  const settings = readSettings({ methods, classes }, context, isCounted);
  return { settings: requires.length === 0 ? settings : { ...settings, requires } };
}

function nameOf({ name }: ts.NamedDeclaration, { checker }: ReadingContext): string | undefined {
  return name !== undefined && ts.isPropertyName(name) ? memberName(name, checker) : undefined;
}

function checkName({ name, source }: ToolBeingRead, prefix: string | undefined, { diagnostics }: ReadingContext): void {
  if (TOOL_NAME.test(name)) return;
  const { kind, decorator } = source;
  const ofTool = decorator === undefined ? "defineTool(..., { name: '...' })" : decoratorWith(kind, "name: '...'");
  const example = prefix === undefined || TOOL_NAME.test(prefix) ? ofTool : "@Toolset({ prefix: '...' })";
  diagnostics.at(source.reportAt, {
    code: 'HAFT1020',
    message: `The ${kind} name '${name}' is not valid everywhere: it must match ${TOOL_NAME.source}.`,
    fix: `Give another one: ${example}${name.length > 64 ? ', with a shorter prefix or name' : ''}.`,
  });
}

function metadataOf({ metadata }: DefinitionOptions): Pick<ToolModel, 'metadata'> {
  const json = metadata === undefined ? undefined : jsonConstant(metadata);
  return json === undefined ? {} : { metadata: json as Readonly<Record<string, JsonValue>> };
}
