import type { RunContext } from '@haft/core';
import type { ServiceDescriptor } from '@haft/core/reflected';
import { after } from '../after.js';
import type { AnyTool } from './any-tool.js';
import type { AnyToolset } from './any-toolset.js';
import type { ReflectedFunctions } from './reflected-functions.js';

/** Gives the toolset of a run, or of a step of it; `undefined`: no tools. */
export type ToolsetFactory = (run: RunContext) => AnyToolset | undefined | Promise<AnyToolset | undefined>;

/** Options of {@link DynamicToolset}. */
export interface DynamicOptions {
  /** How long a toolset stays: for the run, or until the next step. Default `run`. */
  readonly per?: 'run' | 'step';
  /** For messages. Default `dynamic`. */
  readonly name?: string;
  /** The toolsets that the function chooses from: the container prepares their classes. */
  readonly of?: readonly AnyToolset[];
}

/** Asks a function for its tools in every run or step. The toolset of the step before is left before the new one is entered. */
export class DynamicToolset implements AnyToolset {
  readonly name: string;
  readonly services: readonly ServiceDescriptor[];

  constructor(
    private readonly create: ToolsetFactory,
    private readonly options: DynamicOptions = {},
  ) {
    this.name = options.name ?? 'dynamic';
    this.services = [...new Set((options.of ?? []).flatMap((one) => one.services ?? []))];
  }

  get parts(): readonly AnyToolset[] {
    return this.options.of ?? [];
  }

  /** Outside of a run's own toolset: nothing to leave, so the tools of one moment. */
  async tools(run: RunContext): Promise<readonly AnyTool[]> {
    return (await (await this.create(run))?.tools(run)) ?? [];
  }

  /** What the function gives is known only in a run. */
  bound(functions: ReflectedFunctions): AnyToolset {
    const { of: choices = [] } = this.options;
    const create: ToolsetFactory = (run) =>
      after(this.create(run), (given) => given && functions.toolset(given)) as ReturnType<ToolsetFactory>;
    return new DynamicToolset(create, { ...this.options, of: choices.map((one) => functions.toolset(one)) });
  }

  forRun(): AnyToolset {
    return new DynamicRun(this.name, this.create, this.options.per ?? 'run');
  }
}

/** The dynamic toolset of one run. */
class DynamicRun implements AnyToolset {
  private current: { readonly given: AnyToolset | undefined; readonly entered: AnyToolset | undefined } | undefined;

  constructor(
    readonly name: string,
    private readonly create: ToolsetFactory,
    private readonly per: 'run' | 'step',
  ) {}

  async tools(run: RunContext): Promise<readonly AnyTool[]> {
    if (this.current === undefined || this.per === 'step') await this.change(run);
    return (await this.current?.entered?.tools(run)) ?? [];
  }

  async dispose(): Promise<void> {
    const left = this.current;
    this.current = undefined;
    // Only what was made for this run ends with it.
    if (left?.entered !== left?.given) await left?.entered?.dispose?.();
  }

  private async change(run: RunContext): Promise<void> {
    const given = await this.create(run);
    if (this.current !== undefined && given === this.current.given) return;
    await this.dispose();
    this.current = { given, entered: (await given?.forRun?.(run)) ?? given };
  }
}
