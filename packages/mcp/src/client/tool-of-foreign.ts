import type { ToolHints } from '@haft/core';
import { defineTool, type AnyTool } from '@haft/runtime';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import type { Tool } from '@modelcontextprotocol/client';
import { callForeignTool } from './call-foreign-tool.js';
import type { Connection } from './connection.js';
import { outputCheck } from './output-check.js';
import { definitionHash } from './pinned-definitions.js';
import { resultOfCall } from './result-of-call.js';

/** What a tool of a server needs to know of its toolset. */
export interface ForeignSource {
  readonly name: string;
  readonly connection: Connection;
  readonly errors: 'retry' | 'failed';
  /** Throws when the tool is not the accepted one any more. */
  readonly refuseChanged: (tool: Tool) => Promise<void>;
}

/**
 * A tool of a server as one of ours: all steps of a call apply before the server hears of it.
 *
 * @throws HaftError `HAFT_INVALID_SCHEMA`, Error when a schema cannot be used
 */
export function toolOfForeign(tool: Tool, name: string, source: ForeignSource): AnyTool {
  const { title, description, inputSchema, outputSchema, annotations, icons } = tool;
  const output = outputSchema === undefined ? undefined : outputCheck(outputSchema);
  const label = title ?? annotations?.title;
  const defined = defineTool({
    name,
    description: description?.trim() ? description : (label ?? `The tool ${tool.name} of ${source.name}.`),
    // A changed definition is another tool to caches and approvals.
    version: definitionHash(tool).slice(0, 16),
    parameters: withoutDialect(inputSchema),
    ...(outputSchema === undefined ? {} : { result: withoutDialect(outputSchema) }),
    hints: hintsOf(tool),
    metadata: {
      ...(label === undefined ? {} : { title: label }),
      ...(icons === undefined ? {} : { icons: icons as unknown as JsonValue }),
      mcp: { server: source.name, tool: tool.name },
    },
    execute: async (args: Readonly<Record<string, unknown>>, run) => {
      await source.refuseChanged(tool);
      return resultOfCall(await callForeignTool(source.connection, tool, args, run), output, source.errors);
    },
  });
  return { ...defined, definition: { ...defined.definition, toolset: source.name } };
}

/** The keyword is for who reads a document alone; every model would pay for it. */
function withoutDialect({ $schema: _dialect, ...schema }: Readonly<Record<string, unknown>>): JsonSchemaObject {
  return schema;
}

/** Only what the server says: its hints are no promise that anything of ours relies on to let a call pass. */
function hintsOf({ annotations = {} }: Tool): ToolHints {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  return {
    ...(readOnlyHint === undefined ? {} : { readOnly: readOnlyHint }),
    ...(destructiveHint === undefined ? {} : { destructive: destructiveHint }),
    ...(idempotentHint === undefined ? {} : { idempotent: idempotentHint }),
    ...(openWorldHint === undefined ? {} : { openWorld: openWorldHint }),
  };
}
