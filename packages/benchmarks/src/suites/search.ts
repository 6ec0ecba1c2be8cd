import { existsSync, readFileSync } from 'node:fs';
import { createRuntime, defineTool, toolset, type Run } from 'haft';
import { cpuMicroseconds } from '../harness/cpu-clock.js';
import { spread, type Spread } from '../harness/statistics.js';
import { COUNTS } from './recall-counts.js';
import type { SuiteOptions } from './suite.js';

/** P15: `search_tools` over many tools. Without the public tools and requests there are no rows. */
export interface SearchResults {
  readonly rows: readonly SearchRow[];
}

export interface SearchRow {
  readonly tools: number;
  /** CPU of one call of `search_tools`, in nanoseconds. */
  readonly search: Spread;
  /** CPU of the first search over these tools, which builds the index, in milliseconds. */
  readonly first: number;
  /**
   * The share of requests whose tools are all among the first 1, 3, 5 and 10. Unset for copies of
   * the tools.
   */
  readonly recall?: readonly number[];
}

const DATA = new URL('../../../../../shared/suites/tool-search/tools-and-requests.json', import.meta.url);
const MANY = 2500;

interface Data {
  readonly tools: readonly Described[];
  readonly requests: readonly { readonly request: string; readonly tools: readonly string[] }[];
}

interface Described {
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
}

export async function searchSuite({ rounds }: SuiteOptions): Promise<SearchResults> {
  if (!existsSync(DATA)) return { rows: [] };
  const { tools, requests } = JSON.parse(readFileSync(DATA, 'utf8')) as Data;
  const few = await measure(tools, requests, rounds);
  const { recall: _recall, ...many } = await measure(copies(tools, MANY), requests, rounds);
  return { rows: [few, many] };
}

/**
 * Returns copies of the tools under other names, each with the description of another tool after
 * its own.
 */
function copies(tools: readonly Described[], count: number): readonly Described[] {
  return Array.from({ length: count }, (_, index) => {
    const tool = tools[index % tools.length] as Described;
    const round = Math.floor(index / tools.length);
    const other = round === 0 ? '' : ` ${tools[(index * 7) % tools.length]?.description}`;
    return { ...tool, name: `${tool.name.slice(0, 60)}_${round}`, description: `${tool.description}${other}` };
  });
}

async function measure(tools: readonly Described[], requests: Data['requests'], rounds: number): Promise<SearchRow> {
  const defined = tools.map((tool) => defineTool({ ...tool, parameters: tool.parameters, execute: () => null }));
  const runtime = createRuntime({ toolsets: toolset('bench', defined).deferLoading() });
  const search = async (request: string): Promise<readonly string[]> => namesOf(runtime.startRun(), request);
  const before = cpuMicroseconds();
  await search('weather');
  const first = (cpuMicroseconds() - before) / 1000;
  const samples: number[] = [];
  let found: (readonly string[])[] = [];
  for (let round = 0; round < rounds; round++) {
    found = [];
    const start = cpuMicroseconds();
    for (const { request } of requests) found.push(await search(request));
    samples.push(((cpuMicroseconds() - start) * 1000) / requests.length);
  }
  const recall = COUNTS.map((count) => {
    const hits = requests.filter((one, index) =>
      one.tools.every((name) => found[index]?.slice(0, count).includes(name)),
    );
    return hits.length / requests.length;
  });
  return { tools: tools.length, search: spread(samples), first, recall };
}

async function namesOf(run: Run, request: string): Promise<readonly string[]> {
  const outcome = await run.call({ name: 'search_tools', arguments: { queries: [request] } });
  if (outcome.status !== 'success') throw new Error(`search_tools gave ${outcome.status}.`);
  return (outcome.value as { readonly discovered: readonly { readonly name: string }[] }).discovered.map(
    ({ name }) => name,
  );
}
