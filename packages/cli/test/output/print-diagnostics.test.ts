import { jest } from '@jest/globals';
import type { Diagnostic } from '@haft/reflector';
import { countText, printDiagnostics } from '../../src/output/print-diagnostics.js';
import { removeTemporaryFolders, temporaryFolder } from '../support/temporary-folder.js';

afterEach(removeTemporaryFolders);

const finding = {
  code: 'HAFT1001',
  severity: 'error',
  message: "The type of 'when' is not known.",
  fix: 'Write its type.',
  file: 'src/a.ts',
  line: 2,
  column: 8,
} as const satisfies Diagnostic;

function printed(diagnostics: readonly Diagnostic[], format: 'pretty' | 'github', source: string): string {
  const folder = temporaryFolder({ 'src/a.ts': source });
  const cwd = jest.spyOn(process, 'cwd').mockReturnValue(folder);
  const written: string[] = [];
  const write = jest.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean(written.push(String(text))));
  try {
    printDiagnostics(diagnostics, folder, format);
  } finally {
    write.mockRestore();
    cwd.mockRestore();
  }
  return written.join('');
}

describe('printDiagnostics', () => {
  it('shows place, code, message, the source line with a mark, and the fix', () => {
    expect(printed([finding], 'pretty', 'class A {\n  read(when) {}\n}\n')).toBe(
      `src/a.ts:2:8 - error HAFT1001: The type of 'when' is not known.

  2   read(when) {}
           ~

  fix: Write its type.

`,
    );
  });

  it('names the place also where the file cannot be read, and no place where there is none', () => {
    const gone = printed([{ ...finding, file: 'src/gone.ts' }], 'pretty', '');
    expect(gone).toBe("src/gone.ts:2:8 - error HAFT1001: The type of 'when' is not known.\n  fix: Write its type.\n\n");
    const { code, severity, message, fix } = finding;
    expect(printed([{ code, severity, message, fix }], 'pretty', '')).toMatch(/^error HAFT1001: /);
  });

  it('keeps the mark under its place where a line is indented with tabs', () => {
    expect(printed([{ ...finding, line: 1, column: 3 }], 'pretty', '\t\tx')).toContain('\n  1 \t\tx\n    \t\t~\n');
  });

  it('shows the part of a long line around the place', () => {
    const text = printed([{ ...finding, line: 1, column: 301 }], 'pretty', `${'a'.repeat(300)}X${'b'.repeat(300)}`);
    const [source = '', mark = ''] = text.split('\n').slice(2, 4);
    expect(source.length).toBeLessThan(130);
    expect(source[mark.indexOf('~')]).toBe('X');
  });

  it('counts lines as the compiler does, the separators of Unicode included', () => {
    expect(printed([{ ...finding, line: 3, column: 1 }], 'pretty', '// a\u2028b\nhere')).toContain(
      '\n  3 here\n    ~\n',
    );
  });

  it('writes annotations of GitHub Actions, one line each', () => {
    // Set where these tests themselves run in GitHub Actions.
    delete process.env.GITHUB_WORKSPACE;
    expect(printed([{ ...finding, message: '100%\nof a, b: c' }], 'github', '')).toBe(
      '::error file=src/a.ts,line=2,col=8,title=HAFT1001::100%25%0Aof a, b: c%0Afix: Write its type.\n',
    );
  });
});

describe('countText', () => {
  it('counts errors and warnings, and leaves out zero counts', () => {
    const of = (...severities: Diagnostic['severity'][]) =>
      countText(severities.map((severity) => ({ ...finding, severity })));
    expect(of('error', 'warning', 'error', 'info')).toBe('2 errors, 1 warning');
    expect(of('warning')).toBe('1 warning');
    expect(of('info')).toBe('');
  });
});
