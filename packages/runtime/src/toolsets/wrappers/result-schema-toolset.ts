import type { RunContext } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';
import { changedTool } from './changed-tool.js';
import { refuseUnknownNames } from './selector.js';
import { WrapperToolset } from './wrapper-toolset.js';

/**
 * Says what tools return: to programs by a schema, where their own types do not (results are checked against it outside production), and to models
 * by the description of the schema, behind that of the tool.
 */
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
      const { definition } = tool;
      const given = Object.hasOwn(this.schemas, definition.name) ? this.schemas[definition.name] : undefined;
      return changedTool(tool, {
        ...(given === undefined ? {} : { result: given }),
        // Not before somebody asks: a schema is read then.
        get description() {
          return withReturns(definition.description, given ?? definition.result);
        },
      });
    });
  }

  protected around(inner: AnyToolset): AnyToolset {
    return new ResultSchemaToolset(inner, this.schemas);
  }
}

/** A wrapper inside may have said it. */
function withReturns(description: string, result: JsonSchemaObject | undefined): string {
  if (result?.description === undefined) return description;
  const returns = `\n\nReturns: ${result.description}`;
  return description.endsWith(returns) ? description : description + returns;
}
