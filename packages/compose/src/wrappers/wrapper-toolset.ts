import type { RunContext } from '@haft/core';
import { after } from '@haft/core/internal';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset, ReflectedFunctions } from '../port/any-toolset.js';
import type { Candidates } from '../port/candidates.js';
import { fixedTools } from './candidates.js';
import { DelegatingToolset, type ChangedTools } from './delegating-toolset.js';

/**
 * A toolset that wraps another one and changes its tools. Immutable. It is the base of your own
 * wrappers: `change` returns the changed tools, `around` creates the same wrapper around another
 * toolset. If the change depends on the run, override `fixed` with `undefined`. `kind` names the
 * wrapper in `runtime.describe`.
 */
export abstract class WrapperToolset extends DelegatingToolset {
  /** How the wrapper changes its tools. Default: `wrapper`. */
  readonly kind: string = 'wrapper';

  constructor(
    /** The wrapped toolset. */
    readonly inner: AnyToolset,
  ) {
    super();
  }

  /** Returns the tools that a step may have. Override it if `fixed` is undefined. */
  override candidates(): Candidates {
    return fixedTools(this);
  }

  /** Returns the tools of this step, after `change`. */
  override tools(run: RunContext): ChangedTools {
    return after(this.inner.tools(run), (tools) => this.change(tools, run)) as ChangedTools;
  }

  /** Returns the wrapper around the toolset with the descriptors of its functions. */
  bound(functions: ReflectedFunctions): AnyToolset {
    const inner = functions.toolset(this.inner);
    return inner === this.inner ? this : this.around(inner);
  }

  /** Returns the wrapper around the toolset for one run. */
  async forRun(run: RunContext): Promise<AnyToolset> {
    const inner = (await this.inner.forRun?.(run)) ?? this.inner;
    return inner === this.inner ? this : this.around(inner);
  }

  /** Disposes the wrapped toolset. */
  async dispose(): Promise<void> {
    await this.inner.dispose?.();
  }

  /**
   * Returns the tools that this wrapper shows.
   *
   * @param tools - the tools of the wrapped toolset
   * @param run - the run, without a call
   */
  protected abstract change(tools: readonly AnyTool[], run: RunContext): ChangedTools;

  /**
   * Creates the same wrapper around another toolset, of a run or with bound functions.
   *
   * @param inner - the other toolset
   */
  protected abstract around(inner: AnyToolset): AnyToolset;
}
