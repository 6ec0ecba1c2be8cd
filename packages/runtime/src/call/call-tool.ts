import type { ToolCall, ToolOutcome } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import { factsFromOutside } from '../isolation/is-in-worker.js';
import type { CallFacts } from '../isolation/isolated-job.js';
import type { RunState } from '../run/run-state.js';
import { admit } from './admit.js';
import { aroundCall, aroundExecution } from './around.js';
import { Call, IN_BATCH } from './call.js';
import { checkRules } from './check-rules.js';
import { decide } from './decide.js';
import { enterGates } from './enter-gates.js';
import { executeTool } from './execute-tool.js';
import { acceptQuickly, type UnfitArguments } from '../arguments/accept-quickly.js';
import type { EmittedChecks } from '../arguments/emitted-checks.js';
import { carefulFor, loadCareful, loadCarefulFor, type CarefulPart } from '../load-careful.js';
import { acceptPlainly, acceptSent } from './accept-sent.js';
import type { RefusedArguments } from '../arguments/accepted-arguments.js';
import { finishCall, interruptCall, putInFlight, rejectCall } from './finish-call.js';
import { invokeTool } from './invoke-tool.js';
import { refuseCall } from './refuse-call.js';
import { hasInstance, resolveTool } from './resolve-tool.js';
import { signalOf } from './signal-of.js';
import { throughCache } from './through-cache.js';
import { isTraced, traced } from './traced.js';
import { unknownTool } from './unknown-tool.js';
import { uniqueName } from '../run/unique-name.js';

/*
 * The call. Its steps, and how each may end it:
 *
 *    1 find the tool      run.find          unknown name -> retry
 *    2 admit              admit             limits, a closed tool, a halted or cancelled run -> failed, interrupted
 *  3-5 parse, check,
 *      revive             acceptQuickly,
 *                         acceptCarefully   -> retry
 *    6 rules              checkRules        -> retry, or what a validator asks for
 *    7 decide             decide            approval, user input, external -> deferred
 *    8 cache              throughCache      hit -> success
 *    9 resolve            resolveTool       a wiring mistake rejects: it is the developer's
 *   10 execute            executeTool       what is thrown becomes an outcome in outcomeOfError
 *   11 encode             encodeResult      -> success, or failed
 *   12 record             record            budget, counters, events
 *
 * They stand here twice. `longWay` has them all and may wait at each. `shortWay` is for calls that need nothing of 7 and 8, no
 * `@Validate`, no interceptor and no queue, which is nearly every call: it leaves out every promise but one, and with it two thirds of
 * the time.
 * A test sends the same calls through both.
 */

/** Makes one call, from the name to the outcome. Rejects for mistakes of the developer only. */
export function callTool(run: RunState, request: ToolCall): Promise<ToolOutcome> {
  let call: Call | ToolOutcome;
  try {
    call = admitCall(run, request);
  } catch (error) {
    return rejected(error);
  }
  return call instanceof Call ? performCall(call) : Promise.resolve(call);
}

/** Whoever awaits a call gets what it threw, at whatever step. */
function rejected(error: unknown): Promise<never> {
  return new Promise(() => {
    throw error;
  });
}

/** Makes a call that a tool asks for inside of its own one, and stops it with that one. */
export async function callWithin(parent: Call, request: ToolCall): Promise<ToolOutcome> {
  const call = admitCall(parent.run, request);
  if (!(call instanceof Call)) return call;
  call.note({ parent });
  const outcome = performCall(call);
  const stop = (): void => {
    if (parent.stopped !== undefined) interruptCall(call, parent.stopped);
  };
  const signal = signalOf(parent);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  return outcome.finally(() => {
    signal.removeEventListener('abort', stop);
  });
}

