import { HaftError, type DeferralRequest, type ShownPreview, type ToolOutcome } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import type { Issue, JsonValue } from '@haft/schema';
import type { AcceptedArguments, ArgumentRefusal, ArgumentsOutcome } from '@haft/arguments';
import { loadLazy } from '../../call/load-lazy.js';
import { readmit } from '../../call/steps/02-admit.js';
import { Call } from '../../call/call.js';
import { IN_BATCH } from '../../call/call-parts.js';
import { completedArguments } from '../../call/arguments/completed-arguments.js';
import { narrowedInput } from '../../call/arguments/narrowed-input.js';
import { canEncode, encodeResult } from '../../call/outcome/encode-result.js';
import { askForCorrection } from '../../call/outcome/ask-for-correction.js';
import { denied } from '../../call/outcome/denied.js';
import { failedByTool, interrupted } from '../../call/outcome/outcomes.js';
import { previewHash } from '../../call/preview/preview-hash.js';
import { record } from '../../call/steps/12-record.js';
import { refuseCall } from '../../call/outcome/refuse-call.js';
import { unknownTool, unknownToolInside } from '../../call/outcome/unknown-tool.js';
import { performInner } from '../../call/inner/perform-inner.js';
import type { BatchQueue } from '../batch/batch-queue.js';
import type { RunPort } from '../../call/run-port.js';
import type { RunState } from '../state/run-state.js';
import type { CheckedValue } from '@haft/compose/internal';
import { approvedCall } from '../../call/deferral/defer.js';
import { callFingerprint, sameFingerprint } from '../../call/deferral/call-fingerprint.js';
import { changedArgumentsText, lacksSome, withHidden } from './changed-arguments.js';
import type { DecidedCall } from './decided-calls.js';
import { hasToolFor } from './has-tool-for.js';
import type { ContinuedCall } from './continued-call.js';
import { PersonTrial } from './person-trial.js';
import { tellDecision } from './tell-decision.js';
import { invalidDecision, problemLines, SEND_ALL } from '../../call/deferral/invalid-decision.js';
import type { Decision } from '../../call/deferral/decision.js';
import type { OpenCall } from '../../call/deferral/open-call.js';

type Values = Readonly<Record<string, JsonValue>>;

/**
 * Returns the call that a decision is about.
 *
 * @param parent - the outer call, if it is in progress
 */
export function resumedCall(run: RunState, decided: DecidedCall, parent?: Call): ContinuedCall {
  const { request, arguments: args, budget } = decided.call;
  const { parent: from, callId } = request;
  const shared = run.toolbox.findWaiting(request.tool);
  if (shared === undefined) return new GoneCall(run, decided);
  const isOwn = budget === 'own' && from !== undefined;
  const call = new Call(run, isOwn ? run.inner.budgets.stateOf(from.callId, shared) : shared, callId, args);
  call.origin = IN_BATCH;
  if (from !== undefined) call.origin = { ...call.origin, from, ...(parent === undefined ? {} : { parent }) };
  return new KnownCall(call, decided);
}

/**
 * A call whose tool this runtime does not have. Without a ledger, the model reads the answer to an
 * unknown name.
 */
class GoneCall implements ContinuedCall {
  readonly call = undefined;
  readonly isForOthers: boolean;

  constructor(
    readonly run: RunState,
    readonly decided: DecidedCall,
  ) {
    this.isForOthers = hasRow(run, decided);
  }

  check(): Promise<void> {
    return new Promise((resolve) => {
      if (this.isForOthers) refuseUnchecked(this.decided);
      resolve();
    });
  }

  perform(): Promise<ToolOutcome> {
    const { decision, call } = this.decided;
    const { request } = call;
    if (decision.kind === 'deny' && this.isForOthers) {
      tellDecision(this.run, this.decided, 'accepted');
      const facts = { id: request.callId, name: request.tool, repairs: [] };
      return Promise.resolve(denied(facts, decision.text, decision.reason));
    }
    tellDecision(this.run, this.decided, 'void');
    return new Promise((resolve) => {
      const gone = { id: request.callId, name: request.tool };
      resolve(request.parent === undefined ? unknownTool(this.run, gone) : unknownToolInside(this.run, gone));
    });
  }
}

