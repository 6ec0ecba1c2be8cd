import { afterAll, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderSkillStore } from '../../src/skill/index.js';
import { FolderSkillWriter } from '../../src/skill/folder/folder-skill-writer.js';
import type { NewSkill } from '../../src/skill/skill-store.js';
import { bundledProgram } from '../support/bundled-program.js';

const folder = mkdtempSync(join(tmpdir(), 'haft-skill-processes-'));
const program = bundledProgram(join(import.meta.dirname, 'write-program.ts'), join(folder, 'write.mjs'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const newRoot = (name: string): string => {
  const root = join(folder, name);
  mkdirSync(root);
  return root;
};
const start = (...args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
const skill = (text: string): NewSkill => ({
  name: 'shared',
  description: text,
  instructions: text,
  files: [{ path: 'f0.txt', bytes: Buffer.from(text) }],
  properties: {},
});

/** Reads the skill, and checks that all of its parts are of one write. */
const readWhole = async (root: string): Promise<string> => {
  const read = await new FolderSkillStore({ root }).read('shared');
  const texts = new Set([
    read?.description,
    read?.instructions,
    ...(read?.files ?? []).map(({ bytes }) => Buffer.from(bytes).toString()),
  ]);
  expect(texts.size).toBe(1);
  return read?.description ?? '';
};

describe('skills of several processes', () => {
  it('let one of four processes create a skill [TOOL-15]', async () => {
    const root = newRoot('create');
    const children = Array.from({ length: 4 }, (_, at) => start(root, 'create', `w${String(at)}`));
    const answers = await Promise.all(
      children.map(async (child) => {
        let text = '';
        child.stdout?.on('data', (data: Buffer) => (text += data.toString()));
        // The text may come after the exit.
        await once(child, 'close');
        return text;
      }),
    );
    expect(answers.filter((answer) => answer === 'created')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'exists')).toHaveLength(3);
    await readWhole(root);
    expect(readdirSync(root)).toEqual(['shared']);
  });

  it('show the old skill or the new one while two processes replace it and are killed [TOOL-15]', async () => {
    const root = newRoot('replace');
    const store = new FolderSkillStore({ root, writable: true });
    await store.writer?.create(skill('first'));
    const seen = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      const children = ['a', 'b'].map((word) => start(root, 'replace', `${word}${String(round)}-`));
      let dots = 0;
      for (const child of children) child.stdout?.on('data', (data: Buffer) => (dots += data.length));
      while (dots < 10) {
        seen.add(await readWhole(root));
        await new Promise(setImmediate);
      }
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(children.map((child) => once(child, 'exit')));
      seen.add(await readWhole(root));
      // Everything that a killed writer left is finished or undone by the next one.
      const writer = new FolderSkillWriter(root, (name) => readNow(root, name), -1);
      const before = await store.read('shared');
      expect(await writer.replace(skill(`mended${String(round)}`), before?.hash ?? '')).toMatchObject({
        description: `mended${String(round)}`,
      });
      expect(readdirSync(root)).toEqual(['shared']);
    }
    expect(seen.size).toBeGreaterThan(3);
  });

  it('keep the old skill if the new one cannot be written [TOOL-15]', async () => {
    const root = newRoot('full');
    const store = new FolderSkillStore({ root, writable: true });
    const first = await store.writer?.create(skill('first'));
    // A file where a folder is needed fails in the middle, as a full disk does.
    const broken = {
      ...skill('second'),
      files: [
        { path: 'a', bytes: Buffer.from('x') },
        { path: 'a/b', bytes: Buffer.from('y') },
      ],
    };
    await expect(store.writer?.replace(broken, first?.hash ?? '')).rejects.toThrow();
    expect(await readWhole(root)).toBe('first');
    expect(readdirSync(root)).toEqual(['shared']);
  });

  it.each([
    ['before the first rename', ['shared', '.haft-new-shared'], 'old'],
    ['between the renames', ['.haft-old-shared', '.haft-new-shared'], 'new'],
    ['after the second rename', ['.haft-old-shared', 'shared'], 'new'],
    ['of a recovery', ['.haft-old-shared'], 'old'],
  ])('read a skill after a crash %s, and can replace it [TOOL-15]', async (title, places, expected) => {
    const root = newRoot(title.replaceAll(' ', '-'));
    for (const [at, place] of places.entries()) {
      const isNew = place === '.haft-new-shared' || (place === 'shared' && at === 1);
      const text = isNew ? 'new' : 'old';
      mkdirSync(join(root, place));
      writeFileSync(join(root, place, 'SKILL.md'), `---\nname: shared\ndescription: ${text}\n---\n${text}`);
    }
    expect(await readWhole(root)).toBe(expected);
    const { skills } = await new FolderSkillStore({ root }).list();
    expect(skills.map(({ name }) => name)).toEqual(['shared']);
    const writer = new FolderSkillWriter(root, (name) => readNow(root, name), -1);
    const before = await new FolderSkillStore({ root }).read('shared');
    expect(await writer.replace(skill('third'), before?.hash ?? '')).toMatchObject({ description: 'third' });
    expect(readdirSync(root)).toEqual(['shared']);
  });
});

function readNow(root: string, name: string) {
  const store = new FolderSkillStore({ root }) as unknown as { readNow(name: string): NewSkill & { hash: string } };
  return store.readNow(name) as never;
}
