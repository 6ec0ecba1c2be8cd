import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runNode } from './toolchains/support/run-command.js';

/* A small repository with two packages, whose version was cut once. */

const SCRIPTS = join(import.meta.dirname, '../../../scripts');
const SOURCE = 'packages/one/src/index.ts';
const ENTRY = (level: string, text: string) => `---\n'one': ${level}\n---\n\n${text}\n`;

describe('entries of a version', () => {
  let folder: string;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
  const put = (files: Readonly<Record<string, string>>) => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
  };
  const commit = (message: string, files: Readonly<Record<string, string>>) => {
    put(files);
    git('add', '-A');
    git('commit', '-qm', message);
  };
  const check = () => runNode([join(SCRIPTS, 'check-changes.mjs'), folder], folder).output;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'haft-release-test-'));
    git('init', '-q');
    commit('feat: begin', {
      'lerna.json': '{\n  "version": "0.1.0"\n}\n',
      'packages/one/package.json': '{ "name": "one" }',
      'packages/two/package.json': '{ "name": "two", "private": true }',
      [SOURCE]: '',
    });
    commit('chore(release): 0.2.0', { 'lerna.json': '{\n  "version": "0.2.0"\n}\n' });
    commit('feat(one): add a tool', { [SOURCE]: '1', '.changeset/tool.md': ENTRY('minor', 'Add a tool.') });
    commit('fix(one): repair a comment\n\nChangeset: none', { [SOURCE]: '2' });
    commit('fix(two): repair a package that is not published', { 'packages/two/src/index.ts': '' });
    commit('refactor(one): move a function', { [SOURCE]: '3' });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('are complete if commits for users since the last version bring one, or say why not', () => {
    expect(check()).toContain('Every change for users since the last version has an entry.');
  });

  it('are missing after commits for users that bring none', () => {
    commit('perf(one): read once', { [SOURCE]: '4' });
    commit('refactor(one)!: rename a function', { [SOURCE]: '5' });
    expect(check()).toMatch(/refactor\(one\)!: rename a function\n.*no entry[^]*perf\(one\): read once\n.*no entry/);
    expect(check()).not.toContain('feat');
  });

  it.each([
    ["'three': minor", 'A text.', "'three: minor' is not a published package"],
    ["'one': large", 'A text.', "'one: large' is not a published package"],
    ["'one': patch", '', 'has no text'],
    ["'one': patch", 'long '.repeat(60), 'has 299 characters, and 240 are allowed'],
  ])('are refused with %j and %j', (head, text, problem) => {
    put({ '.changeset/wrong.md': `---\n${head}\n---\n\n${text}\n` });
    expect(check()).toContain(`.changeset/wrong.md ${problem}`);
    rmSync(join(folder, '.changeset/wrong.md'));
  });

  it('become the section of the version, breaking changes first', () => {
    put({
      'CHANGELOG.md': '# Changelog\n\n## 0.1.0\n\n- Old.\n',
      '.changeset/README.md': 'How to write an entry.',
      '.changeset/a.md': ENTRY('patch', `Repair ${'a thing and '.repeat(8)}a thing.`),
      '.changeset/b.md': ENTRY('major', 'Rename\na function.'),
    });
    runNode([join(SCRIPTS, 'release/write-changelog.mjs'), folder], folder);
    const repaired = `- Repair ${'a thing and '.repeat(7)}a\n  thing and a thing.`;
    expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toBe(
      `# Changelog\n\n## 0.2.0\n\n### Breaking changes\n\n- Rename a function.\n\n### Added\n\n- Add a tool.\n\n` +
        `### Fixed\n\n${repaired}\n\n## 0.1.0\n\n- Old.\n`,
    );
    expect(existsSync(join(folder, '.changeset/a.md'))).toBe(false);
    expect(existsSync(join(folder, '.changeset/README.md'))).toBe(true);
  });

  it.each([
    ['0.2.0', 'major', 'minor'],
    ['0.2.0', 'patch', 'patch'],
    ['1.2.0', 'major', 'major'],
  ])('raise %s, with %s as the strongest level, by a %s version', (version, level, step) => {
    const entries = JSON.stringify([{ level: 'patch' }, { level }]);
    const module = JSON.stringify(join(SCRIPTS, 'release/entries.mjs'));
    const program = `const { nextStep } = await import(${module}); console.log(nextStep(${entries}, '${version}'))`;
    expect(runNode(['--input-type=module', '-e', program], folder).output.trim()).toBe(step);
  });
});
