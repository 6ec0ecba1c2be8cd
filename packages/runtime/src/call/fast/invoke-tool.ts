import type { RunContext, ToolOutcome } from '@haft/core';
import type { HostValues, ReadArguments } from '@haft/core/reflected';
import type { AcceptedArguments } from '../../arguments/accepted-arguments.js';
import type { Call } from '../call.js';
import { contextOf } from '../context/context-of.js';
import { failCall, finishCall, finishWithReturned, putInFlight, rejectCall } from '../finish-call.js';

/** Takes steps 6 and 10 to 12 of a call. Waits only if a rule or the tool does. */
export function invokeTool(call: Call, { args, wire, repairs }: AcceptedArguments): void {
  call.repairs = repairs;
  call.wire = wire;
  if (call.state.planned.tool.body.visitRules === undefined) invoke(call, args);
  else checkFirst(call, args);
}

/** Rules are code of the application: they may cancel the run, and wait. */
function checkFirst(call: Call, args: ReadArguments): void {
  putInFlight(call);
  const { generalPath } = call.run.runtime;
  const checked =
    generalPath.loaded === undefined
      ? generalPath.load().then(({ checkDtoRules }) => checkDtoRules(call, args))
      : generalPath.loaded.checkDtoRules(call, args);
  if (!(checked instanceof Promise)) {
    refuseOrInvoke(call, args, checked);
    return;
  }
  checked
    .then((refused) => {
      refuseOrInvoke(call, args, refused);
    })
    .catch((error: unknown) => {
      rejectCall(call, error);
    });
}

function refuseOrInvoke(call: Call, args: ReadArguments, refused: ToolOutcome | undefined): void {
  if (refused !== undefined) finishCall(call, refused);
  else if (!call.answered) invoke(call, args);
}

function invoke(call: Call, args: ReadArguments): void {
  const { state } = call;
  const { body } = state.planned.tool;
  try {
    const context = body.usesRun ? contextOf(call) : NO_RUN;
    finishWithReturned(call, body.invoke(state.instance as never, args as never, context, NO_HOST_VALUES));
  } catch (error) {
    failCall(call, error);
  }
}

const NO_RUN = undefined as unknown as RunContext;
const NO_HOST_VALUES: HostValues = [];
