import type { RunContext } from '@haft/core';
import type { ServiceDescriptor } from '@haft/core/reflected';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';
import type { Candidates } from '../port/candidates.js';
import { candidatesOf } from './candidates.js';

/** The dynamic toolset of one run. */
export class DynamicRun implements AnyToolset {
  readonly kind = 'dynamic';
  private current: { readonly given: AnyToolset | undefined; readonly entered: AnyToolset | undefined } | undefined;

  constructor(
    private readonly of: AnyToolset,
    private readonly create: (run: RunContext) => Promise<AnyToolset | undefined>,
    private readonly per: 'run' | 'step',
  ) {}

  get name(): string {
    return this.of.name;
  }

  get parts(): readonly AnyToolset[] {
    const entered = this.current?.entered;
    return entered === undefined ? [] : [entered];
  }

  /** Those of the toolset that the function returned last. */
  get services(): readonly ServiceDescriptor[] | undefined {
    return this.current?.entered?.services;
  }

  candidates(): Candidates {
    return candidatesOf(this.of);
  }

  async tools(run: RunContext): Promise<readonly AnyTool[]> {
    if (this.current === undefined || this.per === 'step') await this.change(run);
    return (await this.current?.entered?.tools(run)) ?? [];
  }

  async dispose(): Promise<void> {
    const left = this.current;
    this.current = undefined;
    // A toolset that existed before the run does not end with it.
    if (left?.entered !== left?.given) await left?.entered?.dispose?.();
  }

  private async change(run: RunContext): Promise<void> {
    const given = await this.create(run);
    if (this.current !== undefined && given === this.current.given) return;
    await this.dispose();
    this.current = { given, entered: (await given?.forRun?.(run)) ?? given };
  }
}
