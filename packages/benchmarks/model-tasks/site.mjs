// The web server of the world, on loopback.
import { createServer } from 'node:http';

export function startSite({ pages }, port) {
  const asked = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://site');
    asked.push(pathname);
    const {
      status = 200,
      type = 'text/html; charset=utf-8',
      body,
      location,
    } = pages[pathname] ?? { status: 404, body: '<h1>Not found</h1>' };
    response.writeHead(status, { 'content-type': type, ...(location ? { location } : {}) });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () =>
      resolve({ asked, port: server.address().port, close: () => server.close() }),
    );
  });
}
