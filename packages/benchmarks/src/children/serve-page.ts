import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/* Serves 8 kB of text: `node dist/children/serve-page.js`. Writes its port, ends with its input. */

const text = `${'x'.repeat(79)}\n`.repeat(100);
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': text.length }).end(text);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(String((server.address() as AddressInfo).port));
});
process.stdin.resume().once('end', () => process.exit());
