import { ModelRetry } from '@haft/core';
import type { NewSkill } from './skill-store.js';

/** Largest file that a model writes, in bytes. */
const LARGEST_FILE = 64_000;
/** Most files of a skill. */
export const MOST_FILES = 100;

/**
 * Checks a skill that a model wrote.
 *
 * @throws {ModelRetry} with the first problem
 */
export function requireValidSkill({ name, description, instructions, files }: NewSkill): void {
  if (!isSkillName(name)) {
    throw new ModelRetry(
      `'${name}' is not a skill name. Use a-z, 0-9 and single hyphens inside, at most 64 characters.`,
    );
  }
  if (description.trim() === '')
    throw new ModelRetry('description is blank. Say what the skill does and when to use it.');
  if (/\n---[ \t]*(\r?\n|$)/.test(`\n${description}`))
    throw new ModelRetry('description has a line of ---. Remove it.');
  if (Buffer.byteLength(instructions) > LARGEST_FILE) {
    throw new ModelRetry(`instructions are longer than ${String(LARGEST_FILE)} bytes. Move parts into files.`);
  }
  if (files.length > MOST_FILES) throw new ModelRetry(`A skill has at most ${String(MOST_FILES)} files.`);
  const seen = new Set<string>();
  for (const { path, bytes } of files) {
    if (!isSkillPath(path))
      throw new ModelRetry(`'${path}' is not a path in a skill. Write it as 'references/guide.md'.`);
    const folded = path.toLowerCase();
    if (seen.has(folded)) throw new ModelRetry(`The skill has the path '${path}' twice.`);
    seen.add(folded);
    if (bytes.length > LARGEST_FILE) throw new ModelRetry(`${path} is longer than ${String(LARGEST_FILE)} bytes.`);
  }
  const folders = new Set(
    [...seen].flatMap((path) =>
      path
        .split('/')
        .slice(0, -1)
        .map((_, at, all) => all.slice(0, at + 1).join('/')),
    ),
  );
  const both = [...seen].find((path) => folders.has(path));
  if (both !== undefined) throw new ModelRetry(`'${both}' is a file and a folder.`);
}

/** Returns whether a text is a name of the Agent Skills format. */
export function isSkillName(name: string): boolean {
  return name.length <= 64 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
}

/** Returns whether a text is a relative path below a skill, other than `SKILL.md`. */
export function isSkillPath(path: string): boolean {
  const names = path.split('/');
  if (path.length > 200 || names.length > 5 || path.toLowerCase() === 'skill.md') return false;
  return names.every((name) => /^[\w][\w. -]*$/.test(name) && !name.endsWith('.') && !name.endsWith(' '));
}
