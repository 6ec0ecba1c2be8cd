// Measures the page in Chromium: its size, the first paint, and the longest task while a person
// finds one of 1,000 tools and while 10,000 calls arrive. `npm run measure -w @haft/inspector`,
// after a build.
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { createRuntime, defineTool, toolset } from '@haft/runtime';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../../../scripts/chromium-path.mjs';
import { inspect } from '../dist/index.js';

const TOKEN = 'a-token-of-more-than-20-characters';
const CALLS = 10_000;
const TOOLS = 1_000;

const others = Array.from({ length: TOOLS / 20 }, (_set, set) =>
  toolset(
    `set${set}`,
    Array.from({ length: 20 }, (_tool, at) =>
      defineTool({
        name: `set${set}_tool${at}`,
        description: `Does ${at} things of the kind ${set}, and says how many.`,
        parameters: { type: 'object', properties: { first: { type: 'string' }, second: { type: 'integer' } } },
        execute: () => at,
      }),
    ),
  ),
);
const tools = toolset('desk', [
  defineTool({
    name: 'greet',
    description: 'Greets.',
    parameters: { type: 'object', properties: { name: { type: 'string' } } },
    execute: ({ name }) => `hello ${name}`,
  }),
]);
const runtime = createRuntime({ toolsets: [tools, ...others] });
const server = createServer();
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const host = `127.0.0.1:${server.address().port}`;
const inspector = inspect(runtime, { hosts: [host], token: TOKEN, inProduction: true });
server.on('request', inspector.node);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? chromiumPath,
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
const page = await browser.newPage();
await page.addInitScript(() => {
  globalThis.tasks = [];
  const note = (list) => globalThis.tasks.push(...list.getEntries().map(({ duration }) => duration));
  new PerformanceObserver(note).observe({ type: 'longtask', buffered: true });
});
await page.goto(`http://${host}/#token=${TOKEN}`);
await page.getByText('live', { exact: true }).waitFor();
const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
const atStart = await page.evaluate(() => globalThis.tasks.splice(0));
await page.getByText(`${(TOOLS + 1).toLocaleString('en-US')} tools`).waitFor();
await page.evaluate(() => {
  location.hash = '/tools';
});
for (const words of ['t', 'to', 'tool1', 'tool19', 'kind 7', '']) await page.getByLabel('Find tools').fill(words);
await page.getByText(`${TOOLS + 1} of ${TOOLS + 1} tools`).waitFor();
const whileFinding = await page.evaluate(() => globalThis.tasks.splice(0));
await page.evaluate(() => {
  location.hash = '/calls';
});
const run = runtime.startRun();
globalThis.gc?.();
const before = process.memoryUsage().heapUsed;
for (let count = 0; count < CALLS; count++)
  await run.call({ id: `c${count}`, name: 'greet', arguments: { name: 'a' } });
await run.call({ id: 'last', name: 'greet', arguments: { name: 'zoe' } });
const sent = performance.now();
await page.getByText('hello zoe').first().waitFor();
const behind = performance.now() - sent;
const whileCalls = await page.evaluate(() => globalThis.tasks.splice(0));
const started = performance.now();
await page.getByLabel('Find calls').fill('zoe');
await page.getByText(/^1 of \d+ calls/).waitFor();
const filter = performance.now() - started;
globalThis.gc?.();
const size = ['app.js', 'app.css', 'index.html']
  .map((name) => gzipSync(readFileSync(new URL(`../dist/page/${name}`, import.meta.url))).length)
  .reduce((sum, one) => sum + one, 0);
console.log(`size:                     ${size} bytes, gzip`);
console.log(`first contentful paint:   ${Math.round(paint)} ms`);
console.log(`tasks over 50 ms:         ${atStart.length} at the start ${show(atStart)}`);
console.log(`                          ${whileFinding.length} while finding in ${TOOLS} tools ${show(whileFinding)}`);
console.log(`                          ${whileCalls.length} in ${CALLS} calls ${show(whileCalls)}`);
console.log(`last call shown after:    ${Math.round(behind)} ms`);
console.log(`filter shown after:       ${Math.round(filter)} ms`);
console.log(`memory of ${CALLS} calls:    ${((process.memoryUsage().heapUsed - before) / 1e6).toFixed(1)} MB`);
await browser.close();
server.closeAllConnections();
server.close();
await inspector.close();

function show(tasks) {
  return tasks.length === 0 ? '' : `(longest ${Math.round(Math.max(...tasks))} ms)`;
}
