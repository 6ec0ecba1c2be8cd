import type { JsonValue } from '@haft/schema';
import { isJsonObject } from '@haft/schema/internal';
import type { Icon } from '@modelcontextprotocol/server';

/** Returns the icons that a client may load: addresses of https or data. */
export function iconsOf(icons: unknown): Icon[] {
  if (!Array.isArray(icons)) return [];
  return icons.flatMap((icon: unknown) => {
    if (typeof icon !== 'object' || icon === null || Array.isArray(icon)) return [];
    const { src, mimeType, sizes, theme } = icon as Readonly<Record<string, unknown>>;
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

/** Returns `metadata.mcp._meta` for clients. It contains that of a tool from another server. */
export function metaOf(metadata: Readonly<Record<string, JsonValue>> | undefined): Record<string, unknown> | undefined {
  const mcp = metadata?.['mcp'];
  const meta = isJsonObject(mcp) ? mcp['_meta'] : undefined;
  return isJsonObject(meta) ? { ...meta } : undefined;
}
