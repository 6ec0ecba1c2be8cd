import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishedPackages } from '../release/entries.mjs';
import { packPackages } from './pack-packages.mjs';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Starts a registry on this machine for the packages of this repository, which passes requests for
 * all others on to the configured registry. Resolves with its address and a function that stops it.
 *
 * @param isEmpty - whether the packages must first be published to it, with any token. Default: it
 *   has them as npm packs them, each at its first request
 */
export async function startRegistry({ isEmpty = false } = {}) {
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim().replace(/\/$/, '');
  const ours = new Map(unpublished());
  const server = createServer((request, response) => {
    const answered = answer(request, response, { ours, upstream, isEmpty });
    answered.catch((error) => response.writeHead(502).end(String(error)));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close().closeAllConnections() };
}

async function answer(request, response, { ours, upstream, isEmpty }) {
  const path = decodeURIComponent(request.url).slice(1);
  const [, tagged, tag] = /^-\/package\/(.+)\/dist-tags\/?(.*)$/.exec(path) ?? [];
  const [name, file] = tagged === undefined ? path.split('/-/') : [tagged];
  if (!isEmpty) pack(name, ours);
  const found = ours.get(name);
  const json = (status, value) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  if (found === undefined) {
    const headers = { accept: request.headers.accept ?? '*/*' };
    const theirs = await fetch(upstream + request.url, { headers });
    response.writeHead(theirs.status, { 'content-type': theirs.headers.get('content-type') ?? 'application/json' });
    return response.end(Buffer.from(await theirs.arrayBuffer()));
  }
  if (request.method === 'PUT') {
    const body = await readJson(request);
    if (tag !== undefined) found.tags[tag] = body;
    else if (!publish(body, found)) return json(403, { error: 'This version is published already.' });
    return json(201, { ok: true });
  }
  if (tagged !== undefined) return json(200, found.tags);
  if (found.versions.size === 0) return json(404, { error: 'Not found' });
  if (file !== undefined) return response.end(found.versions.get(file.replace(/\.tgz$/, '')).tarball);
  return json(200, packument(name, found, `http://${request.headers.host}/${name}/-`));
}

/** Stores what `npm publish` sends, and returns whether the version is new. */
function publish({ versions, _attachments: files, 'dist-tags': tags }, found) {
  const [[version, manifest]] = Object.entries(versions);
  if (found.versions.has(version)) return false;
  const [{ data }] = Object.values(files);
  found.versions.set(version, { manifest, tarball: Buffer.from(data, 'base64') });
  // The first version also becomes `latest`, as in the public registry.
  found.tags = { latest: version, ...found.tags, ...tags };
  return true;
}

function packument(name, { versions, tags }, folder) {
  const each = [...versions].map(([version, { manifest, tarball }]) => {
    const dist = {
      tarball: `${folder}/${version}.tgz`,
      integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
      shasum: createHash('sha1').update(tarball).digest('hex'),
    };
    return [version, { ...manifest, _id: `${name}@${version}`, dist }];
  });
  // Package managers may reject very new packages.
  const time = Object.fromEntries(['modified', ...versions.keys()].map((key) => [key, '2020-01-01T00:00:00.000Z']));
  return { _id: name, name, 'dist-tags': tags, versions: Object.fromEntries(each), time };
}

async function readJson(request) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString('utf8'));
}

/** Packs the package of this name, if it is one of ours and not packed yet. */
function pack(name, ours) {
  const found = ours.get(name);
  if (found === undefined || found.versions.size > 0) return;
  const folder = mkdtempSync(join(tmpdir(), 'haft-registry-'));
  const [{ manifest, file }] = packPackages(folder, name);
  found.versions.set(manifest.version, { manifest, tarball: readFileSync(file) });
  found.tags = { latest: manifest.version };
  rmSync(folder, { recursive: true });
}

/** Returns the names of the published packages, without versions. */
function unpublished() {
  return publishedPackages(ROOT).map(({ manifest }) => [manifest.name, { versions: new Map(), tags: {} }]);
}
