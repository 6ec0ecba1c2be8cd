import { hashOf } from '@haft/core';
import type { RunRef } from './owner.js';

/** The facts that make a call the same call. */
export interface CallIdentity extends RunRef {
  /** The answer of the model that the call belongs to. Empty if it is not known. */
  readonly turn: string;
  /** The id that the model or its provider gave to the call. */
  readonly callId: string;
  /** The hash of the tool and the arguments. See `contentOf`. */
  readonly content: string;
  /** The key of the outer call, for an inner call. Default: none. */
  readonly outer?: string | undefined;
  /** How many equal calls were made before it in the same batch. Default: 0. */
  readonly use?: number | undefined;
}

/**
 * Returns the key of a call in the ledger. It is the idempotency key of the call, too.
 *
 * Providers number calls, so that an id alone names several calls of a run. Within a turn an id
 * names one call. If the turn is not known, calls with other arguments are other calls.
 */
export function callKey(call: CallIdentity): string {
  const { tenantId, userId, runId, turn, callId, content, outer = null, use = 0 } = call;
  const distinct = turn === '' || outer !== null ? ['content', content] : ['turn', turn];
  const parts = [tenantId, userId, runId, outer, callId, distinct, use];
  return `c_${hashOf(parts).slice(0, KEY_DIGITS)}`;
}

/** 128 bits: as many as a UUID has. */
const KEY_DIGITS = 32;
