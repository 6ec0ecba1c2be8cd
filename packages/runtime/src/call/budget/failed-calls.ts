import type { Issue } from '@haft/schema';
import { canonicalJson } from '@haft/schema/basics';
import { type AcceptOptions, measureValue } from '@haft/arguments/internal';

/**
 * The failed calls of one tool in one run, to answer an equal call without work. It forgets them
 * when another call of the run ends, since that call may have created what was missing.
 */
export class FailedCalls {
  private readonly calls: FailedCall[] = [];
  /** The number of changes in the run when the calls failed. */
  private changes = 0;

  /** @param problem - the problem in one line */
  note(call: SentCall, problem: string, issues: readonly Issue[]): void {
    const sent = sentText(call);
    if (sent === undefined) return;
    if (this.changes !== call.run.counts.changes) this.calls.length = 0;
    else if (this.calls.length === MOST_CALLS) this.calls.shift();
    this.changes = call.run.counts.changes;
    this.calls.push({ sent, problem, issues });
  }

  /** Returns the failed call with the same arguments. */
  equalTo(call: SentCall): FailedCall | undefined {
    if (this.changes !== call.run.counts.changes) return undefined;
    const sent = sentText(call);
    return sent === undefined ? undefined : this.calls.findLast((one) => one.sent === sent);
  }
}

/** The parts of a call that tell which call it is. */
interface SentCall {
  readonly sent?: unknown;
  readonly sending: { readonly isTruncated?: boolean | undefined };
  readonly run: {
    readonly counts: { readonly changes: number };
    readonly runtime: { readonly limits: { readonly arguments: AcceptOptions } };
  };
}

/** A failed call and its problem. */
export interface FailedCall {
  readonly sent: string;
  readonly problem: string;
  readonly issues: readonly Issue[];
}

/** The most calls that one tool keeps. */
const MOST_CALLS = 10;

/** Returns the arguments as a text. Undefined if they are incomplete or not plain data. */
function sentText({ sent = {}, sending, run }: SentCall): string | undefined {
  if (sending.isTruncated === true) return undefined;
  if (typeof sent === 'string') return sent;
  const { problem, misfits } = measureValue(sent, run.runtime.limits.arguments);
  if (problem !== undefined || misfits.length > 0) return undefined;
  try {
    return canonicalJson(sent);
  } catch {
    // A big integer or a proxy.
    return undefined;
  }
}
