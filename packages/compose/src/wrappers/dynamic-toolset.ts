import {
  refuseUnknownOptions,
  requireKind,
  requireKinds,
  requireOneOf,
  type OptionNames,
  type RunContext,
} from '@haft/core';
import type { ServiceDescriptor } from '@haft/core/reflected';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset, ReflectedFunctions } from '../port/any-toolset.js';
import type { Candidates } from '../port/candidates.js';
import { candidatesOf } from './candidates.js';
import { DynamicRun } from './dynamic-run.js';
import { sourceToolset, type ComposeInput } from './source-toolset.js';

/**
 * Returns the toolset of a run or of a step: a generated module, a composition, or `undefined` for
 * no tools. You may type `run` as `RunContext<YourDeps>`: TypeScript compares the parameter types
 * of methods in both directions.
 */
export type ToolsetFactory = {
  create(run: RunContext): ComposeInput | undefined | Promise<ComposeInput | undefined>;
}['create'];

/** Options of {@link dynamic}. */
export interface DynamicOptions {
  /** How long a toolset stays: for the run, or until the next step. Default: `run`. */
  readonly per?: 'run' | 'step';
  /** Name for messages. Default: `dynamic`. */
  readonly name?: string;
  /**
   * Candidates: the container prepares their classes with the runtime. It prepares other classes
   * when the function first returns their toolset. Default: none.
   */
  readonly of?: readonly ComposeInput[];
}

/**
 * Asks a function for tools in every run or step. Leaves the toolset of the step before, then
 * enters the new one.
 */
export class DynamicToolset implements AnyToolset {
  readonly kind = 'dynamic';
  readonly name: string;
  readonly parts: readonly AnyToolset[];
  /** Toolsets by module: a step must not leave and enter the same one. */
  private readonly known = new WeakMap<ComposeInput, AnyToolset>();

  constructor(
    private readonly factory: ToolsetFactory,
    private readonly options: DynamicOptions = {},
  ) {
    requireKind('The first argument of dynamic()', factory, 'a function');
    refuseUnknownOptions('dynamic', options, OPTIONS);
    requireKinds('dynamic', options, OPTIONS);
    requireOneOf('dynamic per', options.per ?? 'run', ['run', 'step']);
    this.name = options.name ?? 'dynamic';
    this.parts = (options.of ?? []).map((one) => this.toolsetOf(one));
  }

  /** Read late, because a generated module and its classes may import each other. */
  get services(): readonly ServiceDescriptor[] {
    return [...new Set(this.parts.flatMap((one) => one.services ?? []))];
  }

  /** The function may return others than `of` lists. */
  candidates(): Candidates {
    return { tools: this.parts.flatMap((part) => candidatesOf(part).tools), isComplete: false };
  }

  /** Returns the tools of this moment. Only the toolset of a run has something to leave. */
  async tools(run: RunContext): Promise<readonly AnyTool[]> {
    return (await (await this.create(run))?.tools(run)) ?? [];
  }

  /** Binds the results of the function in each run, since they are unknown before. */
  bound(functions: ReflectedFunctions): AnyToolset {
    const factory: ToolsetFactory = async (run) => {
      const given = await this.create(run);
      return given && functions.toolset(given);
    };
    return new DynamicToolset(factory, { ...this.options, of: this.parts.map((one) => functions.toolset(one)) });
  }

  forRun(): AnyToolset {
    return new DynamicRun(this, (run) => this.create(run), this.options.per ?? 'run');
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

const OPTIONS: OptionNames<DynamicOptions> = {
  per: true,
  name: 'a string',
  of: 'a list',
};