class KnownCall implements ContinuedCall {
  /** Whether the tool, its version or its schema changed after the request, so it is void. */
  private readonly isVoid: boolean;
  readonly run: RunPort;
  isForOthers = false;
  /** Accepted values of people. */
  private supplied: Values | undefined = undefined;
  /** The values of the user in the form that the tool gets. */
  private inputArgs: ReadArguments | undefined = undefined;
  private result: JsonValue = null;
  /** The preview of the arguments that an approver changed. */
  private changedPreview: ShownPreview | undefined = undefined;

  constructor(
    readonly call: Call,
    readonly decided: DecidedCall,
  ) {
    this.run = call.run;
    this.isVoid = decided.decision.kind !== 'deny' && !this.isUnchanged(decided.call);
    const { input, granted: grant, background } = decided.call;
    call.decided = { ...call.decided, input, grant };
    call.stored = { ...call.stored, ...(background && { background: 'queue' }) };
  }

  async check(): Promise<void> {
    const { decision, call } = this.decided;
    if (decision.kind === 'deny') return;
    if (this.isVoid) {
      const { arguments: args, request } = call;
      const mayBeForOthers = hasRow(this.run, this.decided);
      this.isForOthers = mayBeForOthers && !(await hasToolFor(this.run, { tool: request.tool, arguments: args }));
      if (this.isForOthers) refuseUnchecked(this.decided);
      return;
    }
    if (call.input !== undefined) await this.checkKeptInput(call.input);
    if (decision.kind === 'approve' && decision.arguments !== undefined) await this.checkArguments(decision.arguments);
    if (decision.kind === 'supply') await this.checkInput(decision.values);
    if (decision.kind === 'result') await this.checkResult(decision.value);
  }

  private async checkInput(values: Values): Promise<void> {
    const input = await narrowedInput(this.call, this.decided.call.arguments);
    // The tool no longer asks for input.
    if (input === undefined) return;
    const accepted = await this.accepted(input, values);
    const { wire } = accepted ?? { wire: values };
    this.checkSize(wire);
    this.supplied = wire;
    if (accepted === undefined) return;
    this.inputArgs = accepted.args;
    this.refuseIfBroken((await this.trialBefore()?.preview())?.broken);
  }

  private async checkResult(value: JsonValue): Promise<void> {
    const { resultCheck } = await loadLazy();
    const { check, wrap, unwrap, valueOf } = resultCheck(this.call.state.planned.tool.definition.result);
    const accepted = await this.accepted({ check }, wrap(value), unwrap);
    this.result = accepted === undefined ? value : valueOf(accepted.wire);
  }

  /** Validates earlier input again: the pending run may come from an untrusted source. */
  private async checkKeptInput(kept: Values): Promise<void> {
    const { run, state } = this.call;
    if (state.planned.tool.input === undefined) return;
    const input = await narrowedInput(this.call, this.decided.call.arguments);
    if (input === undefined) return;
    const accepted = await acceptedByPerson(run, input, kept);
    if (accepted?.refusal === undefined) {
      this.inputArgs = accepted?.args;
      return;
    }
    const { refusal } = accepted;
    const { id, tool } = this.decided.call.request;
    const message = `The input that was supplied before for ${id} ('${tool}') is no longer valid:`;
    throw new HaftError('HAFT_INVALID_PENDING', message + problemLines(refusal.issues, refusal.problem), {
      hint: 'Nothing was executed. Deny the request, so that the model can make the call again.',
      issues: refusal.issues,
    });
  }

  /**
   * Limits the size of arguments and input together: the next request may contain both, and every
   * store must be able to hold it.
   */
  private checkSize(values: Values): void {
    const { maxCharacters } = this.call.run.runtime.limits.arguments;
    const { length } = JSON.stringify([this.decided.call.arguments, values]);
    if (length <= maxCharacters) return;
    this.refuse(
      [],
      `arguments and input together are ${length} characters of JSON; at most ${maxCharacters} are accepted.`,
    );
  }

