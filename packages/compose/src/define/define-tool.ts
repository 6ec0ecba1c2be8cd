import {
  fingerprintOf,
  HaftError,
  Hints,
  refuseUnknownOptions,
  requireKind,
  requireKinds,
  TOOL_NAME,
  type Kind,
  type OptionNames,
  type RunContext,
  type ToolDefinition,
  type ToolHints,
  type ValidateArguments,
} from '@haft/core';
import type { Returned } from '@haft/core/reflected';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { wellFormedData } from '@haft/schema/basics';
import { after } from '@haft/core/internal';
import type { ArgumentCheck } from '@haft/arguments';
import { standardTool, type StandardTool } from '../standard/standard-tool.js';
import type { AnyTool, ToolBody, ToolSettings } from '../port/any-tool.js';
import { besideExecute, withReconcile, type BesideExecute } from './beside-execute.js';
import { TASK_SCHEMA } from '../tasks/background-task.js';
import { checkedSettings, placesOf, settingNames } from './checked-settings.js';
import { lazily } from '../wrappers/lazily.js';
import { FunctionTool, type FunctionToolOptions, type ToolFunction } from './function-tool.js';
import { jsonSchemaOf } from './json-schema-of.js';
import { schemaCheck } from './schema-check.js';
import type { SensitivePlace } from './sensitive-option.js';
import { StandardCheck } from './standard-check.js';
import { isStandardSchema, type InputOf, type OutputOf, type StandardSchema } from './standard-schema.js';

/** Options that all tools of `defineTool` have. */
export interface DefineToolOptions<Name extends string = string> {
  /** The full name. It must match `^[a-zA-Z_][a-zA-Z0-9_]{0,63}$`. */
  readonly name: Name;
  /** The text that the model reads. */
  readonly description: string;
  /** Version of the tool. Default: `0`. */
  readonly version?: string;
  /** Earlier names. Calls with these names still work, but the model does not see them. */
  readonly aliases?: readonly string[];
  /** Hints about the effects of the tool. */
  readonly hints?: ToolHints;
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
  /**
   * The text that `search_tools` reads besides the name, such as a summary and tags. Default: the
   * first paragraph of the description, and the parameters.
   */
  readonly search?: string;
  /** Data for the host. The model does not see it. */
  readonly metadata?: Readonly<Record<string, JsonValue>>;
  /** Valid arguments as examples. The model sees them. */
  readonly examples?: readonly Readonly<Record<string, JsonValue>>[];
  /** JSON Schema of the result. Default: no schema. */
  readonly result?: JsonSchemaObject;
  /** Settings that a method has by decorators: timeout, retries, limits, approvals and so on. */
  readonly settings?: ToolSettings;
  /**
   * Finds out what became of a call whose process died, like `@Effect({ reconcile })`. Gets the
   * idempotency key and the arguments of the call. Implies `settings.effect`.
   */
  readonly reconcile?: BesideExecute['reconcile'];
  /**
   * Tells people what a call would do, like `@Preview()`. Gets the same arguments as `execute`, and
   * must change nothing.
   */
  readonly preview?: BesideExecute['preview'];
  /**
   * Places of sensitive arguments, like `@Sensitive()`. No text, event or log shows their values.
   * Examples: `'account.pin'`, `'cards.*.number'` for every item or key. Use a list if a name
   * contains a dot: `['account', 'a.b']`.
   */
  readonly sensitive?: readonly SensitivePlace[];
}

/**
 * Options of a tool whose parameters are a JSON Schema.
 *
 * @typeParam Deps - the dependencies of the run, default: unknown
 */
export interface JsonSchemaToolOptions<
  Name extends string,
  Args extends object,
  Result,
  Deps = unknown,
> extends DefineToolOptions<Name> {
  /**
   * Schema of the arguments, draft 2020-12, with `type: "object"` at the root. Keywords that only
   * ajv knows need ajv.
   */
  readonly parameters: JsonSchemaObject;
  /** Executes a call. Receives valid arguments. You may type `run` as `RunContext<YourDeps>`. */
  readonly execute: (args: Args, run: RunContext<Deps>) => Result | Promise<Result>;
}

/**
 * Options of a tool whose parameters are a Standard Schema, for example of zod or valibot.
 *
 * @typeParam Deps - the dependencies of the run, default: unknown
 */
export interface StandardSchemaToolOptions<
  Name extends string,
  Schema extends StandardSchema,
  Result,
  Deps = unknown,
> extends DefineToolOptions<Name> {
  /** Schema of the arguments. */
  readonly parameters: Schema;
  /**
   * JSON Schema for the model. Default: the one that the library generates (Standard JSON Schema).
   * It is required if the library generates none.
   */
  readonly jsonSchema?: JsonSchemaObject;
  /**
   * Executes a call. Receives the output of the library: transformed, with its defaults. You may
   * type `run` as `RunContext<YourDeps>`.
   */
  readonly execute: (args: OutputOf<Schema>, run: RunContext<Deps>) => Result | Promise<Result>;
}

