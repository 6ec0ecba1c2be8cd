import type { JsonValue } from '@haft/schema';
import type { Icon, PromptMessage } from '../offers.js';
import { refuseUnknownOptions, type OptionNames } from '../refuse-unknown-options.js';
import { methodRecorder, type DualMethodDecorator } from './dual-decorator.js';
import type { ParameterOptions } from './tool.js';

/**
 * Options of {@link Prompt}. All but `parameters.*.inject` are constants that `haft build`
 * evaluates.
 */
export interface PromptOptions {
  /** The name after the prefix. Default: the method's name in snake_case. */
  readonly name?: string;
  /** The name for people. Default: none. */
  readonly title?: string;
  /** The description. Default: the JSDoc comment of the method. */
  readonly description?: string;
  /** Images for user interfaces. Default: none. */
  readonly icons?: readonly Icon[];
  /** The version of the prompt. Default: the toolset's version, else `0`. */
  readonly version?: string;
  /** Facts for the host. */
  readonly metadata?: Readonly<Record<string, JsonValue>>;
  /** Settings by parameter name, in place of parameter decorators. */
  readonly parameters?: Readonly<Record<string, ParameterOptions>>;
}

/**
 * Makes a method of a `@Toolset` class a prompt: messages that a person chooses to send to a model.
 * Models never call it. A string is one message of the user. The arguments arrive as strings, and
 * Haft reads each by the type of its parameter.
 *
 * @throws {HaftError} HAFT_INVALID_OPTION if an option does not exist
 * @example
 * @Prompt()
 * summary(id: number, tone: 'short' | 'long' = 'short'): string {
 *   return `Summarise order ${id} (${tone}).`;
 * }
 */
export function Prompt(options: PromptOptions = {}): DualMethodDecorator {
  refuseUnknownOptions('@Prompt', options, PROMPT_OPTIONS);
  return methodRecorder('prompt', options);
}

/** The messages of a prompt. Their type has the name of the decorator. */
export type Prompt = readonly PromptMessage[];

const PROMPT_OPTIONS: OptionNames<PromptOptions> = {
  name: true,
  title: true,
  description: true,
  icons: true,
  version: true,
  metadata: true,
  parameters: true,
};
