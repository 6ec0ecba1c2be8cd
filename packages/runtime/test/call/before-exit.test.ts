import { afterEach, expect, test } from '@jest/globals';
import { beforeExit, notBeforeExit } from '../../src/call/in-flight/before-exit.js';

const asked: (() => void)[] = [];

function ask(tell: () => void): void {
  asked.push(tell);
  beforeExit(tell);
}

afterEach(() => {
  for (const tell of asked.splice(0)) notBeforeExit(tell);
});

test('many may ask, with one listener of the process', () => {
  const told: number[] = [];
  ask(() => told.push(0));
  const withOne = process.listenerCount('beforeExit');
  for (let i = 1; i < 20; i++) ask(() => told.push(i));
  expect(process.listenerCount('beforeExit')).toBe(withOne);
  process.emit('beforeExit', 0);
  expect(told).toHaveLength(20);
});

test('a removed listener is not called, and nothing remains of the last one', () => {
  const before = process.listenerCount('beforeExit');
  const told: string[] = [];
  const first = (): unknown => told.push('first');
  ask(first);
  ask(() => told.push('second'));
  notBeforeExit(first);
  process.emit('beforeExit', 0);
  expect(told).toEqual(['second']);
  for (const tell of asked.splice(0)) notBeforeExit(tell);
  expect(process.listenerCount('beforeExit')).toBe(before);
});
