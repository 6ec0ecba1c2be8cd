// Copies the assets of the published package: the pages that `haft explain` prints, and the files
// that `haft init` writes. Those files come from the guide, so that a test builds and runs them.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { copyDocs, skillHead } from '../../../scripts/copy-docs.mjs';

const GUIDE = '../../../docs/guide/getting-started';

copyDocs('docs');
copy(`${GUIDE}/tsconfig.json`, 'templates/node/tsconfig.json');
copy(`${GUIDE}/src`, 'templates/node/src');
copy('../templates/nestjs', 'templates/nestjs');
mkdirSync('dist/skill', { recursive: true });
writeFileSync('dist/skill/head.md', skillHead());

function copy(from, to) {
  const target = new URL(`../dist/${to}`, import.meta.url);
  rmSync(target, { recursive: true, force: true });
  // A build of the guide's project leaves these files.
  const filter = (path) => !path.endsWith('.gen.ts');
  cpSync(new URL(from, import.meta.url), target, { recursive: true, filter });
}
