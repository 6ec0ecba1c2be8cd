import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Finding } from './finding.js';

/**
 * Checks that `haft` is installed in the version of the command, and that all packages find the
 * same copy.
 *
 * @param folder - the project's folder
 * @param commandVersion - the version of `@haft/cli`
 */
export function examinePackages(folder: string, commandVersion: string): readonly Finding[] {
  const facade = packageAt(folder, 'haft');
  const core = packageAt(folder, '@haft/core') ?? (facade && packageAt(facade.folder, '@haft/core'));
  if (core === undefined) {
    const fix = 'npm install haft';
    return [{ about: 'packages', verdict: 'wrong', message: 'Neither haft nor @haft/core is installed.', fix }];
  }
  const found = facade ?? core;
  return [versions(found, commandVersion), ...copies(core, facade)];
}

interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

function versions({ name, version }: InstalledPackage, commandVersion: string): Finding {
  const message = `${name} ${version}, @haft/cli ${commandVersion}`;
  if (version === commandVersion) return { about: 'packages', verdict: 'well', message };
  const fix = `npm install ${name}@${commandVersion}, or @haft/cli@${version} as a development dependency`;
  return { about: 'packages', verdict: 'wrong', message: `${message}: they belong together.`, fix };
}

/**
 * Checks for two copies of the decorators. They are not an error, because they read the same
 * records, but `instanceof` fails between them.
 */
function copies(core: InstalledPackage, facade: InstalledPackage | undefined): readonly Finding[] {
  const ofFacade = facade && packageAt(facade.folder, '@haft/core');
  if (ofFacade === undefined || ofFacade.folder === core.folder) return [];
  return [
    {
      about: 'packages',
      verdict: 'doubtful',
      message: `There are two copies of @haft/core: ${core.folder} and ${ofFacade.folder}.`,
      fix: 'npm dedupe, and the same version of both',
    },
  ];
}

function packageAt(from: string, name: string): InstalledPackage | undefined {
  const file = manifestOf(from, name);
  if (file === undefined) return undefined;
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return { name, version, folder: dirname(realpathSync(file)) };
}

/** Walks up the folders as Node does, because a package may not export its package.json. */
function manifestOf(from: string, name: string): string | undefined {
  const require = createRequire(join(from, 'package.json'));
  const places = require.resolve.paths(name) ?? [];
  const found = places.map((place) => join(place, name, 'package.json')).find((one) => existsSync(one));
  if (found !== undefined) return found;
  try {
    // With Yarn Plug'n'Play there is no node_modules. Only the resolver finds packages.
    return require.resolve(`${name}/package.json`);
  } catch {
    return undefined;
  }
}
