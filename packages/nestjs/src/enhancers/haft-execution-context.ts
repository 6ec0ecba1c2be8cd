import { HaftError, type RunContext } from '@haft/core';
import type { ArgumentsHost } from '@nestjs/common';
import type { HaftCall } from './haft-call.js';

/** The value of `context.getType()` around a tool call. */
export const HAFT_CONTEXT = 'haft';

/**
 * An `ExecutionContext` (or `ArgumentsHost`) of a tool call, with its contents.
 *
 * @example
 * canActivate(context: ExecutionContext): boolean {
 *   const user = HaftExecutionContext.is(context)
 *     ? HaftExecutionContext.create(context).getRun<AppDeps>().deps.user
 *     : context.switchToHttp().getRequest<AppRequest>().user;
 *   return user.isAdmin;
 * }
 */
export class HaftExecutionContext {
  private constructor(private readonly call: HaftCall<never, never>) {}

  /**
   * Returns the context of a tool call.
   *
   * @throws {HaftError} `HAFT_INVALID_OPTION` if the context is not of a tool call
   */
  static create(context: ArgumentsHost): HaftExecutionContext {
    if (HaftExecutionContext.is(context))
      return new HaftExecutionContext(context.getArgByIndex<HaftCall<never, never>>(1));
    throw new HaftError('HAFT_INVALID_OPTION', `The context is of type '${context.getType()}', not of a tool call.`, {
      hint: 'Choose the source of the user with HaftExecutionContext.is(context): the run of a tool call, or the request of this context, such as context.switchToHttp().getRequest().',
    });
  }

  /** Returns whether a context is of a tool call. */
  static is(context: ArgumentsHost): boolean {
    return context.getType<string>() === HAFT_CONTEXT;
  }

  /** Returns the call: its definition, its run and its arguments. */
  getCall<Arguments = unknown, Deps = unknown>(): HaftCall<Arguments, Deps> {
    return this.call;
  }

  /** Returns the `RunContext` of the call. */
  getRun<Deps = unknown>(): RunContext<Deps> {
    return this.call.run;
  }

  /** Returns the arguments of the call. See `HaftCall.arguments`. */
  getArguments<Arguments = unknown>(): Arguments {
    return this.call.arguments;
  }
}
