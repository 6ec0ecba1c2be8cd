import type { RunContext, ToolDefinition } from '@haft/core';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';
import type { Candidates } from '../port/candidates.js';
import { candidatesOf } from './candidates.js';
import { preparedBy } from './prepared-by.js';
import { WrapperToolset } from './wrapper-toolset.js';

/**
 * Changes or drops definitions for a step: gets all of them and returns those that stay. You may
 * type `run` as `RunContext<YourDeps>`: TypeScript compares the parameter types of methods in both
 * directions.
 */
export type PrepareTools = {
  prepare(
    run: RunContext,
    definitions: readonly ToolDefinition[],
  ): readonly ToolDefinition[] | Promise<readonly ToolDefinition[]>;
}['prepare'];

/**
 * Lets a function change descriptions, metadata and strictness, narrow schemas, reorder and drop
 * tools at every step. Haft enforces narrowed schemas.
 */
export class PreparedToolset extends WrapperToolset {
  override readonly kind: string = 'prepare';

  constructor(
    inner: AnyToolset,
    private readonly prepare: PrepareTools,
  ) {
    super(inner);
  }

  override get fixed(): undefined {
    return undefined;
  }

  /** The function cannot add or rename tools. */
  override candidates(): Candidates {
    return candidatesOf(this.inner);
  }

  protected async change(tools: readonly AnyTool[], run: RunContext): Promise<readonly AnyTool[]> {
    return preparedBy(this.prepare, tools, run, this.name);
  }

  protected around(inner: AnyToolset): AnyToolset {
    return new PreparedToolset(inner, this.prepare);
  }
}
