import { execFileSync } from 'node:child_process';

/** Scripts that npm runs at the user's, or before it packs. */
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare', 'prepublish'];
/** Files that npm packs besides those that the manifest names. */
const ALWAYS = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'];
/** Files of new projects, with tests. */
const TEMPLATES = 'dist/templates/';
/** Files that no user needs: tests, caches of compilers, and files that begin with a dot. */
const UNWANTED = /(^|\/)(\.|test\/|fixtures\/)|\.test\.|\.tsbuildinfo$|\.tgz$/;

/**
 * Returns what a packed package contains and must not, one sentence each.
 *
 * @param file - the packed package
 * @param machine - the folder on this machine that no packed file may name
 */
export function contentProblems(manifest, file, machine) {
  const tar = (...args) => execFileSync('tar', [...args, file], { encoding: 'utf8', maxBuffer: 1e9 });
  const folders = (manifest.files ?? []).filter((one) => !one.startsWith('!'));
  const paths = tar('-tf')
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''));
  const isNamed = (path) => ALWAYS.includes(path) || folders.some((one) => path === one || path.startsWith(`${one}/`));
  const problems = INSTALL_SCRIPTS.filter((name) => manifest.scripts?.[name] !== undefined).map(
    (name) => `"scripts" must not have "${name}": installing Haft runs no code`,
  );
  for (const path of paths) {
    if (!isNamed(path)) problems.push(`${path} is packed, and "files" does not name it`);
    else if (!path.startsWith(TEMPLATES) && UNWANTED.test(path))
      problems.push(`${path} is packed, and no user needs it`);
  }
  if (tar('-xOf').includes(machine)) problems.push(`a packed file names the folder ${machine} of this machine`);
  return problems;
}
