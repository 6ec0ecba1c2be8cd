/**
 * Returns what a manifest of a published package lacks for its page in the registry and for
 * provenance, one sentence each. The root manifest has the address of the repository.
 *
 * @param path - the folder of the package, from the root
 */
export function manifestProblems(manifest, path, root) {
  const address = repositoryAddress(root);
  const wanted = {
    license: root.license,
    homepage: `${address}/tree/main/${path}#readme`,
    repository: { ...root.repository, directory: path },
    bugs: root.bugs,
    engines: root.engines,
  };
  const problems = Object.entries(wanted)
    .filter(([name, value]) => JSON.stringify(manifest[name]) !== JSON.stringify(value))
    .map(([name, value]) => `"${name}" must be ${JSON.stringify(value)}`);
  if (!manifest.description) problems.push('"description" is missing');
  if (!(manifest.keywords?.length >= 3)) problems.push('"keywords" needs three words or more');
  const hasModules = Object.keys(manifest.exports ?? {}).some((name) => name !== './package.json');
  if (hasModules && manifest.sideEffects === undefined) problems.push('"sideEffects" is missing');
  if (manifest.name.startsWith('@') && manifest.publishConfig?.access !== 'public')
    problems.push('"publishConfig" must have "access": "public"');
  for (const field of ['dependencies', 'peerDependencies'])
    for (const [name, range] of Object.entries(manifest[field] ?? {}))
      if (/^(haft|@haft\/.*)$/.test(name) && range !== manifest.version)
        problems.push(`"${field}" must pin ${name} to ${manifest.version}`);
  return problems;
}

/** Returns the address of the repository's page, such as `https://github.com/haft/haft`. */
export function repositoryAddress({ repository }) {
  return repository.url.replace(/^git\+|\.git$/g, '');
}
