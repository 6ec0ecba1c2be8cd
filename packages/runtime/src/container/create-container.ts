import {
  refuseUnknownOptions,
  requireKinds,
  RunContext,
  type Class,
  type HaftError,
  type OptionNames,
  type Token,
} from '@haft/core';
import type { ServiceDescriptor } from '@haft/core/reflected';
import { isThenable, mapEach, warn } from '@haft/core/internal';
import type { Container, Scope } from './container.js';
import type { DisposalOptions } from './disposal.js';
import { InstanceStore, scopeEnded } from './instance-store.js';
import { missingDependency } from './missing-dependency.js';
import { ClassRecipe } from './plan/class-recipe.js';
import { createPlan, type Plan, type PlannedValue, type TokenRequest } from './plan/plan.js';
import { providerProblem, providerRecipe, valueRecipe } from './plan/provider-recipe.js';
import type { Recipe } from './plan/recipe.js';
import { isRunContext, runRecipe } from './plan/run-recipe.js';
import { wiringError, type WiringProblem } from './plan/wiring-problem.js';
import type { Provider } from './provider.js';

/** Options of {@link createContainer}. */
export interface ContainerOptions {
  /** Providers of your application. A later provider replaces an earlier one for its token. */
  readonly provide?: readonly Provider[] | undefined;
  /**
   * Classes of generated modules. The container provides each that `provide` does not list, as a
   * singleton, or per run if a dependency is. It checks their dependencies only if they are used.
   */
  readonly services?: readonly ServiceDescriptor[] | undefined;
  /** Instances that provide their classes. The container does not dispose them. */
  readonly instances?: readonly object[] | undefined;
  /** Tokens that the application will resolve. `createContainer` reports problems with them. */
  readonly requests?: readonly TokenRequest[] | undefined;
  /** Time for each disposer, in milliseconds. Default: 5,000. */
  readonly disposalTimeoutMs?: number | undefined;
  /** Receives each error of a disposer, and its run if it has one. Default: a process warning. */
  readonly onDisposalError?: ((error: HaftError, run?: RunContext) => void) | undefined;
}

/** The container of {@link createContainer}. */
export interface DefaultContainer extends Container {
  /** Returns whether something is registered for the token. */
  has(token: Token): boolean;
  /** Provides more classes of generated modules, except for those that it knows. */
  add(services: readonly ServiceDescriptor[]): void;
  /**
   * Creates all singletons, so slow or broken providers show at start and not in the first call.
   *
   * @throws {HaftError} HAFT_PROVIDER_FAILED if a constructor or factory throws
   */
  ready(): Promise<void>;
  /** Disposes the singletons, dependents first. Never rejects. */
  dispose(): Promise<void>;
}

/**
 * Creates the default container. A run-scoped class can depend on `RunContext`. A class that does
 * so is run-scoped by default.
 *
 * @throws {HaftError} HAFT_WIRING with all problems: missing providers, cycles, singletons that
 *   depend on run-scoped values, unknown constructor parameters
 */
export function createContainer(options: ContainerOptions): DefaultContainer {
  refuseUnknownOptions('createContainer', options, OPTIONS);
  requireKinds('createContainer', options, OPTIONS);
  const problems: WiringProblem[] = [];
  const recipes = recipesOf(options, problems);
  const plan = createPlan(recipes, options.requests ?? []);
  problems.push(...plan.problems);
  if (problems.length > 0) throw wiringError(problems);
  return new PlannedContainer(plan, {
    timeoutMs: options.disposalTimeoutMs ?? 5_000,
    report: options.onDisposalError ?? warn,
  });
}

const OPTIONS: OptionNames<ContainerOptions> = {
  provide: 'a list',
  services: 'a list',
  instances: 'a list',
  requests: true,
  disposalTimeoutMs: true,
  onDisposalError: true,
};

function recipesOf(
  { provide = [], services = [], instances = [] }: ContainerOptions,
  problems: WiringProblem[],
): Map<Token, Recipe> {
  const descriptors = new Map<Class, ServiceDescriptor>(services.map((one) => [one.class, one]));
  const recipes = new Map<Token, Recipe>();
  for (const descriptor of descriptors.values()) recipes.set(descriptor.class, serviceRecipe(descriptor));
  for (const instance of instances) {
    const token = instance.constructor as unknown as Class;
    recipes.set(token, valueRecipe(token, instance));
  }
  for (const [index, provider] of provide.entries()) {
    const text = providerProblem(provider, index) ?? ownTokenProblem(provider, index);
    if (text !== undefined) problems.push({ kind: 'provider', path: [], text });
    else {
      const recipe = providerRecipe(provider, descriptors);
      recipes.set(recipe.token, recipe);
    }
  }
  recipes.set(RunContext, runRecipe(RunContext));
  return recipes;
}

