import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HAFT_ERROR_CODES, HaftError, type HaftErrorCode } from '@haft/core';
import { DIAGNOSTIC_CODES } from '@haft/reflector';

const root = join(import.meta.dirname, '../../..');
const pages = join(root, 'docs/errors');
const codes = { ...HAFT_ERROR_CODES, ...DIAGNOSTIC_CODES } as Readonly<Record<string, string>>;

function sources(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.map((file) => readFileSync(join(folder, file), 'utf8'));
}

describe.each(Object.entries(codes))('%s', (code, meaning) => {
  it('has a page with the code as its title, an example and what to do [NEW-14]', () => {
    const page = readFileSync(join(pages, `${code}.md`), 'utf8');
    expect(page.split('\n')[0]).toMatch(new RegExp(`^# ${code}\\b`));
    expect(page.length).toBeGreaterThan(200);
    expect(page).toMatch(/^#+ (What to do|How to fix)/im);
  });

  it('says in one line what it means', () => {
    expect(meaning).toMatch(/^[\w@`].*\.$/);
    expect(meaning.length).toBeLessThanOrEqual(140);
  });

  it('is used', () => {
    const all = readdirSync(join(root, 'packages')).flatMap((name) => {
      try {
        return sources(join(root, 'packages', name, 'src'));
      } catch {
        return [];
      }
    });
    const uses = all.filter((text) => text.includes(`'${code}'`) || text.includes(`"${code}"`));
    expect(uses.length).toBeGreaterThan(0);
  });
});

it('no page is left over', () => {
  const written = readdirSync(pages).filter((file) => file.startsWith('HAFT'));
  expect(written.map((file) => file.replace(/\.md$/, '')).sort()).toEqual(Object.keys(codes).sort());
});

it('a HaftError carries code, message, hint, cause and page', () => {
  const cause = new Error('below');
  const error = new HaftError('HAFT_WIRING' satisfies HaftErrorCode, 'What happened.', { hint: 'What to do.', cause });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    name: 'HaftError',
    code: 'HAFT_WIRING',
    message: 'What happened.',
    hint: 'What to do.',
    cause,
    docs: 'docs/errors/HAFT_WIRING.md',
  });
  expect(String(error)).toBe('HAFT_WIRING: What happened.\n  What to do.\n  More: npx haft explain HAFT_WIRING');
});
