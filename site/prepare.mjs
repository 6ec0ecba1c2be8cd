// Writes `pages`: a copy of docs/, the first page, and what coding agents read (llms.txt).
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linksOf, sections } from './contents.mjs';
import { root } from './entries.mjs';

const pages = join(import.meta.dirname, 'pages');
for (const folder of ['decisions', 'errors', 'guide', 'images', 'performance', 'public'])
  rmSync(join(pages, folder), { recursive: true, force: true });
cpSync(join(root, 'docs'), pages, { recursive: true, filter: (path) => !/\/(src|node_modules|dist)$/.test(path) });
cpSync(join(import.meta.dirname, 'index.md'), join(pages, 'index.md'));
writeFileSync(join(pages, 'errors/README.md'), errorList());

const contents = readFileSync(join(root, 'docs/README.md'), 'utf8');
const publicFiles = join(pages, 'public');
mkdirSync(publicFiles, { recursive: true });
cpSync(join(import.meta.dirname, 'versions.json'), join(publicFiles, 'versions.json'));
const sentence = /^Haft turns [^]*?\.(?=\s)/m
  .exec(readFileSync(join(root, 'README.md'), 'utf8'))[0]
  .replace(/\n/g, ' ');
const guide = sections(contents).filter(({ title }) => title !== 'Examples' && title !== 'Inside');
writeFileSync(
  join(publicFiles, 'llms.txt'),
  `# Haft\n\n> ${sentence}\n\n${guide.map(({ title, text }) => `## ${title}\n\n${text}`).join('\n\n')}\n`,
);
const full = guide.flatMap(({ text }) => linksOf(text)).filter(({ link }) => link.startsWith('guide/'));
const texts = full.map(({ link }) => readFileSync(join(root, 'docs', link), 'utf8'));
writeFileSync(join(publicFiles, 'llms-full.txt'), texts.join('\n\n---\n\n'));

function errorList() {
  const folder = join(root, 'docs/errors');
  const rows = readdirSync(folder).map((name) => {
    const title = /^# (.*)$/m.exec(readFileSync(join(folder, name), 'utf8'))?.[1] ?? name;
    return `- [${title}](${name})`;
  });
  return `# Errors\n\nOne page for each code.\n\n${rows.join('\n')}\n`;
}
