import { describe, expect, it } from '@jest/globals';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { formatDiagnostics } from '../../src/diagnostics/format.js';

const found: Diagnostic = {
  code: 'HAFT1042',
  severity: 'error',
  message: 'The type is `any`: a model would have to guess, 100 %.',
  fix: 'Write the type.',
  file: 'src/a,b.ts',
  line: 3,
  column: 5,
};

describe('formatDiagnostics', () => {
  it('prints like the compiler, with the line of source and the fix', () => {
    const text = formatDiagnostics([found], 'pretty', () => ['', '', '\trun(value: any) {}']);
    expect(text).toBe(
      [
        'src/a,b.ts:3:5 - error HAFT1042: The type is `any`: a model would have to guess, 100 %.',
        '',
        '3 \trun(value: any) {}',
        '  \t   ~',
        '',
        '  Fix: Write the type.',
      ].join('\n'),
    );
  });

  it('prints findings without a place, and with an unreadable source', () => {
    const { file: _file, line: _line, column: _column, ...placeless } = found;
    expect(formatDiagnostics([placeless], 'pretty')).toMatch(/^error HAFT1042: /);
    expect(formatDiagnostics([found], 'pretty')).toBe(
      'src/a,b.ts:3:5 - error HAFT1042: The type is `any`: a model would have to guess, 100 %.\n  Fix: Write the type.',
    );
  });

  it('writes errors last, and folds warnings of one kind', () => {
    const warning = (line: number): Diagnostic => ({ ...found, code: 'HAFT1030', severity: 'warning', line });
    const other: Diagnostic = { ...found, code: 'HAFT1032', severity: 'warning', line: 99 };
    const text = formatDiagnostics(
      [found, ...Array.from({ length: 17 }, (_, at) => warning(at + 10)), other],
      'pretty',
    );
    expect(text.split('\n').filter((line) => !line.startsWith('  Fix'))).toEqual([
      ...[10, 11, 12].flatMap((line) => [`src/a,b.ts:${line}:5 - warning HAFT1030: ${found.message}`, '']),
      '14 more warnings HAFT1030. The option --format json lists all:',
      ...Array.from({ length: 10 }, (_, at) => `  src/a,b.ts:${at + 13}:5`),
      '  ... and 4 more places',
      '',
      `src/a,b.ts:99:5 - warning HAFT1032: ${found.message}`,
      '',
      `src/a,b.ts:3:5 - error HAFT1042: ${found.message}`,
    ]);
  });

  it('writes commands that annotate a pull request', () => {
    expect(formatDiagnostics([found, { ...found, severity: 'info' }], 'github').split('\n')).toEqual([
      '::error file=src/a%2Cb.ts,line=3,col=5,title=HAFT1042::The type is `any`: a model would have to guess, 100 %25. Write the type.',
      '::notice file=src/a%2Cb.ts,line=3,col=5,title=HAFT1042::The type is `any`: a model would have to guess, 100 %25. Write the type.',
    ]);
  });

  it('writes JSON as it is', () => {
    expect(JSON.parse(formatDiagnostics([found], 'json'))).toEqual([found]);
    expect(formatDiagnostics([], 'json')).toBe('[]');
    expect(formatDiagnostics([], 'pretty')).toBe('');
  });
});
