import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const PROGRAM = `
import { createServer } from 'node:http';
import { createRuntime } from 'haft';
import { httpToolset } from '@haft/toolsets/http';

const server = createServer((request, response) => {
  if (request.url === '/robots.txt') return void response.end('User-agent: *\\nDisallow: /private');
  response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Title</h1><p>Some <b>text</b></p>');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address();
const runtime = createRuntime({ toolsets: [httpToolset({ allowAddresses: ['127.0.0.1'], ports: [port], robots: true })] });
const run = runtime.startRun();
for (const path of ['/', '/private']) {
  const url = 'http://127.0.0.1:' + port + path;
  const { status, value, text } = await run.call({ name: 'http_fetch', arguments: { url, format: 'markdown' } });
  console.log(status, JSON.stringify(value?.text ?? text.replace(port, 'PORT')));
}
await run.end();
server.close();
server.closeAllConnections();
`;

test('http_fetch converts pages in a thread that does not keep the process running [TOOL-7]', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    cwd: import.meta.dirname,
  });
  expect(stdout.split('\n')).toEqual([
    'success "# Title\\n\\nSome **text**"',
    'failed "The robots.txt of 127.0.0.1:PORT does not allow /private."',
    '',
  ]);
});
