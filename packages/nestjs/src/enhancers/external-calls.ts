import { HaftError } from '@haft/core';
import { ExternalContextCreator, type ModulesContainer, type NestContainer, type ParamsFactory } from '@nestjs/core';
import type { CallThroughNest } from './haft-call.js';
import { keepingProperties } from './keeping-properties.js';
import { HAFT_CONTEXT, HTTP_CONTEXT } from './haft-execution-context.js';
import type { END_KEY, PARAMETERS_KEY } from './method-parameters.js';
import { isOfClient, ROUTE_PARAMETER } from './route-arguments.js';
import { callOfRequest, NO_RESPONSE, setCall } from './route-request.js';
import type { ChosenGlobals } from './chosen-globals.js';
import type { EnhancerContext } from './nest-application.js';

/** A method with enhancers around it, as Nest creates one. */
export type ExternalCall = (call: CallThroughNest) => Promise<unknown>;

/** The enhancers around a method. Pipes always run before the method. */
export interface ExternalOptions {
  readonly guards: boolean;
  readonly interceptors: boolean;
  readonly filters: boolean;
}

/** A method with the object whose class has its decorators. */
export interface HandledMethod {
  readonly instance: object;
  /** The function that `getHandler()` returns and that Nest calls last. */
  readonly handler: (...args: unknown[]) => unknown;
  readonly method: string;
}

/** Passes the parameters of a call to Nest. */
const PARAMETERS: ParamsFactory = {
  exchangeKeyForValue: (type, data, [first, second]: [object, CallThroughNest]) => {
    const call = callOfRequest(first);
    return call === undefined ? second.parameter(data, type) : routeValue(type, data, first as HostRequest, call);
  },
};

type HostRequest = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/** Returns the value of a parameter of a route, as Nest itself does for a request. */
function routeValue(type: number, data: unknown, request: HostRequest, call: CallThroughNest): unknown {
  const named = (values: Readonly<Record<string, unknown>> = {}, name = data): unknown =>
    typeof name === 'string' ? values[name] : values;
  switch (type) {
    case ROUTE_PARAMETER.request:
      return request;
    case ROUTE_PARAMETER.headers:
      return named(request['headers'], typeof data === 'string' ? data.toLowerCase() : data);
    case ROUTE_PARAMETER.session:
      return request['session'];
    case ROUTE_PARAMETER.host:
      return named(request['hosts']);
    case ROUTE_PARAMETER.ip:
      return request['ip'];
    default:
      return call.parameter(data, type);
  }
}

/** Where the enhancers of calls come from. */
export interface EnhancersOf {
  readonly modules: ModulesContainer;
  readonly globals: ChosenGlobals;
}

/**
 * Creates functions that do the same for methods of toolsets as Nest does for a controller's
 * method.
 */
export class ExternalCalls {
  private readonly creator: ExternalContextCreator;

  /**
   * @param key - the key of the recorded parameters. One for each object, because Nest 11 keeps
   *   them by method only
   * @param isAsked - whether a guard runs. Default: all run
   */
  constructor(
    private readonly key: typeof PARAMETERS_KEY | typeof END_KEY,
    private readonly context: typeof HAFT_CONTEXT | typeof HTTP_CONTEXT,
    { modules, globals }: EnhancersOf,
    isAsked?: (guard: unknown) => boolean,
  ) {
    // The part of the container that the creator uses. Nest's own creator would add every global
    // enhancer.
    const container = { getModules: () => modules, applicationConfig: globals };
    this.creator = ExternalContextCreator.fromContainer(container as unknown as NestContainer);
    const apply = this.creator.getParamValue.bind(this.creator);
    this.creator.getParamValue = (value, metadata, pipes) =>
      apply(
        value,
        metadata,
        this.isPiped(metadata.type) ? pipes.map((one) => keepingProperties(one, metadata.type)) : [],
      );
    if (isAsked !== undefined) {
      const guardsFn = this.creator.createGuardsFn.bind(this.creator);
      this.creator.createGuardsFn = (guards: unknown[], ...rest) => guardsFn(guards.filter(isAsked), ...rest);
    }
    if (context === HTTP_CONTEXT) findControllers(this.creator, modules);
  }

  /** For a route, Nest runs pipes for values of the client and of decorators of the application. */
  private isPiped(type: unknown): boolean {
    return this.context === HAFT_CONTEXT || typeof type !== 'number' || isOfClient(type);
  }

  /** Returns a function that calls the method with enhancers around it. */
  create(
    { instance, handler, method }: HandledMethod,
    { contextId, inquirerId }: EnhancerContext,
    options: ExternalOptions,
  ): ExternalCall {
    // Without parameters, Nest would not read them, and a step that must end there would reach the
    // method.
    const { argsLength } = this.creator.getMetadata(instance, method, this.key, PARAMETERS, this.context);
    if (argsLength === 0) throw unknownParameters(instance, method);
    const through = this.creator.create<never, typeof this.context>(
      instance,
      handler,
      method,
      this.key,
      PARAMETERS,
      contextId,
      inquirerId,
      options,
      this.context,
    );
    if (this.context === HAFT_CONTEXT) return (call) => through(call.run, call);
    return (call) => {
      const { request = {} } = call;
      setCall(request, call);
      return through(request, NO_RESPONSE, NO_NEXT);
    };
  }
}

/** The third argument of a route. */
const NO_NEXT = (): void => {
  // There is no next handler.
};

/**
 * Lets Nest find the enhancers of controllers. Its creator looks for a class among providers only,
 * and runs no guard if it finds no module.
 */
function findControllers(creator: ExternalContextCreator, modules: ModulesContainer): void {
  const moduleOf = (target: unknown): string =>
    [...modules].find(([, { controllers }]) => controllers.has(target as never))?.[0] ?? '';
  Object.assign(creator, {
    getHostModuleKey: (_instance: object, target: unknown) => moduleOf(target),
    getContextModuleKey: moduleOf,
  });
}

function unknownParameters(instance: object, method: string): HaftError {
  const { name } = instance.constructor;
  return new HaftError('HAFT_UNGUARDED', `Nest does not see the parameters of ${name}.${method}.`, {
    hint: `Look for a decorator or a mixin that puts another class in the place of ${name}, and leave it out.`,
  });
}
