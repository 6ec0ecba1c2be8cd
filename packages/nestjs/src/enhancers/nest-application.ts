import { HaftError, type Class, type RunContext, type Token } from '@haft/core';
import { Scope } from '@nestjs/common';
import type { ApplicationConfig, DiscoveryService, ModulesContainer } from '@nestjs/core';
import type { NestContexts } from '../container/nest-contexts.js';
import type { NestContextId, NestWrapper } from '../container/nest-wrapper.js';
import { providedToolsets } from '../discovery/provided-toolsets.js';
import type { ChosenGlobals } from './chosen-globals.js';

/** Under which context Nest looks for the enhancers of a call: of the application, or of the run. */
export interface EnhancerContext {
  readonly contextId?: NestContextId;
  /** The id of the provider: transient enhancers are made for each. */
  readonly inquirerId?: string | undefined;
}

/** What calls need to know of their application. */
export class NestApplication {
  private wrappers: ReadonlyMap<Class, readonly NestWrapper[]> | undefined;

  constructor(
    readonly contexts: NestContexts,
    readonly config: ApplicationConfig,
    readonly modules: ModulesContainer,
    private readonly discovery: DiscoveryService,
  ) {}

  /** The token under which a toolset class is provided; every other token as it is. */
  readonly tokenOf = (token: Token): Token => {
    return typeof token === 'function' ? ((this.wrapperOf(token)?.token as Token | undefined) ?? token) : token;
  };

  /** The provider of a toolset class. */
  wrapperOf(target: Class): NestWrapper | undefined {
    return (this.wrappers ??= providedToolsets(this.discovery)).get(target)?.[0];
  }

  /** The context of a toolset's enhancers in a run, after making those that live as long as the run. */
  async contextOf(target: Class, globals: ChosenGlobals, run: RunContext): Promise<EnhancerContext> {
    const inquirerId = this.wrapperOf(target)?.id;
    const token = this.tokenOf(target);
    const scope = this.contexts.scopeOf(token) ?? Scope.DEFAULT;
    const perRun = globals.perRun();
    if (scope === Scope.DEFAULT && perRun.length === 0) return { inquirerId };
    await Promise.all([token, ...perRun.map((wrapper) => wrapper.token as Token)].map((one) => this.made(one, run)));
    return { contextId: this.contexts.idOf(run), inquirerId };
  }

  /** A provider that cannot be made is the developer's mistake, not the guard's answer. */
  private async made(token: Token, run: RunContext): Promise<void> {
    try {
      await this.contexts.resolve(token, run);
    } catch (cause) {
      if (cause instanceof HaftError) throw cause;
      const name = typeof token === 'function' ? token.name : String(token);
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new HaftError('HAFT_PROVIDER_FAILED', `${name} could not be made for a run: ${reason}`, {
        hint: 'See the cause: a constructor or a factory of the application threw.',
        cause,
      });
    }
  }
}
