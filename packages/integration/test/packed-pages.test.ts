import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { HAFT_ERROR_CODES } from '@haft/core';
import { DIAGNOSTIC_CODES } from '@haft/reflector';
import { deadLinks } from './support/markdown-pages.js';

const ROOT = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'haft-packed-'));
const installed = unpacked();
const skill = readFileSync(join(installed.haft, 'skills/haft/SKILL.md'), 'utf8');

afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the folders of two packages, with the files that npm installs. */
function unpacked(): { readonly haft: string; readonly cli: string } {
  const args = ['pack', '--json', '-w', 'haft', '-w', '@haft/cli', '--pack-destination', folder];
  const packed = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' });
  const folders = (JSON.parse(packed) as readonly { readonly name: string; readonly filename: string }[]).map(
    ({ name, filename }) => {
      const target = mkdtempSync(join(folder, 'package-'));
      execFileSync('tar', ['-xzf', join(folder, filename), '-C', target]);
      return [name, join(target, 'package')] as const;
    },
  );
  const { haft = '', '@haft/cli': cli = '' } = Object.fromEntries(folders);
  return { haft, cli };
}

function pagesOf(one: string): readonly string[] {
  const files = readdirSync(one, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
  return files.map((file) => relative(ROOT, join(one, file)));
}

describe('the skill in the package haft', () => {
  it('has the front matter by which coding agents find it, and at most 500 lines', () => {
    const [, name, description = ''] = /^---\nname: (\S+)\ndescription: >-\n((?: {2}.+\n)+)---\n/.exec(skill) ?? [];
    expect(name).toBe('haft');
    expect(description.length).toBeGreaterThan(200);
    expect(description.length).toBeLessThan(1024);
    expect(skill.split('\n').length).toBeLessThan(500);
  });

  it('names each code of an error', () => {
    const ranges = [...skill.matchAll(/`HAFT(\d+)` to `HAFT(\d+)`/g)].map(([, from, to]) => [Number(from), Number(to)]);
    const inRange = (code: string): boolean =>
      ranges.some(([from = 0, to = 0]) => from <= Number(code.slice(4)) && Number(code.slice(4)) <= to);
    expect(Object.keys(HAFT_ERROR_CODES).filter((code) => !skill.includes(`\`${code}\``))).toEqual([]);
    expect(Object.keys(DIAGNOSTIC_CODES).filter((code) => !inRange(code))).toEqual([]);
  });

  it('names only commands that exist', () => {
    const named = [...skill.matchAll(/npx haft ([a-z]+)/g)].map(([, command]) => command);
    const help = execFileSync(process.execPath, [join(ROOT, 'packages/cli/bin/haft.js'), '--help'], {
      encoding: 'utf8',
    });
    expect(named.filter((command) => !help.includes(`\n  ${command} `))).toEqual([]);
  });

  it('links only to pages of the package, which have no dead links', () => {
    const links = [...skill.matchAll(/\]\(([^)#]+)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(30);
    expect(links.filter((link) => !link.startsWith('references/'))).toEqual([]);
    const pages = pagesOf(join(installed.haft, 'skills'));
    expect(pages.length).toBeGreaterThan(150);
    expect(pages.flatMap(deadLinks)).toEqual([]);
  });
});

it('the pages in @haft/cli include one for each code, and have no dead links', () => {
  const pages = pagesOf(join(installed.cli, 'docs'));
  for (const code of [...Object.keys(HAFT_ERROR_CODES), ...Object.keys(DIAGNOSTIC_CODES)])
    expect(pages).toContainEqual(expect.stringMatching(`/errors/${code}\\.md$`));
  expect(pages.flatMap(deadLinks)).toEqual([]);
});
