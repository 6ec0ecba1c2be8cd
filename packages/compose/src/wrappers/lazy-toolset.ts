import type { AnyToolset, ReflectedFunctions } from '../port/any-toolset.js';
import { DelegatingToolset } from './delegating-toolset.js';

/**
 * A toolset that is created when a runtime needs it. Until then, generated modules and their
 * classes may import each other.
 */
export class LazyToolset extends DelegatingToolset {
  private made: AnyToolset | undefined;

  constructor(private readonly make: () => AnyToolset) {
    super();
  }

  bound(functions: ReflectedFunctions): AnyToolset {
    const inner = functions.toolset(this.inner);
    return inner === this.inner ? this : inner;
  }

  override get inner(): AnyToolset {
    return (this.made ??= this.make());
  }
}
