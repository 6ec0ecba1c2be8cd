import { parseDocument, stringify } from 'yaml';
import { isObject } from '@haft/schema/internal';

/** The parts of `SKILL.md` that Haft reads. */
export interface SkillText {
  readonly name: string;
  readonly description: string;
  /** The text after the front matter. */
  readonly instructions: string;
  /** The other properties of the front matter, such as `license`. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A `SKILL.md` that is not valid. The message is the reason. */
export class InvalidSkill extends Error {}

/**
 * Reads `SKILL.md` of the Agent Skills format: YAML between two lines of `---`, then Markdown.
 *
 * @see https://agentskills.io/specification
 * @throws {InvalidSkill} with the reason
 */
export function parseSkillText(text: string): SkillText {
  const match = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  if (match === null) throw new InvalidSkill('SKILL.md does not begin with YAML between two lines of ---');
  const { name, description, ...properties } = readYaml(match[1] ?? '');
  if (typeof name !== 'string') throw new InvalidSkill('the front matter has no name');
  if (typeof description !== 'string' || description.trim() === '') {
    throw new InvalidSkill('the front matter has no description');
  }
  if (description.length > LONGEST_DESCRIPTION) {
    throw new InvalidSkill(`the description is longer than ${String(LONGEST_DESCRIPTION)} characters`);
  }
  return { name, description: description.trim(), instructions: text.slice(match[0].length), properties };
}

/** Returns the text of a `SKILL.md` that `parseSkillText` reads. */
export function printSkillText({ name, description, instructions, properties }: SkillText): string {
  return `---\n${stringify({ name, description, ...properties }, { lineWidth: 0 })}---\n${instructions}`;
}

function readYaml(text: string): Readonly<Record<string, unknown>> {
  // Aliases can make a short text a huge value, and tags other classes.
  const document = parseDocument(text, { schema: 'core', merge: false, customTags: [], logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined) throw new InvalidSkill(`the front matter is not valid YAML (${error.code})`);
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 0 });
  } catch {
    throw new InvalidSkill('the front matter uses aliases');
  }
  if (!isObject(value) || Array.isArray(value)) throw new InvalidSkill('the front matter is not a map');
  return value;
}

/** The limit of the format. */
const LONGEST_DESCRIPTION = 1_024;
