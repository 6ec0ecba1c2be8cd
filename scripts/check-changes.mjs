// Fails if a commit after the last version changes a published package for users and brings no
// entry in .changeset: `npm run changes`. `Changeset: none` in the body of a commit is the way out.
import { resolve } from 'node:path';
import { git } from './git.mjs';
import { publishedPackages, readEntries } from './release/entries.mjs';

const root = resolve(process.argv[2] ?? '.');
const MARK = '\u0001';

// The commit that made the last version. In a shallow clone that lacks it, the oldest commit.
const from = git('-C', root, 'log', '-1', '--format=%H', '-G', '^  "version": "', '--', 'lerna.json');
if (!from) console.log('This folder has no Git history.');
else {
  const wrong = [...invalidEntries(), ...commitsAfter(from).filter(lacksEntry).map(explain)];
  for (const line of wrong) console.log(line);
  if (wrong.length > 0) process.exitCode = 1;
  else console.log('Every change for users since the last version has an entry.');
}

function invalidEntries() {
  const invalid = readEntries(root).filter(({ problem }) => problem !== undefined);
  return invalid.map(({ file, problem }) => `.changeset/${file} ${problem}.`);
}

function commitsAfter(commit) {
  const format = `--format=${MARK}%h${MARK}%s${MARK}%b${MARK}`;
  const parts = git('-C', root, 'log', '--name-status', '--no-renames', format, `${commit}..HEAD`).split(MARK).slice(1);
  return Array.from({ length: parts.length / 4 }, (_, index) => {
    const [hash, subject, body, files] = parts.slice(index * 4, index * 4 + 4);
    return { hash, subject, body, files: files.trim().split('\n') };
  });
}

function lacksEntry({ subject, body, files }) {
  const isForUsers = /^(feat|fix|perf)\b|^\w+(\(.*?\))?!:/.test(subject) || /^BREAKING[ -]CHANGE:/m.test(body);
  if (!isForUsers || /^Changeset: none$/m.test(body)) return false;
  const sources = publishedPackages(root).map(({ path }) => `\t${path}/src/`);
  const hasEntry = files.some((line) => /^[AM]\t\.changeset\/(?!README)[^/]+\.md$/.test(line));
  return !hasEntry && files.some((line) => sources.some((source) => line.includes(source)));
}

function explain({ hash, subject }) {
  return `${hash} ${subject}\n  It has no entry. Add .changeset/NAME.md, or 'Changeset: none' to the body.`;
}
