import { wordsOf } from '../texts/words-of.js';
import type { SkillSummary } from './skill-store.js';

/** Returns the skills that have a word of the query, the best first. All for a blank query. */
export function rankSkills(skills: readonly SkillSummary[], query: string): readonly SkillSummary[] {
  if (query.trim() === '') return skills;
  const texts = skills.map((skill) => ({ skill, ...wordsOfSkill(skill) }));
  const wanted = wantedWords(query).map((word) => {
    const having = texts.filter(({ name, description }) => name.has(word) || description.has(word));
    return { word, rarity: Math.log(1 + skills.length / (1 + having.length)) };
  });
  const counted = texts.map(({ skill, name, description }) => {
    let score = 0;
    for (const { word, rarity } of wanted) {
      if (name.has(word) || skill.name === word) score += 3 * rarity;
      if (description.has(word)) score += rarity;
    }
    return { skill, score };
  });
  return counted
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ skill }) => skill);
}

function wantedWords(query: string): readonly string[] {
  const names = query
    .toLowerCase()
    .split(/\s+/)
    .filter((one) => one.length > 2);
  return [...new Set([...wordsOf(query), ...names])];
}

interface SkillWords {
  readonly name: ReadonlySet<string>;
  readonly description: ReadonlySet<string>;
}

/** A store that has not changed returns the same objects again. */
const known = new WeakMap<SkillSummary, SkillWords>();

function wordsOfSkill(skill: SkillSummary): SkillWords {
  let words = known.get(skill);
  if (words === undefined) {
    words = { name: new Set(wordsOf(skill.name)), description: new Set(wordsOf(skill.description)) };
    known.set(skill, words);
  }
  return words;
}
