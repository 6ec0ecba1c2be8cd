/*
 * Instructions for tasks, pinned and reviewed.
 */

export { FolderSkillStore, type FolderSkillStoreOptions } from './folder/folder-skill-store.js';
export { InvalidSkill } from './front-matter.js';
export { skillPins } from './skill-pins.js';
export { SkillOptions, type SkillSettings } from './skill-options.js';
export type {
  BrokenSkill,
  NewSkill,
  Skill,
  SkillFile,
  SkillList,
  SkillStore,
  SkillSummary,
  SkillWriter,
} from './skill-store.js';
export { SkillToolset, type SkillContent, type SkillEntry, type SkillTextFile } from './skill.toolset.js';
export { skillToolset, type SkillToolsetSettings } from './skill-toolset.js';
export { toolsets, type Tools } from './toolsets.gen.js';
