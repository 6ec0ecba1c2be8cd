import type { RunContext } from '@haft/core';
import type { ServiceDescriptor } from '@haft/core/reflected';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';
import type { Candidates } from '../port/candidates.js';
import { candidatesOf } from './candidates.js';

/** The tools of one step after a change, or a promise of them. */
export type ChangedTools = readonly AnyTool[] | Promise<readonly AnyTool[]>;

/** A toolset that behaves like another one, except for methods that a subclass overrides. */
export abstract class DelegatingToolset implements AnyToolset {
  /** The wrapped toolset. */
  abstract readonly inner: AnyToolset;

  /** Name for messages. */
  get name(): string {
    return this.inner.name;
  }

  /** True if the tools are the same in every run and step. */
  get fixed(): true | undefined {
    return this.inner.fixed;
  }

  /** Services that the container must be able to create. */
  get services(): readonly ServiceDescriptor[] | undefined {
    return this.inner.services;
  }

  /** The wrapped toolset, for `walk`. */
  get parts(): readonly AnyToolset[] {
    return [this.inner];
  }

  /** Returns the tools that a step may have. */
  candidates(): Candidates {
    return candidatesOf(this.inner);
  }

  /** Returns the tools of this step. */
  tools(run: RunContext): ChangedTools {
    return this.inner.tools(run);
  }
}
