// Reads the built site in Chromium: 20 questions, serious faults of axe, requests that leave the site.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { chromium } from 'playwright-core';

const dist = join(import.meta.dirname, '.vitepress/dist');
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
const server = createServer(({ url }, response) => {
  const path = join(dist, decodeURIComponent(new URL(url, 'http://x').pathname));
  const file = [path, `${path}.html`, join(path, 'index.html')].find((one) => extname(one) !== '' && existsSync(one));
  if (file === undefined) return response.writeHead(404).end();
  response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(readFileSync(file));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();
let failed = false;
const fault = (text) => {
  console.log(text);
  failed = true;
};
page.on('request', (request) => request.url().startsWith(origin) || fault(`asks ${request.url()}`));

await page.goto(origin);
await page.click('.VPNavBarSearch button');
for (const { ask, page: wanted } of JSON.parse(readFileSync(join(import.meta.dirname, 'questions.json'), 'utf8'))) {
  await page.fill('.search-input', '');
  await page.waitForFunction(() => document.querySelectorAll('.results .result').length === 0);
  await page.fill('.search-input', ask);
  await page.waitForSelector('.results .result').catch(() => {});
  const links = await page.$$eval('.results .result', (results) => results.map((one) => new URL(one.href).pathname));
  const first = links.slice(0, 3);
  if (!first.includes(`/${wanted}`)) fault(`"${ask}" finds ${first.join(', ')}, not /${wanted}`);
}

const AXE = readFileSync(join(import.meta.dirname, '../node_modules/axe-core/axe.min.js'), 'utf8');
const PAGES = ['', 'contents', 'guide/getting-started', 'options', 'errors/HAFT1001', 'api/haft/telemetry'];
for (const [name, width] of PAGES.flatMap((one) => [
  [one, 1280],
  [one, 390],
])) {
  await page.setViewportSize({ width, height: 844 });
  await page.goto(`${origin}/${name}`);
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  for (const { id, impact, nodes } of violations.filter((one) => /serious|critical/.test(one.impact)))
    fault(`/${name} at ${width}: ${impact} ${id}, ${nodes.length} times: ${nodes[0].html.slice(0, 120)}`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (overflow > 0) fault(`/${name} at ${width}: ${overflow} px too wide`);
  if (process.env.PICTURES)
    await page.screenshot({ path: join(process.env.PICTURES, `${name.replace(/\//g, '-') || 'home'}-${width}.png`) });
}
await browser.close();
server.close();
console.log(failed ? 'Faults: see above.' : '20 questions and 12 views: no fault.');
process.exitCode = failed ? 1 : 0;
