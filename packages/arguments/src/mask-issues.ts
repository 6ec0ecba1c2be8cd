import type { Repair } from '@haft/core';
import type { Issue, JsonValue, Path } from '@haft/schema';
import { sensitiveStart } from '@haft/schema/internal';
import type { ArgumentCheck, ArgumentsOutcome } from './accepted-arguments.js';

/**
 * Masks paths of issues and repairs inside sensitive values. A name that the schema does not
 * declare is a part of the sensitive value. A declared name is not a secret and helps the model.
 */
export function maskOutcome(
  check: ArgumentCheck,
  sensitive: readonly Path[],
  outcome: ArgumentsOutcome,
): ArgumentsOutcome {
  const { refusal, repairs } = outcome;
  const shown = maskRepairs(check, sensitive, repairs);
  if (refusal === undefined) return shown === repairs ? outcome : { ...outcome, repairs: shown };
  const issues = maskIssues(check, sensitive, refusal.issues);
  if (shown === repairs && issues === refusal.issues) return outcome;
  return { ...outcome, refusal: { ...refusal, issues }, repairs: shown };
}

function maskRepairs(check: ArgumentCheck, sensitive: readonly Path[], repairs: readonly Repair[]): readonly Repair[] {
  if (!isAnyInside(sensitive, repairs)) return repairs;
  return repairs.map((one) => ({ ...one, path: shownPath(one.path, sensitive, check) }));
}

/** Returns whether the path of an issue or a repair leads into a sensitive value. Most do not. */
function isAnyInside(sensitive: readonly Path[], places: readonly { readonly path: Path }[]): boolean {
  for (const { path } of places) if (sensitiveStart(sensitive, path) !== -1) return true;
  return false;
}

/** Masks paths of issues inside sensitive values. Drops issues that then look like another. */
export function maskIssues(
  check: ArgumentCheck,
  sensitive: readonly Path[],
  issues: readonly Issue[],
): readonly Issue[] {
  if (!isAnyInside(sensitive, issues)) return issues;
  const masked = new Set<string>();
  return issues.flatMap((issue) => {
    const path = shownPath(issue.path, sensitive, check);
    if (path === issue.path) return [issue];
    const key = JSON.stringify([path, issue.rule]);
    if (masked.has(key)) return [];
    masked.add(key);
    return [{ ...issue, path }];
  });
}

function shownPath(path: Path, sensitive: readonly Path[], check: ArgumentCheck): Path {
  const start = sensitiveStart(sensitive, path);
  if (start === -1) return path;
  const declared = declaredNames(check);
  const isShown = (key: string | number, at: number): boolean =>
    at < start || typeof key === 'number' || declared.has(key);
  return path.every(isShown) ? path : path.map((key, at) => (isShown(key, at) ? key : HIDDEN));
}

const HIDDEN = '(hidden)';

const known = new WeakMap<ArgumentCheck, ReadonlySet<string>>();

/** Returns the names of all properties in a schema, at any depth. */
function declaredNames(check: ArgumentCheck): ReadonlySet<string> {
  let names = known.get(check);
  if (names === undefined) known.set(check, (names = namesOf(check.schema() as JsonValue)));
  return names;
}

function namesOf(schema: JsonValue): ReadonlySet<string> {
  const names = new Set<string>();
  const rest: JsonValue[] = [schema];
  for (let one = rest.pop(); one !== undefined; one = rest.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    const { properties } = one as { readonly properties?: JsonValue };
    if (typeof properties === 'object') for (const name of Object.keys(properties ?? {})) names.add(name);
    rest.push(...Object.values(one as Readonly<Record<string, JsonValue>>));
  }
  return names;
}
