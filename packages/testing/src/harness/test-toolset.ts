import {
  type ToolCall,
  type ToolDefinition,
  type ToolOutcome,
  refuseUnknownOptions,
  type OptionNames,
} from '@haft/core';
import {
  createRuntime,
  type Provider,
  type Run,
  type RunEvent,
  type RunOptions,
  type Runtime,
  type RuntimeOptions,
  type RuntimeTools,
  type ToolArguments,
  type ToolName,
  type ToolValue,
  type ToolsetInput,
  type ValueKeepingOptions,
  type ValueTypes,
  RUNTIME_OPTION_PLACES,
  RUNTIME_OPTIONS,
} from '@haft/runtime';
import { definitionsText } from './definitions-text.js';
import { withOverrides } from './override.js';

/** Options of {@link testToolset}: those of `createRuntime`, and those of `startRun`. */
export interface TestToolsetOptions extends RuntimeOptions, Omit<RunOptions, 'id'> {
  /** Providers that replace those of `provide`, or of a generated module, for the same tokens. */
  readonly overrides?: readonly Provider[];
  /** The id of the run. Default: random. */
  readonly runId?: string;
}

/**
 * Toolsets in a separate runtime and run, which a test calls as a model would.
 *
 * @typeParam Tools - the tools by name
 * @typeParam Values - whether `outcome.value` has a type, default: `unknown`
 */
export interface TestedToolset<Tools = object, Values extends ValueTypes = 'unknown'> extends AsyncDisposable {
  /** The runtime of the toolsets. `end` disposes it. */
  readonly runtime: Runtime<Tools, unknown, Values>;
  /** The run of all calls, so budgets and limits count from call to call. */
  readonly run: Run<Tools, Values>;
  /** The events for the host since the start, oldest first. */
  readonly events: readonly RunEvent[];
  /**
   * Calls a tool as a model would.
   *
   * @param args - typed arguments, or the JSON text of a model, which may be broken. Default `{}`.
   */
  call<Name extends ToolName<Tools>>(
    name: Name,
    args?: ToolArguments<Tools, Name> | string,
  ): Promise<ToolOutcome<ToolValue<Tools, Name, Values>>>;
  /** Sends a call unchanged, for names and arguments that no type allows. */
  send(call: ToolCall): Promise<ToolOutcome>;
  /** Returns the definitions that a model sees in this step. */
  definitions(): Promise<readonly ToolDefinition[]>;
  /**
   * Returns the definitions that a model sees in this step as a stable text for a snapshot. See
   * {@link definitionsText}.
   */
  snapshot(): Promise<string>;
  /** Ends the run and the runtime. Calling it twice is safe. */
  end(): Promise<void>;
}

/**
 * Creates a harness for toolsets: `createRuntime` and `startRun` in one step, with fakes in place
 * of providers.
 *
 * @throws {HaftError} as `createRuntime` does
 * @example
 * await using files = testToolset(toolsets, { overrides: [override(Workspace, fake)] });
 * const outcome = await files.call('file_read', '{"path": "a.txt",}');
 */
export function testToolset<const Input extends ToolsetInput | readonly ToolsetInput[]>(
  toolsets: Input,
  options?: TestToolsetOptions & ValueKeepingOptions,
): TestedToolset<RuntimeTools<Input>, 'typed'>;
/**
 * Creates a harness with options that may replace the values of outcomes, so `outcome.value` is
 * `unknown`.
 *
 * @throws {HaftError} as `createRuntime` does
 */
export function testToolset<const Input extends ToolsetInput | readonly ToolsetInput[]>(
  toolsets: Input,
  options?: TestToolsetOptions,
): TestedToolset<RuntimeTools<Input>>;
export function testToolset(
  toolsets: ToolsetInput | readonly ToolsetInput[],
  options: TestToolsetOptions = {},
): AsyncDisposable {
  refuseUnknownOptions('testToolset', options, OPTIONS, RUNTIME_OPTION_PLACES);
  return new RunningToolset(toolsets, options);
}

class RunningToolset<Input extends ToolsetInput | readonly ToolsetInput[]> implements TestedToolset<
  RuntimeTools<Input>
> {
  readonly runtime: Runtime<RuntimeTools<Input>>;
  readonly run: Run<RuntimeTools<Input>>;
  readonly events: RunEvent[] = [];

  constructor(toolsets: Input, { overrides, provide = [], ...options }: TestToolsetOptions) {
    const { ofRun, runId, ofRuntime } = parted(options);
    const providers = overrides === undefined ? provide : withOverrides(provide, overrides);
    this.runtime = createRuntime({
      ...ofRuntime,
      ...(options.container === undefined || providers.length > 0 ? { provide: providers } : {}),
      toolsets,
    });
    this.run = this.runtime.startRun({
      ...ofRun,
      ...(runId === undefined ? {} : { id: runId }),
      onEvent: (event) => {
        this.events.push(event);
        ofRun.onEvent?.(event);
      },
    });
  }

  async call(name: string, args: unknown = {}): Promise<ToolOutcome> {
    return this.send({ name, arguments: args });
  }

  async send(call: ToolCall): Promise<ToolOutcome> {
    return this.run.call(call);
  }

  async definitions(): Promise<readonly ToolDefinition[]> {
    return this.run.definitions();
  }

  async snapshot(): Promise<string> {
    return definitionsText(await this.definitions());
  }

  async end(): Promise<void> {
    await this.run.end();
    await this.runtime.dispose();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }
}

/** Returns the options of the runtime and those of the run. */
function parted({ runId, ...options }: TestToolsetOptions): {
  readonly runId: string | undefined;
  readonly ofRuntime: RuntimeOptions;
  readonly ofRun: Omit<RunOptions, 'id'>;
} {
  const entries = Object.entries(options);
  const isOfRun = ([name]: readonly [string, unknown]): boolean => Object.hasOwn(RUN_OPTIONS, name);
  return {
    runId,
    ofRuntime: Object.fromEntries(entries.filter((entry) => !isOfRun(entry))),
    ofRun: Object.fromEntries(entries.filter(isOfRun)),
  };
}

const { toolsets: _toolsets, ...ofRuntime } = RUNTIME_OPTIONS;

const RUN_OPTIONS: OptionNames<Omit<RunOptions, 'id'>> = {
  turn: true,
  deps: true,
  signal: true,
  userId: true,
  tenantId: true,
  metadata: true,
  permissions: true,
  retries: true,
  maxCalls: true,
  concurrency: true,
  validationGroups: true,
  toolSearch: true,
  programs: true,
  target: true,
  onDeferred: true,
  onEvent: true,
};

const OPTIONS: OptionNames<TestToolsetOptions> = {
  ...ofRuntime,
  ...RUN_OPTIONS,
  overrides: true,
  runId: true,
};
