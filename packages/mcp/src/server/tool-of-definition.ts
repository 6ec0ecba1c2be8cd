import type { ToolDefinition, ToolHints } from '@haft/core';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { dialectOf } from '@haft/runtime/dialect';
import type { Icon, Tool, ToolAnnotations } from '@modelcontextprotocol/server';

/** A tool definition as `tools/list` gives it. Made once: definitions never change. */
export function toolOfDefinition(definition: ToolDefinition): Tool {
  let tool = tools.get(definition);
  if (tool === undefined) {
    tool = writeTool(definition);
    tools.set(definition, tool);
  }
  return tool;
}

const tools = new WeakMap<ToolDefinition, Tool>();

function writeTool(definition: ToolDefinition): Tool {
  const { name, description, hints, metadata } = definition;
  const title = textAt(metadata?.['title']);
  const icons = iconsOf(metadata?.['icons']);
  const output = outputSchemaOf(definition);
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema: dialectOf(definition, 'mcp').parameters as Tool['inputSchema'],
    ...(output === undefined ? {} : { outputSchema: output as NonNullable<Tool['outputSchema']> }),
    ...(hints === undefined ? {} : { annotations: annotationsOf(hints) }),
    ...(icons.length === 0 ? {} : { icons }),
  };
}

/**
 * The schema of the structured content; undefined for a tool that gives none. A result that is a text is one already: twice would
 * cost the model twice.
 */
export function outputSchemaOf({ result }: ToolDefinition): JsonSchemaObject | undefined {
  return result?.type === 'string' ? undefined : result;
}

/** What is not said is left out: the protocol has defaults of its own. */
function annotationsOf({ readOnly, destructive, idempotent, openWorld }: ToolHints): ToolAnnotations {
  return {
    ...(readOnly === undefined ? {} : { readOnlyHint: readOnly }),
    ...(destructive === undefined ? {} : { destructiveHint: destructive }),
    ...(idempotent === undefined ? {} : { idempotentHint: idempotent }),
    ...(openWorld === undefined ? {} : { openWorldHint: openWorld }),
  };
}

/** Those of `metadata.icons` that a client may load: addresses of https or data. */
function iconsOf(icons: JsonValue | undefined): Icon[] {
  if (!Array.isArray(icons)) return [];
  return (icons as readonly JsonValue[]).flatMap((icon) => {
    if (typeof icon !== 'object' || icon === null || Array.isArray(icon)) return [];
    const { src, mimeType, sizes, theme } = icon as Readonly<Record<string, JsonValue | undefined>>;
    if (typeof src !== 'string' || !/^(https|data):/i.test(src)) return [];
    return [
      {
        src,
        ...(typeof mimeType === 'string' ? { mimeType } : {}),
        ...(Array.isArray(sizes) ? { sizes: sizes.filter((size) => typeof size === 'string') } : {}),
        ...(theme === 'light' || theme === 'dark' ? { theme } : {}),
      },
    ];
  });
}

function textAt(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
