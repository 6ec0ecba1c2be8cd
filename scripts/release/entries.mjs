import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The levels of an entry, the strongest first, with the heading of their section. */
export const LEVELS = { major: 'Breaking changes', minor: 'Added', patch: 'Fixed' };
const LONGEST = 240;

/** Returns the folder and the manifest of each published package. */
export function publishedPackages(root) {
  return readdirSync(join(root, 'packages'))
    .map((name) => ({ path: `packages/${name}`, file: join(root, 'packages', name, 'package.json') }))
    .filter(({ file }) => existsSync(file))
    .map(({ path, file }) => ({ path, manifest: JSON.parse(readFileSync(file, 'utf8')) }))
    .filter(({ manifest }) => manifest.private !== true);
}

/**
 * Reads the entries of `.changeset`, in the form of Changesets: `{ file, level, text, problem }` of
 * each. `problem` is undefined if the entry is valid.
 */
export function readEntries(root) {
  const folder = join(root, '.changeset');
  if (!existsSync(folder)) return [];
  const names = publishedPackages(root).map(({ manifest }) => manifest.name);
  const files = readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md');
  return files.sort().map((file) => ({ file, ...parseEntry(readFileSync(join(folder, file), 'utf8'), names) }));
}

/** Parses one entry. All packages share a version, so that its strongest level counts. */
export function parseEntry(source, names) {
  const [, head, body] = /^---\r?\n([^]*?)^---\r?\n([^]*)$/m.exec(source) ?? [];
  if (head === undefined) return { problem: "begins with a line '---', packages with levels, and a line '---'" };
  const lines = head.trim().split(/\r?\n/);
  const pairs = lines.map((line) => /^['"]?([^'"]+)['"]?: (\w+)$/.exec(line)?.slice(1) ?? [line]);
  const wrong = pairs.find(([name, level]) => !names.includes(name) || !Object.hasOwn(LEVELS, level ?? ''));
  const text = body.trim().replace(/\s+/g, ' ');
  if (wrong !== undefined)
    return { problem: `'${wrong.join(': ')}' is not a published package with major, minor or patch` };
  if (text === '') return { problem: 'has no text' };
  if (text.length > LONGEST) return { problem: `has ${text.length} characters, and ${LONGEST} are allowed` };
  return { level: Object.keys(LEVELS).find((level) => pairs.some(([, one]) => one === level)), text };
}

/** Returns the step of the version. Before 1.0.0, a breaking change raises the second number. */
export function nextStep(entries, version) {
  const level = Object.keys(LEVELS).find((one) => entries.some((entry) => entry.level === one));
  return level === 'major' && version.startsWith('0.') ? 'minor' : level;
}
