import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { haft, project } from './support/haft.js';
import { removeTemporaryFolders } from './support/temporary-folder.js';

afterEach(removeTemporaryFolders);

const toolset = (body: string, head = '') => `import { Tool, Toolset } from '@haft/core';
${head}
/** Files. */
@Toolset({ prefix: 'file' })
export class FileToolset {
${body}
}
`;

const GOOD = toolset(`  /**
   * Reads a file.
   * @param path Its path.
   */
  @Tool()
  read(path: string): string { return path; }`);

describe('haft build on a project with a mistake', () => {
  it.each([
    ['a syntax error', toolset('  read(path: string {'), 'HAFT1002', '6:'],
    ['no toolset', 'export const nothing = 1;\n', 'HAFT1010', ''],
    [
      'two tools of one name',
      toolset(`  /** A. */ @Tool({ name: 'x' }) a(): void {}\n  /** B. */ @Tool({ name: 'x' }) b(): void {}`),
      'HAFT1021',
      '7:',
    ],
    [
      'a parameter type that JSON Schema cannot say',
      toolset(`  /**\n   * Reads.\n   * @param done x\n   */\n  @Tool()\n  read(done: () => void): void {}`),
      'HAFT1040',
      '11:',
    ],
    [
      'a parameter type that does not exist',
      toolset(`  /**\n   * Reads.\n   * @param what x\n   */\n  @Tool()\n  read(what: Missing): void {}`),
      'HAFT1041',
      '11:',
    ],
  ])('reports %s at its place, with a fix, and writes nothing', (_case, source, code, place) => {
    const folder = project({ 'src/file.toolset.ts': source });
    const { code: exitCode, err, out } = haft(folder, ['build']);
    expect(err).toMatch(
      new RegExp(`^${place === '' ? '' : `src/file\\.toolset\\.ts:${place}\\d+ - `}error ${code}: .+`, 'm'),
    );
    expect(err).toMatch(/^ {2}fix: .+/m);
    expect(err).toContain('nothing was written');
    expect(out).toBe('');
    expect(exitCode).toBe(1);
    expect(existsSync(join(folder, 'src/toolsets.gen.ts'))).toBe(false);
  });

  it('reports a missing tsconfig', () => {
    const folder = project({ 'src/file.toolset.ts': GOOD });
    rmSync(join(folder, 'tsconfig.json'));
    const { code, err } = haft(folder, ['build']);
    expect(err).toMatch(/error HAFT1001: .*tsconfig\.json/);
    expect(err).toMatch(/^ {2}fix: .+/m);
    expect(code).toBe(1);
  });

  it('prints the same as JSON, and as annotations of GitHub Actions', () => {
    const folder = project({ 'src/file.toolset.ts': toolset('  read(path: string {') });
    const json = haft(folder, ['build', '--format', 'json']);
    const finding = { code: 'HAFT1002', severity: 'error', file: 'src/file.toolset.ts', line: 6, column: 21 };
    expect(JSON.parse(json.out)).toMatchObject({
      ok: false,
      written: false,
      diagnostics: expect.arrayContaining([expect.objectContaining(finding)]),
    });
    expect(json.code).toBe(1);
    const github = haft(folder, ['build', '--format', 'github']);
    expect(github.err).toMatch(/^::error file=src\/file\.toolset\.ts,line=6,col=21,title=HAFT1002::/m);
    expect(github.code).toBe(1);
  });

  it('works although the generated module does not exist yet and the code that uses it cannot be compiled', () => {
    const main =
      "import { toolsets } from './toolsets.gen.js';\nconst wrong: number = 'text';\nexport { toolsets, wrong };\n";
    const folder = project({ 'src/file.toolset.ts': GOOD, 'src/main.ts': main });
    const { code, err, out } = haft(folder, ['build']);
    expect({ code, err, out }).toEqual({ code: 0, err: '', out: '✓ wrote src/toolsets.gen.ts\n' });
  });

  it('leaves a module of before as it was', () => {
    const source = toolset('  read(path: string {');
    const folder = project({ 'src/file.toolset.ts': source, 'src/toolsets.gen.ts': '// before' });
    expect(haft(folder, ['build']).code).toBe(1);
    expect(readFileSync(join(folder, 'src/toolsets.gen.ts'), 'utf8')).toBe('// before');
  });
});
