// Copies recheck's build for browsers, shortened, into the reflector. The package recheck would
// also install programs of 52 MB for three systems, which Haft does not use.
import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import * as esbuild from 'esbuild';

const source = readFileSync(createRequire(import.meta.url).resolve('recheck/lib/browser.js'), 'utf8');
const { code } = await esbuild.transform(source, { minify: true, target: 'node20.19', legalComments: 'inline' });
writeFileSync('dist/recheck.cjs', code);
