import { readdirSync, realpathSync } from 'node:fs';
import { invalidOption } from '../../invalid-option.js';
import type { RootPlace } from '../../file/beneath/open-below.js';
import { canUseDescriptors } from '../../file/beneath/descriptor-folder.js';
import { InvalidSkill } from '../front-matter.js';
import type { BrokenSkill, Skill, SkillList, SkillStore, SkillSummary, SkillWriter } from '../skill-store.js';
import { isSkillName } from '../valid-skill.js';
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

  constructor({ root, writable = false }: FolderSkillStoreOptions) {
    this.root = rootOf(root);
    this.writer = writable ? new FolderSkillWriter(this.root.path, (name) => this.readNow(name)) : undefined;
  }

  /** Lists skills. See `SkillStore.list`. */
  list(): Promise<SkillList> {
    const skills: SkillSummary[] = [];
    const broken: BrokenSkill[] = [];
    for (const name of this.names()) {
      try {
        const skill = this.readNow(name);
        if (skill !== undefined) skills.push({ name, description: skill.description, hash: skill.hash });
      } catch (error) {
        if (!(error instanceof InvalidSkill)) throw error;
        broken.push({ name, reason: error.message });
      }
    }
    return Promise.resolve({ skills, broken });
  }

  /** Reads a skill. See `SkillStore.read`. */
  async read(name: string): Promise<Skill | undefined> {
    await Promise.resolve();
    return isSkillName(name) ? this.readNow(name) : undefined;
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
