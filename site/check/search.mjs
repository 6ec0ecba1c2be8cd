import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkAccess } from './views.mjs';

const questions = JSON.parse(readFileSync(join(import.meta.dirname, 'questions.json'), 'utf8'));

/** Asks written questions. One of the pages of a question must be one of the first results. */
export async function checkSearch(page, origin, fault) {
  await page.goto(origin);
  await page.click('.VPNavBarSearch button');
  for (const { ask, pages } of questions) {
    await page.fill('.search-input', '');
    await page.waitForFunction(() => document.querySelector('.result, .no-results') === null);
    await page.fill('.search-input', ask);
    await page.waitForSelector('.result, .no-results');
    const found = await page.$$eval('.result', (results) => results.map((one) => new URL(one.href).pathname.slice(1)));
    const first = found.slice(0, FIRST);
    if (!first.some((name) => pages.includes(name)))
      fault(`"${ask}" finds ${first.join(', ') || 'nothing'}, not ${pages.join(' or ')}`);
  }
  await checkAccess(page, 'The search', fault);
  return `${questions.length} questions`;
}

const FIRST = 3;