/**
 * A tool of {@link defineTool}. `toolset(name, [...])` creates a toolset of such tools.
 *
 * @typeParam Value - the value of a success, default: unknown
 */
export interface DefinedTool<Name extends string = string, Args = object, Result = unknown, Value = unknown>
  extends AnyTool, StandardTool<Args> {
  /** The definition that the model sees. */
  readonly definition: ToolDefinition & { readonly name: Name };
  /** A property for types only. */
  readonly types?: { readonly arguments: Args; readonly result: Result; readonly value: Value } | undefined;
}

/** Settings with which the value of a success is the one that `execute` returns. */
type PlainSettings = ToolSettings & Readonly<Partial<Record<ChangesValues, undefined>>>;

/** Settings whose code or store may give another value. */
type ChangesValues = 'interceptors' | 'cached' | 'external' | 'isolated' | 'background';

/** The value of a success, as far as the settings of the tool tell it. */
type DefinedValue<Settings, Result> = Settings extends PlainSettings ? Returned<() => Result> : unknown;

/**
 * Creates a tool from an exported function. `haft build` reads its parameters, JSDoc and result as
 * it reads those of a method. `createRuntime` needs the generated module in addition to the
 * toolset.
 *
 * @param target - the exported function
 * @param options - name and settings. Default: the name of the function in snake_case.
 * @throws {HaftError} `HAFT_INVALID_NAME`, `HAFT_INVALID_OPTION`
 * @example
 * export const mathTools = toolset('math', [defineTool(add, { name: 'math_add' })]);
 * createRuntime({ toolsets: [toolsets, mathTools] });
 */
export function defineTool<const Name extends string = string>(
  target: ToolFunction,
  options?: FunctionToolOptions<Name>,
): FunctionTool<Name>;
/**
 * Creates a tool at run time, if there is no class to annotate. Haft validates, repairs and
 * explains the arguments like those of every other tool.
 *
 * @param options - name, description, schema of the parameters, and the function to execute
 * @throws {HaftError} `HAFT_INVALID_NAME`, `HAFT_INVALID_OPTION`, `HAFT_INVALID_SCHEMA`,
 *   `HAFT_MISSING_PEER`
 * @example
 * const weather = defineTool({
 *   name: 'weather',
 *   description: 'Tells the weather of a city.',
 *   parameters: z.object({ city: z.string(), days: z.int().min(1).max(7).default(1) }),
 *   execute: ({ city, days }, run) => forecast(city, days, run.signal),
 * });
 * createRuntime({ toolsets: toolset('weather', [weather]) });
 */
export function defineTool<
  const Name extends string,
  Schema extends StandardSchema,
  Result,
  Settings extends ToolSettings = PlainSettings,
  Deps = unknown,
>(
  options: StandardSchemaToolOptions<Name, Schema, Result, Deps> & { readonly settings?: Settings },
): DefinedTool<Name, InputOf<Schema>, Result, DefinedValue<Settings, Result>>;
/**
 * Creates a tool at run time, with parameters as a JSON Schema.
 *
 * @param options - name, description, schema of the parameters, and the function to execute
 * @throws {HaftError} `HAFT_INVALID_NAME`, `HAFT_INVALID_OPTION`, `HAFT_INVALID_SCHEMA`,
 *   `HAFT_MISSING_PEER`
 */
export function defineTool<
  const Name extends string,
  Args extends object,
  Result,
  Settings extends ToolSettings = PlainSettings,
  Deps = unknown,
>(
  options: JsonSchemaToolOptions<Name, Args, Result, Deps> & { readonly settings?: Settings },
): DefinedTool<Name, Args, Result, DefinedValue<Settings, Result>>;
export function defineTool(
  given: ToolFunction | SchemaToolOptions,
  options: FunctionToolOptions = {},
): DefinedTool | FunctionTool {
  if (typeof given !== 'function') {
    requireKind('The argument of defineTool()', given, TOOL_OPTIONS);
    return schemaTool(given);
  }
  const owner = `defineTool(${given.name === '' ? '' : `${given.name}, `}options)`;
  refuseUnknown(owner, options, FUNCTION_OPTIONS);
  if (options.name !== undefined) refuseInvalidName(options.name);
  checkedSettings(owner, options, FUNCTION_OPTIONS);
  return new FunctionTool(given, options);
}

const TOOL_OPTIONS: Kind = {
  methods: [],
  name: 'a function, or { name, description, parameters, execute }',
};

type SchemaToolOptions =
  | StandardSchemaToolOptions<string, StandardSchema, unknown, never>
  | JsonSchemaToolOptions<string, object, unknown, never>;

