import { jest } from '@jest/globals';
import { HaftError } from '@haft/core/errors';
import { printError } from '../../src/output/print-error.js';

function printed(error: unknown): string {
  const lines: unknown[] = [];
  const write = jest.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(text) > 0);
  try {
    printError(error, false);
  } finally {
    write.mockRestore();
  }
  return lines.join('');
}

test('prints the messages of an AggregateError that has none', () => {
  const addresses = ['::1:5432', '127.0.0.1:5432'].map((address) => new Error(`connect ECONNREFUSED ${address}`));
  expect(printed(new AggregateError(addresses))).toContain(
    'connect ECONNREFUSED ::1:5432, connect ECONNREFUSED 127.0.0.1:5432\n',
  );
});

test.each([
  ['an error', new Error('bad \u001b[2J')],
  ['an error of Haft', new HaftError('HAFT_INVALID_OPTION', 'bad \u001b[2J', { hint: 'Do not.' })],
  ['a hint', new HaftError('HAFT_INVALID_OPTION', 'Bad.', { hint: 'No bad \u001b[2J' })],
])('prints characters that control a terminal in %s as escapes', (_case, error) => {
  expect(printed(error)).toContain('bad \\u001b[2J\n');
});
