// Writes what an installation of all published packages contains, as CycloneDX, and fails if a
// licence is not among the allowed ones: `npm run release:sbom -- sbom.cdx.json`, after a build.
import { writeFileSync } from 'node:fs';
import { startRegistry } from '../strangers/local-registry.mjs';
import { Project } from '../strangers/project.mjs';
import { publishedPackages } from './entries.mjs';
import { join, resolve } from 'node:path';

/** Licences that ask for nothing but their text. */
const ALLOWED = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense'];

const [file = 'sbom.cdx.json'] = process.argv.slice(2);
const names = publishedPackages(join(import.meta.dirname, '../..')).map(({ manifest }) => manifest.name);
// Not in this repository: npm leaves out dependencies of packages there that tests also use.
const registry = await startRegistry();
const project = new Project(registry.url);
try {
  project.write('package.json', { name: 'haft-installed', version: '1.0.0', license: 'MIT', private: true });
  await project.run('npm', ['install', '--ignore-scripts', ...names]);
  const text = await project.run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev']);
  const { components } = JSON.parse(text);
  const installed = components.map((one) => [one.group, one.name].filter(Boolean).join('/'));
  const missing = names.filter((name) => !installed.includes(name));
  const forbidden = components.filter((one) => !licencesOf(one).some((licence) => ALLOWED.includes(licence)));
  for (const name of missing) console.log(`${name} is missing`);
  for (const one of forbidden) console.log(`${one['bom-ref']} has the licence ${licencesOf(one).join(', ') || 'none'}`);
  writeFileSync(resolve(file), text);
  console.log(`${file}: ${components.length} packages`);
  if (missing.length + forbidden.length > 0) process.exitCode = 1;
} finally {
  registry.stop();
  project.remove();
}

/** Returns the licences that a package may be used under, such as both of `(MIT OR Apache-2.0)`. */
function licencesOf({ licenses = [] }) {
  const each = licenses.map(({ expression, license }) => expression ?? license.id ?? license.name);
  return each.flatMap((expression) => expression.replace(/[()]/g, '').split(' OR '));
}
