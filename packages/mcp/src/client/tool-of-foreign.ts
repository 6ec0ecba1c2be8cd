import { ModelRetry, reconciled, ToolFailed, type Reconciled, type RunContext, type ToolHints } from '@haft/core';
import { defineTool, type AnyTool } from '@haft/runtime';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import type { CallToolResult, Tool } from '@modelcontextprotocol/client';
import { callForeignTool, continueForeignCall } from './call-foreign-tool.js';
import type { Connection } from './connection.js';
import { outputCheck } from './output-check.js';
import { definitionHash } from './pinned-definitions.js';
import { resultOfCall } from './result-of-call.js';
import { endOfKeptTask } from './tasks/end-of-task.js';

/** The toolset of a foreign tool. */
export interface ForeignSource {
  readonly name: string;
  readonly connection: Connection;
  readonly errors: 'retry' | 'failed';
  /** Throws if the tool is no longer the accepted one. */
  readonly refuseChanged: (tool: Tool) => Promise<void>;
}

/**
 * Returns a tool of a server as a Haft tool. All steps of a call run before the server receives it.
 *
 * @throws {HaftError} `HAFT_INVALID_SCHEMA` if a schema cannot be used
 * @throws Error if the output schema cannot be used
 */
export function toolOfForeign(tool: Tool, name: string, source: ForeignSource): AnyTool {
  const { title, description, inputSchema, outputSchema, annotations, icons, _meta: meta } = tool;
  const output = outputSchema === undefined ? undefined : outputCheck(name, outputSchema);
  const { connection, errors } = source;
  const read = (result: CallToolResult): unknown => resultOfCall(result, output, errors);
  const label = title ?? annotations?.title;
  const defined = defineTool({
    name,
    description: description?.trim() ? description : (label ?? `The tool ${tool.name} of ${source.name}.`),
    // For caches and approvals, a changed definition is another tool.
    version: definitionHash(tool).slice(0, 16),
    parameters: withoutDialect(inputSchema),
    ...(outputSchema === undefined ? {} : { result: withoutDialect(outputSchema) }),
    hints: hintsOf(tool),
    metadata: {
      ...(label === undefined ? {} : { title: label }),
      ...(icons === undefined ? {} : { icons: icons as unknown as JsonValue }),
      mcp: {
        server: source.name,
        tool: tool.name,
        ...(meta === undefined ? {} : { _meta: meta as unknown as JsonValue }),
      },
    },
    execute: async (args: Readonly<Record<string, unknown>>, run) => {
      const known = await continueForeignCall(connection, tool, run);
      if (known !== undefined) return read(known);
      await source.refuseChanged(tool);
      return read(await callForeignTool(connection, tool, args, run));
    },
  });
  const reconcile = (_instance: never, _key: string, _args: never, run: RunContext): Promise<Reconciled> =>
    reconcileTask(endOfKeptTask(connection, run), read);
  const definition = { ...defined.definition, toolset: source.name };
  // An option `reconcile` would declare that the tool has effects.
  return { ...defined, definition, body: { ...defined.body, reconcile } };
}

/** Waits for the task of a call whose process died. Without one, the end is not known. */
async function reconcileTask(
  end: Promise<CallToolResult | undefined>,
  read: (result: CallToolResult) => unknown,
): Promise<Reconciled> {
  try {
    const result = await end;
    return result === undefined ? reconciled.unknown() : reconciled.done(read(result));
  } catch (error) {
    if (error instanceof ToolFailed || error instanceof ModelRetry) return reconciled.failed(error.message);
    throw error;
  }
}

/**
 * Removes the keyword: only readers of a separate document need it, and every model would pay for
 * it.
 */
function withoutDialect({ $schema: _dialect, ...schema }: Readonly<Record<string, unknown>>): JsonSchemaObject {
  return schema;
}

/**
 * Returns only the hints of the server. They are not a promise, so Haft relies on none of them to
 * accept a call.
 */
function hintsOf({ annotations = {} }: Tool): ToolHints {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  return {
    ...(readOnlyHint === undefined ? {} : { readOnly: readOnlyHint }),
    ...(destructiveHint === undefined ? {} : { destructive: destructiveHint }),
    ...(idempotentHint === undefined ? {} : { idempotent: idempotentHint }),
    ...(openWorldHint === undefined ? {} : { openWorld: openWorldHint }),
  };
}
