import { readFileSync } from 'node:fs';

/** The skill of the installed version. The package `haft` contains it, with its pages. */
const SKILL = 'node_modules/haft/skills/haft/SKILL.md';

const POINTER = `Before you write or change code with \`haft\` or \`@haft/...\`, read \`${SKILL}\`
(in a monorepo, perhaps in a folder above this one). It belongs to the installed version, and so do the
pages that it links to.
`;

const BEGIN = '<!-- BEGIN:haft -->';
const END = '<!-- END:haft -->';

/** Returns the skill that coding agents find by its description. It leads to the installed one. */
export function pointerSkill(): string {
  // The build of this package writes the front matter of the installed skill there.
  const head = readFileSync(new URL('../skill/head.md', import.meta.url), 'utf8');
  return `${head}\n${POINTER}`;
}

/**
 * Returns AGENTS.md with the section of Haft, which replaces an earlier one.
 *
 * @param before - the file, or nothing
 */
export function withAgentSection(before: string): string {
  const section = `${BEGIN}\n\n${POINTER}\n${END}\n`;
  const start = before.indexOf(BEGIN);
  const end = before.indexOf(END, start);
  if (start !== -1 && end !== -1) return before.slice(0, start) + section + before.slice(end + END.length + 1);
  return before === '' ? section : `${before.trimEnd()}\n\n${section}`;
}
