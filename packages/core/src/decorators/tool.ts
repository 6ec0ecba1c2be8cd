import type { JsonValue } from '@haft/schema';
import type { Token } from '../class.js';
import { refuseUnknownOptions, type OptionNames } from '../refuse-unknown-options.js';
import { methodRecorder, type DualMethodDecorator } from './dual-decorator.js';
import type { ParameterConstraints } from './param.js';

/** The settings of one parameter, for projects whose decorators cannot be on parameters (TC39). */
export interface ParameterOptions extends ParameterConstraints {
  /** The token whose value the container injects, as in `@Inject(token)`. */
  readonly inject?: Token;
  /** Whether the user supplies this value, as with `@UserInput()`. */
  readonly userInput?: boolean;
  /** Whether the value stays out of texts, events and logs, as with `@Sensitive()`. */
  readonly sensitive?: boolean;
}

/**
 * Options of {@link Tool}. All but `parameters.*.inject` are constants that `haft build` evaluates.
 */
export interface ToolOptions {
  /** The name after the prefix. Default: the method's name in snake_case. */
  readonly name?: string;
  /** The text for the model. Default: the JSDoc comment of the method. */
  readonly description?: string;
  /** The version of the tool. Default: the toolset's version, else `0`. */
  readonly version?: string;
  /** Earlier full names, prefix included. Calls with them still work, but no model sees them. */
  readonly aliases?: readonly string[];
  /**
   * Whether the tool requires (`true`) or forbids (`false`) the strict mode of providers. Default:
   * Haft chooses for each provider.
   */
  readonly strict?: boolean;
  /**
   * `false`: programs of the provider never call the tool, even in runs with
   * `programs: 'provider'`. Default: they may, unless its calls wait for a decision or end the run.
   */
  readonly programs?: false;
  /** Facts for the host. No model sees them. */
  readonly metadata?: Readonly<Record<string, JsonValue>>;
  /** Settings by parameter name, in place of parameter decorators. */
  readonly parameters?: Readonly<Record<string, ParameterOptions>>;
}

/**
 * Makes a method of a `@Toolset` class a tool. Its parameters, types, defaults and JSDoc become the
 * definition.
 *
 * @throws {HaftError} HAFT_INVALID_OPTION if an option does not exist
 * @example
 * @Tool()
 * read(path: string, limit = 200): string {
 *   return this.shop.read(path, limit);
 * }
 */
export function Tool(options: ToolOptions = {}): DualMethodDecorator {
  refuseUnknownOptions('@Tool', options, TOOL_OPTIONS);
  return methodRecorder('tool', options);
}

const TOOL_OPTIONS: OptionNames<ToolOptions> = {
  name: true,
  description: true,
  version: true,
  aliases: true,
  strict: true,
  programs: true,
  metadata: true,
  parameters: true,
};