  /**
   * Accepts a value of a person.
   *
   * @returns undefined if code of the application throws. The call then reads the value again, and
   *   reports the error.
   * @throws {HaftError} `HAFT_INVALID_DECISION` with the problems, if the value is not accepted
   */
  private async accepted(
    checked: CheckedValue,
    value: unknown,
    shown = (outcome: ArgumentsOutcome): ArgumentsOutcome => outcome,
  ): Promise<AcceptedArguments | undefined> {
    const found = await acceptedByPerson(this.call.run, checked, value);
    if (found === undefined) return undefined;
    const outcome = shown(found);
    if (outcome.refusal !== undefined) return this.refuse(outcome.refusal.issues, outcome.refusal.problem);
    this.call.decided = { ...this.call.decided, repairsOfPeople: outcome.repairs };
    return outcome;
  }

  async perform(queue: BatchQueue, signal?: AbortSignal): Promise<ToolOutcome> {
    tellDecision(this.call.run, this.decided, this.isVoid ? 'void' : 'accepted');
    const refused = signal?.aborted === true ? interrupted(this.call) : readmit(this.call);
    if (refused !== undefined) return refuseCall(this.call, refused);
    if (this.decided.decision.kind === 'result' && !canEncode(this.call)) await loadLazy();
    const answer = this.isVoid ? undefined : this.answer(this.decided.decision);
    if (answer !== undefined) return record(this.call, answer);
    if (this.isVoid) this.call.decided = { ...this.call.decided, demand: this.decided.call.request.kind };
    else this.grant(this.decided.decision);
    const { parent } = this.call.origin;
    const perform = (call: Call): Promise<ToolOutcome> => queue.perform(call);
    const outcome = await (parent === undefined
      ? perform(this.call)
      : performInner(parent, this.call, perform, signal));
    return outcome;
  }

  /** Returns the outcome of a decision that executes nothing. */
  private answer(decision: Decision): ToolOutcome | undefined {
    switch (decision.kind) {
      case 'deny':
        return denied(this.call, decision.text, decision.reason);
      case 'fail':
        return failedByTool(this.call, decision.text);
      case 'retry':
        return askForCorrection(this.call, { message: decision.text, issues: [] });
      case 'result':
        this.call.repairs = this.call.decided.repairsOfPeople ?? [];
        return encodeResult(this.call, this.result);
      default:
        return undefined;
    }
  }

  private grant(decision: Decision): void {
    const { request } = this.decided.call;
    if (decision.kind === 'supply') this.call.decided = { ...this.call.decided, input: this.supplied ?? {} };
    if (decision.kind !== 'approve') return;
    const args = this.call.sent as Values;
    const preview = this.changedPreview ?? shownBefore(request);
    const approval = { requestId: request.id, metadata: decision.metadata ?? {}, ...(preview && { preview }) };
    // The request may have an alias or an old name. The grant uses the current name.
    const fingerprint = this.fingerprintOf(args, this.call.name, preview?.hash);
    const { granted } = this.decided.call;
    const { changes } = decision.arguments === undefined ? { ...granted } : this.call.decided;
    const sent = decision.arguments === undefined ? granted?.sent : this.argumentsOfModel;
    this.call.decided = {
      ...this.call.decided,
      approval,
      grant: { approval, fingerprint, ...(changes !== undefined && { changes }), ...(sent !== undefined && { sent }) },
    };
  }

  /** Accepts changed arguments before the decision counts, so that the approver gets problems. */
  private async checkArguments(given: Values): Promise<void> {
    const { call } = this;
    const { arguments: before, request } = this.decided.call;
    const whole = withHidden(given, request.arguments, before);
    const { check, body } = call.state.planned.tool;
    const accepted = await this.accepted({ check, visitRules: body.visitRules }, whole);
    if (accepted !== undefined) this.refuseIfBroken(await this.trial(accepted.args, accepted.wire).rules());
    const wire = accepted?.wire ?? whole;
    const changesFrom = (from: Values): string | undefined =>
      changedArgumentsText(completedArguments(call, from), completedArguments(call, wire));
    call.decided = { ...call.decided, changes: changesFrom(this.argumentsOfModel) };
    call.sent = wire;
    if (accepted !== undefined && changesFrom(before) !== undefined)
      this.changedPreview = await this.previewOf(accepted);
  }

