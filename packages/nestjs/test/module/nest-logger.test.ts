import { expect, it } from '@jest/globals';
import type { Logger as NestLogger } from '@nestjs/common';
import { nestLogger } from '../../src/module/nest-logger.js';

it.each([
  ['debug', 'debug'],
  ['info', 'log'],
  ['warn', 'warn'],
  ['error', 'error'],
] as const)('writes %s as %s of Nest, with details if there are any', (level, method) => {
  const lines: unknown[] = [];
  const record =
    (name: string) =>
    (...parts: readonly unknown[]) =>
      lines.push([name, ...parts]);
  const nest = Object.fromEntries(['debug', 'log', 'warn', 'error'].map((name) => [name, record(name)]));
  const logger = nestLogger(nest as unknown as NestLogger);
  logger[level]('alone');
  logger[level]('with', { callId: 'c1' });
  expect(lines).toEqual([
    [method, 'alone'],
    [method, 'with', { callId: 'c1' }],
  ]);
});
