// Bundles the page into `dist/page`: one script, one style sheet, the document, and the licences of
// the bundled packages. Fails if the page is larger than it may be.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const from = 'src/page';
const to = 'dist/page';
/** The most bytes of all files of the page together, compressed with gzip. */
const LARGEST_PAGE = 200_000;

mkdirSync(to, { recursive: true });
const { metafile } = await build({
  entryPoints: [`${from}/main.tsx`],
  outfile: `${to}/app.js`,
  bundle: true,
  minify: true,
  metafile: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  tsconfig: `${from}/tsconfig.json`,
});
await build({ entryPoints: [`${from}/app.css`], outfile: `${to}/app.css`, bundle: true, minify: true });
for (const name of ['index.html', 'icon.svg']) copyFileSync(`${from}/${name}`, `${to}/${name}`);

const files = ['app.js', 'app.css', 'index.html', 'icon.svg'].map((name) => readFileSync(join(to, name)));
const size = files.reduce((sum, file) => sum + gzipSync(file).length, 0);
console.log(`page: ${size} bytes compressed`);
if (size > LARGEST_PAGE) throw new Error(`The page has ${size} bytes compressed, and may have ${LARGEST_PAGE}.`);

const packages = Object.keys(metafile.inputs).flatMap((file) => {
  const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file) ?? [];
  return folder === undefined ? [] : [resolve(folder)];
});
const licences = [...new Set(packages)].sort().map((folder) => {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (file === undefined) throw new Error(`${name} has no licence file.`);
  return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
});
writeFileSync(join(to, 'THIRD-PARTY-LICENSES'), licences.join('\n---\n\n'));