/** Steps 1 and 2. All calls of a batch take these before one of them takes the others. */
export function admitCall(run: RunState, request: ToolCall, batch?: BatchStart): Call | ToolOutcome {
  const state = run.find(request.name);
  if (state === undefined) return unknownTool(run, request, batch?.unknownNames);
  const call = new Call(run, state, request.id ?? uniqueName('call'), request.arguments);
  if (batch !== undefined) call.rare = IN_BATCH;
  const refused = admit(call);
  if (refused !== undefined) {
    batch?.refused.push(call);
    return refuseCall(call, refused);
  }
  if (request.truncated === true) call.note({ isTruncated: true });
  call.inDialect = run.dialectOf !== undefined;
  return call;
}

/** What all calls of a batch see as it was before the first of them. */
export interface BatchStart {
  readonly unknownNames: number;
  /** Calls that were refused before any began: they count for the budget with the others. */
  readonly refused: Call[];
}

/** Steps 3 to 12. */
export function performCall(call: Call): Promise<ToolOutcome> {
  return new Promise((answer, reject) => {
    call.caller = { answer, reject };
    beginCall(call);
  });
}

/** The same for a call whose caller is set. */
export function beginCall(call: Call): void {
  if (isTraced()) {
    traced(call, () => {
      goOn(call);
    });
  } else {
    goOn(call);
  }
}

/**
 * The same for a call that waits for its turn first, within its own time.
 *
 * @returns begins the call; not to be called when it was answered before
 */
export function holdCall(call: Call): (call: Call) => void {
  if (isTraced()) return heldByPromise(call);
  putInFlight(call);
  return goOn;
}

/** A promise keeps the stores that are bound to the channel. */
function heldByPromise(call: Call): () => void {
  let begin = (): void => undefined;
  traced(call, () => {
    putInFlight(call);
    const turn = new Promise<void>((resolve) => {
      begin = resolve;
    });
    void turn.then(() => {
      goOn(call);
    });
  });
  return begin;
}

function goOn(call: Call): void {
  try {
    if (needsNothingSpecial(call)) shortWay(call);
    else longWay(call);
  } catch (error) {
    rejectCall(call, error);
  }
}

function needsNothingSpecial(call: Call): boolean {
  const { state, run, rare } = call;
  if (state.planned.extras !== 0 || run.gate !== undefined || call.inDialect) return false;
  if (rare.parent !== undefined || rare.isTruncated === true || rare.demand !== undefined) return false;
  return hasInstance(call) && run.runtime.gate.tryEnter();
}

function shortWay(call: Call): void {
  const { state, run } = call;
  // Alone in the usual case, where the list is shared by all calls.
  call.gates = call.gates.length === 0 ? run.runtime.gates : [...call.gates, run.runtime.gate];
  const accepted = acceptQuickly(state.planned.tool.check, call.sent, run.runtime.argumentLimits);
  if (accepted.args === undefined) detour(call, accepted);
  else invokeTool(call, accepted);
}

/**
 * Arguments that do not fit as they are wait for what is loaded on demand: the check of the tool, which the first call of its module
 * imports, and the part of this package that mends and refuses.
 */
function detour(call: Call, unfit: UnfitArguments): void {
  const { check } = call.state.planned.tool;
  if (check.emitted?.isComing === true) {
    whenLoaded(call, check.emitted.load(), () => {
      acceptAgain(call);
    });
    return;
  }
  const careful = carefulFor(check);
  if (careful !== undefined) {
    mendOrRefuse(call, unfit, careful);
    return;
  }
  whenLoaded(call, loadCarefulFor(check), (loaded) => {
    mendOrRefuse(call, unfit, loaded);
  });
}

/** In flight meanwhile: the deadline and the end of the run answer for the call. */
function whenLoaded<T>(call: Call, loading: Promise<T>, next: (loaded: T) => void): void {
  putInFlight(call);
  loading
    .then((loaded) => {
      if (!call.answered) next(loaded);
    })
    .catch((error: unknown) => {
      rejectCall(call, error);
    });
}

