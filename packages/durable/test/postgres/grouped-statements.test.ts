import { expect, test } from '@jest/globals';
import { GroupedStatements } from '../../src/postgres/grouped-statements.js';

interface Item {
  readonly key: string;
}

/** A server that answers when it is told, with the groups that it got. */
function open(options: { readonly unanswered?: string; readonly failure?: unknown } = {}) {
  const groups: string[][] = [];
  const alone: string[] = [];
  const gates: (() => void)[] = [];
  const statements = new GroupedStatements<Item, string>({
    together: async (items) => {
      groups.push(items.map(({ key }) => key));
      await new Promise<void>((resolve) => gates.push(resolve));
      if (options.failure !== undefined) throw options.failure;
      return items.map(({ key }) => (key === options.unanswered ? undefined : `together ${key}`));
    },
    alone: ({ key }) => {
      alone.push(key);
      return key === 'broken' ? Promise.reject(new Error('a wrong value')) : Promise.resolve(`alone ${key}`);
    },
    keyOf: ({ key }) => key,
  });
  const add = (...keys: readonly string[]): Promise<string>[] => keys.map((key) => statements.add({ key }));
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  const answer = (): void => {
    for (const gate of gates.splice(0)) gate();
  };
  return { groups, alone, add, turn, answer };
}

test('writes of one turn are one statement [DUR-1]', async () => {
  const { groups, add, turn, answer } = open();
  const written = add('a', 'b', 'c');
  await turn();
  answer();
  expect(await Promise.all(written)).toEqual(['together a', 'together b', 'together c']);
  expect(groups).toEqual([['a', 'b', 'c']]);
});

test('writes come together while two statements are on their way [DUR-1]', async () => {
  const { groups, add, turn, answer } = open();
  const written = [...add('a', 'b')];
  await turn();
  written.push(...add('c', 'd'));
  await turn();
  written.push(...add('e'));
  await turn();
  written.push(...add('f'));
  await turn();
  expect(groups).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  answer();
  await turn();
  answer();
  await Promise.all(written);
  expect(groups[2]).toEqual(['e', 'f']);
});

test('a single write keeps its own statement, and so does one that the group left out [DUR-1]', async () => {
  const single = open();
  expect(await Promise.all(single.add('a'))).toEqual(['alone a']);
  const { add, turn, answer } = open({ unanswered: 'b' });
  const written = add('a', 'b');
  await turn();
  answer();
  expect(await Promise.all(written)).toEqual(['together a', 'alone b']);
});

test('two writes of one key are never in one statement [DUR-1]', async () => {
  const { groups, add, turn, answer } = open();
  const written = add('a', 'b', 'a', 'b');
  await turn();
  answer();
  await Promise.all(written);
  expect(groups).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
});

test('a value that the server refuses fails its own write only [DUR-1]', async () => {
  const { add, turn, answer } = open({ failure: { code: '22021' } });
  const written = Promise.allSettled(add('a', 'broken', 'c'));
  await turn();
  answer();
  expect(await written).toMatchObject([
    { value: 'alone a' },
    { reason: { message: 'a wrong value' } },
    { value: 'alone c' },
  ]);
});

test.each([
  ['a lost connection', { code: 'ECONNRESET' }],
  ['an error without a code', new Error('Connection terminated unexpectedly')],
  ['an error that is not an object', 'closed'],
])('after %s no write is made again, since it may have been committed [DUR-1]', async (_what, failure) => {
  const { alone, add, turn, answer } = open({ failure });
  const written = Promise.allSettled(add('a', 'b'));
  await turn();
  answer();
  expect(await written).toEqual([failure, failure].map((reason) => ({ status: 'rejected', reason })));
  expect(alone).toEqual([]);
});
