import type { RunContext, ToolDefinition } from '@haft/core';

/** A tool call for guards, interceptors, pipes and filters of Nest. */
export interface HaftCall<Arguments = unknown, Deps = unknown> {
  /** The definition of the tool, as the model sees it. */
  readonly definition: ToolDefinition;
  /** The context that the tool receives, with the dependencies of the run. */
  readonly run: RunContext<Deps>;
  /**
   * The arguments of the tool: by parameter name, or its one object parameter. For a guard of a
   * call with invalid arguments, the arguments that the model sent.
   */
  readonly arguments: Arguments;
}

/** A call on its way through Nest. It also has the value of each parameter of the method. */
export class CallThroughNest implements HaftCall {
  /** The request of the call, for a tool of a controller. */
  request: object | undefined;
  /** False for a question about a list of tools: there is no call yet. */
  isCall = true;
  /** The context whose request-scoped providers Nest uses. */
  scope: RunContext;
  private accepted: { readonly args: unknown } | undefined;

  constructor(
    readonly definition: ToolDefinition,
    readonly run: RunContext,
    private readonly read: () => unknown,
    /**
     * Returns the value of a parameter, by its description (`MethodParameters`). May throw, which
     * ends Nest's work.
     */
    readonly parameter: (data: unknown, source: number) => unknown,
  ) {
    this.scope = run;
  }

  /** Returns a question about a tool in a list, which ends with `end`. */
  static withoutCall(definition: ToolDefinition, run: RunContext, end: () => never): CallThroughNest {
    const question = new CallThroughNest(definition, run, () => undefined, end);
    question.isCall = false;
    return question;
  }

  get arguments(): unknown {
    return (this.accepted ??= { args: this.read() }).args;
  }

  /** Returns the same call, which ends with an error at its first parameter. */
  throwing(error: unknown): CallThroughNest {
    const end = (): never => {
      throw error;
    };
    return new CallThroughNest(this.definition, this.run, () => this.arguments, end).withRequest(this.request);
  }

  /** Sets the request of the call. */
  withRequest(request: object | undefined): this {
    this.request = request;
    return this;
  }
}
