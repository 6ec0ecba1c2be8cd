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
