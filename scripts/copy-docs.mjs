// Copies pages of docs/ into packages, so that the pages of an installed version are next to it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { markdownBeneath } from './markdown-beneath.mjs';

const DOCS = resolve(import.meta.dirname, '../docs');
const REPOSITORY = 'https://github.com/haft/haft/blob/main/docs/';
/** Pages that users of a package do not need. */
const LEFT_OUT =
  /^(README|architecture|feature-contract|features|golden-cases|performance|skill)\.md$|^(changelog|decisions|performance)\//;
const PAGES = markdownBeneath(DOCS).filter((page) => !LEFT_OUT.test(page));

/** Marks of snippets, and images. */
const NOT_COPIED = /<!-- (?:snippet|file|prints|starts)\b.*? -->\n\n?|<picture>[^]*?<\/picture>\n\n?/g;

/** Writes the pages into a folder, and removes what an earlier build left there. */
export function copyDocs(target) {
  rmSync(target, { recursive: true, force: true });
  for (const page of PAGES)
    write(
      join(target, page),
      copied(page, (path) => posix.relative(dirname(page), path)),
    );
}

/** Writes the skill for coding agents. Its links lead to the copied pages. */
export function copySkill(file, references) {
  write(
    file,
    copied('skill.md', (path) => posix.join(references, path)),
  );
}

/** Returns the front matter of the skill, with the lines of `---`. */
export function skillHead() {
  return /^---\n[^]*?\n---\n/.exec(read('skill.md'))[0];
}

/**
 * Returns a page. Its links to other copied pages are as `linkTo` writes them. All others are
 * addresses of the repository.
 */
function copied(page, linkTo) {
  const text = read(page).replace(NOT_COPIED, '');
  const withLinks = (prose) =>
    prose.replace(/\]\((?![a-z]+:|#)([^)\s]*?)(#[^)\s]*)?\)/g, (_all, path, anchor = '') => {
      const inside = posix.normalize(posix.join(dirname(page), path));
      return `](${PAGES.includes(inside) ? linkTo(inside) : new URL(inside, REPOSITORY).href}${anchor})`;
    });
  // Blocks of code have no links.
  return text
    .split(/^( *```[^]*?^ *```$)/m)
    .map((part, index) => (index % 2 === 0 ? withLinks(part) : part))
    .join('');
}

function read(page) {
  return readFileSync(join(DOCS, page), 'utf8');
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
