import type { Repair } from '@haft/core';
import type { Issue, JsonValue, Path } from '@haft/schema';
import { describeReceived, hidesValue } from '@haft/schema/internal';
import { cutText } from '@haft/core/internal';
import { factsOfText, type NumberInText, type TextFacts } from './text/text-facts.js';
import { declaredPath, type NameChange } from './value/declared-names.js';
import { infiniteNumbers } from './value/infinite-numbers.js';
import type { Acceptance } from './validate-value.js';
import { valueAt } from './value/value-at.js';

type JsonObject = Readonly<Record<string, JsonValue>>;

/** Shows the rounded and infinite numbers of issues with the digits of the model. */
export function withWrittenNumbers(issues: Issue[], text: string, names: readonly NameChange[]): Issue[] {
  if (!issues.some(looksLarge)) return issues;
  const { largeIntegers, infinite } = declaredFacts(text, names);
  return issues.map((issue) => {
    if (!looksLarge(issue)) return issue;
    const large = writtenAt(issue.path, largeIntegers);
    if (large !== undefined) return { ...issue, received: describeReceived(BigInt(large)) };
    const beyond = writtenAt(issue.path, infinite);
    return beyond === undefined ? issue : { ...issue, received: cutText(beyond, LONGEST_NUMBER) };
  });
}

/** Returns the issues of numbers beyond the range of JavaScript. An open value may have them. */
export function infiniteIssues(
  wire: JsonObject,
  text: string | undefined,
  sensitive: readonly Path[],
  names: readonly NameChange[],
): readonly Issue[] {
  const found = infiniteNumbers(wire);
  if (found.length === 0) return [];
  const written = text === undefined ? [] : declaredFacts(text, names).infinite;
  return found.map(({ path, value }) => {
    const isHidden = hidesValue(sensitive, path, value);
    const received = isHidden ? '(hidden)' : cutText(writtenAt(path, written) ?? String(value), LONGEST_NUMBER);
    return { path, rule: 'range', expected: 'a number between -1.8e308 and 1.8e308', received };
  });
}

/** Returns the numbers of a text at the paths of the arguments with declared names. */
function declaredFacts(text: string, names: readonly NameChange[]): Pick<TextFacts, 'largeIntegers' | 'infinite'> {
  const facts = factsOfText(text);
  if (names.length === 0) return facts;
  const renamed = (one: NumberInText): NumberInText => ({ ...one, path: declaredPath(one.path, names) });
  return { largeIntegers: facts.largeIntegers.map(renamed), infinite: facts.infinite.map(renamed) };
}

/** Returns a repair for each integer that JavaScript rounded. */
export function roundedRepairs(
  wire: JsonObject,
  text: string,
  { wrapper, names }: Pick<Acceptance, 'wrapper' | 'names'>,
  sensitive: readonly Path[],
): readonly Repair[] {
  if (!LONG_INTEGER.test(text)) return [];
  return factsOfText(text).largeIntegers.flatMap(({ path: sent, digits }): readonly Repair[] => {
    const path = declaredPath(sent, names);
    const value =
      valueAt(wire, path) ?? (sent[0] === wrapper ? valueAt(wire, declaredPath(sent.slice(1), names)) : undefined);
    if (typeof value !== 'number' || String(value) === digits) return [];
    const isHidden = hidesValue(sensitive, path, value);
    const print = (one: string | number): string => (isHidden ? '(hidden)' : describeReceived(BigInt(one)));
    return [{ path, kind: 'coercion', from: print(digits), to: print(value) }];
  });
}

/** The longest number in the text of an issue, in characters. */
const LONGEST_NUMBER = 60;

/** A whole number that may be beyond the safe range, in a text and as JavaScript prints it. */
const LONG_INTEGER = /\d{16}/;
const LARGE = /^-?(?:\d{16,}|\d(?:\.\d+)?e\+\d+|Infinity)$/;

function looksLarge({ received, rule }: Issue): boolean {
  return rule === 'type' && LARGE.test(received);
}

function writtenAt(path: Path, numbers: readonly NumberInText[]): string | undefined {
  return numbers.find((one) => endsWith(one.path, path))?.digits;
}

/** Returns whether a path ends with the path of an issue, which may lack the envelope. */
function endsWith(path: Path, end: Path): boolean {
  return path.length - end.length <= 1 && end.every((key, i) => path[path.length - end.length + i] === key);
}
