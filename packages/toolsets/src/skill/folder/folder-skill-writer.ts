import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { hasCode } from '../../file/beneath/folder.js';
import { printSkillText } from '../front-matter.js';
import type { NewSkill, Skill, SkillFile, SkillWriter } from '../skill-store.js';
import { NEW_PREFIX, OLD_PREFIX, PART_PREFIX } from './write-places.js';

/**
 * Writes skills so that a reader, or a crash, finds the old skill or the new one. The files go into
 * a folder of another name first. A rename puts it in place. A rename does not replace a folder, so
 * that two processes cannot create one skill, or replace it at the same time.
 */
export class FolderSkillWriter implements SkillWriter {
  /**
   * @param read - reads a skill of the root
   * @param abandonedMs - after this time, a folder belongs to a writer that was killed. A writer is
   *   between two renames for less than a millisecond.
   */
  constructor(
    private readonly root: string,
    private readonly read: (name: string) => Skill | undefined,
    private readonly abandonedMs = 10_000,
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
      const [place, next, old] = [skill.name, NEW_PREFIX + skill.name, OLD_PREFIX + skill.name].map((name) =>
        this.at(name),
      );
      if (place === undefined || next === undefined || old === undefined) return false;
      this.recover(place, next, old);
      // The writer that makes this folder replaces the skill. Others see that it exists, and leave.
      if (!moved(part, next)) return false;
      if (this.read(skill.name)?.hash !== before) {
        this.discard(next);
        return false;
      }
      // Only the writer that has the new folder makes or removes the old one.
      this.discard(old);
      renameSync(place, old);
      renameSync(next, place);
      this.discard(old);
      return true;
    });
  }

  /** Finishes or undoes what a process left that was killed while it replaced the skill. */
  private recover(place: string, next: string, old: string): void {
    if (existsSync(next) && age(next) > this.abandonedMs) {
      if (existsSync(place)) this.discard(next);
      else renameSync(next, place);
    }
    if (!existsSync(old) || age(old) <= this.abandonedMs) return;
    if (existsSync(place)) this.discard(old);
    else renameSync(old, place);
  }

  private async writing(skill: NewSkill, put: (part: string) => boolean): Promise<Skill | undefined> {
    await Promise.resolve();
    const part = this.at(PART_PREFIX + randomUUID());
    try {
      this.removeAbandoned();
      writeAll(part, [{ path: 'SKILL.md', bytes: Buffer.from(printSkillText(skill)) }, ...skill.files]);
      if (!put(part)) return undefined;
      syncFolder(this.root);
      return this.read(skill.name);
    } finally {
      rmSync(part, { recursive: true, force: true });
    }
  }

  /** Removes a folder. It loses its name first, so that no reader sees it without some files. */
  private discard(folder: string): void {
    const part = this.at(PART_PREFIX + randomUUID());
    try {
      renameSync(folder, part);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return;
      throw error;
    }
    rmSync(part, { recursive: true, force: true });
  }

  /** Removes incomplete folders of writers that were killed. */
  private removeAbandoned(): void {
    for (const name of readdirSync(this.root)) {
      if (!name.startsWith(PART_PREFIX) || age(this.at(name)) <= this.abandonedMs) continue;
      rmSync(this.at(name), { recursive: true, force: true });
    }
  }

  private at(name: string): string {
    return join(this.root, name);
  }
}

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