/** The first arguments of a tool whose check was not there. */
function acceptAgain(call: Call): void {
  const { planned } = call.state;
  planned.keepWarm();
  const accepted = acceptQuickly(planned.tool.check, call.sent, call.run.runtime.argumentLimits);
  if (accepted.args === undefined) detour(call, accepted);
  else invokeTool(call, accepted);
}

function mendOrRefuse(call: Call, unfit: UnfitArguments, careful: CarefulPart): void {
  const { check } = call.state.planned.tool;
  const { acceptCarefully, hiddenPathsOf, refuseArguments } = careful;
  const accepted = acceptCarefully(check, unfit, call.run.runtime.argumentLimits, hiddenPathsOf(call));
  if (accepted.refusal === undefined) invokeTool(call, accepted);
  else finishCall(call, refuseArguments(call, accepted));
}

function longWay(call: Call): void {
  putInFlight(call);
  longSteps(call).then(
    (outcome) => {
      finishCall(call, outcome);
    },
    (error: unknown) => {
      rejectCall(call, error);
    },
  );
}

async function longSteps(call: Call): Promise<ToolOutcome> {
  if (call.rare.isTruncated === true) return (await loadCareful()).refuseArguments(call, TRUNCATED);
  const facts = factsFromOutside(call);
  if (facts !== undefined) return stepsInWorker(call, facts);
  const refused = await enterGates(call);
  if (refused !== undefined) return refused;
  const { emitted } = call.state.planned.tool.check;
  if (emitted?.isComing === true) await loadCheck(call, emitted);
  return aroundCall(call, async (sent) => {
    const accepted = await acceptCall(call, sent);
    if ('status' in accepted) return accepted;
    return throughCache(call, async () => {
      const target = await resolveTool(call);
      return aroundExecution(call, accepted.args, async (args, isChanged) => {
        const now = isChanged ? await acceptCall(call, args) : { args: args as ReadArguments };
        return 'status' in now ? now : executeTool(call, target, now.args);
      });
    });
  });
}

/** What the first call of a module waits for, before an interceptor asks what its arguments are. */
async function loadCheck(call: Call, emitted: EmittedChecks): Promise<void> {
  await emitted.load();
  if (call.stopped !== undefined) throw call.stopped;
  call.state.planned.keepWarm();
}

/** For a call that another thread accepted and decided: what is left. */
async function stepsInWorker(call: Call, { input }: CallFacts): Promise<ToolOutcome> {
  call.note({ input });
  const { outcome: accepted } = await acceptPlainly(call.run, call.state.planned.tool, call.sent);
  if (accepted.refusal !== undefined) return (await loadCareful()).refuseArguments(call, accepted);
  return executeTool(call, await resolveTool(call), accepted.args);
}

/** Steps 3 to 7: arguments that may be executed, or the outcome instead. */
async function acceptCall(call: Call, sent: unknown): Promise<ToolOutcome | { readonly args: ReadArguments }> {
  // A tool that calls another one, or an interceptor, may have written them.
  const isFromModel = call.rare.parent === undefined && sent === call.sent;
  call.sent = sent;
  if (call.rare.asSent !== undefined) call.note({ asSent: undefined });
  const { tool } = call.state.planned;
  const accepting = call.inDialect
    ? acceptSent(call.run, tool, sent, isFromModel)
    : acceptPlainly(call.run, tool, sent);
  const { outcome: accepted, asSent } = accepting instanceof Promise ? await accepting : accepting;
  if (accepted.refusal !== undefined) return (await loadCareful()).refuseArguments(call, accepted);
  if (asSent !== undefined) call.note({ asSent });
  call.repairs = accepted.repairs;
  call.wire = accepted.wire;
  const { args } = accepted;
  return (await checkRules(call, args)) ?? (await decide(call, args)) ?? { args };
}

/** What a model wrote by then may read as complete arguments, and mean something else. */
const TRUNCATED: RefusedArguments = {
  refusal: {
    issues: [],
    problem: 'The call was cut off before its end, and was not executed; send it again completely.',
  },
  repairs: [],
};
