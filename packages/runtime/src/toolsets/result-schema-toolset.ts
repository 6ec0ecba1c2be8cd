import type { RunContext } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';
import type { AnyTool } from './any-tool.js';
import type { AnyToolset } from './any-toolset.js';
import { changedTool } from './changed-tool.js';
import { refuseUnknownNames } from './selector.js';
import { WrapperToolset } from './wrapper-toolset.js';

/** Says what tools return, where their own types do not. Results are checked against it outside production. */
export class ResultSchemaToolset extends WrapperToolset {
  /** @param schemas - by tool name */
  constructor(
    inner: AnyToolset,
    private readonly schemas: Readonly<Record<string, JsonSchemaObject>>,
  ) {
    super(inner);
  }

  protected change(tools: readonly AnyTool[], run: RunContext): readonly AnyTool[] {
    refuseUnknownNames(Object.keys(this.schemas), tools, { run, owner: this.inner });
    return tools.map((tool) => {
      const { name } = tool.definition;
      const result = Object.hasOwn(this.schemas, name) ? this.schemas[name] : undefined;
      return result === undefined ? tool : changedTool(tool, { result });
    });
  }

  protected around(inner: AnyToolset): AnyToolset {
    return new ResultSchemaToolset(inner, this.schemas);
  }
}
