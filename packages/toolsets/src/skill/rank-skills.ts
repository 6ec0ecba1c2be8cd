import { wordsOf } from '../texts/words-of.js';
import type { SkillSummary } from './skill-store.js';

/** Returns the skills that have a word of the query, the best first. All for a blank query. */
export function rankSkills(skills: readonly SkillSummary[], query: string): readonly SkillSummary[] {
  if (query.trim() === '') return skills;
  const wanted = new Set([
    ...wordsOf(query),
    ...query
      .toLowerCase()
      .split(/\s+/)
      .filter((one) => one.length > 2),
  ]);
  const texts = skills.map((skill) => ({
    skill,
    name: new Set(wordsOf(skill.name)),
    all: new Set(wordsOf(skill.description)),
  }));
  const counted = texts.map(({ skill, name, all }) => {
    let score = 0;
    for (const word of wanted) {
      const rarity = Math.log(
        1 + skills.length / (1 + texts.filter((one) => one.name.has(word) || one.all.has(word)).length),
      );
      if (name.has(word) || skill.name === word) score += 3 * rarity;
      if (all.has(word)) score += rarity;
    }
    return { skill, score };
  });
  return counted
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ skill }) => skill);
}
