import type { RunContext } from '@haft/core';
import { after } from '../../async/after.js';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset, ReflectedFunctions } from '../port/any-toolset.js';
import { DelegatingToolset, type ChangedTools } from './delegating-toolset.js';

/**
 * A toolset that holds another one and changes one thing about its tools. Immutable. The base of every wrapper, also of a
 * project's own: `change` says what it does, `around` makes the same wrapper of another inner toolset. A wrapper whose change depends
 * on the run overrides `fixed` with `undefined`.
 */
export abstract class WrapperToolset extends DelegatingToolset {
  constructor(readonly inner: AnyToolset) {
    super();
  }

  override tools(run: RunContext): ChangedTools {
    return after(this.inner.tools(run), (tools) => this.change(tools, run)) as ChangedTools;
  }

  bound(functions: ReflectedFunctions): AnyToolset {
    const inner = functions.toolset(this.inner);
    return inner === this.inner ? this : this.around(inner);
  }

  async forRun(run: RunContext): Promise<AnyToolset> {
    const inner = (await this.inner.forRun?.(run)) ?? this.inner;
    return inner === this.inner ? this : this.around(inner);
  }

  async dispose(): Promise<void> {
    await this.inner.dispose?.();
  }

  /** The tools as this wrapper shows them. */
  protected abstract change(tools: readonly AnyTool[], run: RunContext): ChangedTools;

  /** The same wrapper around a toolset that was made for one run, or got the descriptors of its functions. */
  protected abstract around(inner: AnyToolset): AnyToolset;
}
