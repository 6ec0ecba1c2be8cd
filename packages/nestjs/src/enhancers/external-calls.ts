import { HaftError } from '@haft/core';
import { ExternalContextCreator, type ModulesContainer, type NestContainer, type ParamsFactory } from '@nestjs/core';
import type { CallThroughNest } from './haft-call.js';
import { HAFT_CONTEXT } from './haft-execution-context.js';
import { PARAMETERS_KEY } from './method-parameters.js';
import type { ChosenGlobals } from './chosen-globals.js';
import type { EnhancerContext } from './nest-application.js';

/** A method with enhancers around it, as Nest makes one. */
export type ExternalCall = (call: CallThroughNest) => Promise<unknown>;

/** Which enhancers are around it. Pipes are, whenever the method is reached. */
export interface ExternalOptions {
  readonly guards: boolean;
  readonly interceptors: boolean;
  readonly filters: boolean;
}

/** Gives Nest the parameters of a call. */
const PARAMETERS: ParamsFactory = {
  exchangeKeyForValue: (_type, data, args: [unknown, CallThroughNest]) => args[1].parameter(data),
};

/** Makes functions that do what Nest does around a controller's method, for methods of toolsets. */
export class ExternalCalls {
  private readonly creator: ExternalContextCreator;

  constructor(modules: ModulesContainer, globals: ChosenGlobals) {
    // What the creator uses of the container. Nest's own creator would bring every global enhancer, chosen or not.
    const container = { getModules: () => modules, applicationConfig: globals };
    this.creator = ExternalContextCreator.fromContainer(container as unknown as NestContainer);
  }

  /** @param handler - what `getHandler()` gives, and what is called in the end */
  create(
    instance: object,
    handler: (...args: unknown[]) => unknown,
    method: string,
    { contextId, inquirerId }: EnhancerContext,
    options: ExternalOptions,
  ): ExternalCall {
    // Without parameters Nest would not ask for them, and a step that is to end there would reach the method.
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
