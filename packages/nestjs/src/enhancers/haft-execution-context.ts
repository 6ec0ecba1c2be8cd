import { HaftError, type RunContext } from '@haft/core';
import type { ArgumentsHost } from '@nestjs/common';
import type { CallThroughNest, HaftCall } from './haft-call.js';
import { callOfRequest } from './route-request.js';

/** The value of `context.getType()` around a tool call, except for a tool of a controller. */
export const HAFT_CONTEXT = 'haft';
/** The value of `context.getType()` around a route, and around a tool of a controller. */
export const HTTP_CONTEXT = 'http';
/** How an enhancer around tools and routes finds the user, for hints. */
export const USER_OF_CONTEXT =
  '`HaftExecutionContext.is(context) ? HaftExecutionContext.create(context).getRun().deps.user : context.switchToHttp().getRequest().user`';

/**
 * An `ExecutionContext` (or `ArgumentsHost`) of a tool call, or of a list of tools for a guard with
 * `@HidesTools()`.
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
  private constructor(private readonly call: CallThroughNest) {}

  /**
   * Returns the context of a tool call.
   *
   * @throws {HaftError} `HAFT_INVALID_OPTION` if the context is not of a tool call
   */
  static create(context: ArgumentsHost): HaftExecutionContext {
    const call = callIn(context);
    if (call !== undefined) return new HaftExecutionContext(call);
    throw new HaftError('HAFT_INVALID_OPTION', `The context is of type '${context.getType()}', not of a tool call.`, {
      hint: `Read the user of a tool call from its run, and others from their request: ${USER_OF_CONTEXT}.`,
    });
  }

  /** Returns whether a context is of a tool call. */
  static is(context: ArgumentsHost): boolean {
    return callIn(context) !== undefined;
  }

  /**
   * Returns the call: its definition, its run and its arguments. Undefined for a guard with
   * `@HidesTools()` if there is no call yet, but a list of tools.
   */
  getCall<Arguments = unknown, Deps = unknown>(): HaftCall<Arguments, Deps> | undefined {
    return this.call.isCall ? (this.call as HaftCall<Arguments, Deps>) : undefined;
  }

  /** Returns the `RunContext` of the call or, for a list of tools, of the run. */
  getRun<Deps = unknown>(): RunContext<Deps> {
    return this.call.run as RunContext<Deps>;
  }

  /**
   * Returns the arguments of the call. See `HaftCall.arguments`. Undefined for a list of tools.
   */
  getArguments<Arguments = unknown>(): Arguments {
    return this.call.arguments as Arguments;
  }
}

/** Returns the call of a context: an argument of it, or that of the request of a controller. */
function callIn(context: ArgumentsHost): CallThroughNest | undefined {
  if (context.getType<string>() === HAFT_CONTEXT) return context.getArgByIndex<CallThroughNest>(1);
  // A test may give a context that has only a type.
  const isHttp = context.getType<string>() === HTTP_CONTEXT && 'getArgByIndex' in context;
  return isHttp ? callOfRequest(context.getArgByIndex(0)) : undefined;
}
