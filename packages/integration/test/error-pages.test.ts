import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HAFT_ERROR_CODES, HaftError, type HaftErrorCode } from '@haft/core';
import { DIAGNOSTIC_CODES } from '@haft/reflector';
import { messageTemplates } from './support/message-templates.js';

const root = join(import.meta.dirname, '../../..');
const pages = join(root, 'docs/errors');
const codes = { ...HAFT_ERROR_CODES, ...DIAGNOSTIC_CODES } as Readonly<Record<string, string>>;

function sources(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.map((file) => readFileSync(join(folder, file), 'utf8'));
}

const code = readdirSync(join(root, 'packages')).flatMap((name) => {
  const folder = join(root, 'packages', name, 'src');
  return existsSync(folder) ? sources(folder) : [];
});
const templates = code.flatMap(messageTemplates);

/** Messages of the TypeScript compiler, and messages that begin with the name of an option. */
const NOT_IN_CODE = ['HAFT1001', 'HAFT1002', 'HAFT1100', 'HAFT_INVALID_OPTION'];

describe.each(Object.entries(codes))('%s', (id, meaning) => {
  const page = readFileSync(join(pages, `${id}.md`), 'utf8');

  it('has a page with the code and the meaning as its title, an example, a reason and a fix [NEW-14]', () => {
    expect(page.split('\n')[0]).toBe(`# ${id}: ${meaning.slice(0, -1)}`);
    expect(page.match(/^#+ .*$/gm)?.slice(1)).toEqual(['## Example', '## Why', '## How to fix it']);
  });

  it('quotes a message that the code has', () => {
    const [, message] = new RegExp(`^${id}: (.*)$`, 'm').exec(page) ?? [];
    expect(message).toBeDefined();
    const isKnown = templates.some((template) => template.test(message ?? ''));
    expect(isKnown || NOT_IN_CODE.includes(id) ? 'known' : message).toBe('known');
  });

  it('has its meaning in one line', () => {
    expect(meaning).toMatch(/^[\w@`].*\.$/);
    expect(meaning.length).toBeLessThanOrEqual(140);
  });

  it('is used', () => {
    const uses = code.filter((text) => text.includes(`'${id}'`) || text.includes(`"${id}"`));
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
    docs: 'npx haft explain HAFT_WIRING',
  });
  expect(String(error)).toBe('HAFT_WIRING: What happened.\n  What to do.\n  More: npx haft explain HAFT_WIRING');
});
