// Writes the generated modules of all recipes: `node build-recipes.mjs FOLDER`. One process parses
// the files that they share once.
import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createBuilder } from '@haft/reflector';

const [, , root = '.'] = process.argv;
const builder = createBuilder();
for (const folder of foldersWithToolsets(root)) {
  const tsconfig = join(folder, 'tsconfig.json');
  writeFileSync(tsconfig, JSON.stringify({ extends: join(root, 'tsconfig.json'), include: ['*.toolset.ts'] }));
  const out = join(folder, 'toolsets.gen.ts');
  const { diagnostics } = await builder.build({ tsconfig, out, write: true, cache: false });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  for (const { code, message, file, line } of errors) console.error(`${file}:${line} ${code}: ${message}`);
}

function foldersWithToolsets(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => !file.startsWith('node_modules'));
  return new Set(files.filter((file) => file.endsWith('.toolset.ts')).map((file) => dirname(join(folder, file))));
}
