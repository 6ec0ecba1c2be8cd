import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { buildProject } from '../../src/build/build-project.js';
import { withFolder } from '../support/with-folder.js';

const toolset = (members: string): string => `import { Param, Tool, Toolset } from '@haft/core';
/** Files. */
@Toolset({ prefix: 'file' })
export class FileToolset {
${members}
}
`;
const READ = `  /**
   * Reads a file.
   * @param path Where.
   */
  @Tool()
  read(path: string): string { return path; }`;

describe('a build', () => {
  it('writes the module of the project', () =>
    withFolder({ 'src/file.ts': toolset(READ) }, async ({ settings }) => {
      const result = await buildProject(settings);
      expect(result).toMatchObject({
        ok: true,
        changed: true,
        toolsets: 1,
        tools: 1,
        diagnostics: [],
        out: settings.out,
      });
      expect(readFileSync(settings.out, 'utf8')).toBe(result.text);
      expect(result.text).toContain("import { FileToolset } from './file.js';");
      expect(result.model?.toolsets[0]?.tools[0]?.name).toBe('file_read');
    }));

  it('leaves a module alone that says the same already', () =>
    withFolder({ 'src/file.ts': toolset(READ) }, async ({ settings }) => {
      await buildProject(settings);
      const { mtimeMs } = statSync(settings.out);
      expect(await buildProject(settings)).toMatchObject({ ok: true, changed: false });
      expect(statSync(settings.out).mtimeMs).toBe(mtimeMs);
    }));

  it('writes nothing when the source has an error, and says where', () =>
    withFolder({ 'src/file.ts': toolset(READ.replace('string):', '() => void):')) }, async ({ settings, path }) => {
      const result = await buildProject(settings);
      expect(result).toMatchObject({ ok: false, changed: false, text: undefined, model: undefined });
      expect(result.diagnostics).toMatchObject([{ severity: 'error', file: 'src/file.ts', line: 10 }]);
      expect(existsSync(settings.out)).toBe(false);
      expect(readdirSync(path('src'))).toEqual(['file.ts']);
    }));

  it('keeps the old module when the source has an error', () =>
    withFolder({ 'src/file.ts': toolset(READ) }, async ({ settings, write }) => {
      const { text } = await buildProject(settings);
      write({ 'src/file.ts': toolset('  broken(') });
      expect((await buildProject(settings)).ok).toBe(false);
      expect(readFileSync(settings.out, 'utf8')).toBe(text);
    }));

  it('takes warnings for errors where it is strict', () =>
    withFolder(
      { 'src/file.ts': toolset('  @Tool()\n  read(path: string): string { return path; }') },
      async ({ settings }) => {
        expect(await buildProject({ ...settings, strict: true })).toMatchObject({ ok: false });
        expect(await buildProject(settings)).toMatchObject({ ok: true });
      },
    ));

  it('without writing says whether the module is stale', () =>
    withFolder({ 'src/file.ts': toolset(READ) }, async ({ settings, write }) => {
      expect(await buildProject({ ...settings, write: false })).toMatchObject({ ok: true, changed: true });
      expect(existsSync(settings.out)).toBe(false);
      await buildProject(settings);
      expect(await buildProject({ ...settings, write: false })).toMatchObject({ changed: false });
      write({ 'src/file.ts': toolset(READ.replace('Reads', 'Shows')) });
      expect(await buildProject({ ...settings, write: false })).toMatchObject({ changed: true });
    }));

  it('treats a module with the line ends of Windows as unchanged', () =>
    withFolder({ 'src/file.ts': toolset(READ) }, async ({ settings, write }) => {
      await buildProject(settings);
      write({ 'src/toolsets.gen.ts': readFileSync(settings.out, 'utf8').replaceAll('\n', '\r\n') });
      expect(await buildProject({ ...settings, write: false })).toMatchObject({ ok: true, changed: false });
      expect(await buildProject(settings)).toMatchObject({ ok: true, changed: false, cached: true });
    }));

  it.each(['src/toolsets.checks.gen.ts', 'src/toolsets.issues.gen.ts'])(
    'writes the files next to the module, and again if one is missing or changed: %s',
    (beside) =>
      withFolder({ 'src/file.ts': toolset(READ) }, async ({ settings, write, path }) => {
        await buildProject(settings);
        const text = readFileSync(path(beside), 'utf8');
        expect(await buildProject(settings)).toMatchObject({ cached: true, changed: false });
        for (const spoil of [() => rmSync(path(beside)), () => write({ [beside]: '// another build' })]) {
          spoil();
          expect(await buildProject({ ...settings, write: false })).toMatchObject({ cached: false, changed: true });
          expect(await buildProject(settings)).toMatchObject({ cached: false, changed: true });
          expect(readFileSync(path(beside), 'utf8')).toBe(text);
        }
      }),
  );

  it('says which tools a module cannot be written for, each at its place', () => {
    const impossible = READ.replace('(path', '(@Param({ pattern: "^(?=a)(?=b)x$" }) path');
    const source = toolset(`${impossible}\n${impossible.replace('read(', 'show(')}`);
    return withFolder({ 'src/file.ts': source }, async ({ settings }) => {
      const result = await buildProject(settings);
      const report = (tool: string) => ({
        code: 'HAFT1150',
        severity: 'error',
        file: 'src/file.ts',
        line: source.split('\n').findIndex((line) => line.includes(`${tool}(`)) + 1,
        column: 3,
        message: `Haft cannot generate code for the tool 'file_${tool}': Haft found no example of 'path'.`,
      });
      expect(result.diagnostics).toMatchObject([report('read'), report('show')]);
      expect(existsSync(settings.out)).toBe(false);
    });
  });
});
