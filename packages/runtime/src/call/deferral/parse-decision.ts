import type { DeferralKind, DeferralRequest, HaftError } from '@haft/core';
import type { Issue, JsonSchemaObject } from '@haft/schema';
import { describeReceived } from '@haft/schema/internal';
import { isObject } from '@haft/schema/basics';
import { collectIssues, inspectValue, withoutUndefined } from '@haft/arguments/lazy';
import type { ArgumentLimits } from '@haft/arguments';
import { invalidDecision } from './invalid-decision.js';
import type { Decision } from './decision.js';

/**
 * Reads a decision, which may come from a form or a queue. Haft does not guess: only `true`,
 * `false` and the exact forms of {@link Decision} are valid.
 *
 * @throws {HaftError} `HAFT_INVALID_DECISION` with the issues
 */
export function parseDecision(given: unknown, request: DeferralRequest, limits: ArgumentLimits): Decision {
  if (typeof given === 'boolean') return { kind: given ? 'approve' : 'deny' };
  const kind = kindOf(given);
  if (kind === undefined) throw invalid(request, 'decision', [notDecision(given)]);
  const { problem, issues: unreadable } = inspectValue(given, limits);
  if (problem !== undefined) throw invalid(request, kind, [], problem.replace('The arguments', 'Its values'));
  const value = withoutUndefined(given);
  const issues = unreadable.length > 0 ? unreadable : collectIssues(FORMS[kind], value);
  if (issues.length > 0)
    throw invalid(
      request,
      kind,
      issues.map((issue) => asOfValues(issue, kind)),
    );
  return value as Decision;
}

/** Returns an issue with its path inside the values of the decision. */
function asOfValues(issue: Issue, kind: Decision['kind']): Issue {
  const [first, ...rest] = issue.path;
  return first !== undefined && first === VALUES_OF[kind] && rest.length > 0 ? { ...issue, path: rest } : issue;
}

const VALUES_OF: Readonly<Partial<Record<Decision['kind'], string>>> = {
  approve: 'arguments',
  supply: 'values',
  result: 'value',
  done: 'value',
};

/** Returns the kind of a decision. Undefined if it is unknown. */
function kindOf(given: unknown): Decision['kind'] | undefined {
  if (typeof given !== 'object' || given === null || !Object.hasOwn(given, 'kind')) return undefined;
  const { kind } = given as { readonly kind?: unknown };
  return typeof kind === 'string' && Object.hasOwn(FORMS, kind) ? (kind as Decision['kind']) : undefined;
}

function notDecision(given: unknown): Issue {
  const kinds = Object.keys(FORMS).map((kind) => `"${kind}"`);
  return {
    path: isObject(given) ? ['kind'] : [],
    rule: 'decision',
    expected: isObject(given) ? `one of ${kinds.join(', ')}` : 'true, false or an object of `decision`',
    received: describeReceived(isObject(given) ? given['kind'] : given),
  };
}

function invalid(request: DeferralRequest, kind: string, issues: readonly Issue[], problem?: string): HaftError {
  const hint = `Expected for ${request.kind}: ${EXPECTED[request.kind]}. Nothing was executed, and the request is still open.`;
  return invalidDecision({ request, kind, issues, problem, hint });
}

/** The valid decisions by kind of request, as text. */
const EXPECTED: Readonly<Record<DeferralKind, string>> = {
  approval: 'true, false, decision.approve({ arguments?, metadata? }), decision.deny(text?)',
  input: 'decision.supply(values), decision.deny(text?), false',
  external: 'decision.result(value), decision.fail(text), decision.retry(text), decision.deny(text?), false',
};

const TEXT: JsonSchemaObject = { type: 'string' };
const SAID: JsonSchemaObject = { type: 'string', minLength: 1 };
const VALUES: JsonSchemaObject = { type: 'object' };

const FORMS: Readonly<Record<Decision['kind'], JsonSchemaObject>> = {
  approve: form('approve', { arguments: VALUES, metadata: VALUES }),
  deny: form('deny', { text: TEXT, reason: { const: 'expired' } }),
  supply: form('supply', { values: VALUES }, 'values'),
  result: form('result', { value: {} }, 'value'),
  fail: form('fail', { text: TEXT }, 'text'),
  retry: form('retry', { text: SAID }, 'text'),
  done: form('done', { value: {} }, 'value'),
  again: form('again', {}),
};

function form(
  kind: string,
  properties: Readonly<Record<string, JsonSchemaObject>>,
  ...required: readonly string[]
): JsonSchemaObject {
  return {
    type: 'object',
    properties: { kind: { const: kind }, ...properties },
    required: ['kind', ...required],
    additionalProperties: false,
  };
}
