import { RunContext, type Class, type Token } from '@haft/core';
import { fromResolve, type Container } from '@haft/runtime';
import { Scope } from '@nestjs/common';
import type { NestContexts } from './nest-contexts.js';
import type { RunInstances } from './run-instances.js';

/** The parts of {@link nestContainer}. */
export interface NestContainerParts {
  readonly contexts: NestContexts;
  readonly instances: RunInstances;
  /** Returns the token of a toolset class, if it is not the class. */
  readonly tokenOf?: ((token: Token) => Token) | undefined;
}

/** Returns the container of a Nest application for runs. */
export function nestContainer({ contexts, instances, tokenOf = same }: NestContainerParts): Container {
  const resolve = (token: Token, run: RunContext): unknown =>
    token === (RunContext as Class) ? run : contexts.resolve(tokenOf(token), run);
  const disposeRun = async (run: RunContext): Promise<void> => {
    const id = contexts.knownIdOf(run);
    if (id !== undefined) await instances.dispose(id);
  };
  return {
    ...fromResolve(resolve, { disposeRun }),
    isShared: (token) => contexts.scopeOf(tokenOf(token)) === Scope.DEFAULT,
  };
}

function same(token: Token): Token {
  return token;
}
