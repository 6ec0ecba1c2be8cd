import {
  isScalar,
  Lexer,
  parseDocument,
  stringify,
  visit,
  type Document,
  type DocumentOptions,
  type ParseOptions,
  type SchemaOptions,
} from 'yaml';
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
  const head = text.slice(0, LONGEST_FRONT_MATTER);
  const match = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(head);
  if (match === null) throw new InvalidSkill(noFrontMatter(text));
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
  refuseComplex(text);
  const document = parseDocument(text, PARSER);
  const [error] = document.errors;
  if (error !== undefined) throw new InvalidSkill(`the front matter is not valid YAML (${error.code})`);
  refuseRepeatedKeys(document);
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 0 });
  } catch {
    throw new InvalidSkill('the front matter uses aliases');
  }
  if (!isObject(value) || Array.isArray(value)) throw new InvalidSkill('the front matter is not a map');
  return value;
}

/**
 * Aliases can make a short text a huge value, and tags other classes. The parser looks for repeated
 * keys in a time that grows with the square of their number, and quotes the text for each error.
 */
const PARSER: ParseOptions & DocumentOptions & SchemaOptions = {
  schema: 'core',
  merge: false,
  customTags: [],
  logLevel: 'silent',
  uniqueKeys: false,
  prettyErrors: false,
};

/** Refuses text for which the parser needs a long time, or many levels of calls. */
function refuseComplex(text: string): void {
  let tokens = 0;
  for (const _token of new Lexer().lex(text)) {
    if (++tokens > MOST_TOKENS) throw new InvalidSkill('the front matter has too many parts');
  }
}

function refuseRepeatedKeys(document: Document): void {
  visit(document, {
    Map: (_, { items }) => {
      const keys = items.map(({ key }) => (isScalar(key) ? key.value : key));
      if (new Set(keys).size < keys.length) throw new InvalidSkill('the front matter has a key twice');
    },
  });
}

function noFrontMatter(text: string): string {
  return /^\uFEFF?---[ \t]*\r?\n/.test(text) && text.length > LONGEST_FRONT_MATTER
    ? `the front matter is longer than ${String(LONGEST_FRONT_MATTER)} characters`
    : 'SKILL.md does not begin with YAML between two lines of ---';
}

/** Looked at before the parser, which blocks the process while it works. */
const LONGEST_FRONT_MATTER = 16_000;

/** Tokens of YAML. A front matter with 100 lists has about 2,000. */
const MOST_TOKENS = 4_000;

/** The limit of the format. */
const LONGEST_DESCRIPTION = 1_024;
