import { refuseUnknownOptions, requireKind, type HaftError, type OptionNames } from '@haft/core';
import type { Container } from '@haft/runtime';
import type { DiscoveryService, ModuleRef } from '@nestjs/core';
import { nestContainer } from './nest-container.js';
import { NestContexts } from './nest-contexts.js';
import { RunInstances } from './run-instances.js';

/** Options of {@link fromNest}. */
export interface FromNestOptions {
  /**
   * Finds the instances of a run, to dispose them with the run. Without it, nothing is disposed.
   */
  readonly discovery?: DiscoveryService | undefined;
  /** Receives each disposer that failed or took too long. Default: a process warning. */
  readonly onDisposalError?: ((error: HaftError) => void) | undefined;
}

/**
 * Creates a container from Nest's: toolsets and their dependencies are providers of the
 * application. Each run has one context id, under which `@Inject(REQUEST)` is the `RunContext`.
 * Request-scoped providers live as long as the run. `HaftModule` creates its runtime from it, and
 * also runs guards and other enhancers. Use it yourself for a runtime without them.
 *
 * @example createRuntime({ toolsets, container: fromNest(app.get(ModuleRef)) })
 */
export function fromNest(moduleRef: ModuleRef, options: FromNestOptions = {}): Container {
  refuseUnknownOptions('fromNest', options, OPTIONS);
  requireKind('The first argument of fromNest()', moduleRef, {
    methods: ['get', 'resolve'],
    name: 'the ModuleRef of @nestjs/core, or an application',
  });
  const { discovery, onDisposalError } = options;
  return nestContainer({
    contexts: new NestContexts(moduleRef),
    instances: new RunInstances(() => discovery?.getProviders() ?? [], onDisposalError ?? warn),
  });
}

function warn(error: HaftError): void {
  process.emitWarning(error);
}

const OPTIONS: OptionNames<FromNestOptions> = { discovery: true, onDisposalError: true };
