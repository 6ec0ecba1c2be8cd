import { HaftError, type RunContext, type ToolDefinition } from '@haft/core';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import type { ArgumentCheck } from '@haft/arguments';
import { lazyArguments, type LazyArguments } from '@haft/arguments/internal';
import type { AnyTool } from '../port/any-tool.js';
import { changedTool } from './changed-tool.js';

/**
 * Runs the `@Prepare` functions of the tools of a step. They see the definition before any wrapper.
 *
 * @throws {HaftError} as {@link preparedTool}
 */
export async function preparedTools(tools: readonly AnyTool[], run: RunContext): Promise<readonly AnyTool[]> {
  const prepared = await Promise.all(tools.map((tool) => preparedByItself(tool, run)));
  return prepared.filter((tool) => tool !== undefined);
}

async function preparedByItself(tool: AnyTool, run: RunContext): Promise<AnyTool | undefined> {
  const { prepare } = tool.settings;
  if (prepare === undefined) return tool;
  let definition: ToolDefinition | null = tool.definition;
  for (const one of prepare) {
    definition = await one(run as never, definition);
    if (definition === null) return undefined;
  }
  const done: AnyTool = { ...tool, settings: { ...tool.settings, prepare: undefined } };
  return definition === tool.definition ? done : preparedTool(done, definition);
}

/**
 * Returns a tool with the description, metadata, hints, strictness, examples and schemas of a
 * prepared definition. Haft enforces a parameter schema that is narrower than that of the tool.
 *
 * @throws {HaftError} `HAFT_PREPARE_RENAMED` if the name differs
 * @throws {HaftError} `HAFT_PREPARE_WIDENED` if Haft cannot prove that the parameter schema is
 *   narrower
 */
export async function preparedTool(tool: AnyTool, definition: ToolDefinition): Promise<AnyTool> {
  refuseOtherName(tool.definition.name, definition.name);
  const { description, metadata, hints, strict, examples, result, parameters } = definition;
  const words = { description: description.toWellFormed(), metadata, hints, strict, examples, result };
  if (parameters === tool.definition.parameters) return changedTool(tool, words);
  const lazy = await lazyArguments.load();
  if (tool.references?.inParameters === true)
    throw widened(tool.definition.name, 'changed the schema of parameters with a reference');
  refuseWidened(tool.definition, parameters, lazy);
  return { ...changedTool(tool, { ...words, parameters }), check: preparedCheck(tool.check, parameters, lazy) };
}

function refuseOtherName(name: string, given: string): void {
  if (given === name) return;
  throw new HaftError('HAFT_PREPARE_RENAMED', `prepare returned '${given}' for '${name}'.`, {
    hint: 'prepare cannot add or rename tools; use combine or rename.',
  });
}

function refuseWidened(
  { name, parameters: before }: ToolDefinition,
  after: JsonSchemaObject,
  { findWidening }: LazyArguments,
): void {
  const reason = findWidening(before, after);
  if (reason !== undefined) throw widened(name, `accepts more than the tool: ${reason}`);
}

function widened(name: string, what: string): HaftError {
  return new HaftError('HAFT_PREPARE_WIDENED', `prepare of '${name}' ${what}.`, {
    hint: 'prepare can only narrow a schema without references: tighten a bound, leave out values of an enum, drop an optional property.',
  });
}

function preparedCheck(
  check: ArgumentCheck,
  parameters: JsonSchemaObject,
  { checkerOf, exampleOf }: LazyArguments,
): ArgumentCheck {
  const narrowed = checkerOf(parameters);
  return {
    ...check,
    read: (value) => (narrowed.validates(value) ? check.read(value) : undefined),
    schema: () => parameters,
    compiled: undefined,
    collector: undefined,
    example: () => {
      const own = check.example();
      if (own !== undefined && narrowed.validates(own)) return own;
      return exampleOf(parameters) as Readonly<Record<string, JsonValue>> | undefined;
    },
  };
}
