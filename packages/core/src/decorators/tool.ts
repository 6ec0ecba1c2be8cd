import type { JsonValue } from '@haft/schema';
import type { Token } from '../class.js';
import { methodRecorder, type DualMethodDecorator } from './dual-decorator.js';
import { RECORD } from './metadata.js';
import type { ParameterConstraints } from './param.js';

/** What a parameter decorator says, for projects whose decorators cannot stand on parameters (TC39). */
export interface ParameterOptions extends ParameterConstraints {
  /** As `@Inject(token)`: the container gives this value; the model cannot. */
  readonly inject?: Token;
  /** As `@UserInput()`: the user is asked for this value. */
  readonly userInput?: boolean;
  /** As `@Sensitive()`: the value appears in no text, event or log. */
  readonly sensitive?: boolean;
}

/** Options of {@link Tool}. All but `parameters.*.inject` are constants, evaluated at build time. */
export interface ToolOptions {
  /** The name after the prefix. Default: the method's name in snake_case. */
  readonly name?: string;
  /** Default: the JSDoc comment of the method. */
  readonly description?: string;
  /** Default: the toolset's version, else `0`. */
  readonly version?: string;
  /** Earlier names: calls under them still work, no model is shown them. Whole names, prefix included. */
  readonly aliases?: readonly string[];
  /** Asks for (`true`) or forbids (`false`) the strict mode of providers. Default: chosen for each provider. */
  readonly strict?: boolean;
  /** For the host; no model sees it. */
  readonly metadata?: Readonly<Record<string, JsonValue>>;
  /** By parameter name: what the parameter decorators say. */
  readonly parameters?: Readonly<Record<string, ParameterOptions>>;
}

/**
 * Makes a method of a `@Toolset` class a tool. Its parameters, types, defaults and JSDoc make the definition.
 *
 * @example
 * @Tool()
 * async read(path: string, limit = 200): Promise<FileSlice> {}
 */
export function Tool(options: ToolOptions = {}): DualMethodDecorator {
  return methodRecorder('Tool', RECORD.tool, options);
}
