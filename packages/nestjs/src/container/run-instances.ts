import { RunContext, type HaftError } from '@haft/core';
import { disposeOf } from '@haft/runtime';
import { REQUEST } from '@nestjs/core';
import { tokenOf, type NestContextId, type NestWrapper } from './nest-wrapper.js';

/** The time for each disposer, in milliseconds. */
const DISPOSAL_TIMEOUT_MS = 5_000;

/**
 * Disposes the instances that Nest created for one run, because Nest never does. Only instances of
 * classes: the result of a factory may be shared.
 */
export class RunInstances {
  private ordered: readonly NestWrapper[] | undefined;

  constructor(
    private readonly providers: () => readonly NestWrapper[],
    private readonly report: (error: HaftError) => void,
  ) {}

  /** Disposes dependents before dependencies. Never rejects. */
  async dispose(contextId: NestContextId): Promise<void> {
    this.ordered ??= dependentsFirst(this.providers().filter(isMadePerContext));
    for (const wrapper of this.ordered) {
      for (const instance of instancesOf(wrapper, contextId, this.ordered)) {
        await disposeOf(tokenOf(wrapper), instance, { timeoutMs: DISPOSAL_TIMEOUT_MS, report: this.report });
      }
    }
  }
}

function isMadePerContext(wrapper: NestWrapper): boolean {
  if (wrapper.isNotMetatype || wrapper.token === REQUEST || wrapper.token === RunContext) return false;
  return wrapper.isTransient || !wrapper.isDependencyTreeStatic();
}

/**
 * Returns all instances of a provider under a context id. A transient one has an instance for each
 * user.
 */
function instancesOf(
  wrapper: NestWrapper,
  contextId: NestContextId,
  users: readonly NestWrapper[],
): ReadonlySet<unknown> {
  // Early releases of NestJS 11 do not have it. There, the code reads each user, which leaves empty
  // places behind.
  const { getExistingInstancesByContextId } = wrapper as Partial<NestWrapper>;
  const made =
    getExistingInstancesByContextId?.call(wrapper, contextId) ??
    users.map(({ id }) => wrapper.getInstanceByContextId(contextId, id));
  const constructed = made.filter((one) => one.isConstructorCalled === true && one.isResolved === true);
  return new Set(constructed.map(({ instance }: { readonly instance: unknown }) => instance));
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
  // Nest types them as arrays, but a provider without dependencies has none.
  const constructor = listOf(wrapper.getCtorMetadata());
  const properties = listOf(wrapper.getPropertiesMetadata());
  return [...constructor, ...properties.map((one) => one.wrapper)].filter(isPresent);
}

function listOf<One>(list: readonly One[] | undefined): readonly One[] {
  return list ?? [];
}

function isPresent(wrapper: NestWrapper | undefined): boolean {
  return wrapper !== undefined;
}
