/*
 * Passes the tools of a run to SDKs without a bridge.
 */

import { HaftError, kindOf, requireKind } from '@haft/core';
import {
  createRuntime,
  fromResolve,
  type RuntimeTools,
  type StandardProps,
  type ToolArguments,
  type ToolsetInput,
} from '@haft/runtime';
import type { RunOfContext, RunSource } from './shared/run-source.js';
import {
  functionsFor,
  type FunctionAnswer,
  type FunctionCallOptions,
  type ToolFunction,
} from './shared/tool-function.js';

export type { FunctionAnswer, FunctionCallOptions, RunOfContext, RunSource, ToolFunction };

/**
 * Returns the tools of a run as plain functions, for an SDK without a bridge: give its tool object
 * the name, the description and the schema, and pass each call on.
 *
 * @param source - a run, or `{ template, runOf }` for an agent that lives longer
 * @throws {HaftError} `HAFT_INVALID_OPTION` for something else
 * @example
 * const tools = (await functionsOf(run)).map(({ name, description, parameters, call }) => {
 *   const callback = async (args: unknown) => (await call(args)).text;
 *   return tool({ name, description, inputSchema: parameters, callback });
 * });
 */
export async function functionsOf<Context = unknown, Tools = object>(
  source: RunSource<Context, Tools>,
): Promise<readonly ToolFunction<Context>[]> {
  return functionsFor('functionsOf', source);
}

/** A Standard Schema and a Standard JSON Schema of arguments. */
export interface ArgumentsSchema<Args = object> {
  /** The properties of Standard Schema. */
  readonly '~standard': StandardProps<Args>;
}

/**
 * Returns the arguments of a tool as a Standard Schema, for decorators of others. It reads
 * `toolsets` at the first validation, because the generated module imports the class that you
 * decorate.
 *
 * @param toolsets - returns the toolsets, such as those of the generated module
 * @param name - the name of the tool
 * @throws {HaftError} `HAFT_INVALID_OPTION` for other arguments. At the first use,
 *   `HAFT_UNKNOWN_TOOL` for an unknown name
 * @example
 * &#64;AgentFunction({ inputSchema: schemaOf(() => toolsets, 'orders_find') })
 */
export function schemaOf<
  const Input extends ToolsetInput | readonly ToolsetInput[],
  Name extends keyof RuntimeTools<Input> & string,
>(toolsets: () => Input, name: Name): ArgumentsSchema<ToolArguments<RuntimeTools<Input>, Name>>;
export function schemaOf(toolsets: () => ToolsetInput | readonly ToolsetInput[], name: string): ArgumentsSchema<never> {
  requireKind('The first argument of schemaOf()', toolsets, 'a function');
  requireKind('The second argument of schemaOf()', name, 'a string');
  let found: StandardProps<never> | undefined;
  const standard = (): StandardProps<never> => (found ??= propsOf(toolsets(), name));
  return {
    '~standard': {
      version: 1,
      vendor: 'haft',
      validate: (value) => standard().validate(value),
      jsonSchema: {
        input: (options) => standard().jsonSchema.input(options),
        output: (options) => standard().jsonSchema.output(options),
      },
    },
  };
}

/** Finds a tool without services: its schema needs none. */
function propsOf(toolsets: unknown, name: string): StandardProps<never> {
  if (toolsets === undefined || toolsets === null)
    throw new HaftError('HAFT_INVALID_OPTION', `The function of schemaOf('${name}') returned ${kindOf(toolsets)}.`, {
      hint: 'Return the toolsets. If modules import each other, use the schema after all are loaded.',
    });
  const [container, logger] = [fromResolve(() => undefined), { debug: quiet, info: quiet, warn: quiet, error: quiet }];
  const runtime = createRuntime({ toolsets, container, observe: { logger } });
  return runtime.tool(name)['~standard'] as StandardProps<never>;
}

function quiet(): void {
  // The runtime of the application warns too.
}
