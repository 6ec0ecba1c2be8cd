import { MemoryStore } from '../../src/cache/memory-store.js';

test('an entry counts until its time is over [CACHE-4]', () => {
  let now = 0;
  const store = new MemoryStore(10, () => now);
  store.set('a', '1', 100);
  now = 99;
  expect(store.get('a')).toBe('1');
  now = 100;
  expect(store.get('a')).toBeUndefined();
});

test('10,000 entries are kept, unless it is told otherwise [CACHE-4]', () => {
  const store = new MemoryStore();
  for (let i = 0; i <= 10_000; i++) store.set(String(i), 'x', 60_000);
  expect([store.get('0'), store.get('1'), store.get('10000')]).toEqual([undefined, 'x', 'x']);
});

test('the least recently used entry is given up first [CACHE-4]', () => {
  const store = new MemoryStore(2);
  store.set('a', '1', 1000);
  store.set('b', '2', 1000);
  store.get('a');
  store.set('c', '3', 1000);
  expect(['a', 'b', 'c'].map((key) => store.get(key))).toEqual(['1', undefined, '3']);
});
