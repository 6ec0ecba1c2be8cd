import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { committedChanges } from '../src/inspect/committed-changes.js';
import { moduleTools } from '../src/inspect/module-tools.js';
import { toolPlaces } from '../src/inspect/tool-places.js';
import { withTools } from '../src/inspect/with-tools.js';
import { haftInThread } from './support/haft.js';
import { removeTemporaryFolders, temporaryFolder } from './support/temporary-folder.js';

afterEach(removeTemporaryFolders);

/** A test of `integration` opens the page. */
describe('haft inspect [TSP-24]', () => {
  const folder = (): string =>
    temporaryFolder({ 'package.json': JSON.stringify({ type: 'module', haft: { runtime: 'runtime.js' } }) });

  it('says what to install where @haft/inspector is missing', () => {
    const { code, err } = haftInThread(folder(), ['inspect']);
    expect(code).toBe(1);
    expect(err).toMatch(/HAFT_MISSING_PEER[^]*npm install --save-dev @haft\/inspector/);
  });

  it('says what is missing where the project names no runtime', () => {
    const { code, err } = haftInThread(temporaryFolder({ 'package.json': '{"type":"module"}' }), ['inspect']);
    expect(code).toBe(1);
    expect(err).toMatch(/HAFT_NO_RUNTIME/);
  });
});

describe('the places of tools [TSP-24]', () => {
  it('are the lines of the methods in their class', () => {
    const folder = temporaryFolder({ 'package.json': '{}' });
    mkdirSync(join(folder, 'src'));
    writeFileSync(
      join(folder, 'src/desk.ts'),
      [
        'class Other {',
        '  greet() {}',
        '}',
        '/** The class Desk. */',
        '@Toolset()',
        'export class Desk {',
        '  @Tool()',
        '  async greet(name: string) {',
        '    return this.other(name);',
        '  }',
        '  public async *list<T>(): AsyncGenerator<T> {}',
        "  'odd name'() {}",
        '}',
      ].join('\n'),
    );
    const tool = (method: string) => ({ file: 'src/desk.ts', class: 'Desk', method });
    const places = toolPlaces(
      [
        tool('greet'),
        tool('list'),
        tool('odd name'),
        tool('missing'),
        { ...tool('greet'), file: 'src/gone.ts', class: 'Gone' },
        {},
      ],
      folder,
    );
    const file = join(folder, 'src/desk.ts');
    expect(places).toEqual({
      'Desk.greet': { file, line: 8, from: 7, to: 10 },
      'Desk.list': { file, line: 11, from: 11, to: 11 },
      'Desk.odd name': { file, line: 12, from: 12, to: 12 },
    });
    const finding = (line: number) => ({ code: 'HAFT1001', message: 'm', isError: false, file: 'src/desk.ts', line });
    const bound = withTools([finding(7), finding(9), finding(6), finding(11)], places, folder);
    expect(bound.map(({ tool: name }) => name)).toEqual(['Desk.greet', 'Desk.greet', undefined, 'Desk.list']);
  });
});

describe('the changes since the last commit [TSP-24]', () => {
  const git = (folder: string, ...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: folder });

  it('are those of the tools in the committed module', async () => {
    const folder = temporaryFolder({ 'package.json': '{}' });
    // A module of this repository, as the build writes it.
    const text = readFileSync(join(import.meta.dirname, '../../toolsets/src/human/toolsets.gen.ts'), 'utf8');
    const file = join(folder, 'toolsets.gen.ts');
    expect(await committedChanges(file, text)).toEqual([]);
    writeFileSync(file, text);
    git(folder, 'init', '-q');
    git(folder, 'add', '.');
    git(folder, 'commit', '-qm', 'first');
    expect(moduleTools(text).map(({ name }) => name)).toEqual(['ask_user']);
    expect(await committedChanges(file, text)).toEqual([]);
    const changed = text.replace('"maxLength":2000', '"maxLength":20').replace("'Asks the user a", "'Doesn\\'t ask a");
    expect(await committedChanges(file, changed)).toEqual([
      expect.stringMatching(/^ask_user: breaking: question: .*2000.*20/),
      expect.stringMatching(/^ask_user: info: .*description/),
    ]);
    expect(await committedChanges(file, '')).toEqual([expect.stringMatching(/^ask_user: breaking: /)]);
  });
});
