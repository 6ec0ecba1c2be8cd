// Cuts a version in a copy of this repository, publishes it to a registry on this machine, and
// installs it as a stranger does: `npm run release:rehearse`, after a build.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRegistry } from '../strangers/local-registry.mjs';
import { ECHO, Project, TSCONFIG } from '../strangers/project.mjs';
import { publishedPackages } from './entries.mjs';

const ROOT = join(import.meta.dirname, '../..');
const ENTRY = "---\n'haft': patch\n---\n\nTry a version.\n";
const FILES = {
  'package.json': '{ "private": true, "type": "module" }',
  'tsconfig.json': { ...TSCONFIG, compilerOptions: { ...TSCONFIG.compilerOptions, skipLibCheck: false } },
  'src/echo.toolset.ts': ECHO,
  'src/main.ts': `import { createRuntime } from 'haft';
import { toolsets } from './toolsets.gen.js';
const run = createRuntime({ toolsets }).startRun();
const outcome = await run.call({ name: 'echo', arguments: '{"text":"published"}' });
console.log(outcome.text);
`,
};

const copy = mkdtempSync(join(tmpdir(), 'haft-release-'));
const registry = await startRegistry({ isEmpty: true });
const stranger = new Project(registry.url);
// A shell drops variables with the name of a token.
const settings = join(stranger.folder, 'publisher.npmrc');
writeFileSync(settings, `registry=${registry.url}\n${registry.url.replace('http:', '')}:_authToken=local\n`);
const env = { ...process.env, npm_config_registry: registry.url, npm_config_userconfig: settings };
try {
  const version = cutVersion();
  await npm('run', 'release:publish', '--', '--no-provenance');
  // A second time, as after a failure in the middle.
  await npm('run', 'release:publish', '--', '--no-provenance');
  await installAndRun('next', version);
  await npm('run', 'release:publish', '--', '--latest');
  await installAndRun('latest', version);
  console.log(`ok: ${version} was cut, published, installed and run`);
} finally {
  registry.stop();
  stranger.remove();
  rmSync(copy, { recursive: true });
}

/** Cuts a version in a clone that has the built files of this folder. Returns it. */
function cutVersion() {
  git(ROOT, 'clone', '-q', ROOT, copy);
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  writeFileSync(join(copy, '.git/info/exclude'), 'node_modules\n');
  for (const { path, manifest } of publishedPackages(ROOT))
    for (const file of manifest.files.filter((name) => existsSync(join(ROOT, path, name))))
      cpSync(join(ROOT, path, file), join(copy, path, file), { recursive: true });
  writeFileSync(join(copy, '.changeset/rehearsal.md'), ENTRY);
  git(copy, 'add', '-A');
  git(copy, 'commit', '-qm', 'fix(haft): try a version');
  execFileSync('npm', ['run', 'release:version'], { cwd: copy, stdio: 'inherit' });
  const { version } = JSON.parse(readFileSync(join(copy, 'lerna.json'), 'utf8'));
  const wrong = publishedPackages(copy).filter(({ manifest }) => manifest.version !== version);
  if (wrong.length > 0) throw new Error(`Other versions: ${wrong.map(({ path }) => path).join(', ')}`);
  if (git(copy, 'tag', '--points-at', 'HEAD').trim() !== `v${version}`) throw new Error(`There is no tag v${version}.`);
  if (git(copy, 'status', '--porcelain') !== '') throw new Error('The version left files that are not committed.');
  const [, section] = readFileSync(join(copy, 'CHANGELOG.md'), 'utf8').split(`\n## ${version}\n`);
  if (!section?.includes('- Try a version.\n')) throw new Error(`CHANGELOG.md has no entry of ${version}.`);
  return version;
}

async function installAndRun(tag, version) {
  for (const [file, text] of Object.entries(FILES)) stranger.write(file, text);
  await stranger.run('npm', ['i', `haft@${tag}`]);
  await stranger.run('npm', ['i', '-D', `@haft/cli@${tag}`, 'typescript@5', '@types/node@20']);
  await stranger.run('npx', ['--no-install', 'haft', 'build']);
  await stranger.run('npx', ['--no-install', 'tsc']);
  const printed = await stranger.run(process.execPath, ['dist/main.js']);
  const { version: installed } = JSON.parse(stranger.read('node_modules/haft/package.json'));
  if (printed !== 'published\n' || installed !== version) throw new Error(`haft@${installed} printed ${printed}`);
  rmSync(join(stranger.folder, 'node_modules'), { recursive: true });
  rmSync(join(stranger.folder, 'package-lock.json'));
}

/** Runs npm next to the registry, which is in this process. */
async function npm(...words) {
  const [code] = await once(spawn('npm', words, { cwd: copy, env, stdio: 'inherit' }), 'exit');
  if (code !== 0) throw new Error(`npm ${words.join(' ')} failed.`);
}

function git(cwd, ...words) {
  return execFileSync('git', words, { cwd, encoding: 'utf8' });
}
