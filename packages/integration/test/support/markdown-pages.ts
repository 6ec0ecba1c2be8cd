import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');

/** The files beneath a folder, installed and built ones left out, as paths of the repository. */
export function filesBeneath(folder: string, suffix: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : filesBeneath(path, suffix);
    return entry.name.endsWith(suffix) ? [path] : [];
  });
}

const LEFT_OUT = new Set(['node_modules', 'dist', '.nx', 'coverage']);

/** The text of a file of the repository. */
export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The links of a page to other pages and files of the repository that lead nowhere. */
export function deadLinks(page: string): readonly string[] {
  return deadLinksIn(textOf(page), page);
}

/** The links of a text that lead nowhere, if the text is that of a page. */
export function deadLinksIn(text: string, page: string): readonly string[] {
  const prose = text.replace(/^```[^]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(page, link));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path));
  if (!existsSync(join(ROOT, target))) return false;
  if (anchor === undefined) return true;
  return statSync(join(ROOT, target)).isFile() && anchorsOf(target).has(anchor);
}

const knownAnchors = new Map<string, ReadonlySet<string>>();

function anchorsOf(page: string): ReadonlySet<string> {
  const known = knownAnchors.get(page) ?? readAnchors(page);
  knownAnchors.set(page, known);
  return known;
}

/** The anchors that GitHub gives the headings of a page. */
function readAnchors(page: string): ReadonlySet<string> {
  const prose = textOf(page).replace(/^```[^]*?^```/gm, '');
  const anchors = new Map<string, number>();
  for (const [, heading = ''] of prose.matchAll(/^#+ (.+)$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    anchors.set(anchor, (anchors.get(anchor) ?? 0) + 1);
  }
  return new Set(
    [...anchors].flatMap(([one, times]) => Array.from({ length: times }, (_, n) => (n === 0 ? one : `${one}-${n}`))),
  );
}
