import { snakeCase, toolName, TOOL_NAME, type ToolHints } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import type { ToolModel } from '../model.js';
import { isConstantObject, type Constant } from '../program/constant.js';
import { jsonConstant } from '../program/json-constant.js';
import { baseClasses } from './base-classes.js';
import { memberName } from '../program/member-name.js';
import { ts } from '../program/typescript.js';
import { aliasesOf } from '../types/read/aliases-of.js';
import { checkComment } from './check-comment.js';
import { constantOptions, textList, textOption } from './constant-options.js';
import { methodComment } from './method-comment.js';
import { readArguments, readInput } from './read-arguments.js';
import { readBeside } from './read-beside.js';
import { readHints } from './read-hints.js';
import { readParameters } from './read-parameters.js';
import { reportHttpResult } from './nest-result.js';
import { readResult } from './read-result.js';
import { readRequires } from './read-requires.js';
import { readSettings } from './read-settings.js';
import { readValueForms } from './read-value-forms.js';
import type { ReadingContext } from './reading-context.js';
import { toolExamples } from './tool-examples.js';
import { toolSignature } from './tool-signature.js';
import type { ToolBeingRead, ToolsetDefaults, ToolSource } from './tool-source.js';

/** Reads one tool. Reports all problems. Returns undefined if they leave nothing to write. */
export function readTool(
  source: ToolSource,
  defaults: ToolsetDefaults,
  context: ReadingContext,
): ToolModel | undefined {
  const { checker, diagnostics } = context;
  const { symbol, declaration, overridden, saidBy } = source;
  const declarations = overridden === undefined ? [declaration] : [declaration, overridden];
  // A method in both parts of `Mixed & Base` has the comments of both.
  const own = declaration.name === undefined ? undefined : checker.getSymbolAtLocation(declaration.name);
  const comment = methodComment(own ?? symbol, declarations, checker);
  const options = constantOptions(
    { decorator: saidBy, expression: source.options, bindings: source.bindings },
    TOOL_OPTIONS,
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
  const result = readResult(signature, tool, context);
  // The model and the caller get the reference.
  const value = result?.reference === undefined ? readValueForms(source, defaults, context) : JSON_FORM;
  const description = textOption(options['description']) ?? comment.description ?? '';
  checkComment({ name, place: source.reportAt, description, comment, parameters }, diagnostics);
  const hints = { ...defaults.hints, ...hintsOf(options, source, context) };
  const beside = readBeside(
    {
      source,
      signature,
      parameters: parameters.map((one) => one.model),
      single: given.single,
      readOnly: hints.readOnly === true,
    },
    defaults,
    context,
  );
  return {
    name,
    method: source.name,
    version: textOption(options['version']) ?? defaults.version,
    description,
    aliases: textList(options['aliases']),
    ...otherNamesOf(tool, context),
    ...(typeof options['strict'] === 'boolean' ? { strict: options['strict'] } : {}),
    ...(options['programs'] === false ? { programs: false as const } : {}),
    ...(Object.keys(hints).length === 0 ? {} : { hints }),
    ...settingsOf(source, defaults, context),
    ...metadataOf(options),
    parameters: parameters.map((one) => one.model),
    single: given.single,
    arguments: given.type,
    ...(result === undefined ? {} : { result }),
    ...(value === undefined ? {} : { value }),
    ...(input === undefined ? {} : { input }),
    examples: toolExamples({ name, declaration, comment }, given.type.schema, context),
    sensitive: given.sensitive,
    ...(beside === undefined ? {} : { beside }),
    place: diagnostics.place(source.reportAt),
  };
}

const JSON_FORM: ToolModel['value'] = ['json'];

/** Reads the tags `@alias` of a method or function. */
function otherNamesOf({ name, source, comment }: ToolBeingRead, { diagnostics }: ReadingContext) {
  const otherNames = aliasesOf(comment.tags);
  if (otherNames === undefined) return {};
  for (const one of otherNames) {
    if (TOOL_NAME.test(one)) continue;
    diagnostics.at(source.reportAt, {
      code: 'HAFT1026',
      message: `The alias '${one}' of the tool '${name}' is not the name of a tool: it must match ${TOOL_NAME.source}.`,
      fix: 'Correct the tag @alias of its comment, or remove it.',
    });
  }
  return { otherNames };
}

/** The settings of a function are values of the run time, so they are unknown here. */
function settingsOf(
  { saidBy, declaration }: ToolSource,
  { declaration: owner }: ToolsetDefaults,
  context: ReadingContext,
): Pick<ToolModel, 'settings'> {
  if (saidBy !== '@Tool' || owner === undefined) return {};
  const classes = [...baseClasses(owner, context.checker)];
  const name = nameOf(declaration, context);
  const methods = classes.flatMap(({ members }) => members.filter((one) => nameOf(one, context) === name));
  const requires = readRequires({ methods, classes }, context);
  const settings = readSettings({ methods, classes }, context);
  return { settings: requires.length === 0 ? settings : { ...settings, requires } };
}

function nameOf({ name }: ts.NamedDeclaration, { checker }: ReadingContext): string | undefined {
  return name !== undefined && ts.isPropertyName(name) ? memberName(name, checker) : undefined;
}

/**
 * The options of a function. A method has its hints in `@Hints`, but a function can have no
 * decorator.
 */
const TOOL_OPTIONS = ['name', 'description', 'version', 'aliases', 'strict', 'programs', 'metadata', 'hints'];

type ToolOptions = Readonly<Record<string, Constant>>;

function checkName({ name, source }: ToolBeingRead, prefix: string | undefined, { diagnostics }: ReadingContext): void {
  if (TOOL_NAME.test(name)) return;
  const ofTool = source.saidBy === '@Tool' ? "@Tool({ name: '...' })" : "defineTool(..., { name: '...' })";
  const example = prefix === undefined || TOOL_NAME.test(prefix) ? ofTool : "@Toolset({ prefix: '...' })";
  diagnostics.at(source.reportAt, {
    code: 'HAFT1020',
    message: `The tool name '${name}' is not valid everywhere: it must match ${TOOL_NAME.source}.`,
    fix: `Give another one: ${example}${name.length > 64 ? ', with a shorter prefix or name' : ''}.`,
  });
}

function hintsOf(options: ToolOptions, { declaration }: ToolSource, context: ReadingContext): ToolHints | undefined {
  const said = options['hints'];
  return isConstantObject(said) ? said : readHints(declaration, context);
}

function metadataOf({ metadata }: ToolOptions): Pick<ToolModel, 'metadata'> {
  const json = metadata === undefined ? undefined : jsonConstant(metadata);
  return json === undefined ? {} : { metadata: json as Readonly<Record<string, JsonValue>> };
}
