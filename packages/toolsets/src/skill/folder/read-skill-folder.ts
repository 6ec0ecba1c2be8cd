import { closeSync, fstatSync, readSync } from 'node:fs';
import { hasCode, type Folder } from '../../file/beneath/folder.js';
import { openRoot, type RootPlace } from '../../file/beneath/open-below.js';
import { InvalidSkill, parseSkillText } from '../front-matter.js';
import { skillHash } from '../skill-hash.js';
import type { Skill, SkillFile } from '../skill-store.js';
import { MOST_FILES } from '../valid-skill.js';

/** Largest skill that is read, in bytes of all of its files. */
const LARGEST_SKILL = 10_000_000;
/** Folders in folders of a skill. */
const DEEPEST = 5;

/** A folder that was read while another program replaced it. */
export const REPLACED = Symbol('replaced');

/**
 * Reads a skill from a folder below the root. Follows no link and opens no device, whatever another
 * program does with the folder meanwhile.
 *
 * @param folder - the name of the folder
 * @param name - the name that `SKILL.md` must have
 * @returns undefined if there is no folder with this name, `REPLACED` if there is another one now
 * @throws {InvalidSkill} with the reason, if it is not a skill
 */
export function readSkillFolder(root: RootPlace, folder: string, name: string): Skill | typeof REPLACED | undefined {
  const outer = openRoot(root);
  try {
    const inner = enter(outer, folder);
    if (inner === undefined) return undefined;
    try {
      const files = filesBelow(inner);
      // The files of a folder that was replaced are removed while they are read.
      return isSame(outer, folder, inner) ? skillOf(files, name) : REPLACED;
    } catch (error) {
      if (isSame(outer, folder, inner)) throw error;
      return REPLACED;
    } finally {
      inner.close();
    }
  } finally {
    outer.close();
  }
}

/** Makes a skill of its files. */
function skillOf(all: readonly SkillFile[], name: string): Skill {
  const main = all.find(({ path }) => path === 'SKILL.md');
  if (main === undefined) throw new InvalidSkill('the folder has no SKILL.md');
  const { description, instructions, properties, ...text } = parseSkillText(decoded(main));
  if (text.name !== name) throw new InvalidSkill(`the name in SKILL.md is '${text.name}', and the folder is '${name}'`);
  const files = all.filter((file) => file !== main);
  return { name, description, instructions, files, properties, hash: skillHash(all) };
}

function isSame(outer: Folder, name: string, inner: Folder): boolean {
  const [now, read] = [outer.look(name), inner.stats()];
  return now?.ino === read.ino && now.dev === read.dev;
}

function enter(outer: Folder, name: string): Folder | undefined {
  try {
    return outer.enter(name);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    if (hasCode(error, 'ENOTDIR', 'ELOOP')) throw new InvalidSkill('it is a file or a link');
    throw error;
  }
}

function filesBelow(folder: Folder): readonly SkillFile[] {
  const files: SkillFile[] = [];
  let left = LARGEST_SKILL;
  const walk = (inner: Folder, names: readonly string[]): void => {
    const entries = inner.entries().sort((one, other) => (one.name < other.name ? -1 : 1));
    for (const entry of entries) {
      const path = [...names, entry.name];
      if (entry.isDirectory()) {
        if (path.length > DEEPEST) throw new InvalidSkill(`it has more than ${String(DEEPEST)} folders in folders`);
        const next = inner.enter(entry.name);
        try {
          walk(next, path);
        } finally {
          next.close();
        }
      } else if (entry.isFile()) {
        if (files.length > MOST_FILES) throw new InvalidSkill(`it has more than ${String(MOST_FILES)} files`);
        const bytes = readFile(inner, entry.name, left);
        left -= bytes.length;
        files.push({ path: path.join('/'), bytes });
      } else throw new InvalidSkill(`${path.join('/')} is a link or a device`);
    }
  };
  walk(folder, []);
  return files;
}

function readFile(folder: Folder, name: string, most: number): Uint8Array {
  const descriptor = folder.openFile(name);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new InvalidSkill(`${name} is not a file`);
    if (stats.size > most) throw new InvalidSkill(`it is larger than ${String(LARGEST_SKILL)} bytes`);
    const bytes = Buffer.alloc(stats.size);
    let length = 0;
    while (length < bytes.length) {
      const count = readSync(descriptor, bytes, length, bytes.length - length, length);
      if (count === 0) break;
      length += count;
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

function decoded({ bytes, path }: SkillFile): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidSkill(`${path} is not a text in UTF-8`);
  }
}
