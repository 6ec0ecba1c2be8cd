import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ToolDefinition } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';
import { describeSuite } from '../../../../scripts/suites/public-suite.js';
import { buildToolIndex, type ToolIndex } from '../../src/search/tool-index.js';
import { rankByText } from '../../src/search/rank-tools.js';
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

  it.each([
    ['like', 'like'],
    ['who am i', 'who_am_i'],
    ['WhoAmI', 'who_am_i'],
    ['make it', 'make_it'],
    ['get me', 'github_get_me'],
    ['do it for me', 'make_it'],
    [' get_me_out ', 'get_me_out'],
  ])('finds the tool of the function words %j [SET-10]', async (query, name) => {
    const names = ['like', 'who_am_i', 'make_it', 'github_get_me', 'get_me_out', 'likes_list', 'order_get'];
    const index = await buildToolIndex(names.map((one) => definition(one, { type: 'object' })));
    expect(index.rank([query])[0]).toBe(name);
  });

  it('puts an exact name first, of 3,000 similar ones [SET-10]', async () => {
    const word = fc.constantFrom(
      ...'get the list of all my order like it item for user who am i make to A1'.split(' '),
    );
    const name = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join('_').slice(0, 64));
    const names =
      fc.sample(fc.uniqueArray(name, { minLength: 3000, maxLength: 3000 }), { seed: 5, numRuns: 1 })[0] ?? [];
    const described = names.map((one, i) => ({
      ...definition(one, { type: 'object' }),
      description: `Does ${names[(i * 7) % names.length]} and ${names[(i * 11) % names.length]}.`,
    }));
    const index = await buildToolIndex(described);
    // Every fifth one: a search in so many tools takes long.
    const others = names.filter((one, i) => i % 5 === 0 && index.rank([one])[0] !== one);
    expect(others).toEqual([]);
  });

  it.each([
    ['use the order_list tool', ['order_list']],
    ['`get_order`', ['get_order']],
    ['functions.getOrder', ['getOrder']],
    ['select:who_am_i,order_list', ['who_am_i', 'order_list']],
    ['I need order-search and LIKE_2 to list all orders.', ['order-search', 'LIKE_2']],
  ])('puts names first that are in the query %j [SET-10]', async (query, expected) => {
    const names = ['who_am_i', 'get_order', 'getOrder', 'order-search', 'order_search', 'LIKE_2', 'like', 'order_list'];
    const others = names.map((name) => ({
      ...definition(`orders_${name}`, { type: 'object' }),
      description: `Use the tool order list, or select a function: ${name.replaceAll('_', ' ')}. I need all.`,
    }));
    const index = await buildToolIndex([...others, ...names.map((name) => definition(name, { type: 'object' }))]);
    expect(index.rank([query]).slice(0, expected.length).sort()).toEqual([...expected].sort());
  });

  it('takes a word of a sentence for a word, although a tool has it as its name [SET-10]', async () => {
    const tools = [definition('order', { type: 'object' }), definition('invoice_send', { type: 'object' })];
    expect((await buildToolIndex(tools)).rank(['send the invoice of an order'])[0]).toBe('invoice_send');
  });

  it('prefers the summary to later sentences, and outer parameters to inner ones [SET-10]', async () => {
    const long = 'Refunds, payments, and invoices are not touched. '.repeat(50);
    const tools = [
      { ...definition('a', { type: 'object' }), description: `Lists orders.\n\n${long}` },
      { ...definition('b', { type: 'object' }), description: 'Lists refunds.' },
    ];
    expect((await buildToolIndex(tools)).rank(['refund'])).toEqual(['b']);
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
  it('have each tool first for its name [SET-10]', async () => {
    const index = await buildToolIndex(tools);
    expect(tools.filter(({ name }) => index.rank([name])[0] !== name)).toEqual([]);
  });

  it('have a recall of at least 90 % among the first five [SET-10]', async () => {
    expect(recall(await buildToolIndex(tools), requests, 5)).toBeGreaterThanOrEqual(0.9);
  });
});
