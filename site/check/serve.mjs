import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

/** Serves a folder as a static host does, with `/a` for `a.html` and `/a/` for `a/index.html`. */
export async function serve(folder) {
  const server = createServer(({ url }, response) => {
    const path = join(folder, decodeURIComponent(new URL(url, 'http://x').pathname));
    const found = [path, `${path}.html`, join(path, 'index.html')].find(
      (one) => extname(one) !== '' && existsSync(one),
    );
    const file = found ?? join(folder, '404.html');
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' });
    response.end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
