import type { Decision } from '@haft/runtime';
import { HttpProblem } from './http-problem.js';

/** The body of a decision: `{ "decision": {...}, "request"?: string, "execute"?: boolean }`. */
export interface DecisionBody {
  /** The runtime checks its form. */
  readonly decision: Decision;
  readonly execute: boolean;
  /** The id of the request that the person saw. */
  readonly request?: string;
}

/** Reads the body of a decision. Rejects other content types, so that no form of a site can send it. */
export async function readDecision(request: Request, limit: number): Promise<DecisionBody> {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json')
    throw new HttpProblem(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send application/json.');
  const body = parsed(await textOf(request, limit));
  if (!isRecord(body) || Object.keys(body).some((name) => !NAMES.has(name))) throw invalidBody();
  const { decision, execute = true, request: seen } = body;
  if (!isRecord(decision) || typeof execute !== 'boolean') throw invalidBody();
  if (seen !== undefined && typeof seen !== 'string') throw invalidBody();
  return { decision: decision as unknown as Decision, execute, ...(seen !== undefined && { request: seen }) };
}

const NAMES: ReadonlySet<string> = new Set(['decision', 'execute', 'request']);

/** Returns the decision with the person who made it. A client cannot claim another one. */
export function signedDecision(decision: Decision, decidedBy: string): Decision {
  if (decision.kind !== 'approve') return decision;
  const { metadata = {} } = decision;
  return isRecord(metadata) ? { ...decision, metadata: { ...metadata, decidedBy } } : decision;
}

async function textOf({ body }: Request, limit: number): Promise<string> {
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = (await reader.read()) as { readonly done: boolean; readonly value?: Uint8Array };
    if (done || value === undefined) break;
    size += value.byteLength;
    if (size > limit) {
      // The client may still send. Nothing reads it.
      reader.cancel().catch(() => undefined);
      throw new HttpProblem(413, 'BODY_TOO_LARGE', `The body has more than ${limit} bytes.`);
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody();
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalidBody(): HttpProblem {
  const message = 'The body must be { "decision": { "kind": "approve" }, "request"?: "id", "execute"?: true }.';
  return new HttpProblem(400, 'INVALID_BODY', message);
}
