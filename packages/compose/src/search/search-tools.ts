import { fingerprintOf, ModelRetry, ToolResult, type RunContext, type ToolDefinition } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';
import { isObject } from '@haft/schema/basics';
import { after } from '@haft/core/internal';
import type { AnyTool } from '../port/any-tool.js';
import { callTool, CALL_TOOL, isBehindCallTool } from './call-tool.js';
import type { RankTools } from './rank-tools.js';
import { lazily } from '../wrappers/lazily.js';
import { entryOf, type ToolEntry } from '../port/tool-entry.js';

/** The name of the tool that finds hidden tools. */
export const SEARCH_TOOLS = 'search_tools';

/** The most tools that one search finds. */
const MOST_FOUND = 10;
/** The most tools that it finds for one query, if it shows their parameters. */
const MOST_SHOWN = 5;

/** The arguments and the result of `search_tools`, for `run.call`. */
export interface SearchToolsTypes {
  readonly search_tools: {
    readonly arguments: { readonly queries: readonly string[] };
    readonly result: FoundTools;
  };
}

/** The tools that a search found, best first. At most 10. */
export interface FoundTools {
  readonly discovered: readonly FoundTool[];
}

/** A tool that a search found. The model can call it from now on. */
export interface FoundTool {
  readonly name: string;
  /** Unset for a stable tool that an earlier search of the run has shown. */
  readonly description?: string;
  /** The schema of the arguments, in the form of the run's provider. Set for a stable tool only. */
  readonly parameters?: JsonSchemaObject;
}

/**
 * Returns the schema that a run shows of a tool behind `call_tool`, or undefined if it has shown
 * the tool.
 */
export type ParametersToShow = (definition: ToolDefinition, run: RunContext) => JsonSchemaObject | undefined;

/**
 * Adds `search_tools` to the tools of a step if some of them are hidden, and `call_tool` if some
 * stay hidden.
 */
export function withSearchTools(
  entries: readonly ToolEntry[],
  rank: RankTools,
  parametersToShow: ParametersToShow,
): readonly ToolEntry[] {
  const hidden = entries.filter((entry) => isBehindSearch(entry) || isBehindCallTool(entry));
  if (hidden.length === 0) return entries;
  if (!hidden.some(isBehindCallTool)) return [...entries, entryOf(searchTool(hidden, rank))];
  return [...entries, entryOf(searchTool(hidden, rank, parametersToShow)), entryOf(callTool())];
}

function isBehindSearch(entry: ToolEntry): boolean {
  return !entry.isPlain && entry.tool().hiddenBehind === SEARCH_TOOLS;
}

const MOST_QUERIES = 10;

const PARAMETERS: JsonSchemaObject = {
  type: 'object',
  properties: {
    queries: {
      type: 'array',
      items: { type: 'string' },
      maxItems: MOST_QUERIES,
      description: 'What the tools should do: a few words each, at least one.',
    },
  },
  required: ['queries'],
  additionalProperties: false,
};

const FOUND_TOOL: JsonSchemaObject = {
  type: 'object',
  properties: { name: { type: 'string' }, description: { type: 'string' } },
  required: ['name', 'description'],
  additionalProperties: false,
};

const SHOWN_TOOL: JsonSchemaObject = {
  ...FOUND_TOOL,
  properties: { ...FOUND_TOOL.properties, parameters: { type: 'object' } },
  required: ['name'],
};

function resultOf(found: JsonSchemaObject): JsonSchemaObject {
  return {
    type: 'object',
    properties: { discovered: { type: 'array', items: found } },
    required: ['discovered'],
    additionalProperties: false,
  };
}

/** Created at its first use: the fingerprint needs node:crypto, which slows imports. */
const definitionOfSearch = lazily<ToolDefinition>(() => ({
  name: SEARCH_TOOLS,
  description:
    'Finds tools that are not listed. Call it when no listed tool fits; the tools that it names can be called afterwards.',
  parameters: PARAMETERS,
  result: resultOf(FOUND_TOOL),
  hints: { readOnly: true, idempotent: true },
  toolset: SEARCH_TOOLS,
  version: '0',
  fingerprint: fingerprintOf(SEARCH_TOOLS, '0', PARAMETERS),
}));

const definitionOfStableSearch = lazily<ToolDefinition>(() => ({
  ...definitionOfSearch(),
  description: `Finds tools that are not listed. Call it when no listed tool fits; call the tools that it finds with ${CALL_TOOL}.`,
  result: resultOf(SHOWN_TOOL),
}));

function searchTool(hidden: readonly ToolEntry[], rank: RankTools, parametersToShow?: ParametersToShow): AnyTool {
  const behindCallTool = new Set(hidden.filter(isBehindCallTool).map(({ name }) => name));
  const shown = (definition: ToolDefinition, run: RunContext): FoundTool => {
    const { name, description } = definition;
    if (parametersToShow === undefined || !behindCallTool.has(name)) return { name, description };
    const parameters = parametersToShow(definition, run);
    return parameters === undefined ? { name } : { name, description, parameters };
  };
  const definitions = hidden.map((entry) => entry.definition);
  const byName = lazily(() => new Map(definitions.map((definition) => [definition.name, definition])));
  const search = ({ queries }: SearchToolsTypes['search_tools']['arguments'], run: RunContext): unknown => {
    if (!queries.some(hasWord)) throw new ModelRetry('Please provide at least one non-empty search query.');
    const most = parametersToShow === undefined ? MOST_FOUND : Math.min(MOST_FOUND, MOST_SHOWN * queries.length);
    return after(rank(queries, definitions), (names) => {
      const best = names.flatMap((name) => byName().get(name) ?? []).slice(0, most);
      return found(best.map((definition) => shown(definition, run)));
    });
  };
  return {
    definition: parametersToShow === undefined ? definitionOfSearch() : definitionOfStableSearch(),
    aliases: [],
    ownName: SEARCH_TOOLS,
    check: {
      read: (args) => (isSearch(args) ? args : undefined),
      schema: () => PARAMETERS,
      example: () => ({ queries: ['read a file'] }),
      open: false,
      sensitive: [],
    },
    settings: {},
    body: { isOfRuntime: true, usesRun: true, host: [], invoke: (_instance, args, run) => search(args, run) },
  };
}

/** Returns whether arguments are valid for the schema. */
function isSearch(args: unknown): args is SearchToolsTypes['search_tools']['arguments'] {
  if (!isObject(args) || Object.keys(args).length !== 1) return false;
  const { queries } = args;
  return Array.isArray(queries) && queries.length <= MOST_QUERIES && queries.every((one) => typeof one === 'string');
}

/** Returns whether a query has a letter or a digit. */
function hasWord(query: string): boolean {
  return HAS_WORD().test(query);
}

/** Created at its first use: at import, V8 would look up all letters of Unicode. */
const HAS_WORD = lazily(() => new RegExp('[\\p{L}\\p{N}]', 'u'));

function found(discovered: readonly FoundTool[]): ToolResult<FoundTools> {
  return new ToolResult({
    value: { discovered },
    reveals: discovered.map(({ name }) => name),
    ...(discovered.length === 0 ? { content: NOTHING_FOUND } : {}),
  });
}

const NOTHING_FOUND = 'No matching tools found. The tools you need may not be available.';
