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
  const before = process.listenerCount('beforeExit');
  const told: number[] = [];
  for (let i = 0; i < 20; i++) ask(() => told.push(i));
  expect(process.listenerCount('beforeExit')).toBe(before + 1);
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
