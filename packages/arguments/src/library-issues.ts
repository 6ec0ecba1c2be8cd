import type { Issue, Path } from '@haft/schema';
import { hidesValue } from '@haft/schema/internal';
import { overlap } from '@haft/schema/basics';
import type { CheckedValue } from './accepted-arguments.js';
import { valueAt } from './value/value-at.js';

/** Removes sensitive values from the issues of a library, which may quote them. */
export function libraryIssues(issues: readonly Issue[], root: unknown, sensitive: readonly Path[]): readonly Issue[] {
  if (issues.length === 0 || sensitive.length === 0) return issues;
  const secrets = sensitive.flatMap((path) => [...textsAt(root, path)]);
  return issues.map((issue) => {
    const { message, ...facts } = issue;
    const isHidden = hidesValue(sensitive, issue.path, valueAt(root, issue.path));
    const shown = isHidden ? { ...facts, received: '(hidden)' } : facts;
    const isQuoting = [message, issue.expected].some((text) => secrets.some((secret) => text?.includes(secret)));
    if (isQuoting) return { ...shown, expected: 'a value that fits the schema' };
    return message === undefined ? shown : { ...shown, message };
  });
}

/** Returns the issues that only a library finds, in values without an issue of the schema. */
export function issuesBeside(
  { issues, value }: CheckedValue,
  found: readonly Issue[],
  sensitive: readonly Path[],
): readonly Issue[] {
  const own = found.filter((one) => !issues.some(({ path }) => overlap(path, one.path)));
  return libraryIssues(own, value, sensitive);
}

/** Yields the texts that a library may quote from the values at a path. */
function* textsAt(value: unknown, [step, ...path]: Path): Generator<string> {
  if (step === undefined) {
    yield* textsOf(value);
  } else if (step === '**') {
    yield* textsAt(value, path);
    if (typeof value !== 'object' || value === null) return;
    for (const one of Object.values(value)) yield* textsAt(one, [step, ...path]);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      if (step === '*' || String(step).toLowerCase() === key.toLowerCase()) yield* textsAt(one, path);
    }
  }
}

function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      if (!Array.isArray(value)) yield key;
      yield* textsOf(one);
    }
  } else if (typeof value === 'string' && value !== '') {
    yield value.slice(0, MOST_QUOTED);
    yield JSON.stringify(value.slice(0, MOST_QUOTED)).slice(1, -1);
  } else if (typeof value === 'number') {
    yield String(value);
  }
}

/** A quotation may have only the start of a long text. */
const MOST_QUOTED = 20;
