import type { Json } from '../types.js';

/** Returns the command that makes a call in a terminal. */
export function callCommand(tool: string, args: Json | undefined): string {
  const text = typeof args === 'string' ? args : JSON.stringify(args ?? {});
  return `npx haft call ${quoted(tool)} ${quoted(text)}`;
}

/** Returns the address of a tool with arguments in its form. */
export function toolLink(tool: string, args: Json | undefined): string {
  const text = typeof args === 'string' ? args : JSON.stringify(args ?? {});
  return `${toolPath(tool)}?args=${encodeURIComponent(text)}`;
}

/** Returns the address of a tool. */
export function toolPath(tool: string): string {
  return `#/tools/${encodeURIComponent(tool)}/call`;
}

/** Returns a word of a shell. */
function quoted(text: string): string {
  return /^[\w-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