function schemaTool(options: SchemaToolOptions): DefinedTool {
  refuseUnusable(options);
  const { name, parameters } = options;
  refuseUnknown(`defineTool('${name}')`, options, SCHEMA_OPTIONS);
  const settings = checkedSettings(`defineTool('${name}')`, options, SCHEMA_OPTIONS);
  if (settings.narrowInput !== undefined) throw noInput(name);
  if (!isStandardSchema(parameters)) {
    const check = { ...schemaCheck(name, parameters, options.sensitive), readOnly: options.hints?.readOnly };
    return tool(options, check, settings, (args) => args);
  }
  const check = new StandardCheck(
    name,
    parameters,
    jsonSchemaOf(name, parameters, 'jsonSchema' in options ? options.jsonSchema : undefined),
    options.sensitive,
  );
  const validate = [check.validate as ValidateArguments, ...(settings.validate ?? [])];
  return tool(options, check, { ...settings, validate }, (args) => check.valueOf(args));
}

type SharedOptions = Omit<DefineToolOptions, 'examples' | 'result' | 'sensitive' | 'search' | 'name'>;
const SHARED_OPTIONS: OptionNames<SharedOptions> = {
  description: 'a string',
  version: 'a string',
  aliases: 'a list',
  hints: true,
  strict: true,
  programs: true,
  metadata: 'an object',
  settings: true,
  reconcile: 'a function',
  preview: 'a function',
};
const FUNCTION_OPTIONS: OptionNames<FunctionToolOptions> = { name: true, ...SHARED_OPTIONS, parameters: true };
const SCHEMA_OPTIONS: OptionNames<StandardSchemaToolOptions<string, StandardSchema, unknown>> = {
  name: true,
  parameters: true,
  execute: true,
  ...SHARED_OPTIONS,
  examples: 'a list',
  result: 'an object',
  sensitive: 'a list',
  search: 'a string',
  jsonSchema: true,
};

const placesInSettings = lazily(() => placesOf(settingNames(), 'inside `settings`'));

function refuseUnknown(
  owner: string,
  options: Partial<DefineToolOptions>,
  known: Readonly<Record<string, true | Kind>>,
): void {
  refuseUnknownOptions(owner, options, known, placesInSettings());
  // The decorator checks the hints when it is created. The result is not used.
  if (options.hints !== undefined) Hints(options.hints);
  requireKinds(owner, options, known);
}

/** @param valueOf - returns the arguments that the functions of the tool get */
function tool(
  options: SchemaToolOptions,
  check: ArgumentCheck,
  settings: ToolSettings,
  valueOf: (args: object) => unknown,
): DefinedTool {
  const execute = options.execute as (args: unknown, run: RunContext) => unknown;
  const { name, description, version = '0', aliases = [], hints, strict, metadata, examples, result } = options;
  const { search, programs } = options;
  const parameters = wellFormedData(check.schema());
  const fingerprint = fingerprintOf(name, version, parameters);
  const body: ToolBody = {
    usesRun: true,
    host: [],
    invoke: (_instance, args, run) => after(valueOf(args), (value) => execute(value, run)),
    ...besideExecute(options, valueOf),
  };
  const isBackground = settings.background !== undefined;
  const tool = {
    definition: {
      name,
      description: description.toWellFormed(),
      parameters,
      result: isBackground ? TASK_SCHEMA : result && wellFormedData(result),
      hints,
      examples,
      toolset: name,
      version,
      fingerprint,
      strict,
      metadata,
      ...(search !== undefined && { search }),
      ...(programs !== undefined && { programs }),
      ...(settings.requires !== undefined && { requires: settings.requires }),
    },
    aliases,
    ownName: name,
    check,
    settings: withReconcile(settings, options),
    ...(isBackground && { ownResult: () => result }),
    body,
  };
  // Not enumerable, since `{ ...tool, definition }` creates another tool.
  return Object.defineProperty(tool, '~standard', { get: () => standardTool(tool)['~standard'] }) as DefinedTool;
}

function refuseUnusable(
  options: DefineToolOptions & { readonly execute: unknown; readonly parameters: unknown },
): void {
  const { name, description, parameters, execute } = options;
  refuseInvalidName(name);
  const problems = [
    typeof description === 'string' && description.trim() !== '' ? [] : ['description is missing'],
    typeof execute === 'function' ? [] : ['execute is no function'],
    typeof parameters === 'function' || (typeof parameters === 'object' && parameters !== null)
      ? []
      : ['parameters is no schema'],
  ].flat();
  if (problems.length === 0) return;
  throw new HaftError('HAFT_INVALID_OPTION', `defineTool('${name}'): ${problems.join(', ')}.`, {
    hint: 'Give { name, description, parameters, execute }.',
  });
}

function noInput(name: string): HaftError {
  const message = `defineTool('${name}') settings.narrowInput has nothing to narrow.`;
  return new HaftError('HAFT_INVALID_OPTION', message, {
    hint: 'Only methods and functions have values of the user: parameters with @UserInput() or `userInput`.',
  });
}

function refuseInvalidName(name: string): void {
  if (TOOL_NAME.test(name)) return;
  throw new HaftError('HAFT_INVALID_NAME', `defineTool was given the name '${name}'.`, {
    hint: 'A name has 1 to 64 letters, digits and underscores, and no digit in front.',
  });
}
