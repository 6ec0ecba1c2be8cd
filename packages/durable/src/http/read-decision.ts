import type { Decision } from '@haft/runtime';
import { isObject } from '@haft/schema/internal';
import { HttpProblem } from './http-problem.js';
import { readJson } from './read-json.js';

/** The body of a decision: `{ "decision": {...}, "request"?: string, "execute"?: boolean }`. */
export interface DecisionBody {
  /** The runtime checks its form. */
  readonly decision: Decision;
  readonly execute: boolean;
  /** The id of the request that the person saw. */
  readonly request?: string;
}

/**
 * Reads the body of a decision. Rejects other content types, so that no form of a site can send it.
 */
export async function readDecision(request: Request, limit: number): Promise<DecisionBody> {
  const body = await readJson(request, limit);
  if (!isObject(body) || Object.keys(body).some((name) => !NAMES.has(name))) throw invalidBody();
  const { decision, execute = true, request: seen } = body;
  if (!isObject(decision) || typeof execute !== 'boolean') throw invalidBody();
  if (seen !== undefined && typeof seen !== 'string') throw invalidBody();
  return { decision: decision as unknown as Decision, execute, ...(seen !== undefined && { request: seen }) };
}

const NAMES: ReadonlySet<string> = new Set(['decision', 'execute', 'request']);

/** Returns the decision with the person who made it. A client cannot claim another one. */
export function signedDecision(decision: Decision, decidedBy: string): Decision {
  if (decision.kind !== 'approve') return decision;
  const { metadata = {} } = decision;
  return isObject(metadata) ? { ...decision, metadata: { ...metadata, decidedBy } } : decision;
}

function invalidBody(): HttpProblem {
  const message = 'The body must be { "decision": { "kind": "approve" }, "request"?: "id", "execute"?: true }.';
  return new HttpProblem(400, 'INVALID_BODY', message);
}
