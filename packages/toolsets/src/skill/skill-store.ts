/** A skill in a list. */
export interface SkillSummary {
  /** Lower case letters, digits and hyphens. The name of its folder. */
  readonly name: string;
  /** The purpose of the skill, and when to use it. */
  readonly description: string;
  /** SHA-256 of all of its files, with their paths. */
  readonly hash: string;
}

/** A file of a skill. */
export interface SkillFile {
  /** Relative to the skill, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A whole skill, as it was at one moment. */
export interface Skill extends SkillSummary {
  /** The text of `SKILL.md` after the front matter. */
  readonly instructions: string;
  /** All files but `SKILL.md`, by path. */
  readonly files: readonly SkillFile[];
  /** The other properties of the front matter, such as `license`. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A skill that cannot be used. */
export interface BrokenSkill {
  readonly name: string;
  readonly reason: string;
}

/** The skills of a store. */
export interface SkillList {
  /** In the order of their names. */
  readonly skills: readonly SkillSummary[];
  /** Folders that are not skills, for the developer. */
  readonly broken: readonly BrokenSkill[];
}

/** A skill to write. */
export interface NewSkill {
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
  readonly files: readonly SkillFile[];
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Keeps skills. Reading returns whole skills: the state before a write or after it. */
export interface SkillStore {
  /** Returns the names and descriptions of all skills. */
  list(): Promise<SkillList>;
  /**
   * Returns a skill, or undefined if there is none with this name.
   *
   * @throws {Error} with the reason, if its files are not a skill
   */
  read(name: string): Promise<Skill | undefined>;
  /** Writes skills. Undefined for a store that can only be read. */
  readonly writer?: SkillWriter | undefined;
}

/** Writes the skills of a store. */
export interface SkillWriter {
  /** Writes a new skill. Returns undefined if there is one with this name. */
  create(skill: NewSkill): Promise<Skill | undefined>;
  /**
   * Replaces a skill. Returns undefined if it no longer has the hash `before`.
   *
   * @param before - the hash of the skill that was read
   */
  replace(skill: NewSkill, before: string): Promise<Skill | undefined>;
}
