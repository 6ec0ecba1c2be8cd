import type { JsonSchemaObject, JsonValue } from '../json-schema.js';
import { isObject } from '../values/is-object.js';
import type { RequestDefinition, RequestHints } from './request-entry.js';

/** Returns the entry of a tool in the answer to `tools/list` of MCP. */
export function mcpEntry(definition: RequestDefinition, inputSchema: JsonSchemaObject): object {
  const { name, description, hints, metadata, result } = definition;
  const title = metadata?.['title'];
  const icons = iconsOf(metadata?.['icons']);
  const mcp = metadata?.['mcp'];
  const meta = isObject(mcp) ? mcp['_meta'] : undefined;
  return {
    name,
    ...(typeof title === 'string' && title !== '' && { title }),
    description,
    inputSchema,
    ...(result !== undefined && result.type !== 'string' && { outputSchema: result }),
    ...(hints !== undefined && { annotations: annotationsOf(hints) }),
    ...(icons.length > 0 && { icons }),
    ...(isObject(meta) && { _meta: meta }),
  };
}

/** JSON leaves out the annotations that are undefined. */
function annotationsOf({ readOnly, destructive, idempotent, openWorld }: RequestHints): object {
  return {
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: openWorld,
  };
}

function iconsOf(icons: JsonValue | undefined): readonly object[] {
  return Array.isArray(icons) ? icons.filter(isObject).filter(({ src }) => /^(https|data):/i.test(String(src))) : [];
}
