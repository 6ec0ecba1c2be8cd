import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

/**
 * Starts a package registry on this machine with our packages. It redirects requests for other
 * packages to npm's configured registry. So `npm install haft` works exactly as a reader types it,
 * before anything is published.
 */
export async function startRegistry(packages) {
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim().replace(/\/$/, '');
  const byName = new Map(packages.map((one) => [one.manifest.name, one]));
  const server = createServer((request, response) => {
    void answer(decodeURIComponent(request.url), request.headers.host, response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close().closeAllConnections() };

  async function answer(path, host, response) {
    const [, name, tarball] = /^\/((?:@[^/]+\/)?[^/]+)(\/-\/.*)?$/.exec(path) ?? [];
    const found = byName.get(name);
    if (found === undefined)
      response.writeHead(307, { location: upstream + path.replace(/^\/(@[^/]+)\//, '/$1%2f') }).end();
    else if (tarball !== undefined) response.end(await readFile(found.file));
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(documentOf(found, host)));
  }
}

/** Returns the registry document of a package. */
function documentOf({ manifest, integrity }, host) {
  const { name, version } = manifest;
  const dist = { tarball: `http://${host}/${name}/-/${version}.tgz`, integrity };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
}
