import type { SkillStore } from './skill-store.js';

/**
 * Returns the hashes of all skills, by name. Review the skills, write the hashes to a file, and
 * give them to `skillToolset` as `pins`.
 */
export async function skillPins(store: SkillStore): Promise<Record<string, string>> {
  const { skills } = await store.list();
  return Object.fromEntries(skills.map(({ name, hash }) => [name, hash]));
}
