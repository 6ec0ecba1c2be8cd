// Writes docs/options.md and docs/decorators.md from doc comments. Run it after you change one.
// With `--check`, it fails if a page would change.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import prettier from 'prettier';
import { declarationsOf } from './reference/declarations.mjs';
import { decoratorsPage } from './reference/decorators-page.mjs';
import { optionsPage } from './reference/options-page.mjs';

const root = resolve(import.meta.dirname, '..');
const check = process.argv.includes('--check');
const read = (path) => declarationsOf(join(root, path), readFileSync(join(root, path), 'utf8'));

const runtime = 'packages/runtime/src';
const options = [
  `${runtime}/runtime/runtime-options.ts`,
  `${runtime}/runtime/option-groups.ts`,
  'packages/arguments/src/accepted-arguments.ts',
  `${runtime}/isolation/isolation-options.ts`,
  `${runtime}/run/run-options.ts`,
  `${runtime}/run/call-options.ts`,
  `${runtime}/run/deferral/resume-calls.ts`,
].flatMap(read);
const folder = 'packages/core/src/decorators';
const decorators = readdirSync(join(root, folder)).flatMap((name) => read(`${folder}/${name}`));
const hints = read('packages/core/src/tool-definition.ts');
const ofNest = read('packages/nestjs/src/enhancers/hides-tools.ts');

const pages = {
  'docs/options.md': optionsPage(options),
  'docs/decorators.md': decoratorsPage([...decorators, ...hints, ...ofNest]),
};
for (const [page, text] of Object.entries(pages)) {
  const path = join(root, page);
  const after = await prettier.format(text, {
    ...(await prettier.resolveConfig(path)),
    parser: 'markdown',
    printWidth: 100,
    proseWrap: 'always',
    embeddedLanguageFormatting: 'off',
  });
  if (existsSync(path) && readFileSync(path, 'utf8') === after) continue;
  if (check) {
    console.error(`${page} is outdated. Run \`node scripts/write-reference.mjs\`.`);
    process.exitCode = 1;
  } else writeFileSync(path, after);
}
