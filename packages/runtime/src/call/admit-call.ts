import type { ToolCall, ToolOutcome } from '@haft/core';
import { Call } from './call.js';
import { IN_BATCH, NOTHING } from './call-parts.js';
import { refusedProgram } from './outcome/outcome-for-program.js';
import { refuseCall } from './outcome/refuse-call.js';
import type { OpenCall } from './deferral/open-call.js';
import type { RunPort } from './run-port.js';
import { find } from './steps/01-find.js';
import { admit } from './steps/02-admit.js';

/** The state of the run before the first call of a batch. */
export interface BatchStart {
  readonly unknownNames: number;
  /** Calls that were rejected before any call began. They count for the budget with the others. */
  readonly refused: Call[];
  /** The calls that wait, in a run without a ledger. */
  readonly waiting?: readonly OpenCall[] | undefined;
}

/**
 * Takes steps 1 and 2. All calls of a batch take them before one call continues.
 *
 * @throws {HaftError} the errors of step 1
 */
export function admitCall(run: RunPort, request: ToolCall, batch?: BatchStart): Call | ToolOutcome {
  const found = find(run, request, batch?.unknownNames);
  return found instanceof Call ? admitFound(found, request, batch) : found;
}

/** Takes step 2 of a call whose tool is known. */
export function admitFound(call: Call, request: ToolCall, batch?: BatchStart): Call | ToolOutcome {
  if (batch !== undefined) call.origin = call.origin === NOTHING ? IN_BATCH : { ...call.origin, ...IN_BATCH };
  if (batch?.waiting !== undefined) call.origin = { ...call.origin, waiting: batch.waiting };
  if (request.truncated === true) call.sending = { ...call.sending, isTruncated: true };
  if (request.program !== undefined) call.sending = { ...call.sending, isOfProgram: true };
  const refused = refusedProgram(call) ?? admit(call);
  if (refused !== undefined) {
    batch?.refused.push(call);
    return refuseCall(call, refused);
  }
  if (request.turn !== undefined) call.origin = { ...call.origin, turn: request.turn };
  call.inDialect = call.run.dialect.of !== undefined;
  return call;
}
