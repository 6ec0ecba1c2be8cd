// Checks the built site: links, and in Chromium the search, what people see, and all requests.
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../scripts/chromium-path.mjs';
import { checkFiles } from './check/files.mjs';
import { checkLinks } from './check/links.mjs';
import { checkSearch } from './check/search.mjs';
import { serve } from './check/serve.mjs';
import { checkVersions } from './check/versions.mjs';
import { checkViews } from './check/views.mjs';

const faults = new Set();
const fault = (text) => faults.add(text);
const dist = join(import.meta.dirname, '.vitepress/dist');
const { origin, close } = await serve(dist);
const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();
page.on('request', (request) => request.url().startsWith(origin) || fault(`asks ${request.url()}`));
page.on('pageerror', (error) => fault(`${page.url()} throws ${error.message}`));

const done = [
  checkFiles(dist, fault),
  checkLinks(dist, '/', fault),
  await checkSearch(page, origin, fault),
  await checkViews(page, origin, fault),
  await checkVersions(page, origin, fault),
];
await browser.close();
close();
for (const text of faults) console.log(text);
console.log(`${done.join(', ')}: ${faults.size} faults.`);
process.exitCode = faults.size > 0 ? 1 : 0;