function serviceRecipe(descriptor: ServiceDescriptor): Recipe {
  return new ClassRecipe(descriptor.class, descriptor.class, descriptor, { lifetime: undefined, listed: false });
}

function ownTokenProblem(provider: Provider, index: number): string | undefined {
  const token = typeof provider === 'function' ? provider : provider.provide;
  return isRunContext(token) ? `provide[${index}] provides RunContext, which every run gives itself.` : undefined;
}

class PlannedContainer implements DefaultContainer {
  private readonly singletons: InstanceStore;

  constructor(
    private readonly plan: Plan,
    private readonly disposal: DisposalOptions,
  ) {
    this.singletons = new InstanceStore('the runtime', disposal);
  }

  has(token: Token): boolean {
    return this.plan.values.has(token);
  }

  add(services: readonly ServiceDescriptor[]): void {
    this.plan.add(services.filter((one) => !this.plan.knows(one.class)).map(serviceRecipe));
  }

  createScope(run: RunContext): Scope {
    return new PlannedScope(this.plan.values, this.singletons, run, this.disposal);
  }

  isShared(token: Token): boolean {
    const planned = this.plan.values.get(token);
    return planned?.lifetime === 'singleton' && (planned.source.kind === 'made' || planned.source.kind === 'value');
  }

  async ready(): Promise<void> {
    const scope = new PlannedScope(this.plan.values, this.singletons, undefined, this.disposal);
    for (const [token, { lifetime }] of this.plan.values) if (lifetime === 'singleton') await scope.resolve(token);
  }

  dispose(): Promise<void> {
    return this.singletons.dispose();
  }
}

class PlannedScope implements Scope {
  /** The run-scoped values. Most runs have none, so the first value creates it. */
  private store: InstanceStore | undefined;
  private ended = false;

  constructor(
    private readonly plan: ReadonlyMap<Token, PlannedValue>,
    private readonly singletons: InstanceStore,
    private readonly run: RunContext | undefined,
    private readonly disposal: DisposalOptions,
  ) {}

  resolve(token: Token): unknown {
    if (this.ended) throw scopeEnded(token, 'the run');
    const planned = this.plan.get(token);
    if (planned === undefined) throw missingDependency(token);
    return this.valueOf(planned, undefined);
  }

  dispose(): Promise<void> {
    this.ended = true;
    return this.store?.dispose() ?? NOTHING_TO_DISPOSE;
  }

  /** @param holder - the store of the dependent, which disposes a transient value */
  private valueOf(planned: PlannedValue, holder: InstanceStore | undefined): unknown {
    switch (planned.source.kind) {
      case 'value':
        return planned.source.value;
      case 'run':
        return this.run;
      case 'alias':
        return this.dependencyOf(planned, 0, holder);
      case 'made':
        return this.madeValue(planned, holder);
    }
  }

  private madeValue(planned: PlannedValue, holder: InstanceStore | undefined): unknown {
    if (planned.lifetime === 'transient') return this.create(planned, holder ?? this.runStore());
    const store = planned.lifetime === 'singleton' ? this.singletons : this.runStore();
    return store.once(planned, () => this.create(planned, store));
  }

  private create(planned: PlannedValue, store: InstanceStore): unknown {
    const values = mapEach(planned.dependencies, (_, index) => this.dependencyOf(planned, index, store));
    if (!values.some(isThenable)) return store.make(planned, values);
    return Promise.all(values).then((settled) => store.make(planned, settled));
  }

  private dependencyOf(planned: PlannedValue, index: number, holder: InstanceStore | undefined): unknown {
    const dependency = planned.dependencies[index];
    return dependency === undefined ? undefined : this.valueOf(dependency, holder);
  }

  private runStore(): InstanceStore {
    if (this.store !== undefined) return this.store;
    const { timeoutMs, report } = this.disposal;
    this.store = new InstanceStore('the run', {
      timeoutMs,
      report: (error) => {
        report(error, this.run);
      },
    });
    return this.store;
  }
}

const NOTHING_TO_DISPOSE = Promise.resolve();
