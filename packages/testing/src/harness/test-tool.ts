import type { ToolDefinition, ToolOutcome } from '@haft/core';
import type {
  RuntimeTools,
  ToolArguments,
  ToolName,
  ToolsetInput,
  ToolValue,
  ValueKeepingOptions,
  ValueTypes,
} from '@haft/runtime';
import { TestFailure } from '../test-failure.js';
import { testToolset, type TestedToolset, type TestToolsetOptions } from './test-toolset.js';

/** One tool of a {@link TestedToolset}. */
export interface TestedTool<
  Tools = object,
  Name = string,
  Values extends ValueTypes = 'unknown',
> extends AsyncDisposable {
  /** The harness in which the tool is called. */
  readonly toolset: TestedToolset<Tools, Values>;
  /**
   * Calls the tool as a model would.
   *
   * @param args - typed arguments, or the JSON text of a model, which may be broken. Default `{}`.
   */
  call(args?: ToolArguments<Tools, Name> | string): Promise<ToolOutcome<ToolValue<Tools, Name, Values>>>;
  /**
   * Returns the definition of the tool that a model sees in this step.
   *
   * @throws {TestFailure} if the tool is not visible
   */
  definition(): Promise<ToolDefinition>;
  /** Ends the run and the runtime. Calling it twice is safe. */
  end(): Promise<void>;
}

/**
 * Creates a harness for one tool.
 *
 * @throws {HaftError} as `createRuntime` does
 * @example
 * await using read = testTool(toolsets, 'file_read', { overrides: [override(Workspace, fake)] });
 * expect((await read.call({ path: 'a.txt' })).status).toBe('success');
 */
export function testTool<
  const Input extends ToolsetInput | readonly ToolsetInput[],
  Name extends ToolName<RuntimeTools<Input>>,
>(
  toolsets: Input,
  name: Name,
  options?: TestToolsetOptions & ValueKeepingOptions,
): TestedTool<RuntimeTools<Input>, Name, 'typed'>;
/**
 * Creates a harness for one tool, with options that may replace the values of outcomes.
 *
 * @throws {HaftError} as `createRuntime` does
 */
export function testTool<
  const Input extends ToolsetInput | readonly ToolsetInput[],
  Name extends ToolName<RuntimeTools<Input>>,
>(toolsets: Input, name: Name, options?: TestToolsetOptions): TestedTool<RuntimeTools<Input>, Name>;
export function testTool(
  toolsets: ToolsetInput | readonly ToolsetInput[],
  name: string,
  options: TestToolsetOptions = {},
): AsyncDisposable {
  const toolset = testToolset(toolsets, options);
  const end = async (): Promise<void> => toolset.end();
  const tested: TestedTool = {
    toolset,
    call: async (args) => toolset.call(name, args),
    definition: async () => definitionOf(await toolset.definitions(), name),
    end,
    [Symbol.asyncDispose]: end,
  };
  return tested;
}

function definitionOf(definitions: readonly ToolDefinition[], name: string): ToolDefinition {
  const found = definitions.find((one) => one.name === name);
  if (found !== undefined) return found;
  const shown = definitions.map((one) => one.name).join(', ') || 'none';
  throw new TestFailure(`The run does not show a tool '${name}'. It shows: ${shown}.`);
}
