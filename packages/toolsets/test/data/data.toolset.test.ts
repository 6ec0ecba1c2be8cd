import { RunContext } from '@haft/core';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aggregateRows, type Metric } from '../../src/data/aggregate-rows.js';
import { parseData } from '../../src/data/parse-data.js';
import { compareValues } from '../../src/data/compare-values.js';
import { DataToolset } from '../../src/data/data.toolset.js';
import type { DataRow } from '../../src/data/data-row.js';
import { filterRows, type Condition } from '../../src/data/filter-rows.js';
import { compareSortKeys, sortKey } from '../../src/data/sort-key.js';

const toolset = new DataToolset();
const run = Object.assign(Object.create(RunContext.prototype) as RunContext<never>, { tools: () => [] });
/** The methods, which return the values that programs get. */
const data = {
  parse: async (content: string, limit?: number) => (await toolset.parse(content, run, limit)).value,
  filter: (rows: DataRow[], where: Condition[]) => toolset.select(rows, where).value,
  aggregate: (rows: DataRow[], metrics: Metric[], groupBy?: string[]) =>
    toolset.select(rows, [], groupBy, metrics).value,
  arrange: (rows: DataRow[], sortBy?: string, descending?: boolean, limit?: number, columns?: string[]) =>
    toolset.select(rows, [], [], [], sortBy, descending, limit, columns).value,
};
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const orders = [
  { city: 'Rome', amount: '10', paid: true },
  { city: 'Oslo', amount: '9', paid: false },
  { city: 'Rome', amount: 2.5, paid: true },
  { city: 'Bern', paid: null },
];

describe('data_parse', () => {
  it('reads CSV whose values stay text [TOOL-16]', async () => {
    expect(plain(await data.parse('name,amount\r\n"Ada, L.",007\r\nAlan,\r\n'))).toEqual({
      format: 'csv',
      records: [
        { name: 'Ada, L.', amount: '007' },
        { name: 'Alan', amount: '' },
      ],
      columns: ['name', 'amount'],
      count: 2,
    });
  });

  it.each([
    ['a byte order mark and semicolons', '\uFEFFa;b\n1,5;2', [{ a: '1,5', b: '2' }]],
    ['a separator in a quoted name', '"a,b";c\n1;2', [{ 'a,b': '1', c: '2' }]],
    ['a line end in a quoted name', '"a\n,b"\tc\n1\t2', [{ 'a\n,b': '1', c: '2' }]],
    [
      'line ends that differ',
      'a,b\r\n1,2\n3,4\r5,6',
      [
        { a: '1', b: '2' },
        { a: '3', b: '4' },
        { a: '5', b: '6' },
      ],
    ],
    [
      'line ends that differ, and quotes',
      'a,b\n1,"2"\r\n3,4\r5,6\n',
      [
        { a: '1', b: '2' },
        { a: '3', b: '4' },
        { a: '5', b: '6' },
      ],
    ],
    ['tabs', 'a\tb\n1\t2', [{ a: '1', b: '2' }]],
    ['line breaks in quotes', 'a,b\n"x\ny",2', [{ a: 'x\ny', b: '2' }]],
    ['fields beyond the header', 'a\n1,2,3', [{ a: '1', column_2: '2', column_3: '3' }]],
    ['missing fields', 'a,b\n1', [{ a: '1' }]],
    ['names that repeat or are empty', 'a,a,,a\n1,2,3,4', [{ a: '1', a_2: '2', column_3: '3', a_3: '4' }]],
    ['only a header', 'a,b\n', []],
    ['nothing', '', []],
  ])('reads CSV with %s [TOOL-16]', async (_, content, records) => {
    expect(plain((await data.parse(content)).records)).toEqual(records);
  });

  it('reads a JSON array, one JSON object, and JSON lines [TOOL-16]', async () => {
    const read = async (content: string): Promise<unknown> => {
      const { format, records } = await data.parse(content);
      return [format, plain(records)];
    };
    expect(await read('[{"a":1},{"b":[2]}]')).toEqual(['json', [{ a: 1 }, { b: [2] }]]);
    expect(await read(' {"a":1}')).toEqual(['json', [{ a: 1 }]]);
    expect(await read('{"a":1}\n\n{"a":2}\n')).toEqual(['jsonl', [{ a: 1 }, { a: 2 }]]);
  });

  it.each(['json', 'jsonl'] as const)('keeps integers of %s that no number stands for, as text', async (format) => {
    const record =
      '{"id":12345678901234567891,"n":-9007199254740993,"ok":9007199254740991,"t":"1\\"12345678901234567891","d":1.00000000000000000001,"e":12345678901234567891e1}';
    expect(plain((await parseData(record, 10, format)).records)).toEqual([
      {
        id: '12345678901234567891',
        n: '-9007199254740993',
        ok: 9007199254740991,
        t: '1"12345678901234567891',
        d: 1,
        e: 123456789012345678910,
      },
    ]);
  });

  it('counts all records and returns at most the limit [TOOL-16]', async () => {
    const { records, columns, count } = await data.parse('a\n1\n2\n3', 2);
    expect([records.length, columns, count]).toEqual([2, ['a'], 3]);
  });

  it.each([
    ['a quote that never ends', 'a\n"1', 'csv', /not valid CSV.*line/],
    ['invalid JSON lines', '{"a":1}\n{"a":}', undefined, /Line 2 is not valid JSON/],
    ['a record that is not an object', '[{"a":1},7]', undefined, /Record 2 is not an object/],
    ['CSV that is called JSON', 'a,b', 'json', /The content is not valid JSON/],
  ] as const)('asks for a correction of %s [TOOL-16]', async (_, content, format, text) => {
    await expect(parseData(content, 10, format)).rejects.toMatchObject({
      name: 'ModelRetry',
      message: expect.stringMatching(text),
    });
  });

  it('keeps a column named __proto__ as data [TOOL-16]', async () => {
    for (const content of ['__proto__,a\nx,1', '[{"__proto__":"x","a":"1"}]', '{"__proto__":"x","a":"1"}\n{}']) {
      const { records, columns } = await data.parse(content);
      expect([columns, JSON.stringify(records[0])]).toEqual([['__proto__', 'a'], '{"__proto__":"x","a":"1"}']);
      expect(Object.getPrototypeOf(records[0])).toBeNull();
    }
    const [row] = (await data.parse('[{"__proto__":{"polluted":true}}]')).records;
    expect([({} as DataRow)['polluted'], row?.['polluted']]).toEqual([undefined, undefined]);
  });
});

