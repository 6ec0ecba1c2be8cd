import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Starts a registry on this machine with the packages of this repository as npm packs them. It
 * passes requests for all others on to the configured registry. Resolves with its address and a
 * function that stops it.
 */
export async function startRegistry() {
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim().replace(/\/$/, '');
  const ours = packed();
  const server = createServer((request, response) => {
    answer(request, response, ours, upstream).catch((error) => response.writeHead(502).end(String(error)));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}

async function answer(request, response, ours, upstream) {
  const path = decodeURIComponent(request.url);
  const [name, file] = path.slice(1).split('/-/');
  const found = ours.get(name);
  if (found === undefined) {
    const headers = { accept: request.headers.accept ?? '*/*' };
    const theirs = await fetch(upstream + request.url, { headers });
    response.writeHead(theirs.status, { 'content-type': theirs.headers.get('content-type') ?? 'application/json' });
    return response.end(Buffer.from(await theirs.arrayBuffer()));
  }
  if (file !== undefined) return response.end(found.tarball);
  const { manifest, tarball } = found;
  const dist = {
    tarball: `http://${request.headers.host}/${name}/-/${manifest.version}.tgz`,
    integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    shasum: createHash('sha1').update(tarball).digest('hex'),
  };
  const version = { ...manifest, _id: `${name}@${manifest.version}`, dist };
  const packument = {
    _id: name,
    name,
    'dist-tags': { latest: manifest.version },
    versions: { [manifest.version]: version },
    // Package managers may reject very new packages.
    time: { modified: '2020-01-01T00:00:00.000Z', [manifest.version]: '2020-01-01T00:00:00.000Z' },
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  return response.end(JSON.stringify(packument));
}

/** Returns all published packages by name. */
function packed() {
  const folder = mkdtempSync(join(tmpdir(), 'haft-registry-'));
  const packages = new Map();
  for (const one of readdirSync(join(ROOT, 'packages'))) {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'packages', one, 'package.json'), 'utf8'));
    if (manifest.private) continue;
    const options = { cwd: join(ROOT, 'packages', one), encoding: 'utf8' };
    const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', folder], options));
    packages.set(manifest.name, { manifest, tarball: readFileSync(join(folder, filename)) });
  }
  return packages;
}
