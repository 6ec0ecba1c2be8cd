import { HaftError, nearName, refuseUnknownOptions, type OptionNames } from '@haft/core';

/** Options of a rule that names tools. */
export interface RuleOptions {
  /**
   * Whether the tools may be absent. Otherwise a name that no tool has is an error at the start. If
   * the tools change from run to run, Haft denies the calls of the toolset while a name is missing.
   * Default: false.
   */
  readonly optional?: boolean;
}

const RULE_OPTIONS: OptionNames<RuleOptions> = { optional: true };

/** The tools that a rule names: a list of names, or a pattern of names. */
export type NamedTools = readonly string[] | RegExp;

/** Returns the names that no tool has, or the pattern that matches no tool. */
export function missingTools(wanted: NamedTools, known: ReadonlySet<string>): readonly string[] {
  if (wanted instanceof RegExp) return [...known].some((name) => wanted.test(name)) ? [] : [String(wanted)];
  return wanted.filter((name) => !known.has(name));
}

/**
 * Validates a rule when it is written.
 *
 * @param owner - the function that got it, for the message
 * @param names - the names of its tools. Haft has no globs, so a name such as `crm_*` is refused.
 * @throws {HaftError} `HAFT_UNKNOWN_TOOL`, `HAFT_INVALID_OPTION`
 */
export function refuseImpossibleRule(owner: string, names: readonly unknown[], options: RuleOptions = {}): void {
  refuseUnknownOptions(owner, options, RULE_OPTIONS);
  const impossible = names.find((name) => typeof name !== 'string' || NO_NAME.test(name));
  if (impossible === undefined) return;
  const given = typeof impossible === 'string' ? `'${impossible}'` : `a value of type ${typeof impossible}`;
  throw new HaftError('HAFT_UNKNOWN_TOOL', `${owner} was given ${given}, which is not the name of a tool.`, {
    hint: "Write whole names. For a pattern, write a function: ({ name }) => name.startsWith('crm_').",
  });
}

/** Empty texts, and characters of globs and regular expressions. */
const NO_NAME = /^$|[\s*?![\]{}()|^$/\\,]/;

/** Returns "There is no tool 'a' and no tool 'b'". */
export function missingText(missing: readonly string[]): string {
  return `There is no ${missing.map(quoted).join(' and no ')}`;
}

function quoted(name: string): string {
  if (name.startsWith('/')) return `tool that matches ${name}`;
  return name.startsWith('with ') ? `tool ${name}` : `tool '${name}'`;
}

/**
 * Returns the error for a rule whose tools do not exist.
 *
 * @param owner - the tools that it could have named, as the subject of a sentence
 */
export function missingToolsError(
  missing: readonly string[],
  { known, owner, where = '' }: { readonly known: Iterable<string>; readonly owner: string; readonly where?: string },
): HaftError {
  const names = [...known];
  const near = nearName(missing[0] ?? '', names);
  const guess = near === undefined ? '' : `Did you mean '${near}'? `;
  const rest = names.length > MOST_NAMES ? `, and ${names.length - MOST_NAMES} more` : '';
  const all = `${owner} has: ${names.slice(0, MOST_NAMES).join(', ') || 'none'}${rest}.`;
  return new HaftError('HAFT_UNKNOWN_TOOL', `${missingText(missing)}${where}.`, {
    hint: `${guess}${all} Wrappers inside may have given other names.`,
  });
}

/** The most names in a hint. */
const MOST_NAMES = 50;
