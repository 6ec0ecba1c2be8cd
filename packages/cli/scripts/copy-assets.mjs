// Copies the assets of the published package: the pages that `haft explain` prints, and the files
// that `haft init` writes. The first toolset comes from the guide, so that a test builds and runs
// it.
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { copyDocs, skillHead } from '../../../scripts/copy-docs.mjs';

const GUIDE = '../../docs/guide/getting-started';
const MAIN = 'src/main.ts';

copyDocs('docs');
mkdirSync('dist/skill', { recursive: true });
writeFileSync('dist/skill/head.md', skillHead());

rmSync('dist/templates', { recursive: true, force: true });
// For existing projects.
guide('node');
part('nestjs', 'nestjs');
// New projects. A later part replaces files of an earlier one.
const parts = {
  node: ['shared', 'node'],
  express: ['shared', 'ai', 'express'],
  next: ['shared', 'ai', 'next'],
  mcp: ['shared', 'mcp'],
  library: ['shared', 'library'],
};
for (const [name, folders] of Object.entries(parts)) {
  guide(`new/${name}`);
  for (const folder of folders) part(folder, `new/${name}`);
}
for (const folder of ['nestjs', 'nest']) part(folder, 'new/nest');
// The framework has its own start and watch mode.
for (const file of [MAIN, 'dev.mjs']) rmSync(`dist/templates/new/next/${file}`);
cpSync('templates/shared/dev.mjs', 'dist/templates/new/nest/dev.mjs');
// A library needs only the decorators.
for (const file of ['src/todo.toolset.ts', 'src/share.toolset.ts']) {
  const path = `dist/templates/new/library/${file}`;
  writeFileSync(path, readFileSync(path, 'utf8').replace("from 'haft'", "from '@haft/core'"));
}
// Tools read each package.json inside a package as a manifest of that package.
for (const name of [...Object.keys(parts), 'nest']) {
  renameSync(`dist/templates/new/${name}/package.json`, `dist/templates/new/${name}/_package.json`);
}

function guide(to) {
  copy(`${GUIDE}/tsconfig.json`, `${to}/tsconfig.json`);
  copy(`${GUIDE}/src`, `${to}/src`);
}

function part(folder, to) {
  copy(`templates/${folder}`, to);
}

function copy(from, to) {
  // A build of the guide's project leaves these files.
  cpSync(from, `dist/templates/${to}`, { recursive: true, filter: (path) => !path.endsWith('.gen.ts') });
}
