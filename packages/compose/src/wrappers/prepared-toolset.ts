import { HaftError, type RunContext, type ToolDefinition } from '@haft/core';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';
import type { Candidates } from '../port/candidates.js';
import { candidatesOf } from './candidates.js';
import { preparedTool } from './prepared-tool.js';
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

  /**
   * @throws {HaftError} `HAFT_PREPARE_RENAMED` if the function adds or renames a tool
   * @throws {HaftError} `HAFT_PREPARE_WIDENED` as {@link preparedTool}
   */
  protected async change(tools: readonly AnyTool[], run: RunContext): Promise<readonly AnyTool[]> {
    const byName = new Map(tools.map((tool) => [tool.definition.name, tool]));
    const given = tools.map(({ definition }) => definition);
    const prepared = (await this.prepare(run, given)).map(async (definition) => {
      const tool = byName.get(definition.name);
      byName.delete(definition.name);
      if (tool === undefined) throw added(definition.name, this.name);
      return definition === tool.definition ? tool : preparedTool(tool, definition);
    });
    return Promise.all(prepared);
  }

  protected around(inner: AnyToolset): AnyToolset {
    return new PreparedToolset(inner, this.prepare);
  }
}

function added(name: string, toolset: string): HaftError {
  const message = `prepare of toolset '${toolset}' returned '${name}', which is not one of its tools, or returned it twice.`;
  return new HaftError('HAFT_PREPARE_RENAMED', message, {
    hint: 'prepare cannot add or rename tools; use combine or rename.',
  });
}
