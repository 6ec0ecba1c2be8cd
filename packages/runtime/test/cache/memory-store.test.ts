import { MemoryStore } from '../../src/cache/memory-store.js';

test('an entry counts until its time is over', () => {
  let now = 0;
  const store = new MemoryStore(10, () => now);
  store.set('a', '1', 100);
  now = 99;
  expect(store.get('a')).toBe('1');
  now = 100;
  expect(store.get('a')).toBeUndefined();
});

test('the least recently used entry is given up first', () => {
  const store = new MemoryStore(2);
  store.set('a', '1', 1000);
  store.set('b', '2', 1000);
  store.get('a');
  store.set('c', '3', 1000);
  expect(['a', 'b', 'c'].map((key) => store.get(key))).toEqual(['1', undefined, '3']);
});
