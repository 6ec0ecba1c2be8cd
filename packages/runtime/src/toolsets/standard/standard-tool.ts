import { HaftError, type ToolDefinition } from '@haft/core';
import { isJsonSchemaTarget, JSON_SCHEMA_TARGETS, jsonSchemaIn } from '@haft/schema/standard';
import type { ArgumentCheck, ArgumentRefusal } from '../../arguments/accepted-arguments.js';
import { readExact, type FastPathMiss } from '../../arguments/read-exact.js';
import { DEFAULT_ARGUMENT_LIMITS } from '../../arguments/default-limits.js';
import { lazyArguments, type LazyArguments } from '../../arguments/load-lazy.js';
import type { AnyTool } from '../port/any-tool.js';
import type { StandardIssue, StandardResult } from '../define/standard-schema.js';

/**
 * A tool as other libraries take it: its arguments are a Standard Schema and a Standard JSON Schema. It describes and validates; it does
 * not execute: that is `run.call`.
 *
 * @typeParam Args - the arguments in the form that a model sends
 * @see https://standardschema.dev
 */
export interface StandardTool<Args = object> {
  readonly definition: ToolDefinition;
  readonly '~standard': StandardProps<Args>;
}

/** The properties of Standard Schema 1 and of Standard JSON Schema 1. */
export interface StandardProps<Args = object> {
  readonly version: 1;
  readonly vendor: 'haft';
  /** Only a type. */
  readonly types?: { readonly input: Args; readonly output: Args } | undefined;
  /**
   * Accepts arguments as a call does: strictly, with the repairs and coercions of a call. The value is what `run.call` takes; rules that
   * only run at a call (`@Validate`, rules of DTOs that no schema can say, asynchronous schemas) are not asked. A promise while
   * what checks, mends and explains arguments is being loaded, which begins when somebody reads `~standard`.
   */
  readonly validate: (value: unknown) => StandardResult<Args> | Promise<StandardResult<Args>>;
  /** The schema of the arguments, in draft 2020-12, draft 07 or OpenAPI 3.0. What comes out is what comes in. */
  readonly jsonSchema: {
    readonly input: (options: { readonly target: string }) => Record<string, unknown>;
    readonly output: (options: { readonly target: string }) => Record<string, unknown>;
  };
}

const known = new WeakMap<AnyTool, StandardTool>();

/** The standard form of any tool: of a toolset of your own, for instance. The same object for the same tool. */
export function standardTool(tool: AnyTool): StandardTool {
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
    // Who asks will validate: with luck what that may need is there by then, and the answer is no promise.
    load(this.tool.check).catch(() => undefined);
    return (this.made ??= standardProps(this.tool));
  }
}

/** Nothing is computed before it is asked for. */
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
 * What validating may wait for.
 *
 * @throws HaftError `HAFT_PART_MISSING`
 */
async function load({ emitted }: ArgumentCheck): Promise<LazyArguments> {
  const lazy = await lazyArguments.load();
  await emitted?.load();
  return lazy;
}

function validate(check: ArgumentCheck, value: unknown): StandardResult<object> | Promise<StandardResult<object>> {
  if (check.emitted?.isComing === true) return check.emitted.load().then(() => validate(check, value));
  const accepted = readExact(check, value, DEFAULT_ARGUMENT_LIMITS);
  if (accepted.args !== undefined) return { value: accepted.wire };
  const lazy = lazyArguments.loaded;
  return lazy === undefined
    ? lazyArguments.load().then((loaded) => validateLazily(check, accepted, loaded))
    : validateLazily(check, accepted, lazy);
}

function validateLazily(check: ArgumentCheck, miss: FastPathMiss, lazy: LazyArguments): StandardResult<object> {
  const accepted = lazy.repairArguments(check, miss, DEFAULT_ARGUMENT_LIMITS);
  return accepted.refusal === undefined ? { value: accepted.wire } : { issues: issuesOf(accepted.refusal, lazy) };
}

function issuesOf({ issues, problem }: ArgumentRefusal, { issueLine }: LazyArguments): readonly StandardIssue[] {
  if (problem !== undefined) return [{ message: problem }];
  // The line of a retry prompt; where it is, the path says.
  return issues.map((issue) => ({ message: issueLine({ ...issue, path: [] }), path: issue.path }));
}

function unknownTarget(target: string, tool: string): HaftError {
  return new HaftError(
    'HAFT_INVALID_OPTION',
    `The schema of '${tool}' was asked for as '${target}', which is not known.`,
    {
      hint: `Ask for one of ${JSON_SCHEMA_TARGETS.join(', ')}.`,
    },
  );
}
