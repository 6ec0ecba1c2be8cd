import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolPlaces } from '../src/inspect/tool-places.js';
import { haft } from './support/haft.js';
import { removeTemporaryFolders, temporaryFolder } from './support/temporary-folder.js';

afterEach(removeTemporaryFolders);

/** A test of `integration` opens the page. */
describe('haft inspect [TSP-24]', () => {
  const folder = (): string =>
    temporaryFolder({ 'package.json': JSON.stringify({ type: 'module', haft: { runtime: 'runtime.js' } }) });

  it('says what to install where @haft/inspector is missing', () => {
    const { code, err } = haft(folder(), ['inspect']);
    expect(code).toBe(1);
    expect(err).toMatch(/HAFT_MISSING_PEER[^]*npm install --save-dev @haft\/inspector/);
  });

  it('says what is missing where the project names no runtime', () => {
    const { code, err } = haft(temporaryFolder({ 'package.json': '{"type":"module"}' }), ['inspect']);
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
      'Desk.greet': { file, line: 8 },
      'Desk.list': { file, line: 11 },
      'Desk.odd name': { file, line: 12 },
    });
  });
});