  /** The arguments before the first change by an approver: a call may be asked about repeatedly. */
  private get argumentsOfModel(): Values {
    const { granted, arguments: args } = this.decided.call;
    return granted?.sent ?? args;
  }

  /**
   * Returns the preview of changed arguments, which the approval is then bound to. Returns
   * undefined if the preview that the approver saw is outdated, so that the call asks again.
   */
  private async previewOf({ args, wire }: AcceptedArguments): Promise<ShownPreview | undefined> {
    const { request } = this.decided.call;
    const changed = await this.trial(args, wire).preview();
    this.refuseIfBroken(changed.broken);
    const hash = previewHash(request.preview);
    const seen = hash === undefined ? undefined : await this.trialBefore()?.preview();
    return sameFingerprint(seen?.preview?.hash, hash ?? '') ? changed.preview : undefined;
  }

  /** Returns a trial with other arguments. */
  private trial(args: ReadArguments, wire: Values): PersonTrial {
    const { input = this.supplied } = this.call.decided;
    return new PersonTrial(this.call, { args, wire, input, inputArgs: this.inputArgs });
  }

  /** Returns a trial with the arguments of the request, if the tool still accepts them. */
  private trialBefore(): PersonTrial | undefined {
    const { arguments: wire } = this.decided.call;
    const args = this.call.state.planned.tool.check.read(wire);
    return args === undefined ? undefined : this.trial(args, wire);
  }

  private refuseIfBroken(broken: ArgumentRefusal | undefined): void {
    if (broken !== undefined) this.refuse(broken.issues, broken.problem);
  }

  private refuse(issues: readonly Issue[], problem?: string): never {
    const { request, arguments: before } = this.decided.call;
    const { kind } = this.decided.decision;
    const hint = kind === 'approve' && lacksSome(issues, before) ? { hint: SEND_ALL } : {};
    throw invalidDecision({ request, kind, issues, problem, ...hint });
  }

  private isUnchanged({ request, arguments: args }: OpenCall): boolean {
    return sameFingerprint(request.fingerprint, this.fingerprintOf(args, request.tool, previewHash(request.preview)));
  }

  private fingerprintOf(args: Values, tool: string, preview: string | undefined): string {
    const { input } = this.decided.call;
    const completed = completedArguments(this.call, args);
    return callFingerprint({ ...approvedCall(this.call), tool, arguments: completed, input, preview });
  }
}

/** Returns whether a call is in the ledger, so that another process may have its tool. */
function hasRow({ runtime: { durable } }: RunPort, { call: { key } }: DecidedCall): boolean {
  return durable !== undefined && key !== undefined;
}

/** @throws {HaftError} `HAFT_UNKNOWN_TOOL` if only the tool can check the decision */
function refuseUnchecked({ decision, call: { request } }: DecidedCall): void {
  const { kind } = decision;
  const isPlain = kind === 'approve' ? decision.arguments === undefined : kind !== 'supply' && kind !== 'result';
  if (isPlain) return;
  const message = `The runtime cannot check the decision about ${request.id}: it lacks this version of '${request.tool}'.`;
  throw new HaftError('HAFT_UNKNOWN_TOOL', message, { hint: 'Decide with a runtime that has the tool.' });
}

/** Returns the preview that a person saw. Computes the hash, since a store may change it. */
function shownBefore({ preview }: DeferralRequest): ShownPreview | undefined {
  const hash = previewHash(preview);
  if (preview === undefined || hash === undefined) return undefined;
  const { text, data } = preview;
  return { text, ...(data === undefined ? {} : { data }), hash };
}

/** Accepts a value of a person. Returns undefined if a rule or a `@Transform` throws. */
async function acceptedByPerson(
  run: RunPort,
  checked: CheckedValue,
  value: unknown,
): Promise<ArgumentsOutcome | undefined> {
  const { validateFromPerson } = await loadLazy();
  try {
    return await validateFromPerson(run, checked, value);
  } catch (error) {
    if (error instanceof HaftError) throw error;
    return undefined;
  }
}
