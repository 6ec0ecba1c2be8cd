import { HaftError } from './errors/index.js';
import { requireKind } from './require-kind.js';
import { TOOL_NAME } from './tool-name.js';

/** The longest name of a tool. */
const LONGEST = 64;

/**
 * Converts names from elsewhere, such as an MCP server, to names that every provider accepts. Keeps
 * valid names. In other names, replaces each invalid character by `_`. Cuts a name that is too long
 * and adds a hash of the original. Each name depends only on its original, so that it is the same
 * in every process.
 *
 * @returns the valid name of each original
 * @throws {HaftError} `HAFT_DUPLICATE_TOOL` if two originals get the same name
 * @example
 * validToolNames(['files.read', 'list']); // 'files.read' -> 'files_read', 'list' -> 'list'
 */
export function validToolNames(originals: readonly string[]): ReadonlyMap<string, string> {
  requireKind('The argument of validToolNames()', originals, 'a list');
  const names = new Map<string, string>();
  const owners = new Map<string, string>();
  for (const original of new Set(originals)) {
    const name = validToolName(original);
    const other = owners.get(name);
    if (other !== undefined) throw meeting(other, original, name);
    owners.set(name, original);
    names.set(original, name);
  }
  return names;
}

function validToolName(original: string): string {
  if (TOOL_NAME.test(original)) return original;
  const plain = original.replace(/[^a-zA-Z0-9_]/g, '_');
  const name = /^[a-zA-Z_]/.test(plain) ? plain : `_${plain}`;
  if (name.length <= LONGEST) return name;
  const hash = hashOf(original);
  return `${name.slice(0, LONGEST - hash.length - 1)}_${hash}`;
}

/** Returns FNV-1a of 32 bits in base 36. It only tells long names apart and is not secure. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(36).padStart(7, '0');
}

function meeting(first: string, second: string, name: string): HaftError {
  return new HaftError('HAFT_DUPLICATE_TOOL', `The tools '${first}' and '${second}' would both be named '${name}'.`, {
    hint: 'Leave one of them out, or rename one where it comes from.',
  });
}
