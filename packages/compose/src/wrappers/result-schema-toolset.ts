import type { RunContext } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';
import { changedTool } from './changed-tool.js';
import type { Candidates } from '../port/candidates.js';
import { candidatesOf } from './candidates.js';
import { refuseUnknownTools, requireTools, type SelectedTools } from './selector.js';
import { refuseImpossibleRule, type RuleOptions } from './tool-rule.js';
import { WrapperToolset } from './wrapper-toolset.js';

/**
 * Adds result schemas. Programs read the schema, and Haft checks results against it outside
 * production. The description of the schema is appended to that of the tool, for models.
 */
export class ResultSchemaToolset extends WrapperToolset {
  override readonly kind: string = 'withResultSchemas';

  private readonly rule: SelectedTools;

  /** @param schemas - by tool name */
  constructor(
    inner: AnyToolset,
    private readonly schemas: Readonly<Record<string, JsonSchemaObject>>,
    private readonly options: RuleOptions = {},
  ) {
    super(inner);
    this.rule = { selector: Object.keys(schemas), ...options };
    refuseImpossibleRule('withResultSchemas', Object.keys(schemas), options);
  }

  override candidates(): Candidates {
    const found = candidatesOf(this.inner);
    refuseUnknownTools(this.rule, found, this.inner);
    return found;
  }

  protected change(tools: readonly AnyTool[], run: RunContext): readonly AnyTool[] {
    return requireTools(this.rule, tools, { run, owner: this.inner }).map((tool) => {
      const { definition } = tool;
      const given = Object.hasOwn(this.schemas, definition.name) ? this.schemas[definition.name] : undefined;
      return changedTool(tool, {
        ...(given === undefined ? {} : { result: given }),
        // A getter, since reading a result may parse its schema.
        get description() {
          return withReturns(definition.description, given ?? definition.result);
        },
      });
    });
  }

  protected around(inner: AnyToolset): AnyToolset {
    return new ResultSchemaToolset(inner, this.schemas, this.options);
  }
}

/** Appends the text once, even if a wrapper inside has appended it. */
function withReturns(description: string, result: JsonSchemaObject | undefined): string {
  if (result?.description === undefined) return description;
  const returns = `\n\nReturns: ${result.description}`;
  return description.endsWith(returns) ? description : description + returns;
}
