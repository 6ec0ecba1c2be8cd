import { RunContext, type HaftError, type Token } from '@haft/core';
import { fromResolve, type Container } from '@haft/runtime';
import { Scope } from '@nestjs/common';
import { ContextIdFactory, type DiscoveryService, type ModuleRef } from '@nestjs/core';
import type { NestContextId } from './nest-wrapper.js';
import { RunInstances } from './run-instances.js';

/** Options of {@link fromNest}. */
export interface NestContainerOptions {
  /** Finds what was made for a run, to end it with the run. Without it, nothing is ended. */
  readonly discovery?: DiscoveryService | undefined;
  /** Told of each disposer that failed or took too long. Default: a process warning. */
  readonly onDisposalError?: ((error: HaftError) => void) | undefined;
}

/**
 * A container from Nest's: toolsets and what they need are providers of the application. Each run has one context id, under which
 * `@Inject(REQUEST)` is the `RunContext`; request-scoped providers live as long as the run. `HaftModule` makes its runtime with this; use
 * it yourself for a runtime beside that one.
 *
 * @example createRuntime({ toolsets, container: fromNest(app.get(ModuleRef)) })
 */
export function fromNest(
  moduleRef: ModuleRef,
  { discovery, onDisposalError = warn }: NestContainerOptions = {},
): Container {
  const instances = new RunInstances(() => discovery?.getProviders() ?? [], onDisposalError);
  const contexts = new WeakMap<RunContext, NestContextId>();
  const contextOf = (run: RunContext): NestContextId => {
    let context = contexts.get(run);
    if (context === undefined) {
      context = ContextIdFactory.getByRequest(run);
      moduleRef.registerRequestByContextId(run, context);
      contexts.set(run, context);
    }
    return context;
  };
  const resolve = (token: Token, run: RunContext): unknown => {
    if (token === RunContext) return run;
    const scope = scopeOf(moduleRef, token);
    if (scope === undefined) return undefined;
    return scope === Scope.DEFAULT
      ? moduleRef.get(token as string, { strict: false })
      : moduleRef.resolve(token as string, contextOf(run), { strict: false });
  };
  const disposeRun = async (run: RunContext): Promise<void> => {
    const context = contexts.get(run);
    if (context !== undefined) await instances.dispose(context);
  };
  return {
    ...fromResolve(resolve, { disposeRun }),
    isShared: (token) => scopeOf(moduleRef, token) === Scope.DEFAULT,
  };
}

/** Undefined: Nest does not know the token. */
function scopeOf(moduleRef: ModuleRef, token: Token): Scope | undefined {
  try {
    return moduleRef.introspect(token as string).scope;
  } catch {
    return undefined;
  }
}

function warn(error: HaftError): void {
  process.emitWarning(error);
}
