import type { RunContext, ToolDefinition } from '@haft/core';

/** A tool call as guards, interceptors, pipes and filters of Nest see it. */
export interface HaftCall<Arguments = unknown, Deps = unknown> {
  readonly definition: ToolDefinition;
  readonly run: RunContext<Deps>;
  /**
   * The arguments that the tool gets: by parameter name, or its one object parameter. For a guard that sees a call whose arguments the tool will
   * refuse, what the model sent.
   */
  readonly arguments: Arguments;
}

/** A call on its way through Nest: tells besides what stands for each parameter of the method. */
export class CallThroughNest implements HaftCall {
  private accepted: { readonly args: unknown } | undefined;

  constructor(
    readonly definition: ToolDefinition,
    readonly run: RunContext,
    private readonly read: () => unknown,
    /** The value of a parameter, by what its description says (`MethodParameters`). May throw, which ends what Nest does. */
    readonly parameter: (data: unknown) => unknown,
  ) {}

  get arguments(): unknown {
    return (this.accepted ??= { args: this.read() }).args;
  }

  /** The same call, on its way to end with what is thrown. */
  throwing(error: unknown): CallThroughNest {
    const end = (): never => {
      throw error;
    };
    return new CallThroughNest(this.definition, this.run, () => this.arguments, end);
  }
}
