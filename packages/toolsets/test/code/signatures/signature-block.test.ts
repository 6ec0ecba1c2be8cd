import { describe, expect, it } from '@jest/globals';
import type { ToolDefinition } from '@haft/core';
import { signatureBlock } from '../../../src/code/signatures/signature-block.js';
import { SignatureSearch } from '../../../src/code/signatures/signature-search.js';
import { orderTools } from '../check/order-tools.js';

const tool = (name: string, description: string, parameter = 'id'): ToolDefinition => ({
  name,
  description,
  parameters: {
    type: 'object',
    properties: { [parameter]: { type: 'string', description: 'The id.' } },
    required: [parameter],
    additionalProperties: false,
  },
  toolset: 'test',
  version: '0',
  fingerprint: name,
});
const many = Array.from({ length: 100 }, (_, index) =>
  tool(
    `tool_${String(index)}`,
    `Does thing ${String(index)} for people.`,
    `id_${String(index)}_${'of_many_'.repeat(10)}`,
  ),
).map((definition) => ({ ...definition, result: definition.parameters }));
const listed = (block: string): readonly string[] =>
  [...block.matchAll(/^(?!type )(?:def )?(\w+(?:, \w+)*)(?:: |\()/gm)].flatMap(([, names = '']) => names.split(', '));
const HEADING = 'Arguments are as in the definitions of the tools. Leave out optional ones. Results:\n';

describe('the signatures for programs [SCH-20]', () => {
  it('are types of results in JavaScript: the definitions have the arguments', () => {
    const tools = [tool('order_find', 'Finds an order.'), tool('new', 'Creates one.')];
    expect(signatureBlock(tools)).toBe(`${HEADING}order_find, new: any\n`);
  });

  it('leave out descriptions and long lists of values before they leave out a tool', () => {
    const values = Array.from({ length: 9 }, (_, index) => `value_${String(index)}`);
    const properties = {
      state: { type: 'string', enum: values, description: 'How it is.' },
      kind: { type: 'string', enum: ['a', 'b'] },
    } as const;
    const result = { type: 'object', properties, required: ['state', 'kind'], additionalProperties: false } as const;
    const definition = { ...tool('order_find', 'Finds an order.'), result };
    expect(signatureBlock([definition])).toContain('order_find: { /** How it is. */ state: "value_0" | "value_1" | ');
    expect(signatureBlock([definition], { maxCharacters: 200 })).toBe(
      `${HEADING}order_find: { state: string; kind: "a" | "b" }\n`,
    );
  });

  it('are functions in Python', () => {
    const tools = [tool('order_find', 'Finds an order.'), tool('order_drop', 'Drops one.')];
    expect(signatureBlock(tools, { language: 'python' })).toBe(`def order_find(*, id: str) -> Any: ...
def order_drop(*, id: str) -> Any: ...
`);
  });

  it('describe results, which no definition does, in one line', () => {
    const result: ToolDefinition['result'] = {
      type: 'object',
      properties: { sum: { type: 'number', description: 'In cents.\nNever null.', default: 0 } },
      required: ['sum'],
      additionalProperties: false,
    };
    expect(signatureBlock([{ ...tool('order_sum', 'Adds.'), result }])).toContain(
      'order_sum: { /** In cents. Never null. */ sum: number }\n',
    );
  });

  it('keep values and descriptions as they are', () => {
    const note = { const: 'a; }  b', description: 'Such as { a; }.' } as const;
    const result = { type: 'object', properties: { note }, required: ['note'], additionalProperties: false } as const;
    const block = signatureBlock([{ ...tool('a', 'A.'), result }]);
    expect(block).toBe(`${HEADING}a: { /** Such as { a; }. */ note: "a; }  b" }\n`);
  });

  it('write a type that several tools have once', () => {
    const [find] = orderTools;
    const tools = ['a', 'b', 'c'].map((name) => ({ ...(find as ToolDefinition), name }));
    const block = signatureBlock([...tools, ...orderTools.filter(({ name }) => name === 'order_list')]);
    expect(block.match(/createdAt: string/g)).toHaveLength(1);
    expect(block).toMatch(/\ntype Type1 = \{ id: string; .+ \};\na, b, c: Type1\n/);
    expect(block).toContain(': { orders: Type1[]; next?: string }\n');
  });

  it('are empty without tools', () => {
    expect(signatureBlock([])).toBe('');
    expect(signatureBlock([], { language: 'python' })).toBe('');
  });

  it('declare the types of all tools before the results', () => {
    const block = signatureBlock(orderTools);
    expect(block.indexOf('type tree_grow_Tree = {')).toBeLessThan(block.indexOf('\ntree_grow'));
    expect([...listed(block)].sort()).toEqual(orderTools.map(({ name }) => name).sort());
  });

  it('accept any arguments of a tool whose schema refers to another document', async () => {
    const foreign = orderTools.filter(({ name }) => name === 'foreign');
    expect(signatureBlock(foreign)).toContain('foreign: any\n');
    expect(signatureBlock(foreign, { language: 'python' })).toContain('def foreign(**arguments: Any) -> Any:');
    const [found] = await new SignatureSearch(() => Promise.resolve(['foreign'])).find([], structuredClone(foreign));
    expect(found?.signature).toContain('foreign(args?: Record<string, any>): Promise<any>;');
  });

  it.each(['javascript', 'python'] as const)('fit into the limit in %s, and say how many are missing', (language) => {
    for (const maxCharacters of [8_192, 4_000, 1_000]) {
      const block = signatureBlock(many, { language, maxCharacters });
      expect(block.length).toBeLessThanOrEqual(maxCharacters);
      expect(block.length).toBeGreaterThan(maxCharacters - 500);
      const names = listed(block);
      expect(names).toEqual(many.slice(0, names.length).map(({ name }) => name));
      expect(block).toContain(` ${String(100 - names.length)} more tools are not listed. In the code, `);
      expect(block).toContain('search_tools');
      // Its own length is enough for the same block.
      expect(signatureBlock(many, { language, maxCharacters: block.length })).toBe(block);
    }
  });

  it('list preferred tools first if not all fit, in the order of the tools', () => {
    const options = { maxCharacters: 620, preferred: ['tool_90', 'none', 'tool_50'] };
    expect(listed(signatureBlock(many, options))).toEqual(['tool_0', 'tool_50', 'tool_90']);
    expect(listed(signatureBlock(many.slice(0, 3), { ...options, maxCharacters: 8_192 }))).toHaveLength(3);
  });

  it('leave out a tool that is too long, not the ones behind it', () => {
    const { parameters } = tool('long', 'Long.', 'x'.repeat(10_000));
    const long = { ...tool('long', 'Long.'), result: parameters };
    const block = signatureBlock([tool('a', 'A.'), long, tool('b', 'B.')]);
    expect(listed(block)).toEqual(['a', 'b']);
    expect(block).toContain('// 1 more tool is not listed.');
  });

  it('are found by words', async () => {
    const search = new SignatureSearch();
    const tools = [...many, tool('invoice_send', 'Sends an invoice to a customer.')];
    const found = await search.find(['send an invoice', 'thing 7'], tools);
    expect(found.length).toBeLessThanOrEqual(10);
    expect(found[0]).toEqual({
      name: 'invoice_send',
      signature:
        '  /** Sends an invoice to a customer. */\n  invoice_send(args: {\n    /** The id. */\n    id: string;\n  }): Promise<any>;\n',
    });
    expect((await search.find(['invoice'], tools, 'python'))[0]?.signature).toMatch(/^def invoice_send\(/);
    expect(await search.find(['zebra'], tools)).toEqual([]);
    const ranked = new SignatureSearch(() => Promise.resolve(['gone', 'invoice_send']));
    expect((await ranked.find(['invoice'], tools)).map(({ name }) => name)).toEqual(['invoice_send']);
  });
});
