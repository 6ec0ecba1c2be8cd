import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { run, runWith } from '../support/haft.js';
import { removeTemporaryFolders, temporaryFolder } from '../support/temporary-folder.js';

const ROOT = resolve(import.meta.dirname, '../../../..');

afterEach(removeTemporaryFolders);

test('runs the init of the same version, if npx started the package haft in an empty folder', () => {
  const place = temporaryFolder({
    'cache/haft/package.json': '{"version":"1.2.3","type":"module"}',
    'npm/npm-cli.js': 'console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 7;',
  });
  const bin = join(place, 'cache/haft/bin/haft.js');
  mkdirSync(dirname(bin), { recursive: true });
  cpSync(join(ROOT, 'packages/haft/bin/haft.js'), bin);
  const empty = temporaryFolder();
  for (const npm of ['npm-cli.js', 'npx-cli.js']) {
    const { code, out } = runWith(empty, [bin, 'init', 'my app'], { npm_execpath: join(place, 'npm', npm) });
    expect(code).toBe(7);
    expect(JSON.parse(out)).toEqual(['exec', '--yes', '--package=@haft/cli@1.2.3', '--', 'haft', 'init', 'my app']);
  }
});

test('says where the command is, if only the package haft is installed', () => {
  const folder = temporaryFolder({ 'package.json': '{}' });
  const bin = join(folder, 'node_modules/haft/bin/haft.js');
  mkdirSync(dirname(bin), { recursive: true });
  cpSync(join(ROOT, 'packages/haft/bin/haft.js'), bin);
  expect(runWith(folder, [bin, 'init', 'my-app'], { npm_execpath: 'pnpm.cjs' })).toEqual({
    code: 1,
    out: '',
    err: "The command 'haft' is in the package @haft/cli, which is not installed here. Run: npx @haft/cli init my-app\n",
  });
  expect(run(folder, [bin, 'build']).err).toContain('Run: npm install --save-dev @haft/cli\n');
  expect(run(ROOT, [join(ROOT, 'packages/haft/bin/haft.js'), '--version'])).toMatchObject({ code: 0 });
});
