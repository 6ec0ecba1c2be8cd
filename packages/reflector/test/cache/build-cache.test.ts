import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildProject, type BuildResult } from '../../src/build/build-project.js';
import { withFolder, type ProjectFolder } from '../support/with-folder.js';

const FILES = {
  'node_modules/.keep': '',
  'src/file.ts': `import { Tool, Toolset } from '@haft/core';
import type { Place } from './place.js';
/** Files. */
@Toolset({ prefix: 'file' })
export class FileToolset {
  /** Reads a file. */
  @Tool()
  read(place: Place): string { return place.path; }
}
`,
  'src/place.ts': '/** A place. */\nexport interface Place {\n  /** Where. */\n  path: string;\n}\n',
};

const packageJson = (version: string): string => JSON.stringify({ name: 'places', version, types: 'index.d.ts' });
const WITH_PACKAGE = {
  ...FILES,
  'node_modules/places/package.json': packageJson('1.0.0'),
  'node_modules/places/index.d.ts': 'export type Mode = "a" | "b";',
  'src/place.ts':
    "import type { Mode } from 'places';\n/** A place. */\nexport interface Place {\n  /** Where. */\n  path: Mode;\n}\n",
};

/** Builds, changes something, and builds again. */
async function again(
  change: (project: ProjectFolder) => void,
  check: (second: BuildResult, first: BuildResult) => void,
): Promise<void> {
  await withFolder(FILES, async (project) => {
    const first = await buildProject(project.settings);
    expect(first).toMatchObject({ ok: true, cached: false });
    change(project);
    check(await buildProject(project.settings), first);
  });
}

describe('a build after a build', () => {
  it('reads nothing again when nothing changed, and says the same', () =>
    again(
      () => undefined,
      (second, first) => {
        expect(second).toMatchObject({
          ok: true,
          cached: true,
          changed: false,
          model: undefined,
          toolsets: 1,
          tools: 1,
        });
        expect(second.text).toBe(first.text);
        expect(second.diagnostics).toEqual(first.diagnostics);
      },
    ));

  it.each<[string, (project: ProjectFolder) => void, boolean]>([
    ['a source file', ({ write }) => write({ 'src/place.ts': FILES['src/place.ts'].replace('path:', 'path?:') }), true],
    ['a comment', ({ write }) => write({ 'src/file.ts': `// A note.\n${FILES['src/file.ts']}` }), false],
    ['a new file', ({ write }) => write({ 'src/new.ts': 'export const one = 1;' }), false],
    ['a new folder', ({ write }) => write({ 'src/deep/new.ts': 'export const one = 1;' }), false],
    [
      'the tsconfig',
      ({ path }) => writeFileSync(path('tsconfig.json'), `${readFileSync(path('tsconfig.json'), 'utf8')} `),
      false,
    ],
    ['the module, changed by hand', ({ settings }) => writeFileSync(settings.out, '// mine'), true],
    ['the module, deleted', ({ settings }) => rmSync(settings.out), true],
  ])('reads again after a change of %s', (_, change, changed) =>
    again(change, (second) => {
      expect(second).toMatchObject({ ok: true, cached: false, changed });
    }),
  );

  it.each<[string, (project: ProjectFolder) => void]>([
    [
      'a declaration of a package',
      ({ write }) => write({ 'node_modules/places/index.d.ts': 'export type Mode = "a" | "c";' }),
    ],
    ['the version of a package', ({ write }) => write({ 'node_modules/places/package.json': packageJson('2.0.0') })],
  ])('reads again after a change of %s', (_, change) =>
    withFolder(WITH_PACKAGE, async (project) => {
      await buildProject(project.settings);
      expect(await buildProject(project.settings)).toMatchObject({ ok: true, cached: true });
      change(project);
      expect(await buildProject(project.settings)).toMatchObject({ ok: true, cached: false });
    }),
  );

  it('reads again with another strictness, and without a cache', () =>
    withFolder(FILES, async ({ settings }) => {
      await buildProject(settings);
      expect(await buildProject({ ...settings, strict: true })).toMatchObject({ cached: false });
      expect(await buildProject({ ...settings, cache: false })).toMatchObject({ cached: false });
      expect(await buildProject({ ...settings, write: false })).toMatchObject({ cached: false });
      expect(await buildProject({ ...settings, write: false, cache: true })).toMatchObject({
        cached: true,
        changed: false,
      });
    }));

  it('remembers no build that failed', () =>
    withFolder({ ...FILES, 'src/file.ts': 'export {};' }, async ({ settings, write }) => {
      expect(await buildProject(settings)).toMatchObject({ ok: false });
      expect(await buildProject(settings)).toMatchObject({ ok: false, cached: false });
      write(FILES);
      expect(await buildProject(settings)).toMatchObject({ ok: true, cached: false });
    }));

  it('writes the same bytes with and without a cache, in any folder', () =>
    withFolder(FILES, async ({ settings }) => {
      const { text } = await buildProject(settings);
      await buildProject(settings);
      expect(readFileSync(settings.out, 'utf8')).toBe(text);
      await withFolder(FILES, async (other) => {
        expect((await buildProject(other.settings)).text).toBe(text);
      });
    }));
});

test('a cache keeps the newest entries, and that of the build itself', () =>
  again(
    ({ folder }) => {
      const cache = join(folder, 'node_modules/.cache/haft');
      for (let index = 0; index < 300; index++) {
        const file = join(cache, `old${index}.json`);
        writeFileSync(file, '{}');
        utimesSync(file, index, index);
      }
      const source = join(folder, 'src/place.ts');
      writeFileSync(source, readFileSync(source, 'utf8').replace('Where.', 'Where it is.'));
    },
    (_second, { out }) => {
      const names = readdirSync(join(out, '../../node_modules/.cache/haft'));
      expect(names).toHaveLength(100);
      expect(names).toContain('old299.json');
      expect(names).not.toContain('old200.json');
      expect(names.filter((name) => !name.startsWith('old') && name !== 'sources')).toHaveLength(1);
    },
  ));
