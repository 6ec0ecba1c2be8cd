import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { HttpProblem } from '@haft/durable/http';

const TYPES: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'app.js': 'text/javascript; charset=utf-8',
  'app.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
};

/** The page runs only its own code, and texts of tools never become markup. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** Returns a file of the page. */
export async function pageFile(name: string): Promise<Response> {
  const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  if (type === undefined) throw new HttpProblem(404, 'NOT_FOUND', 'There is no such file.');
  const bytes = await readFile(new URL(name, BASE));
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': type,
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    },
  });
}

/** The folder of the built files. The bundle is next to it, a source file in jest is not. */
const BASE =
  ['page/', '../page/', '../../dist/page/']
    .map((folder) => new URL(folder, import.meta.url))
    .find((folder) => existsSync(new URL('app.js', folder))) ?? new URL('page/', import.meta.url);