describe('data_select, where', () => {
  it.each([
    ['==', '10.0', ['10']],
    ['!=', 10, ['9', 2.5]],
    ['>', 9, ['10']],
    ['>=', '9', ['10', '9']],
    ['<', 9, [2.5]],
    ['<=', 9, ['9', 2.5]],
    ['in', [9, '2.50'], ['9', 2.5]],
    ['contains', '0', ['10']],
  ] as const)('compares numeric text as numbers with %s [TOOL-17]', (op, value, amounts) => {
    const where = [{ column: 'amount', op, value: typeof value === 'object' ? [...value] : value }];
    expect(data.filter(orders, where).records.map(({ amount }) => amount)).toEqual(amounts);
  });

  it('needs every condition, and a missing column meets none [TOOL-17]', () => {
    const where = [
      { column: 'city', op: '!=' as const, value: 'Rome' },
      { column: 'amount', op: '!=' as const, value: 0 },
    ];
    expect(plain(data.filter(orders, where))).toEqual({ records: [orders[1]], count: 1 });
  });

  it('finds items of lists, and null [TOOL-17]', () => {
    const rows = [{ tags: ['a', 2] }, { tags: null }, { tags: [] }];
    expect(data.filter(rows, [{ column: 'tags', op: 'contains', value: '2' }]).count).toBe(1);
    expect(data.filter(rows, [{ column: 'tags', op: '==', value: null }]).count).toBe(1);
  });

  it('orders nothing that has no order [TOOL-17]', () => {
    const rows = [{ a: 'x' }, { a: true }, { a: null }, { a: {} }];
    for (const op of ['>', '<', '>=', '<='] as const)
      expect(data.filter(rows, [{ column: 'a', op, value: 1 }]).count).toBe(0);
  });

  it('tells integers apart that one number stands for [TOOL-17]', () => {
    const rows = [{ id: '9007199254740993' }, { id: '9007199254740992' }];
    expect(data.filter(rows, [{ column: 'id', op: '==', value: '9007199254740993' }]).count).toBe(1);
  });

  it.each([
    [{ column: 'town', op: '==', value: 1 }, "There is no column 'town'. Columns: city, amount, paid."],
    [{ column: 'city', op: 'in', value: 'Rome' }, "The operator 'in' needs a list of values for column 'city'."],
    [{ column: 'city', op: '==', value: ['Rome'] }, "The operator '==' needs one value for column 'city', not a list."],
    [
      { column: 'city', op: '==', value: { name: 'Rome' } },
      "The operator '==' needs one value for column 'city', not an object.",
    ],
  ] as const)('asks for a correction of the condition %j [TOOL-17]', (condition, message) => {
    const where = [condition];
    expect(() => data.filter(orders, where)).toThrow(expect.objectContaining({ name: 'ModelRetry', message }));
  });

  it('keeps exactly the rows that meet the condition [TOOL-17]', () => {
    const cell = fc.oneof(
      fc.integer({ min: -5, max: 5 }),
      fc.constantFrom('a', '1', '2.0', ''),
      fc.boolean(),
      fc.constant(null),
    );
    const ops = fc.constantFrom('==' as const, '!=' as const);
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.constantFrom('a', 'b'), cell)), ops, cell, (rows, op, value) => {
        const kept = filterRows(rows, [{ column: 'a', op, value }]);
        const other = filterRows(rows, [{ column: 'a', op: op === '==' ? '!=' : '==', value }]);
        expect(kept.length + other.length).toBe(rows.filter((row) => 'a' in row).length);
        for (const row of kept) expect(compareValues(row['a'], value) === 0).toBe(op === '==');
      }),
    );
  });
});

