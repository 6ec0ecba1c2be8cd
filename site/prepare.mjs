// Writes `pages`: a copy of docs/, the first page, and what coding agents read (llms.txt).
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contents } from './contents.mjs';
import { root } from './entries.mjs';

const pages = join(import.meta.dirname, 'pages');
mkdirSync(pages, { recursive: true });
for (const name of readdirSync(pages)) if (name !== 'api') rmSync(join(pages, name), { recursive: true });
// Pages and pictures. Most folders in docs/ are projects whose code the pages show.
for (const name of readdirSync(join(root, 'docs'), { recursive: true }))
  if (/^(?!.*node_modules).*\.(md|svg|png)$/.test(name)) cpSync(join(root, 'docs', name), join(pages, name));
const first = readFileSync(join(import.meta.dirname, 'index.md'), 'utf8');
writeFileSync(join(pages, 'index.md'), first.replaceAll('](../docs/', ']('));
writeFileSync(join(pages, 'errors/README.md'), errorList());

const publicFiles = join(pages, 'public');
mkdirSync(publicFiles, { recursive: true });
writeFileSync(join(publicFiles, 'versions.json'), `${JSON.stringify([process.env.DOCS_VERSION ?? 'next'])}\n`);
const sentence = /^Haft turns [^]*?\.(?=\s)/m
  .exec(readFileSync(join(root, 'README.md'), 'utf8'))[0]
  .replace(/\n/g, ' ');
const guide = contents.filter(({ title }) => title !== 'Project');
writeFileSync(
  join(publicFiles, 'llms.txt'),
  `# Haft\n\n> ${sentence}\n\n${guide.map(({ title, text }) => `## ${title}\n\n${text}`).join('\n\n')}\n`,
);
const full = guide.flatMap(({ pages: own }) => own).flatMap((page) => [page, ...page.pages]);
const texts = full
  .filter(({ page }) => /^(guide|recipes)\//.test(page))
  .map(({ page }) => readFileSync(join(root, 'docs', page), 'utf8'));
writeFileSync(join(publicFiles, 'llms-full.txt'), texts.join('\n\n---\n\n'));

function errorList() {
  const folder = join(root, 'docs/errors');
  const rows = readdirSync(folder).map((name) => {
    const title = /^# (.*)$/m.exec(readFileSync(join(folder, name), 'utf8'))?.[1] ?? name;
    return `- [${title}](${name})`;
  });
  return `# Errors\n\nOne page for each code.\n\n${rows.join('\n')}\n`;
}
