import type { CallResults } from '../suites/call.js';

/** The cost of one valid call of shape M: the data of the plot in the README. */
export interface CallCost {
  /** The day of the measurement. */
  readonly date: string;
  readonly node: string;
  readonly rows: readonly CallCostRow[];
}

export interface CallCostRow {
  /** The row of the table in docs/performance.md. */
  readonly name: string;
  readonly nanoseconds: number;
  /** The ratio to the floor, within a round. */
  readonly ratio: number;
}

/** Returns the rows of the plot. Peers that were not installed are missing. */
export function callCost({ tables }: CallResults, date: string, node: string): CallCost {
  const measured = tables.find(({ kind, shape }) => kind === 'valid' && shape === 'M')?.rows ?? [];
  const rows = Object.keys(LABELS).flatMap((name) => {
    const row = measured.find((one) => one.name === name);
    return row === undefined ? [] : [{ name, nanoseconds: row.nanoseconds.median, ratio: row.ratio.median }];
  });
  return { date, node, rows };
}

/**
 * The rows of the plot and their labels. Two measured rows are left out: a run with a signal costs
 * the same, and `generateText` also runs a model loop.
 */
export const LABELS: Readonly<Record<string, string>> = {
  'floor: parse, hand-written check, method, stringify': 'Written by hand',
  'Haft: run.call': 'Haft',
  'Mastra: createTool().execute': 'Mastra',
  'AI SDK: safeParseJSON + executeTool': 'AI SDK',
  'Haft: run.call, DTOs with class-validator rules': 'Haft with class-validator',
  'OpenAI Agents: tool.invoke': 'OpenAI Agents',
  'LangChain: tool.invoke(toolCall)': 'LangChain',
  'class-validator as it comes: plainToInstance + validate': 'class-validator alone',
  'MCP SDK 2: client.callTool in memory': 'MCP SDK, in memory',
};
