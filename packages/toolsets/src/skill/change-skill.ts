import { ModelRetry } from '@haft/core';
import { unifiedDiff, type Replacement } from '../file/text/unified-diff.js';
import type { NewSkill, Skill, SkillFile } from './skill-store.js';
import { requireValidSkill } from './valid-skill.js';

/** A change of a skill. Everything that is undefined stays as it is. */
export interface SkillChange {
  readonly description: string | undefined;
  readonly instructions: string | undefined;
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly removeFiles: readonly string[];
}

/**
 * Returns a skill after a change.
 *
 * @throws {ModelRetry} if nothing changes, or the result is invalid
 */
export function changedSkill(before: Skill, { description, instructions, files, removeFiles }: SkillChange): NewSkill {
  const unknown = removeFiles.find((path) => !before.files.some((file) => file.path === path));
  if (unknown !== undefined) throw new ModelRetry(`There is no file '${unknown}' in the skill '${before.name}'.`);
  const written = files.map(({ path, text }): SkillFile => ({ path, bytes: Buffer.from(text) }));
  const gone = new Set([...removeFiles, ...written.map(({ path }) => path)]);
  const skill = {
    name: before.name,
    description: description ?? before.description,
    instructions: instructions ?? before.instructions,
    files: [...before.files.filter(({ path }) => !gone.has(path)), ...written],
    properties: before.properties,
  };
  if (description === undefined && instructions === undefined && files.length === 0 && removeFiles.length === 0) {
    throw new ModelRetry('Nothing to change.');
  }
  requireValidSkill({ ...skill, files: written });
  requireValidSkill({ ...skill, files: skill.files.map(({ path }) => ({ path, bytes: new Uint8Array() })) });
  return skill;
}

/** Describes a change for the person who approves it: a diff of each text. */
export function describeChange(before: Skill | undefined, after: NewSkill): string {
  const old = new Map(before === undefined ? [] : textsOf(before));
  const now = new Map(textsOf(after));
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort();
  const changes = paths.flatMap((path) => {
    const [left, right] = [old.get(path) ?? '', now.get(path) ?? ''];
    if (left === right && old.has(path) === now.has(path)) return [];
    return [unifiedDiff(path, left, [replacementOf(left, right)])];
  });
  const title = before === undefined ? `Creates the skill '${after.name}'.` : `Changes the skill '${after.name}'.`;
  return [title, ...changes].join('\n\n');
}

/** Returns the part of a text that differs, as one replacement. */
function replacementOf(left: string, right: string): Replacement {
  const most = Math.min(left.length, right.length);
  let start = 0;
  while (start < most && left.charCodeAt(start) === right.charCodeAt(start)) start += 1;
  let same = 0;
  while (same < most - start && left.charCodeAt(left.length - 1 - same) === right.charCodeAt(right.length - 1 - same)) {
    same += 1;
  }
  return { start, end: left.length - same, text: right.slice(start, right.length - same) };
}

function textsOf({ description, instructions, files }: NewSkill): readonly (readonly [string, string])[] {
  const texts = files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString('utf8')] as const);
  return [['description', `${description}\n`], ['instructions', `${instructions}\n`], ...texts];
}