describe('data_select, groups', () => {
  const metrics = (['sum', 'count', 'avg', 'min', 'max'] as const).map((op) => ({ column: 'amount', op }));

  it('computes metrics of each group, sorted, with names of operation and column [TOOL-18]', () => {
    expect(plain(data.aggregate(orders, metrics, ['city']).records)).toEqual([
      { city: 'Bern', sum_amount: 0, count_amount: 0, avg_amount: null, min_amount: null, max_amount: null },
      { city: 'Oslo', sum_amount: 9, count_amount: 1, avg_amount: 9, min_amount: 9, max_amount: 9 },
      { city: 'Rome', sum_amount: 12.5, count_amount: 2, avg_amount: 6.25, min_amount: 2.5, max_amount: 10 },
    ]);
  });

  it('makes one group of all records without groupBy, and counts values that are not numbers [TOOL-18]', () => {
    expect(
      plain(
        data.aggregate(orders, [
          { column: 'city', op: 'count' },
          { column: 'city', op: 'sum' },
        ]).records,
      ),
    ).toEqual([{ count_city: 4, sum_city: 0 }]);
    expect(plain(data.aggregate([], [{ column: 'x', op: 'count' }]).records)).toEqual([{ count_x: 0 }]);
  });

  it('tells a model which texts a sum left out, such as numbers with signs for thousands [TOOL-18]', () => {
    const rows = [{ price: '1,731.18' }, { price: '5' }, { price: '' }, { price: 'n/a' }];
    const text = (op: Metric['op']) => String(toolset.select(rows, [], [], [{ op, column: 'price' }]).content);
    expect(text('sum')).toContain("(price: 2 values are not numbers and were left out, such as '1,731.18'.)");
    expect(text('count')).not.toContain('left out');
  });

  it('sorts groups by number, then text, with null last [TOOL-18]', () => {
    const rows = ['b', '10', null, 9, true, 'a'].map((key) => ({ key, n: 1 }));
    const groups = data.aggregate(rows, [{ column: 'n', op: 'sum' }], ['key']).records;
    expect(groups.map(({ key }) => key)).toEqual([9, '10', 'a', 'b', true, null]);
  });

  it('keeps groups apart whose text looks alike [TOOL-18]', () => {
    const rows = [
      ['a', 'b,c'],
      ['a,b', 'c'],
      ['1', 1],
      [1, '1'],
      ['["x"]', null],
      [null, '["x"]'],
    ].map(([x, y]) => ({ x, y, n: 1 }));
    expect(data.aggregate(rows, [{ column: 'n', op: 'sum' }], ['x', 'y']).count).toBe(6);
    const alone = [null, 'null', '"null"', '[null]', ['null']].map((x) => ({ x, n: 1 }));
    expect(data.aggregate(alone, [{ column: 'n', op: 'sum' }], ['x']).count).toBe(5);
  });

  it('adds small and large numbers without a loss [TOOL-18]', () => {
    const rows = [1, 1e100, 1, -1e100].map((n) => ({ n }));
    expect(plain(data.aggregate(rows, [{ column: 'n', op: 'sum' }]).records)).toEqual([{ sum_n: 2 }]);
  });

  it('asks for a correction of unknown columns and of a metric with the name of a group [TOOL-18]', () => {
    expect(() => data.aggregate(orders, metrics, ['town'])).toThrow("There is no column 'town'.");
  });

  it.each([
    ['text beyond all numbers', ['1e400'], 'sum'],
    ['a sum beyond all numbers', [1e308, 1e308], 'sum'],
    ['an average beyond all numbers', [1e308, 1e308], 'avg'],
    ['a least value beyond all numbers', ['-1e999'], 'min'],
  ] as const)('asks the model to filter %s, which JSON would show as null', (_what, values, op) => {
    const rows = values.map((n) => ({ n }));
    expect(() => data.aggregate(rows, [{ column: 'n', op }])).toThrow(`The ${op} of 'n' is not a number between`);
  });

  it.each(['[{"n":1e400}]', '{"n":-1e400}\n{"n":1}', '[{"n":{"deep":[1e999]}}]'])(
    'refuses to read %s',
    async (text) => {
      await expect(parseData(text, 10)).rejects.toThrow("a number in 'n' that is too large");
      expect(() => data.aggregate([{ sum_a: 1, a: 2 }], [{ column: 'a', op: 'sum' }], ['sum_a'])).toThrow(
        'Leave one of them out.',
      );
    },
  );

  it('reads values that are nested 100,000 deep', async () => {
    const deep = `${'['.repeat(100_000)}1${']'.repeat(100_000)}`;
    expect(await parseData(`[{"n":${deep}}]`, 10)).toMatchObject({ count: 1 });
    await expect(parseData(`[{"n":${deep.replace('1', '1e999')}}]`, 10)).rejects.toThrow("a number in 'n'");
  });

  it('has the same sums in groups as in the whole [TOOL-18]', () => {
    const row = fc.record({ key: fc.constantFrom('a', 'b', 1, null), n: fc.integer() });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (rows) => {
        const metric = [{ column: 'n', op: 'sum' as const }];
        const parts = aggregateRows(rows, metric, ['key']).map((group) => group['sum_n'] as number);
        const [whole] = aggregateRows(rows, metric, []);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(whole?.['sum_n']);
      }),
    );
  });
});

