import type { ToolDefinition, ToolHints } from '@haft/core';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { dialectOf } from '@haft/runtime/dialect';
import { wellFormedData } from '@haft/schema/internal';
import type { Tool, ToolAnnotations } from '@modelcontextprotocol/server';
import { iconsOf, metaOf } from './shown.js';
import { wireName } from './wire-name.js';

/** Returns a tool definition for `tools/list`. Built once, because definitions never change. */
export function toolOfDefinition(definition: ToolDefinition): Tool {
  let tool = tools.get(definition);
  if (tool === undefined) {
    tool = wellFormedData(writeTool(definition));
    tools.set(definition, tool);
  }
  return tool;
}

const tools = new WeakMap<ToolDefinition, Tool>();

function writeTool(definition: ToolDefinition): Tool {
  const { description, hints, metadata } = definition;
  const title = textAt(metadata?.['title']);
  const icons = iconsOf(metadata?.['icons']);
  const output = outputSchemaOf(definition);
  const meta = metaOf(metadata);
  return {
    name: wireName(definition),
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema: dialectOf(definition, 'mcp').parameters as Tool['inputSchema'],
    ...(output === undefined ? {} : { outputSchema: output as NonNullable<Tool['outputSchema']> }),
    ...(hints === undefined ? {} : { annotations: annotationsOf(hints) }),
    ...(icons.length === 0 ? {} : { icons }),
    ...(meta === undefined ? {} : { _meta: meta }),
  };
}

/**
 * Returns the schema of the structured content, or undefined for a tool without it. A text result
 * is already text, and a copy would double its cost.
 */
export function outputSchemaOf({ result }: ToolDefinition): JsonSchemaObject | undefined {
  return result?.type === 'string' ? undefined : result;
}

/** Returns the annotations that are set. The protocol has defaults for the others. */
function annotationsOf({ readOnly, destructive, idempotent, openWorld }: ToolHints): ToolAnnotations {
  return {
    ...(readOnly === undefined ? {} : { readOnlyHint: readOnly }),
    ...(destructive === undefined ? {} : { destructiveHint: destructive }),
    ...(idempotent === undefined ? {} : { idempotentHint: idempotent }),
    ...(openWorld === undefined ? {} : { openWorldHint: openWorld }),
  };
}

function textAt(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
