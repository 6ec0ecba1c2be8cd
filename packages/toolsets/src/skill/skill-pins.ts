import { requireKind } from '@haft/core';
import type { SkillStore } from './skill-store.js';

/**
 * Returns the hashes of all skills, by name. Review the skills, write the hashes to a file, and
 * give them to `skillToolset` as `pins`.
 */
export async function skillPins(store: SkillStore): Promise<Record<string, string>> {
  requireKind('The argument of skillPins()', store, { methods: ['list'], name: 'a store of skills' });
  const { skills } = await store.list();
  return Object.fromEntries(skills.map(({ name, hash }) => [name, hash]));
}
