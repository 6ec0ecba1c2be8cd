import type { ToolDefinition } from '@haft/core';
import type { CodeLanguage } from '../code-backend.js';
import { resultTypeOf } from './member-of.js';
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
 * Writes the tools for the description of a tool that runs code: the types of their results in
 * JavaScript, functions in Python. The model has their arguments in the definitions of the tools.
 * Without enough room, results have no descriptions. If that is not enough, it lists the preferred
 * tools, then the other ones in their order, and says how many are missing and how to find them.
 */
export function signatureBlock(definitions: readonly ToolDefinition[], options: SignatureBlockOptions = {}): string {
  const { language = 'javascript', maxCharacters = 8_192, preferred = [] } = options;
  const form = FORMS[language];
  const block = (tools: readonly ToolDefinition[], isBare = true): string =>
    (tools.length === 0 ? '' : form.join(tools, isBare)) + form.rest(definitions.length - tools.length);
  for (const isBare of [false, true]) {
    const all = block(definitions, isBare);
    if (all.length <= maxCharacters) return all;
  }
  const ordered = inOrder(definitions, preferred);
  let room = maxCharacters - form.join([], true).length - form.rest(definitions.length).length;
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
  /** @param isBare - whether descriptions are left out, where the language has them */
  join(tools: readonly ToolDefinition[], isBare: boolean): string;
  /** The text about the tools that are missing. */
  rest(missing: number): string;
}

const FORMS: Readonly<Record<CodeLanguage, Form>> = {
  javascript: {
    length: (tool) => {
      const { types, result } = resultTypeOf(tool, true);
      return types.length + `${tool.name}: ${result}\n`.length;
    },
    join: (tools, isBare) => {
      const results = tools.map((tool) => resultTypeOf(tool, isBare));
      const { types, texts } = shareTypes([
        ...results.map(({ types }) => types),
        ...results.map(({ result }) => result),
      ]);
      const own = texts.slice(0, tools.length).join('');
      return `${RESULTS}\n${types.join('')}${own}${linesOf(tools, texts.slice(tools.length))}`;
    },
    rest: (missing) => restOf(missing, '//', 'await tools.search_tools({ queries: ["..."] })', 'tools.name(args)'),
  },
  python: {
    length: (tool) => briefPythonOf(tool).length,
    join: (tools) => tools.map((tool) => briefPythonOf(tool)).join(''),
    rest: (missing) => restOf(missing, '#', 'call_tool("search_tools", {"queries": ["..."]})', 'call_tool(name, args)'),
  },
};

const RESULTS = 'Arguments are as in the definitions of the tools. Leave out optional ones. Results:';

/** Writes tools with the same result in one line. */
function linesOf(tools: readonly ToolDefinition[], results: readonly string[]): string {
  const names = new Map<string, string[]>();
  for (const [index, { name }] of tools.entries()) {
    const result = results[index] ?? 'any';
    names.set(result, [...(names.get(result) ?? []), name]);
  }
  return [...names].map(([result, same]) => `${same.join(', ')}: ${result}\n`).join('');
}

function restOf(missing: number, mark: string, ...[search, call]: readonly [string, string]): string {
  if (missing === 0) return '';
  const tools = missing === 1 ? '1 more tool is' : `${String(missing)} more tools are`;
  return `${mark} ${tools} not listed. In the code, ${search} returns signatures. Then use ${call}.\n`;
}
