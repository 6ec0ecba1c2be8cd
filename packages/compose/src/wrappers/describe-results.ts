import type { JsonSchemaObject } from '@haft/schema';
import { changedTool } from './changed-tool.js';
import type { ChangeTool } from './selected-toolset.js';

/**
 * Adds result schemas. Programs read the schema, and Haft checks results against it outside
 * production. The description of the schema is appended to that of the tool, for models.
 *
 * @param schemas - by tool name
 */
export function describeResults(schemas: Readonly<Record<string, JsonSchemaObject>>): ChangeTool {
  return (tool) => {
    const { definition } = tool;
    const given = Object.hasOwn(schemas, definition.name) ? schemas[definition.name] : undefined;
    return changedTool(tool, {
      ...(given === undefined ? {} : { result: given }),
      // A getter, since reading a result may parse its schema.
      get description() {
        return withReturns(definition.description, given ?? definition.result);
      },
    });
  };
}

/** Appends the text once, even if a wrapper inside has appended it. */
function withReturns(description: string, result: JsonSchemaObject | undefined): string {
  if (result?.description === undefined) return description;
  const returns = `\n\nReturns: ${result.description}`;
  return description.endsWith(returns) ? description : description + returns;
}