describe('data_select, order', () => {
  it('sorts, limits and keeps columns [TOOL-19]', () => {
    const result = data.arrange(orders, 'amount', true, 2, ['amount', 'city']);
    expect(JSON.stringify(result)).toBe(
      '{"records":[{"amount":"10","city":"Rome"},{"amount":"9","city":"Oslo"}],"count":2}',
    );
  });

  it('takes the steps in their order, so that metrics can be sorted [TOOL-17, TOOL-18, TOOL-19]', () => {
    const where: Condition[] = [{ column: 'amount', op: '>', value: 1 }];
    const metrics: Metric[] = [{ column: 'amount', op: 'sum' }];
    const { records } = toolset.select(orders, where, ['city'], metrics, 'sum_amount', true, 1, ['sum_amount']).value;
    expect(plain(records)).toEqual([{ sum_amount: 12.5 }]);
  });

  it('gives the different values of a column without a metric [TOOL-18]', () => {
    const { records } = toolset.select(orders, [], ['city']).value;
    expect(plain(records)).toEqual([{ city: 'Bern' }, { city: 'Oslo' }, { city: 'Rome' }]);
  });

  it('keeps the order of equal records, and missing values last in both directions [TOOL-19]', () => {
    const rows = [{ id: 1 }, { id: 2, k: 'b' }, { id: 3, k: 'a' }, { id: 4, k: 'b' }, { id: 5, k: null }];
    const ids = (descending: boolean): unknown => data.arrange(rows, 'k', descending).records.map(({ id }) => id);
    expect([ids(false), ids(true)]).toEqual([
      [3, 2, 4, 1, 5],
      [2, 4, 3, 1, 5],
    ]);
  });

  it('asks for a correction of unknown columns [TOOL-19]', () => {
    const text = "There is no column 'town'. Columns: city, amount, paid.";
    expect(() => data.arrange(orders, undefined, false, 1, ['town'])).toThrow(text);
    expect(() => data.arrange(orders, 'town')).toThrow(text);
  });

  it('sorts by an order without contradictions [TOOL-19]', () => {
    const value = fc.oneof(
      fc.constantFrom('1e1', '1f', '2', '10', '', ' 3 ', '9007199254740993'),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.string(),
    );
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        const order = (left: unknown, right: unknown): number => compareSortKeys(sortKey(left), sortKey(right));
        expect(Math.sign(order(a, b))).toBe(-Math.sign(order(b, a)) + 0);
        if (order(a, b) <= 0 && order(b, c) <= 0) expect(order(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});
