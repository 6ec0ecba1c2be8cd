import type { Repair } from '@haft/core';
import type { Findings, JsonValue, Path } from '@haft/schema';
import type { AcceptOptions, ArgumentCheck, ArgumentsOutcome } from './accepted-arguments.js';
import { completeCheck } from './check-tools.js';
import { findIssues } from './find-issues.js';
import { insideWrapper } from './value/inside-wrapper.js';
import { mayComeFromNames, withDeclaredNames } from './value/declared-names.js';
import { maskOutcome } from './mask-issues.js';
import { refusedObject } from './refused-arguments.js';
import { withoutCoercible } from './value/without-coercible.js';
import { Acceptance } from './validate-value.js';

/** Settings of one runtime and one tool. */
interface ExplainOptions {
  readonly limits: AcceptOptions;
  readonly sensitive: readonly Path[];
}

/**
 * Validates the object of a short JSON text that `readExact` rejected. It does not compare it with
 * the limits: the closed type limits the depth, and a reserved name is an unknown name.
 */
export function explainValue(
  check: ArgumentCheck,
  object: object,
  text: string,
  { limits, sensitive }: ExplainOptions,
): ArgumentsOutcome {
  completeCheck(check);
  const value = object as Readonly<Record<string, JsonValue>>;
  const asSent = insideWrapper(check, value, limits) === undefined;
  const given = asSent ? findIssues(check, value, { text }, sensitive) : undefined;
  const hasOtherNames = given && mayComeFromNames(check, given) && withDeclaredNames(check, value) !== undefined;
  const findings = hasOtherNames === true ? undefined : given;
  if (findings !== undefined && isComplete(check, findings))
    return refusedObject(value, withoutCoercible(findings.issues, value, { schema: check.schema(), limits }));
  const acceptance = new Acceptance(check, { value, repairs: NO_REPAIRS, text }, limits, sensitive);
  const outcome = findings === undefined ? acceptance.repairOrRefuse(value) : acceptance.coercedOr(value, findings);
  return maskOutcome(check, sensitive, outcome);
}

const NO_REPAIRS: readonly Repair[] = [];

/** Returns whether issues need no coercion, no further issues and no mask. Most need none. */
function isComplete({ issuesOf }: ArgumentCheck, findings: Findings): boolean {
  const { isHopeless, hasJsonText, hasUnclearValue, isInsideSensitive } = findings;
  return isHopeless && !hasJsonText && !hasUnclearValue && !isInsideSensitive && issuesOf === undefined;
}
