import { refuseUnknownOptions, type OptionNames, requireKind } from '@haft/core';
import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { invalidOption } from '../../invalid-option.js';
import type { RootPlace } from '../../file/beneath/open-below.js';
import { canUseDescriptors } from '../../file/beneath/descriptor-folder.js';
import { InvalidSkill } from '../front-matter.js';
import type { BrokenSkill, Skill, SkillList, SkillStore, SkillSummary, SkillWriter } from '../skill-store.js';
import { isSkillName } from '../valid-skill.js';
import { folderStamp, hasStamp, type FolderStamp } from './folder-stamp.js';
import { FolderSkillWriter } from './folder-skill-writer.js';
import { readSkillFolder, REPLACED } from './read-skill-folder.js';
import { NEW_PREFIX, OLD_PREFIX } from './write-places.js';

/** Options of {@link FolderSkillStore}. */
export interface FolderSkillStoreOptions {
  /** The folder with one folder for each skill. It must exist. */
  readonly root: string;
  /** Whether skills can be created and updated. Default: false. */
  readonly writable?: boolean;
}

/**
 * Skills in folders, as the Agent Skills format has them: `<name>/SKILL.md` and other files.
 *
 * @see https://agentskills.io/specification
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the root is not a folder
 */
export class FolderSkillStore implements SkillStore {
  readonly writer: SkillWriter | undefined;
  private readonly root: RootPlace;
  private readonly known = new Map<string, { readonly stamp: FolderStamp; readonly listed: Listed }>();

  constructor(settings: FolderSkillStoreOptions) {
    refuseUnknownOptions('FolderSkillStore', settings, SETTINGS);
    const { root, writable = false } = settings;
    requireKind('FolderSkillStore root', root, 'a string');
    this.root = rootOf(root);
    this.writer = writable ? new FolderSkillWriter(this.root.path, (name) => this.readNow(name)) : undefined;
  }

  /** Lists skills. Reads only those that have changed. See `SkillStore.list`. */
  list(): Promise<SkillList> {
    const skills: SkillSummary[] = [];
    const broken: BrokenSkill[] = [];
    const names = this.names();
    for (const name of names) {
      const listed = this.listed(name);
      if (listed === undefined) continue;
      if ('reason' in listed) broken.push(listed);
      else skills.push(listed);
    }
    const present = new Set(names);
    for (const name of this.known.keys()) if (!present.has(name)) this.known.delete(name);
    return Promise.resolve({ skills, broken });
  }

  /** Reads a skill. See `SkillStore.read`. */
  async read(name: string): Promise<Skill | undefined> {
    await Promise.resolve();
    return isSkillName(name) ? this.readNow(name) : undefined;
  }

  private listed(name: string): Listed | undefined {
    const known = this.known.get(name);
    if (known !== undefined && hasStamp(known.stamp)) return known.listed;
    // The stamp is older than what is read, so that a change in between is found by the next list.
    const stamp = folderStamp(join(this.root.path, name));
    const listed = this.listedNow(name);
    if (stamp !== undefined && listed !== undefined) this.known.set(name, { stamp, listed });
    else this.known.delete(name);
    return listed;
  }

  private listedNow(name: string): Listed | undefined {
    try {
      const skill = this.readNow(name);
      return skill && { name, description: skill.description, hash: skill.hash };
    } catch (error) {
      if (!(error instanceof InvalidSkill)) throw error;
      return { name, reason: error.message };
    }
  }

  /**
   * While a skill is replaced, there is a moment without a folder of its name. The new or the old
   * folder has another name then. The last look is for a writer that has finished meanwhile.
   *
   * @throws {InvalidSkill} with the reason, if it is not a skill
   */
  private readNow(name: string): Skill | undefined {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const read = this.readOnce(name);
      if (read !== REPLACED) return read;
    }
    throw new InvalidSkill('other programs replace it again and again');
  }

  private readOnce(name: string): Skill | typeof REPLACED | undefined {
    for (const folder of [name, NEW_PREFIX + name, OLD_PREFIX + name, name]) {
      const read = readSkillFolder(this.root, folder, name);
      if (read !== undefined) return read;
    }
    return undefined;
  }

  private names(): readonly string[] {
    const names = new Set<string>();
    for (const entry of readdirSync(this.root.path)) {
      if (entry.startsWith(OLD_PREFIX)) names.add(entry.slice(OLD_PREFIX.length));
      else if (!entry.startsWith('.')) names.add(entry);
    }
    return [...names].filter(isSkillName).sort();
  }
}

/** A skill in a list, or the reason why it is in none. */
type Listed = SkillSummary | BrokenSkill;

/** A writer replaces a skill once. Only many writers at once cause several attempts. */
const MOST_ATTEMPTS = 100;

function rootOf(root: string): RootPlace {
  try {
    const path = realpathSync(root);
    readdirSync(path);
    return { path, confined: canUseDescriptors(path) };
  } catch (cause) {
    throw invalidOption(
      `The root of skills '${root}' is not a folder that can be read.`,
      'Create the folder first.',
      cause,
    );
  }
}

const SETTINGS: OptionNames<FolderSkillStoreOptions> = {
  root: true,
  writable: true,
};
