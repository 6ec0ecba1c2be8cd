import { readFileSync } from 'node:fs';
import { buildProject, createBuilder } from '../../src/build/build-project.js';
import { withFolder } from '../support/with-folder.js';

/** Many toolsets that share the types of one file. */
function project(count: number): Record<string, string> {
  const files: Record<string, string> = {
    'src/mode.ts': "/** How. */\nexport type Mode = 'fast' | 'slow' | 'auto';\n",
  };
  for (let index = 0; index < count; index++) {
    files[`src/tools/t${index}.ts`] = `import { Tool, Toolset } from '@haft/core';
import type { Mode } from '../mode.js';
/** Toolset ${index}. */
@Toolset({ prefix: 't${index}' })
export class T${index} {
  /** Runs. */
  @Tool()
  run(mode: Mode, at: Date, count = ${index}): string { return mode + at.toISOString() + String(count); }
}
`;
  }
  return files;
}

describe('a builder', () => {
  it('writes after every change the same text as a cold build', () =>
    withFolder(project(10), async ({ settings, write }) => {
      const builder = createBuilder();
      const cold = async (): Promise<string | undefined> => (await buildProject({ ...settings, write: false })).text;
      const changes: readonly Record<string, string>[] = [
        {},
        { 'src/mode.ts': "/** How. */\nexport type Mode = 'slow' | 'fast';\n" },
        { 'src/tools/t3.ts': project(10)['src/tools/t3.ts']?.replace('run(mode', 'go(mode') ?? '' },
        { 'src/tools/t11.ts': project(12)['src/tools/t11.ts'] ?? '' },
        // Another file that mentions the literals first must not change their order.
        { 'src/a.ts': "export const first: 'fast' | 'slow' | 'auto' = 'slow';\n" },
      ];
      for (const change of changes) {
        write(change);
        const { ok, text } = await builder.build(settings);
        expect(ok).toBe(true);
        expect(text).toBe(await cold());
        expect(readFileSync(settings.out, 'utf8')).toBe(text);
      }
    }));

  it('continues after an error', () =>
    withFolder(project(2), async ({ settings, write }) => {
      const builder = createBuilder();
      const { text } = await builder.build(settings);
      write({ 'src/mode.ts': 'export type Mode = () => void;' });
      expect(await builder.build(settings)).toMatchObject({ ok: false, text: undefined });
      expect(readFileSync(settings.out, 'utf8')).toBe(text);
      write(project(2));
      expect(await builder.build(settings)).toMatchObject({ ok: true, text, changed: false });
    }));
});

describe('a builder of several projects', () => {
  it('writes for each the same text as a cold build', () =>
    withFolder(project(4), async ({ settings, path, write }) => {
      write({
        'src/tsconfig.one.json': JSON.stringify({
          extends: '../tsconfig.json',
          compilerOptions: { rootDir: '..', outDir: 'one' },
          include: ['tools/t1.ts'],
        }),
        'src/tsconfig.two.json': JSON.stringify({
          extends: '../tsconfig.json',
          include: ['tools/t1.ts', 'tools/t3.ts'],
        }),
      });
      const builder = createBuilder();
      for (const name of ['one', 'two', 'one']) {
        const options = { ...settings, tsconfig: path(`src/tsconfig.${name}.json`), out: path(`src/${name}.gen.ts`) };
        const { ok, text } = await builder.build(options);
        expect(ok).toBe(true);
        expect(text).toBe((await buildProject({ ...options, write: false })).text);
      }
    }));
});

describe('the bytes of a module', () => {
  it('do not depend on the folder or on the order of files', () =>
    withFolder(project(5), async ({ settings, write, path }) => {
      const { text } = await buildProject(settings);
      const files = ['src/mode.ts', ...[4, 2, 0, 1, 3].map((index) => `src/tools/t${index}.ts`)];
      const tsconfig = JSON.parse(readFileSync(path('tsconfig.json'), 'utf8')) as Record<string, unknown>;
      for (const order of [files, files.toReversed()]) {
        write({ 'tsconfig.json': JSON.stringify({ ...tsconfig, include: undefined, files: order }) });
        expect((await buildProject(settings)).text).toBe(text);
      }
      await withFolder(project(5), async (other) => {
        expect((await buildProject(other.settings)).text).toBe(text);
      });
    }));
});
