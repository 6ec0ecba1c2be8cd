import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasCode } from '../../file/beneath/folder.js';
import { printSkillText, parseSkillText } from '../front-matter.js';
import type { NewSkill, Skill, SkillFile, SkillWriter } from '../skill-store.js';
import { NEW_PREFIX, OLD_PREFIX, PART_PREFIX } from './write-places.js';

/**
 * Writes skills so that a reader, or a crash, finds the old skill or the new one. The files go into
 * a folder of another name first. A rename puts it in place. A rename does not replace a folder, so
 * that two processes cannot create one skill, or replace it at the same time.
 */
export class FolderSkillWriter implements SkillWriter {
  /** @param read - reads a skill of the root */
  constructor(
    private readonly root: string,
    private readonly read: (name: string) => Skill | undefined,
  ) {}

  /** Creates a skill. See `SkillWriter.create`. */
  create(skill: NewSkill): Promise<Skill | undefined> {
    return this.writing(skill, (part) => {
      if (this.read(skill.name) !== undefined) return false;
      return moved(part, this.at(skill.name));
    });
  }

  /** Replaces a skill. See `SkillWriter.replace`. */
  replace(skill: NewSkill, before: string): Promise<Skill | undefined> {
    return this.writing(skill, (part) => {
      const [place, next, old] = [skill.name, NEW_PREFIX + skill.name, OLD_PREFIX + skill.name].map((name) => this.at(name));
      if (place === undefined || next === undefined || old === undefined) return false;
      this.recover(place, next, old);
      // Whoever has this folder replaces the skill. Others see that it exists, and leave.
      if (!moved(part, next)) return false;
      if (this.read(skill.name)?.hash !== before) {
        rmSync(next, { recursive: true });
        return false;
      }
      renameSync(place, old);
      renameSync(next, place);
      rmSync(old, { recursive: true, force: true });
      return true;
    });
  }

  /** Finishes or undoes what a process left that was killed while it replaced the skill. */
  private recover(place: string, next: string, old: string): void {
    if (existsSync(next) && age(next) > ABANDONED_MS) {
      if (existsSync(place)) rmSync(next, { recursive: true, force: true });
      else renameSync(next, place);
    }
    if (!existsSync(old) || age(old) <= ABANDONED_MS) return;
    if (existsSync(place)) rmSync(old, { recursive: true, force: true });
    else renameSync(old, place);
  }

  private async writing(skill: NewSkill, put: (part: string) => boolean): Promise<Skill | undefined> {
    await Promise.resolve();
    const part = this.at(PART_PREFIX + randomUUID());
    try {
      writeAll(part, this.filesOf(skill));
      if (!put(part)) return undefined;
      syncFolder(this.root);
      return this.read(skill.name);
    } finally {
      rmSync(part, { recursive: true, force: true });
    }
  }

  /** Keeps the properties of the front matter that Haft does not know. */
  private filesOf({ name, description, instructions, files }: NewSkill): readonly SkillFile[] {
    const text = printSkillText({ name, description, instructions, others: this.othersOf(name) });
    return [{ path: 'SKILL.md', bytes: Buffer.from(text) }, ...files];
  }

  private othersOf(name: string): Readonly<Record<string, unknown>> {
    const before = this.mainFile(name);
    return before === undefined ? {} : parseSkillText(before).others;
  }

  private mainFile(name: string): string | undefined {
    const known = this.read(name);
    return known?.main;
  }

  private at(name: string): string {
    return join(this.root, name);
  }
}

/** A writer is between two renames for less than a millisecond. */
const ABANDONED_MS = 10_000;

/** Renames a folder. Returns false if there is a folder at the target. */
function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'EPERM', 'ENOTDIR')) return false;
    throw error;
  }
}

function writeAll(folder: string, files: readonly SkillFile[]): void {
  mkdirSync(folder);
  for (const { path, bytes } of files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    const descriptor = openSync(target, 'wx');
    try {
      writeFileSync(descriptor, bytes);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } catch (error) {
    // Windows cannot do this.
    if (!hasCode(error, 'EPERM', 'EISDIR', 'EBADF')) throw error;
  } finally {
    closeSync(descriptor);
  }
}

function age(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 0 : Date.now() - stats.ctimeMs;
}
