import { HaftError, type Class, type RunContext, type Token } from '@haft/core';
import { Scope } from '@nestjs/common';
import type { ApplicationConfig, DiscoveryService, ModulesContainer } from '@nestjs/core';
import type { NestContexts } from '../container/nest-contexts.js';
import { tokenOf, type NestContextId, type NestWrapper } from '../container/nest-wrapper.js';
import { providedToolsets } from '../discovery/provided-toolsets.js';
import type { ChosenGlobals } from './chosen-globals.js';

/**
 * The context in which Nest looks for the enhancers of a call: of the application, or of the run.
 */
export interface EnhancerContext {
  readonly contextId?: NestContextId;
  /** The id of the provider: Nest creates transient enhancers for each. */
  readonly inquirerId?: string | undefined;
}

/** The facts about an application that calls need. */
export class NestApplication {
  private wrappers: ReadonlyMap<Class, readonly NestWrapper[]> | undefined;

  constructor(
    readonly contexts: NestContexts,
    readonly config: ApplicationConfig,
    readonly modules: ModulesContainer,
    readonly discovery: DiscoveryService,
  ) {}

  /** Returns the token of a toolset class. Returns every other token unchanged. */
  readonly tokenOf = (token: Token): Token => {
    return typeof token === 'function' ? this.tokenOfClass(token) : token;
  };

  private tokenOfClass(target: Class): Token {
    const wrapper = this.wrapperOf(target);
    return wrapper === undefined ? target : tokenOf(wrapper);
  }

  /** Returns the provider of a toolset class. */
  wrapperOf(target: Class): NestWrapper | undefined {
    return (this.wrappers ??= providedToolsets(this.discovery)).get(target)?.[0];
  }

  /** Creates the enhancers of a toolset that live as long as the run, and returns their context. */
  async contextOf(target: Class, globals: ChosenGlobals, run: RunContext): Promise<EnhancerContext> {
    const inquirerId = this.wrapperOf(target)?.id;
    const token = this.tokenOf(target);
    const scope = this.contexts.scopeOf(token) ?? Scope.DEFAULT;
    const perRun = globals.perRun();
    if (scope === Scope.DEFAULT && perRun.length === 0) return { inquirerId };
    const globalOnes = perRun.map((one) => this.made(tokenOf(one), run, nameOf(one)));
    await Promise.all([this.made(token, run, target.name), ...globalOnes]);
    return { contextId: this.contexts.idOf(run), inquirerId };
  }

  /** If a provider cannot be created, that is the developer's mistake, not the guard's answer. */
  private async made(token: Token, run: RunContext, name: string): Promise<void> {
    try {
      await this.contexts.resolve(token, run);
    } catch (cause) {
      if (cause instanceof HaftError) throw cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new HaftError('HAFT_PROVIDER_FAILED', `${name} could not be created for a run: ${reason}`, {
        hint: 'See the cause: a constructor or a factory of the application threw.',
        cause,
      });
    }
  }
}

/** Returns the class of a global enhancer, or `APP_GUARD` and the like: Nest adds an id to it. */
function nameOf({ token, metatype, isFactory }: Pick<NestWrapper, 'token' | 'metatype' | 'isFactory'>): string {
  const named = typeof metatype === 'function' && !isFactory ? metatype.name : String(token);
  return named.replace(/ \(UUID: .*\)$/, '');
}
