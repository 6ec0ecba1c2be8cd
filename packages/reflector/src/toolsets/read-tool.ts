import { TOOL_NAME, type ToolHints } from '@haft/core';
import type { ToolModel } from '../model.js';
import { isConstantObject } from '../program/constant.js';
import { aliasesOf } from '../types/read/aliases-of.js';
import { textList } from './constant-options.js';
import { readBeside } from './read-beside.js';
import { readDefinition, type DefinitionOptions } from './read-definition.js';
import { readHints } from './read-hints.js';
import { readValueForms } from './read-value-forms.js';
import type { ReadingContext } from './reading-context.js';
import type { ToolBeingRead, ToolsetDefaults, ToolSource } from './tool-source.js';

/** Reads one tool. Reports all problems. Returns undefined if they leave nothing to write. */
export function readTool(
  source: ToolSource,
  defaults: ToolsetDefaults,
  context: ReadingContext,
): ToolModel | undefined {
  const read = readDefinition(source, TOOL_OPTIONS, defaults, context);
  if (read === undefined) return undefined;
  const { model, tool, options, signature } = read;
  const { result, parameters, single } = model;
  // The model and the caller get the reference.
  const value = result?.reference === undefined ? readValueForms(source, defaults, context) : JSON_FORM;
  const hints = { ...defaults.hints, ...hintsOf(options, source, context) };
  const beside = readBeside(
    { source, signature, parameters, single, readOnly: hints.readOnly === true },
    defaults,
    context,
  );
  return {
    ...model,
    aliases: textList(options['aliases']),
    ...otherNamesOf(tool, context),
    ...(typeof options['strict'] === 'boolean' ? { strict: options['strict'] } : {}),
    ...(options['programs'] === false ? { programs: false as const } : {}),
    ...(Object.keys(hints).length === 0 ? {} : { hints }),
    ...(value === undefined ? {} : { value }),
    ...(beside === undefined ? {} : { beside }),
  };
}

const JSON_FORM: ToolModel['value'] = ['json'];

/**
 * The options of a function. A method has its hints in `@Hints`, but a function can have no
 * decorator.
 */
const TOOL_OPTIONS = ['aliases', 'strict', 'programs', 'hints'];

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

function hintsOf(
  options: DefinitionOptions,
  { declaration }: ToolSource,
  context: ReadingContext,
): ToolHints | undefined {
  const said = options['hints'];
  return isConstantObject(said) ? said : readHints(declaration, context);
}
