import { HaftError, kindOf, type ToolDefinition } from '@haft/core';
import { isJsonSchemaTarget, isObject, JSON_SCHEMA_TARGETS, jsonSchemaIn } from '@haft/schema/basics';
import type { ArgumentCheck } from '@haft/arguments';
import { DEFAULT_ARGUMENT_LIMITS, lazyArguments, readExact } from '@haft/arguments/internal';
import type { AnyTool } from '../port/any-tool.js';
import type { StandardResult } from '../define/standard-schema.js';

/**
 * A tool for other libraries: its arguments are a Standard Schema and a Standard JSON Schema. It
 * describes and validates. To execute it, use `run.call`.
 *
 * @typeParam Args - the arguments in the form that a model sends
 * @see https://standardschema.dev
 */
export interface StandardTool<Args = object> {
  /** The definition that the model sees. */
  readonly definition: ToolDefinition;
  /** Properties of Standard Schema and Standard JSON Schema. */
  readonly '~standard': StandardProps<Args>;
}

/** The properties of Standard Schema 1 and of Standard JSON Schema 1. */
export interface StandardProps<Args = object> {
  /** Version of Standard Schema. */
  readonly version: 1;
  /** The library that made the schema. */
  readonly vendor: 'haft';
  /** A property for types only. */
  readonly types?: { readonly input: Args; readonly output: Args } | undefined;
  /**
   * Validates arguments strictly, with the repairs and coercions of a call. The value is the
   * argument for `run.call`. Rules that run only in a call are left out: `@Validate`, rules of DTOs
   * that no schema expresses, asynchronous schemas. Returns a promise while the code for invalid
   * arguments loads. Reading `~standard` starts to load it.
   */
  readonly validate: (value: unknown) => StandardResult<Args> | Promise<StandardResult<Args>>;
  /**
   * Returns the schema of the arguments, in draft 2020-12, draft 07 or OpenAPI 3.0. The output
   * schema is the input schema.
   */
  readonly jsonSchema: {
    readonly input: (options: { readonly target: string }) => Record<string, unknown>;
    readonly output: (options: { readonly target: string }) => Record<string, unknown>;
  };
}

const known = new WeakMap<AnyTool, StandardTool>();

/**
 * Returns the standard form of any tool, such as one of your own toolset. Returns the same object
 * for the same tool.
 *
 * @param tool - a tool of any toolset
 */
export function standardTool(tool: AnyTool): StandardTool {
  if (!isObject(tool) || !isObject(tool.definition)) {
    throw new HaftError('HAFT_INVALID_OPTION', `standardTool() needs a tool, and got ${kindOf(tool)}.`, {
      hint: "Give a tool, such as runtime.tool('find') or a result of defineTool.",
    });
  }
  const made = known.get(tool) ?? new OneStandardTool(tool);
  known.set(tool, made);
  return made;
}

class OneStandardTool implements StandardTool {
  private made: StandardProps | undefined;

  constructor(private readonly tool: AnyTool) {}

  get definition(): ToolDefinition {
    return this.tool.definition;
  }

  get '~standard'(): StandardProps {
    // A reader of this property will validate. If the code is loaded by then, it gets no promise.
    load(this.tool.check).catch(() => undefined);
    return (this.made ??= standardProps(this.tool));
  }
}

/** Computes nothing before it is needed. */
function standardProps({ definition, check }: AnyTool): StandardProps {
  const schemaOf = ({ target }: { readonly target: string }): Record<string, unknown> => {
    if (!isJsonSchemaTarget(target)) throw unknownTarget(target, definition.name);
    return { ...jsonSchemaIn(definition.parameters, target) };
  };
  return {
    version: 1,
    vendor: 'haft',
    validate: (value) => validate(check, value),
    jsonSchema: { input: schemaOf, output: schemaOf },
  };
}

/**
 * Loads the code that validation may need.
 *
 * @throws {HaftError} `HAFT_PART_MISSING` if a file cannot be loaded
 */
async function load({ emitted }: ArgumentCheck): Promise<void> {
  await lazyArguments.load();
  await emitted?.load();
}

function validate(check: ArgumentCheck, value: unknown): StandardResult<object> | Promise<StandardResult<object>> {
  if (check.emitted?.isComing === true) return check.emitted.load().then(() => validate(check, value));
  const accepted = readExact(check, value, DEFAULT_ARGUMENT_LIMITS);
  if (accepted.args !== undefined) return { value: accepted.wire };
  const lazy = lazyArguments.loaded;
  return lazy === undefined
    ? lazyArguments.load().then(({ standardResult }) => standardResult(check, accepted))
    : lazy.standardResult(check, accepted);
}

function unknownTarget(target: string, tool: string): HaftError {
  const message = `The schema of '${tool}' was asked for as '${target}', which is not known.`;
  return new HaftError('HAFT_INVALID_OPTION', message, { hint: `Ask for one of ${JSON_SCHEMA_TARGETS.join(', ')}.` });
}
