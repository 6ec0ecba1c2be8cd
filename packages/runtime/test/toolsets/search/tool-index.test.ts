import { describe, expect, it } from '@jest/globals';
import type { ToolDefinition } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';
import { describeSuite } from '../../../../../scripts/suites/public-suite.js';
import { buildToolIndex, type ToolIndex } from '../../../src/toolsets/search/tool-index.js';
import { rankByText } from '../../../src/toolsets/search/rank-tools.js';
import { OWN_REQUESTS, OWN_TOOLS } from './own-tools.js';

interface Suite {
  readonly tools: readonly ToolDefinition[];
  readonly requests: readonly { readonly request: string; readonly tools: readonly string[] }[];
}

/** Returns the share of requests whose tools are all among the first `count` that are found. */
function recall(index: ToolIndex, requests: Suite['requests'], count: number): number {
  const found = requests.filter(({ request, tools }) => {
    const first = index.rank([request]).slice(0, count);
    return tools.every((name) => first.includes(name));
  });
  return found.length / requests.length;
}

function definition(name: string, parameters: JsonSchemaObject): ToolDefinition {
  return { name, description: `Does ${name}.`, parameters, toolset: 'own', version: '1', fingerprint: name };
}

describe('the index of search_tools', () => {
  const own = buildToolIndex(OWN_TOOLS);

  it.each(OWN_REQUESTS)('finds for %j, among the first five, %s [SET-10]', async (request, name) => {
    expect((await own).rank([request]).slice(0, 5)).toContain(name);
  });

  it('finds most tools of our own first [SET-10]', async () => {
    const requests = OWN_REQUESTS.map(([request, name]) => ({ request, tools: [name] }));
    expect(recall(await own, requests, 1)).toBeGreaterThanOrEqual(0.9);
  });

  it('reads schemas of any depth and size, up to a bound [SET-10]', async () => {
    let parameters: JsonSchemaObject = { type: 'string', description: 'buried' };
    for (let depth = 0; depth < 100_000; depth++) parameters = { type: 'array', items: parameters };
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`part${i}`, true] as const));
    const tools = [
      definition('deep', { type: 'object', properties: { shallow: parameters } }),
      definition('wide', { type: 'object', properties: wide }),
    ];
    const index = await buildToolIndex(tools);
    expect(index.rank(['shallow'])).toEqual(['deep']);
    expect(index.rank(['buried'])).toEqual([]);
    expect(index.rank(['wide'])).toEqual(['wide']);
  });

  it('takes turns among queries, so that each query has its best match in the answer [SET-10]', async () => {
    const index = await own;
    const queries = ['invoice of a customer', 'weather forecast', 'book a room'];
    const best = queries.map((query) => index.rank([query])[0]);
    expect(index.rank(queries).slice(0, 3)).toEqual(best);
  });

  it('finds nothing for words that no tool has anything of [SET-10]', async () => {
    expect((await own).rank(['xylophone', 'zzz', '', 'the of'])).toEqual([]);
  });

  it.each(['\u0000', '\ud800', 'a'.repeat(50_000), '__proto__ constructor', '👩‍👩‍👧 emoji', 'ﷺ'])(
    'takes any text [SET-10]',
    async (query) => {
      expect(Array.isArray((await own).rank([query]))).toBe(true);
    },
  );

  it('reads definitions that have hardly anything in them', async () => {
    const odd = [{ name: 'constructor', description: '', parameters: { properties: { __proto__: {} } } }];
    const index = await buildToolIndex(odd as unknown as ToolDefinition[]);
    expect(index.rank(['constructor'])).toEqual(['constructor']);
    expect((await buildToolIndex([])).rank(['a'])).toEqual([]);
  });
});

describe('rankByText', () => {
  it('reads definitions once, also for searches at the same time and copies of the list [SET-10]', async () => {
    let reads = 0;
    const counting = OWN_TOOLS.map((tool) => ({
      ...tool,
      get description() {
        reads++;
        return tool.description;
      },
    }));
    const rank = rankByText();
    await Promise.all([rank(['mail'], counting), rank(['room'], [...counting])]);
    await rank(['invoice'], [...counting]);
    expect(reads).toBe(counting.length);
  });

  it('reads definitions again after a change of the list [SET-10]', async () => {
    const rank = rankByText();
    const [first, second] = OWN_TOOLS as readonly [ToolDefinition, ToolDefinition];
    expect(await rank(['cents'], [first])).toEqual([]);
    expect(await rank(['cents'], [first, second])).toEqual([second.name]);
  });
});

describeSuite<Suite>('tools and requests of BFCL', 'tool-search/tools-and-requests.json', ({ tools, requests }) => {
  it('have a recall of at least 90 % among the first five [SET-10]', async () => {
    expect(recall(await buildToolIndex(tools), requests, 5)).toBeGreaterThanOrEqual(0.9);
  });
});
