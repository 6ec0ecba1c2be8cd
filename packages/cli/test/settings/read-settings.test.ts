import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { HaftError } from '@haft/core';
import { readSettings } from '../../src/settings/read-settings.js';
import { removeTemporaryFolders, temporaryFolder } from '../support/temporary-folder.js';

afterEach(removeTemporaryFolders);

function projectWith(haft: unknown): string {
  return temporaryFolder({ 'package.json': JSON.stringify({ haft }) });
}

describe('readSettings', () => {
  it('has a default for every setting', async () => {
    const folder = temporaryFolder({ 'package.json': '{}' });
    expect(await readSettings({}, folder)).toEqual({
      folder,
      tsconfig: join(folder, 'tsconfig.json'),
      out: join(folder, 'src/toolsets.gen.ts'),
      strict: false,
      for: [],
      comments: [],
      runtime: undefined,
    });
  });

  it('reads the key "haft" of package.json, with paths relative to it', async () => {
    const folder = projectWith({
      tsconfig: 'a.json',
      out: 'b.gen.ts',
      strict: true,
      for: ['openai'],
      comments: ['@acme/types'],
      runtime: 'c.js',
    });
    expect(await readSettings({}, folder)).toEqual({
      folder,
      tsconfig: join(folder, 'a.json'),
      out: join(folder, 'b.gen.ts'),
      strict: true,
      for: ['openai'],
      comments: ['@acme/types'],
      runtime: join(folder, 'c.js'),
    });
  });

  it.each([[8_000], [{ openai: 8_000, toolsets: { Files: 2_000 } }]])(
    'reads %j as a budget of tokens',
    async (tokens) => {
      expect((await readSettings({}, projectWith({ tokens }))).tokens).toEqual(tokens);
    },
  );

  it('prefers the options of the command line, with paths relative to the working directory', async () => {
    const folder = projectWith({ tsconfig: 'a.json', strict: false, for: ['openai'] });
    const inside = join(folder, 'src');
    mkdirSync(inside);
    expect(await readSettings({ tsconfig: 'x.json', out: '../y.ts', strict: true, for: [] }, inside)).toMatchObject({
      folder,
      tsconfig: join(inside, 'x.json'),
      out: join(folder, 'y.ts'),
      strict: true,
      for: [],
    });
  });

  it('finds a project without package.json by its tsconfig.json', async () => {
    const folder = temporaryFolder({ 'tsconfig.json': '{}', 'src/a.ts': '' });
    expect(await readSettings({}, join(folder, 'src'))).toMatchObject({
      folder,
      tsconfig: join(folder, 'tsconfig.json'),
    });
  });

  it('takes the tsconfig.json of a folder, as tsc -p does', async () => {
    const folder = temporaryFolder({ 'package.json': '{}', 'app/tsconfig.json': '{}' });
    const tsconfig = join(folder, 'app/tsconfig.json');
    expect((await readSettings({ tsconfig: 'app' }, folder)).tsconfig).toBe(tsconfig);
    const written = temporaryFolder({ 'package.json': '{"haft":{"tsconfig":"app"}}', 'app/tsconfig.json': '{}' });
    expect((await readSettings({}, written)).tsconfig).toBe(join(written, 'app/tsconfig.json'));
  });

  it('takes the settings of the package that a tsconfig further down belongs to', async () => {
    const folder = temporaryFolder({
      'package.json': '{"haft":{"out":"root.gen.ts"}}',
      'packages/app/package.json': '{"haft":{"runtime":"dist/runtime.js"}}',
      'packages/app/tsconfig.json': '{}',
    });
    const app = join(folder, 'packages/app');
    expect(await readSettings({ tsconfig: 'packages/app/tsconfig.json' }, folder)).toMatchObject({
      folder: app,
      out: join(app, 'src/toolsets.gen.ts'),
      runtime: join(app, 'dist/runtime.js'),
    });
    // Further up, it is only another tsconfig.
    expect((await readSettings({ tsconfig: '../../tsconfig.base.json' }, app)).folder).toBe(app);
  });

  it.each(['src', 'src/toolsets.gen.js', 'src/toolsets.gen.d.ts', 'readme.md'])(
    'refuses to write the module to %s',
    async (out) => {
      const folder = temporaryFolder({ 'package.json': JSON.stringify({ haft: { out } }), 'src/a.ts': '' });
      const message = `The generated module cannot be written to ${join(folder, out)}: the module is a TypeScript file.`;
      expect(await errorOf(readSettings({}, folder))).toMatchObject({ code: 'HAFT_SETTINGS', message });
      expect((await errorOf(readSettings({ out }, folder))).code).toBe('HAFT_SETTINGS');
    },
  );

  it.each<[string, unknown, string]>([
    ['an unknown setting', { outt: 'x' }, "unknown setting 'outt'. Did you mean 'out'?"],
    ['a value of the wrong kind', { strict: 'yes' }, "'strict' must be true or false."],
    ['a list where a path belongs', { runtime: ['x'] }, "'runtime' must be the path of a built module."],
    [
      'one provider where a list belongs',
      { for: 'openai' },
      `'for' must be a list of providers, such as ["openai", "gemini"].`,
    ],
    [
      'one package where a list belongs',
      { comments: '@acme/types' },
      `'comments' must be a list of packages, such as ["@acme/types"].`,
    ],
    ['no object at all', ['x'], 'expected an object.'],
    ...['8000', null, [8000]].map((tokens): [string, unknown, string] => [
      `${JSON.stringify(tokens)} as a budget of tokens`,
      { tokens },
      `'tokens' must be a whole number from 1, or an object such as { "openai": 8000, "toolsets": { "Files": 2000 } }.`,
    ]),
    ...[0, 1.5, -8_000].map((tokens): [string, unknown, string] => [
      `${String(tokens)} as a budget of tokens`,
      { tokens },
      "'tokens' must be a whole number from 1.",
    ]),
    [
      'a budget of an unknown provider',
      { tokens: { openia: 8_000 } },
      "unknown name 'openia' in 'tokens'. Did you mean 'openai'?",
    ],
    [
      'a budget of a provider that is no number',
      { tokens: { mcp: '1' } },
      "'tokens.mcp' must be a whole number from 1.",
    ],
    ...[2_000, { Files: -1 }, ['Files']].map((toolsets): [string, unknown, string] => [
      `${JSON.stringify(toolsets)} as budgets of toolsets`,
      { tokens: { toolsets } },
      "'tokens.toolsets' must be an object with a whole number from 1 for each name of a toolset.",
    ]),
  ])('refuses %s', async (_case, haft, problem) => {
    const folder = projectWith(haft);
    const error = await errorOf(readSettings({}, folder));
    expect(error.code).toBe('HAFT_SETTINGS');
    expect(error.message).toBe(`The key 'haft' of ${join(folder, 'package.json')}: ${problem}`);
  });

  it('says where package.json is broken', async () => {
    const folder = temporaryFolder({ 'package.json': '{"haft": ' });
    expect((await errorOf(readSettings({}, folder))).message).toContain(
      `${join(folder, 'package.json')} is not valid JSON`,
    );
  });
});

async function errorOf(work: Promise<unknown>): Promise<HaftError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof HaftError) return error;
  throw new Error('expected a HaftError');
}
