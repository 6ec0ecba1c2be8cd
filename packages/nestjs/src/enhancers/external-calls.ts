import { HaftError } from '@haft/core';
import { ExternalContextCreator, type ModulesContainer, type NestContainer, type ParamsFactory } from '@nestjs/core';
import type { CallThroughNest } from './haft-call.js';
import { keepingProperties } from './keeping-properties.js';
import { HAFT_CONTEXT } from './haft-execution-context.js';
import { PARAMETERS_KEY } from './method-parameters.js';
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
  exchangeKeyForValue: (_type, data, args: [unknown, CallThroughNest]) => args[1].parameter(data),
};

/**
 * Creates functions that do the same for methods of toolsets as Nest does for a controller's
 * method.
 */
export class ExternalCalls {
  private readonly creator: ExternalContextCreator;

  constructor(modules: ModulesContainer, globals: ChosenGlobals) {
    // The part of the container that the creator uses. Nest's own creator would add every global
    // enhancer.
    const container = { getModules: () => modules, applicationConfig: globals };
    this.creator = ExternalContextCreator.fromContainer(container as unknown as NestContainer);
    const apply = this.creator.getParamValue.bind(this.creator);
    this.creator.getParamValue = (value, metadata, pipes) =>
      apply(
        value,
        metadata,
        pipes.map((one) => keepingProperties(one, metadata.type)),
      );
  }

  /** Returns a function that calls the method with enhancers around it. */
  create(
    { instance, handler, method }: HandledMethod,
    { contextId, inquirerId }: EnhancerContext,
    options: ExternalOptions,
  ): ExternalCall {
    // Without parameters, Nest would not read them, and a step that must end there would reach the
    // method.
    const { argsLength } = this.creator.getMetadata(instance, method, PARAMETERS_KEY, PARAMETERS, HAFT_CONTEXT);
    if (argsLength === 0) throw unknownParameters(instance, method);
    const through = this.creator.create<never, typeof HAFT_CONTEXT>(
      instance,
      handler,
      method,
      PARAMETERS_KEY,
      PARAMETERS,
      contextId,
      inquirerId,
      options,
      HAFT_CONTEXT,
    );
    return (call) => through(call.run, call);
  }
}

function unknownParameters(instance: object, method: string): HaftError {
  const { name } = instance.constructor;
  return new HaftError('HAFT_UNGUARDED', `Nest does not see the parameters of ${name}.${method}.`, {
    hint: `Look for a decorator or a mixin that puts another class in the place of ${name}, and leave it out.`,
  });
}
