import type { RunContext } from '@haft/core';
import type { ServiceDescriptor } from '@haft/core/reflected';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';

/** What a wrapper makes of the tools of one step, or a promise of it. */
export type ChangedTools = readonly AnyTool[] | Promise<readonly AnyTool[]>;

/** A toolset that is what another one is, as far as a subclass does not say otherwise. */
export abstract class DelegatingToolset implements AnyToolset {
  abstract readonly inner: AnyToolset;

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
}
