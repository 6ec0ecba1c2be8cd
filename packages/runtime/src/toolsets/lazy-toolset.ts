import type { RunContext } from '@haft/core';
import type { ServiceDescriptor } from '@haft/core/reflected';
import type { AnyToolset } from './any-toolset.js';
import type { ReflectedFunctions } from './reflected-functions.js';
import type { ChangedTools } from './wrapper-toolset.js';

/** A toolset that is made when a runtime asks for it: generated modules and their classes may import each other until then. */
export class LazyToolset implements AnyToolset {
  private made: AnyToolset | undefined;

  constructor(private readonly make: () => AnyToolset) {}

  get name(): string {
    return this.inner.name;
  }

  get fixed(): true | undefined {
    return this.inner.fixed;
  }

  get services(): readonly ServiceDescriptor[] | undefined {
    return this.inner.services;
  }

  get parts(): readonly AnyToolset[] {
    return [this.inner];
  }

  tools(run: RunContext): ChangedTools {
    return this.inner.tools(run);
  }

  bound(functions: ReflectedFunctions): AnyToolset {
    const inner = functions.toolset(this.inner);
    return inner === this.inner ? this : inner;
  }

  private get inner(): AnyToolset {
    return (this.made ??= this.make());
  }
}
