// Bundles the page into `dist/page`: one script, one style sheet, and the document.
import { copyFileSync, mkdirSync } from 'node:fs';
import { build } from 'esbuild';

const from = 'src/page';
const to = 'dist/page';
mkdirSync(to, { recursive: true });
await build({
  entryPoints: [`${from}/main.tsx`],
  outfile: `${to}/app.js`,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  tsconfig: `${from}/tsconfig.json`,
});
await build({ entryPoints: [`${from}/app.css`], outfile: `${to}/app.css`, bundle: true, minify: true });
for (const name of ['index.html', 'icon.svg']) copyFileSync(`${from}/${name}`, `${to}/${name}`);
