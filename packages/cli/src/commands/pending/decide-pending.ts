import type { JsonValue } from '@haft/schema';
import { isObject } from '@haft/schema/internal';
import { UsageError } from '../../usage-error.js';
import type { Decision, PendingCall } from '../../project/project-pending.js';
import { changedLines } from './changed-lines.js';
import { endedCall } from './ended-call.js';
import { findCall } from './find-call.js';
import { printDecided } from './print-decided.js';
import { readJsonOption } from './read-json-option.js';
import { withPending } from './with-pending.js';

/** The request that the person saw. */
export interface SeenRequest {
  /** Its id. Default: the decision is about the request that is open now. */
  readonly request?: string;
}

/** Options of `haft pending approve`. */
export interface ApproveOptions extends SeenRequest {
  readonly by?: string;
  /** Arguments as JSON, `@file`, or `-` for the standard input. Default: those of the request. */
  readonly arguments?: string;
  /** Default: true. */
  readonly execute: boolean;
}

/**
 * Approves a call and executes it.
 *
 * @returns 0 if the call succeeded, or is executed later
 * @throws {HaftError} `HAFT_DECISION_USED` if the call was decided before, or has another request
 */
export async function approve(key: string, options: ApproveOptions): Promise<number> {
  const { by } = options;
  const args = options.arguments === undefined ? undefined : await objectOf('--arguments', options.arguments);
  const decision: Decision = {
    kind: 'approve',
    ...(args === undefined ? {} : { arguments: args }),
    ...(by === undefined ? {} : { metadata: { decidedBy: by } }),
  };
  const notes = ({ arguments: shown }: PendingCall) => (args === undefined ? [] : changedLines(shown, args));
  return decide(key, decision, { ...options, notes });
}

/** Denies a call. The model reads the reason. */
export function deny(key: string, { reason }: { readonly reason: string }): Promise<number> {
  return decide(key, { kind: 'deny', text: reason });
}

/** Options of `haft pending supply`. */
export interface SupplyOptions extends SeenRequest {
  /** Values as JSON, `@file`, or `-` for the standard input. */
  readonly values: string;
  /** Default: true. */
  readonly execute: boolean;
}

/** Supplies the input that a call asks for, and executes it. */
export async function supply(key: string, { values, ...options }: SupplyOptions): Promise<number> {
  return decide(key, { kind: 'supply', values: await objectOf('--values', values) }, options);
}

/** Gives the result of an external call. */
export async function result(key: string, { value }: { readonly value: string }): Promise<number> {
  return decide(key, { kind: 'result', value: await readJsonOption('--value', value) });
}

/** Tells that an external call failed. The model reads the reason. */
export function fail(key: string, { reason }: { readonly reason: string }): Promise<number> {
  return decide(key, { kind: 'fail', text: reason });
}

/** Asks the model to correct an external call. */
export function retry(key: string, { reason }: { readonly reason: string }): Promise<number> {
  return decide(key, { kind: 'retry', text: reason });
}

/** Tells that a call with an unknown outcome took effect, with this result. */
export async function done(key: string, { value }: { readonly value: string }): Promise<number> {
  return decide(key, { kind: 'done', value: await readJsonOption('--value', value) });
}

/** Executes a call with an unknown outcome again. */
export function again(key: string): Promise<number> {
  return decide(key, { kind: 'again' });
}

interface DecideOptions extends SeenRequest {
  readonly execute?: boolean;
  readonly notes?: (call: PendingCall) => readonly string[];
}

function decide(key: string, decision: Decision, options: DecideOptions = {}): Promise<number> {
  const { execute = true, notes = () => [], request } = options;
  return withPending(async ({ pending, runOptions }) => {
    const call = await findCall(pending, key);
    const outcome = await pending.decide(key, decision, {
      ...(await runOptions()),
      ...(request !== undefined && { request }),
      execute,
    });
    return printDecided({
      kind: decision.kind,
      notes: notes(call),
      outcome,
      after: await endedCall(pending, key),
      key,
    });
  });
}

async function objectOf(option: string, text: string): Promise<Readonly<Record<string, JsonValue>>> {
  const given = await readJsonOption(option, text);
  if (isObject(given)) return given;
  throw new UsageError(`The value of ${option} is not a JSON object.`, `Write ${option} '{"name":"value"}'.`);
}
