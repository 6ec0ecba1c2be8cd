import type { RunContext } from '@haft/core';
import type { ServiceDescriptor } from '@haft/core/reflected';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset, ReflectedFunctions } from '../port/any-toolset.js';
import { sourceToolset, type ComposeInput } from './source-toolset.js';

/**
 * Returns the toolset of a run, or of a step of it: a generated module, a composition, or `undefined` for no tools.
 * You may type `run` as `RunContext<YourDeps>`: a method's parameter types are compared in both directions.
 */
export type ToolsetFactory = {
  create(run: RunContext): ComposeInput | undefined | Promise<ComposeInput | undefined>;
}['create'];

/** Options of {@link DynamicToolset}. */
export interface DynamicOptions {
  /** How long a toolset stays: for the run, or until the next step. Default `run`. */
  readonly per?: 'run' | 'step';
  /** For messages. Default `dynamic`. */
  readonly name?: string;
  /** The toolsets that the function chooses from: the container prepares their classes. */
  readonly of?: readonly ComposeInput[];
}

/** Asks a function for its tools in every run or step. The toolset of the step before is left before the new one is entered. */
export class DynamicToolset implements AnyToolset {
  readonly name: string;
  readonly parts: readonly AnyToolset[];
  /** A module is the same toolset in every step, so that a step does not leave it to enter it again. */
  private readonly known = new WeakMap<ComposeInput, AnyToolset>();

  constructor(
    private readonly factory: ToolsetFactory,
    private readonly options: DynamicOptions = {},
  ) {
    this.name = options.name ?? 'dynamic';
    this.parts = (options.of ?? []).map((one) => this.toolsetOf(one));
  }

  /** Read when a runtime asks: a generated module and its classes may import each other. */
  get services(): readonly ServiceDescriptor[] {
    return [...new Set(this.parts.flatMap((one) => one.services ?? []))];
  }

  /** Outside of a run's own toolset: nothing to leave, so the tools of one moment. */
  async tools(run: RunContext): Promise<readonly AnyTool[]> {
    return (await (await this.create(run))?.tools(run)) ?? [];
  }

  /** What the function gives is known only in a run. */
  bound(functions: ReflectedFunctions): AnyToolset {
    const factory: ToolsetFactory = async (run) => {
      const given = await this.create(run);
      return given && functions.toolset(given);
    };
    return new DynamicToolset(factory, { ...this.options, of: this.parts.map((one) => functions.toolset(one)) });
  }

  forRun(): AnyToolset {
    return new DynamicRun(this.name, (run) => this.create(run), this.options.per ?? 'run');
  }

  private async create(run: RunContext): Promise<AnyToolset | undefined> {
    const given = await this.factory(run);
    return given && this.toolsetOf(given);
  }

  private toolsetOf(input: ComposeInput): AnyToolset {
    const toolset = this.known.get(input) ?? sourceToolset(input);
    this.known.set(input, toolset);
    return toolset;
  }
}

/** The dynamic toolset of one run. */
class DynamicRun implements AnyToolset {
  private current: { readonly given: AnyToolset | undefined; readonly entered: AnyToolset | undefined } | undefined;

  constructor(
    readonly name: string,
    private readonly create: (run: RunContext) => Promise<AnyToolset | undefined>,
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
