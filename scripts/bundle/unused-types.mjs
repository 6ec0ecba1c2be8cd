// Keeps declarations that no entry point needs out of a package. npm reads `.npmignore` in `dist`.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/**
 * Writes `dist/.npmignore` with the declarations that the entry points of the package in the
 * working directory do not import, also not through others. The files stay in `dist`: the next
 * incremental build does not write them again.
 *
 * @param exports - the field of that name in the package.json
 */
export function leaveOutUnusedTypes(exports) {
  const entries = Object.values(exports).flatMap((one) => (typeof one === 'string' ? [] : [one.types]));
  const used = reachableFrom(entries.map((one) => join(one)));
  const all = readdirSync('dist', { recursive: true }).filter((one) => one.endsWith('.d.ts'));
  const unused = all.filter((one) => !used.has(join('dist', one))).sort();
  writeFileSync('dist/.npmignore', unused.map((one) => `/${one}\n`).join(''));
}

function reachableFrom(files) {
  const reached = new Set(files);
  // A set also visits what is added during the loop.
  for (const file of reached)
    for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles) {
      const target = join(dirname(file), fileName.replace(/\.js$/, '.d.ts'));
      if (fileName.startsWith('.') && existsSync(target)) reached.add(target);
    }
  return reached;
}
