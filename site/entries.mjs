// The entry points of the published packages: name, source file and the comment on top of it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

export const entries = readdirSync(join(root, 'packages')).flatMap((folder) => {
  const manifest = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'));
  if (manifest.private) return [];
  return Object.entries(manifest.exports).flatMap(([key, { types }]) => {
    if (types === undefined || key === './internal') return [];
    const source = types.replace('./dist/', 'src/').replace(/\.d\.ts$/, '.ts');
    const file = join(root, 'packages', folder, source);
    if (!existsSync(file)) throw new Error(`${manifest.name} exports ${key}, but ${file} does not exist.`);
    return [{ name: manifest.name + key.slice(1), file, comment: leadingComment(readFileSync(file, 'utf8')) }];
  });
});

function leadingComment(text) {
  const block = /^\/\*+\n?([^]*?)\*\//.exec(text)?.[1] ?? '';
  return block.replace(/^[ \t]*\* ?/gm, '').trim();
}
