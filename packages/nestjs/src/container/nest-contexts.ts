import type { RunContext, Token } from '@haft/core';
import { runContextOf } from '@haft/runtime';
import { Scope } from '@nestjs/common';
import { ContextIdFactory, type ModuleRef } from '@nestjs/core';
import type { NestContextId } from './nest-wrapper.js';

/** The context ids of runs, and what Nest makes under them. */
export class NestContexts {
  private readonly ids = new WeakMap<RunContext, NestContextId>();

  constructor(private readonly moduleRef: ModuleRef) {}

  /** The context id of a run: one, under which `REQUEST` is the run's context. A `ContextIdStrategy` of the application counts. */
  idOf(context: RunContext): NestContextId {
    const run = runContextOf(context);
    let id = this.ids.get(run);
    if (id === undefined) {
      id = ContextIdFactory.getByRequest(run);
      this.moduleRef.registerRequestByContextId(run, id);
      this.ids.set(run, id);
    }
    return id;
  }

  /** The context id, when something asked for it. */
  knownIdOf(context: RunContext): NestContextId | undefined {
    return this.ids.get(runContextOf(context));
  }

  /** How long what stands for the token lives; undefined when Nest does not know it. */
  scopeOf(token: Token): Scope | undefined {
    try {
      return this.moduleRef.introspect(token as string).scope;
    } catch {
      return undefined;
    }
  }

  /** What stands for the token in a run, wherever it is provided: a promise unless it lives as long as the application. */
  resolve(token: Token, context: RunContext): unknown {
    const scope = this.scopeOf(token);
    if (scope === undefined) return undefined;
    return scope === Scope.DEFAULT
      ? this.moduleRef.get(token as string, { strict: false })
      : this.moduleRef.resolve(token as string, this.idOf(context), { strict: false });
  }
}
