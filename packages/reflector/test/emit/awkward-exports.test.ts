import { describe, expect, it } from '@jest/globals';
import { moduleOrReports } from '../../src/build/module-or-reports.js';
import { readFiles, type Files } from '../support/read-fixture.js';

async function written(files: Files): Promise<string> {
  const { text, diagnostics } = await moduleOrReports(readFiles(files), '/project/src/toolsets.gen.ts');
  return text ?? diagnostics.map((one) => `${one.code} ${one.line} ${one.message}`).join('\n');
}

const TOOLSET = `import { Tool, Toolset } from '@haft/core';
@Toolset() class Hidden { /** A. */ @Tool() run(): void {} }`;

describe('a class under an awkward export', () => {
  it('is imported by a quoted name, whatever the text', async () => {
    const text = await written({ 'src/main.ts': `${TOOLSET}\nexport { Hidden as "x } from 'y'; ..." };` });
    expect(text).toContain(`'x } from \\'y\\'; ...' as Hidden`);
  });

  it('is imported by the name that needs no quotes, where there is one', async () => {
    const text = await written({ 'src/main.ts': `${TOOLSET}\nexport { Hidden as 'a b', Hidden as Shown };` });
    expect(text).toMatch(/import \{\s+Shown,?\s+\} from /);
  });

  it('HAFT1019: lies in a file that Node can import', () => {
    const file = { 'src/hash#tag.ts': TOOLSET.replace('class', 'export class') };
    const reports = (type: string): readonly string[] =>
      readFiles({ ...file, 'package.json': JSON.stringify({ type }) }).diagnostics.map(
        ({ severity, code, line, message }) => `${severity} ${code} ${line} ${message}`,
      );
    expect(reports('module')).toEqual([
      "warning HAFT1019 2 Node cannot import 'src/hash#tag.ts': its path has one of the characters # ? %.",
    ]);
    expect(reports('commonjs')).toEqual([]);
  });

  it('HAFT1019: lies in folders that Node can import', () => {
    const reports = (...paths: readonly string[]): readonly string[] =>
      paths.flatMap((path) => {
        const file = { [path]: TOOLSET.replace('class', 'export class') };
        const { diagnostics } = readFiles({ ...file, 'package.json': JSON.stringify({ type: 'module' }) });
        return diagnostics.map(({ code, message }) => `${code} ${message}`);
      });
    expect(reports('src/di#r/x.ts', 'src/dir/x.ts')).toEqual([
      "HAFT1019 Node cannot import 'src/di#r/x.ts': its path has one of the characters # ? %.",
    ]);
  });
});
