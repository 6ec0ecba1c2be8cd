import type { RunContext, Token } from '@haft/core';
import { runContextOf } from '@haft/runtime';
import { Scope } from '@nestjs/common';
import { ContextIdFactory, type ModuleRef } from '@nestjs/core';
import type { NestContextId } from './nest-wrapper.js';

/** The context ids of runs, and the instances that Nest creates for them. */
export class NestContexts {
  private readonly ids = new WeakMap<RunContext, NestContextId>();

  constructor(private readonly moduleRef: ModuleRef) {}

  /**
   * Returns the context id of a run, under which `REQUEST` is the run's context. Respects a
   * `ContextIdStrategy` of the application.
   */
  idOf(context: RunContext): NestContextId {
    const opened = this.ids.get(context);
    if (opened !== undefined) return opened;
    const run = runContextOf(context);
    let id = this.ids.get(run);
    if (id === undefined) {
      id = ContextIdFactory.getByRequest(run);
      this.moduleRef.registerRequestByContextId(run, id);
      this.ids.set(run, id);
    }
    return id;
  }

  /** Opens a separate context for one call, under which `REQUEST` is its request. */
  open(call: RunContext, request: object): void {
    const id = ContextIdFactory.getByRequest(request, []);
    this.moduleRef.registerRequestByContextId(request, id);
    this.ids.set(call, id);
  }

  /** Returns the context id if a provider has used it. */
  knownIdOf(context: RunContext): NestContextId | undefined {
    return this.ids.get(runContextOf(context));
  }

  /** Returns the scope of a token's provider, or undefined if Nest does not know the token. */
  scopeOf(token: Token): Scope | undefined {
    try {
      return this.moduleRef.introspect(nestToken(token)).scope;
    } catch {
      return undefined;
    }
  }

  /**
   * Returns the value of a token in a run, from any module: a promise, unless it lives as long as
   * the application.
   */
  resolve(token: Token, context: RunContext): unknown {
    const scope = this.scopeOf(token);
    if (scope === undefined) return undefined;
    return scope === Scope.DEFAULT
      ? this.moduleRef.get(nestToken(token), { strict: false })
      : this.moduleRef.resolve(nestToken(token), this.idOf(context), { strict: false });
  }
}

/** Nest takes abstract classes as tokens, but its types do not say so. */
function nestToken(token: Token): string {
  return token as string;
}
