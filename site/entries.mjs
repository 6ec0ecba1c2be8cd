// The entry points of the published packages: name, source file and the comment on top of it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

/** The sources of all entry points by name. The first one that has an export describes it. */
export const sources = new Map(
  ['haft', ...readdirSync(join(root, 'packages')).filter((name) => name !== 'haft')].flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'));
    if (manifest.private) return [];
    return Object.entries(manifest.exports).flatMap(([key, { types }]) => {
      if (types === undefined) return [];
      const source = types.replace('./dist/', 'src/').replace(/\.d\.ts$/, '.ts');
      const file = join(root, 'packages', folder, source);
      if (!existsSync(file)) throw new Error(`${manifest.name} exports ${key}, but ${file} does not exist.`);
      return [[manifest.name + key.slice(1), file]];
    });
  }),
);

export const entries = [...sources]
  .filter(([name]) => !name.endsWith('/internal'))
  .map(([name, file]) => {
    const comment = leadingComment(readFileSync(file, 'utf8'));
    if (comment === '') throw new Error(`${file} must begin with a comment that says what the entry point is for.`);
    return { name, file, comment };
  });

function leadingComment(text) {
  const block = /^\/\*+\n?([^]*?)\*\//.exec(text)?.[1] ?? '';
  return block.replace(/^[ \t]*\* ?/gm, '').trim();
}
