import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ConsumerPlace } from './support/consumers.js';
import { toolchainFile, TOOLCHAINS } from './support/toolchain-folder.js';
import { runCommand, runNode } from './support/run-command.js';

const EXPECTED = { status: 0, output: '9 answers as expected\n' };
const TSC = toolchainFile('typescript-5/lib/tsc.js');
const NODE_20 = join(TOOLCHAINS, '../../../.ci/nodes/node_modules/node-20/bin/node');

describe('kinds of projects', () => {
  let place: ConsumerPlace;
  beforeAll(() => {
    place = ConsumerPlace.create('projects');
  }, 120_000);
  afterAll(() => {
    place.remove();
  });

  test('the first build: nothing is generated yet, and the sources import it', () => {
    const project = place.project('first');
    expect(existsSync(join(project.folder, 'src/toolsets.gen.ts'))).toBe(false);
    project.build();
    const first = project.read('src/toolsets.gen.ts');
    project.build();
    expect(project.read('src/toolsets.gen.ts')).toBe(first);
  }, 60_000);

  test('two folders, one result: the module holds no path and no date', () => {
    const [one, other] = [place.project('one'), place.project('other')];
    one.build();
    other.build();
    expect(other.read('src/toolsets.gen.ts')).toBe(one.read('src/toolsets.gen.ts'));
    expect(one.read('src/toolsets.gen.ts')).not.toContain(TOOLCHAINS);
  }, 60_000);

  test('a CommonJS project requires Haft, which is ECMAScript modules only', () => {
    const project = place.project('commonjs', { packageType: 'commonjs' });
    project.build();
    expect(runNode([TSC], project.folder)).toEqual({ status: 0, output: '' });
    expect(project.read('dist/shop.toolset.js')).toContain('require("haft")');
    expect(runNode(['dist/main.js'], project.folder)).toEqual(EXPECTED);
    expect(runCommand(NODE_20, ['--disable-warning=ExperimentalWarning', 'dist/main.js'], project.folder)).toEqual(
      EXPECTED,
    );
  }, 60_000);

  test('a project with references: DTO and service come from the referenced one, which is not built yet', () => {
    const references = place.project('references', { template: 'references' });
    const linked = join(references.folder, 'node_modules', '@references', 'stock');
    mkdirSync(join(linked, '..'), { recursive: true });
    symlinkSync(join(references.folder, 'stock'), linked);
    const shop = references.at('shop');
    shop.build();
    expect(runNode([TSC, '-b', 'shop'], references.folder)).toEqual({ status: 0, output: '' });
    const { status, output } = runNode(['dist/main.js'], shop.folder);
    expect(output).toBe('["2 x bolt"]\n- amounts[0].count: expected an integer of at least 1, received 0\n');
    expect(status).toBe(0);
  }, 60_000);
});
