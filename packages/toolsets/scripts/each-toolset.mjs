// Runs `haft build` or `haft check` for each toolset. Each has a tsconfig and a generated module,
// so that the import of one subpath loads no other toolset. One process parses the files that they
// share once.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createBuilder } from '@haft/reflector';

const write = process.argv[2] === 'build';
const root = dirname(import.meta.dirname);
const builder = createBuilder();
for (const name of readdirSync(join(root, 'src')).sort()) {
  const tsconfig = join(root, 'src', name, 'tsconfig.json');
  if (!existsSync(tsconfig)) continue;
  const out = join(root, 'src', name, 'toolsets.gen.ts');
  const { ok, changed, diagnostics } = await builder.build({ tsconfig, out, write, cache: write });
  const findings = diagnostics.filter((one) => !isPlainName(one));
  for (const { code, severity, message, fix, file, line } of findings)
    console.error(`src/${name}/${file}:${line} - ${severity} ${code}: ${message}\n  fix: ${fix}`);
  if (!ok || findings.length > 0 || (changed && !write)) process.exitCode = 1;
  if (changed) console.log(`${relative(root, out)} ${write ? 'is written' : 'is outdated: npm run generate'}`);
}

/** A name such as `limit` says it all: its description would cost tokens in each request. */
function isPlainName({ code, message }) {
  return code === 'HAFT1030' && message.includes('of parameter ');
}
