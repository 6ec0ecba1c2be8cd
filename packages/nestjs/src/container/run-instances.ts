import { RunContext, type HaftError, type Token } from '@haft/core';
import { disposeOf } from '@haft/runtime';
import { REQUEST } from '@nestjs/core';
import type { NestContextId, NestWrapper } from './nest-wrapper.js';

/** The time that each disposer gets, in milliseconds. */
const DISPOSAL_TIMEOUT_MS = 5_000;

/**
 * Ends what Nest constructed for one run, which Nest itself never does. Only instances of classes: what a factory returned may be shared with others.
 */
export class RunInstances {
  private ordered: readonly NestWrapper[] | undefined;

  constructor(
    private readonly providers: () => readonly NestWrapper[],
    private readonly report: (error: HaftError) => void,
  ) {}

  /** Dependents before dependencies; never rejects. */
  async dispose(contextId: NestContextId): Promise<void> {
    this.ordered ??= dependentsFirst(this.providers().filter(isMadePerContext));
    for (const wrapper of this.ordered) {
      for (const instance of instancesOf(wrapper, contextId, this.ordered)) {
        await disposeOf(wrapper.token as Token, instance, { timeoutMs: DISPOSAL_TIMEOUT_MS, report: this.report });
      }
    }
  }
}

function isMadePerContext(wrapper: NestWrapper): boolean {
  if (wrapper.isNotMetatype || wrapper.token === REQUEST || wrapper.token === RunContext) return false;
  return wrapper.isTransient || !wrapper.isDependencyTreeStatic();
}

/** Whatever Nest constructed of a provider under a context id: of a transient one, an instance for each user. */
function instancesOf(
  wrapper: NestWrapper,
  contextId: NestContextId,
  users: readonly NestWrapper[],
): ReadonlySet<unknown> {
  // Not in early releases of NestJS 11; there each user is asked for, which leaves empty places behind.
  const { getExistingInstancesByContextId } = wrapper as Partial<NestWrapper>;
  const made =
    getExistingInstancesByContextId?.call(wrapper, contextId) ??
    users.map(({ id }) => wrapper.getInstanceByContextId(contextId, id));
  const constructed = made.filter((one) => one.isConstructorCalled === true && one.isResolved === true);
  return new Set(constructed.map((one) => one.instance as unknown));
}

function dependentsFirst(wrappers: readonly NestWrapper[]): readonly NestWrapper[] {
  const wanted = new Set(wrappers);
  const visited = new Set<NestWrapper>();
  const dependenciesFirst: NestWrapper[] = [];
  const visit = (wrapper: NestWrapper): void => {
    if (visited.has(wrapper)) return;
    visited.add(wrapper);
    for (const one of dependenciesOf(wrapper)) visit(one);
    if (wanted.has(wrapper)) dependenciesFirst.push(wrapper);
  };
  for (const wrapper of wrappers) visit(wrapper);
  return dependenciesFirst.reverse();
}

function dependenciesOf(wrapper: NestWrapper): readonly NestWrapper[] {
  // Nest says that they are arrays; of a provider without dependencies there is none.
  const constructor = (wrapper.getCtorMetadata() as readonly NestWrapper[] | undefined) ?? [];
  const properties = (wrapper.getPropertiesMetadata() as { readonly wrapper: NestWrapper }[] | undefined) ?? [];
  return [...constructor, ...properties.map((one) => one.wrapper)].filter((one) => (one as unknown) !== undefined);
}
