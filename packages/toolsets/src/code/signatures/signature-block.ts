import type { ToolDefinition } from '@haft/core';
import type { CodeLanguage } from '../code-backend.js';
import { briefMemberOf } from './member-of.js';
import { briefPythonOf } from './python-of.js';
import { shareTypes } from './share-types.js';

/** Options of {@link signatureBlock}. */
export interface SignatureBlockOptions {
  /** Default: `javascript`. */
  readonly language?: CodeLanguage | undefined;
  /** The most characters of the block. Default: 8,192. */
  readonly maxCharacters?: number | undefined;
  /** The names of the tools that are listed first if not all fit, best first. Default: none. */
  readonly preferred?: readonly string[] | undefined;
}

/**
 * Writes the signatures of tools for the description of a tool that runs code: members of `tools`
 * in JavaScript, functions in Python. The model reads what their arguments mean in the definitions
 * of the tools. If not all fit, it lists the preferred tools, then the other
 * ones in their order, and says how many are missing and how to find them.
 */
export function signatureBlock(definitions: readonly ToolDefinition[], options: SignatureBlockOptions = {}): string {
  const { language = 'javascript', maxCharacters = 8_192, preferred = [] } = options;
  const form = FORMS[language];
  const block = (tools: readonly ToolDefinition[]): string =>
    (tools.length === 0 ? '' : form.join(tools)) + form.rest(definitions.length - tools.length);
  const all = block(definitions);
  if (all.length <= maxCharacters) return all;
  const ordered = inOrder(definitions, preferred);
  let room = maxCharacters - form.join([]).length - form.rest(definitions.length).length;
  let found = '';
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const chosen = chooseFitting(ordered, room, (tool) => form.length(tool));
    const fitting = block(definitions.filter((one) => chosen.has(one)));
    if (fitting.length > maxCharacters || fitting === found) break;
    found = fitting;
    room += maxCharacters - fitting.length;
  }
  return found;
}

/** Shared types leave room for more tools. */
const MOST_ROUNDS = 4;

/** Puts the preferred tools first. */
function inOrder(definitions: readonly ToolDefinition[], preferred: readonly string[]): readonly ToolDefinition[] {
  const byName = new Map(definitions.map((one) => [one.name, one]));
  return [...new Set([...preferred.flatMap((name) => byName.get(name) ?? []), ...definitions])];
}

/** Chooses tools in their order until the room is used up. A later tool can fill a gap. */
function chooseFitting(
  tools: readonly ToolDefinition[],
  room: number,
  lengthOf: (tool: ToolDefinition) => number,
): ReadonlySet<ToolDefinition> {
  const chosen = new Set<ToolDefinition>();
  let left = room;
  for (const tool of tools) {
    const length = lengthOf(tool);
    if (length > left) continue;
    chosen.add(tool);
    left -= length;
  }
  return chosen;
}

/** How a language lists signatures. */
interface Form {
  /** The characters of one tool in the block. */
  length(tool: ToolDefinition): number;
  join(tools: readonly ToolDefinition[]): string;
  /** The text about the tools that are missing. */
  rest(missing: number): string;
}

const FORMS: Readonly<Record<CodeLanguage, Form>> = {
  javascript: {
    length: (tool) => briefMemberOf(tool).types.length + briefMemberOf(tool).member.length,
    join: (tools) => {
      const members = tools.map((tool) => ({ stem: tool.name.replaceAll(/\W/g, '_'), ...briefMemberOf(tool) }));
      const { types, texts } = shareTypes([
        ...members.map(({ stem, types }) => ({ stem, text: types })),
        ...members.map(({ stem, member }) => ({ stem, text: member })),
      ]);
      const own = texts.slice(0, members.length).join('');
      return `${types.join('')}${own}declare const tools: {\n${texts.slice(members.length).join('')}};\n`;
    },
    rest: (missing) => restOf(missing, '//', 'await tools.search_tools({ queries: ["..."] })', 'tools.name(args)'),
  },
  python: {
    length: (tool) => briefPythonOf(tool).length,
    join: (tools) => tools.map((tool) => briefPythonOf(tool)).join(''),
    rest: (missing) => restOf(missing, '#', 'call_tool("search_tools", {"queries": ["..."]})', 'call_tool(name, args)'),
  },
};

function restOf(missing: number, mark: string, ...[search, call]: readonly [string, string]): string {
  if (missing === 0) return '';
  const tools = missing === 1 ? '1 more tool is' : `${String(missing)} more tools are`;
  return `${mark} ${tools} not listed. In the code, ${search} returns signatures. Then use ${call}.\n`;
}
