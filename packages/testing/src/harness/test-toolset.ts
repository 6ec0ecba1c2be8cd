import type { ToolCall, ToolDefinition, ToolOutcome } from '@haft/core';
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
  type ToolsetInput,
} from '@haft/runtime';
import { definitionsText } from './definitions-text.js';
import { withOverrides } from './override.js';

/** Options of {@link testToolset}: those of `createRuntime`, and those of `startRun`. */
export interface TestToolsetOptions
  extends RuntimeOptions, Pick<RunOptions, 'deps' | 'userId' | 'metadata' | 'signal'> {
  /** Replace what `provide`, or a generated module, has for their tokens. */
  readonly overrides?: readonly Provider[];
  /** Of the run. Default: random, as everywhere. */
  readonly runId?: string;
}

/**
 * Toolsets in a runtime and a run of their own, to be called as a model calls them.
 *
 * @typeParam Tools - the tools by name
 */
export interface TestedToolset<Tools = object> extends AsyncDisposable {
  readonly runtime: Runtime<Tools>;
  /** All calls go through this one, so budgets and limits count on from call to call. */
  readonly run: Run<Tools>;
  /** What the host was told since the start, oldest first. */
  readonly events: readonly RunEvent[];
  /**
   * Calls a tool as a model would.
   *
   * @param args - typed arguments; or the JSON text of a model, which may be broken. Default `{}`.
   */
  call<Name extends ToolName<Tools>>(name: Name, args?: ToolArguments<Tools, Name> | string): Promise<ToolOutcome>;
  /** Sends a call as it is, for names and arguments that no type allows. */
  send(call: ToolCall): Promise<ToolOutcome>;
  /** What a model is shown in this step. */
  definitions(): Promise<readonly ToolDefinition[]>;
  /** What a model is shown in this step, as a stable text for a snapshot: {@link definitionsText}. */
  snapshot(): Promise<string>;
  /** Ends the run and the runtime. Twice is once. */
  end(): Promise<void>;
}

/**
 * A harness for toolsets: what a test would do with `createRuntime` and `startRun`, in one step, with fakes in place of providers.
 *
 * @throws HaftError as `createRuntime`
 * @example
 * await using files = testToolset(toolsets, { overrides: [override(Workspace, fake)] });
 * const outcome = await files.call('file_read', '{"path": "a.txt",}');
 */
export function testToolset<const Input extends ToolsetInput | readonly ToolsetInput[]>(
  toolsets: Input,
  options: TestToolsetOptions = {},
): TestedToolset<RuntimeTools<Input>> {
  return new RunningToolset(toolsets, options);
}

class RunningToolset<Input extends ToolsetInput | readonly ToolsetInput[]> implements TestedToolset<
  RuntimeTools<Input>
> {
  readonly runtime: Runtime<RuntimeTools<Input>>;
  readonly run: Run<RuntimeTools<Input>>;
  readonly events: RunEvent[] = [];

  constructor(toolsets: Input, { overrides, provide = [], ...options }: TestToolsetOptions) {
    const { deps, userId, metadata, signal, runId, onEvent, ...runtimeOptions } = options;
    const providers = overrides === undefined ? provide : withOverrides(provide, overrides);
    this.runtime = createRuntime({
      ...runtimeOptions,
      ...(options.container === undefined || providers.length > 0 ? { provide: providers } : {}),
      toolsets,
    });
    this.run = this.runtime.startRun({
      deps,
      ...(runId === undefined ? {} : { id: runId }),
      ...(userId === undefined ? {} : { userId }),
      ...(metadata === undefined ? {} : { metadata }),
      ...(signal === undefined ? {} : { signal }),
      onEvent: (event) => {
        this.events.push(event);
        onEvent?.(event);
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
