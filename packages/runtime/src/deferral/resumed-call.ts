import { HaftError, type ToolOutcome } from '@haft/core';
import type { Issue, JsonSchemaObject, JsonValue } from '@haft/schema';
import { issueLineForLogs } from '../feedback/issue-line.js';
import { loadCareful, loadCarefulFor } from '../load-careful.js';
import { readmit } from '../call/admit.js';
import { Call, IN_BATCH } from '../call/call.js';
import { checkRules } from '../call/check-rules.js';
import { canEncode, encodeResult } from '../call/encode-result.js';
import { denied, failedByTool, interrupted } from '../call/outcomes.js';
import { record } from '../call/record.js';
import { refuseCall } from '../call/refuse-call.js';
import { unknownTool } from '../call/unknown-tool.js';
import type { BatchQueue } from '../run/batch-queue.js';
import type { RunState } from '../run/run-state.js';
import { callFingerprint, sameFingerprint } from './call-fingerprint.js';
import { changedArgumentsText, withHidden } from './changed-arguments.js';
import type { DecidedCall } from './decided-calls.js';
import { tellDecision } from './decision-event.js';
import type { Decision } from './decision.js';
import type { OpenCall } from './pending-run.js';

const MOST_LINES = 10;

/** One decision on its way. */
export interface ResumedCall {
  readonly decided: DecidedCall;
  /** Undefined when the tool is gone. */
  readonly call: Call | undefined;
  /** @throws HaftError `HAFT_INVALID_DECISION` */
  check(): Promise<void>;
  /** @param signal - of the host: nothing is executed once it is aborted */
  perform(queue: BatchQueue, signal?: AbortSignal): Promise<ToolOutcome>;
}

/** The call that a decision is about. */
export function resumedCall(run: RunState, decided: DecidedCall): ResumedCall {
  const state = run.find(decided.call.request.tool);
  if (state === undefined) return new GoneCall(run, decided);
  const call = new Call(run, state, decided.call.request.callId, decided.call.arguments);
  call.rare = IN_BATCH;
  return new KnownCall(call, decided);
}

/** No tool has the name any more: the model is told what every call of it is told. */
class GoneCall implements ResumedCall {
  readonly call = undefined;

  constructor(
    private readonly run: RunState,
    readonly decided: DecidedCall,
  ) {}

  check(): Promise<void> {
    return Promise.resolve();
  }

  perform(): Promise<ToolOutcome> {
    const { request } = this.decided.call;
    tellDecision(this.run, this.decided, 'void');
    return new Promise((resolve) => {
      resolve(unknownTool(this.run, { id: request.callId, name: request.tool }));
    });
  }
}

class KnownCall implements ResumedCall {
  /** The tool, its version or its schema changed since the request was made: the decision is about something else. */
  private readonly isVoid: boolean;
  private changes: string | undefined;

  constructor(
    readonly call: Call,
    readonly decided: DecidedCall,
  ) {
    this.isVoid = decided.decision.kind !== 'deny' && !this.isUnchanged(decided.call);
    call.note({ input: decided.call.input, grant: decided.call.granted });
  }

  async check(): Promise<void> {
    if (this.isVoid) return;
    const { decision, call } = this.decided;
    if (decision.kind === 'approve' && decision.arguments !== undefined) await this.checkArguments(decision.arguments);
    if (decision.kind === 'supply') {
      await this.checkValue(call.request.fields, decision.values);
      this.checkSize(decision.values);
    }
    if (decision.kind === 'result') await this.checkValue(call.request.resultSchema, decision.value);
  }

  private async checkValue(schema: JsonSchemaObject | undefined, value: unknown): Promise<void> {
    const { collectIssues } = await loadCareful();
    this.refuse(collectIssues(schema ?? true, value));
  }

  /** The next request may hold both, and is to be small enough for every store. */
  private checkSize(values: Readonly<Record<string, JsonValue>>): void {
    const { maxCharacters } = this.call.run.runtime.argumentLimits;
    const { length } = JSON.stringify([this.decided.call.arguments, values]);
    if (length <= maxCharacters) return;
    this.refuse(
      [],
      `arguments and input together are ${length} characters of JSON; at most ${maxCharacters} are accepted.`,
    );
  }

  async perform(queue: BatchQueue, signal?: AbortSignal): Promise<ToolOutcome> {
    tellDecision(this.call.run, this.decided, this.isVoid ? 'void' : 'accepted');
    const refused = signal?.aborted === true ? interrupted(this.call) : readmit(this.call);
    if (refused !== undefined) return refuseCall(this.call, refused);
    if (this.decided.decision.kind === 'result' && !canEncode(this.call)) await loadCareful();
    const answer = this.isVoid ? undefined : this.answer(this.decided.decision);
    if (answer !== undefined) return record(this.call, answer);
    if (this.isVoid) this.call.note({ demand: this.decided.call.request.kind });
    else this.grant(this.decided.decision);
    const outcome = await queue.perform(this.call);
    return this.changes === undefined || outcome.status === 'deferred'
      ? outcome
      : { ...outcome, text: `${this.changes}\n\n${outcome.text}` };
  }

  /** What needs no execution. */
  private answer(decision: Decision): ToolOutcome | undefined {
    switch (decision.kind) {
      case 'deny':
        return denied(this.call, decision.text);
      case 'fail':
        return failedByTool(this.call, decision.text);
      case 'result':
        return encodeResult(this.call, decision.value);
      default:
        return undefined;
    }
  }

  private grant(decision: Decision): void {
    const { request } = this.decided.call;
    if (decision.kind === 'supply') this.call.note({ input: { ...this.call.rare.input, ...decision.values } });
    if (decision.kind !== 'approve') return;
    const args = this.call.sent as Readonly<Record<string, JsonValue>>;
    const approval = { requestId: request.id, metadata: decision.metadata ?? {} };
    // Under the name that the tool has now: the request may have been made under an old one.
    this.call.note({ approval, grant: { approval, fingerprint: this.fingerprintOf(args, this.call.name) } });
  }

  /** Other arguments are validated before anybody relies on them: what is wrong with them is the approver's to mend. */
  private async checkArguments(given: Readonly<Record<string, JsonValue>>): Promise<void> {
    const { call } = this;
    const { arguments: before, request } = this.decided.call;
    const whole = withHidden(given, request.arguments, before);
    const { check } = call.state.planned.tool;
    const { acceptArguments } = await loadCarefulFor(check);
    const accepted = acceptArguments(check, whole, call.run.runtime.argumentLimits);
    if (accepted.refusal !== undefined) {
      this.refuse(accepted.refusal.issues, accepted.refusal.problem);
      return;
    }
    const trial = new Call(call.run, call.state, call.id, whole);
    trial.wire = accepted.wire;
    // The call itself asks again: what a validator does to the run, or throws by mistake, is its to tell.
    trial.note({ isTrial: true });
    const broken = await checkRules(trial, accepted.args);
    if (broken?.status === 'retry') this.refuse(broken.issues, broken.text);
    this.changes = changedArgumentsText(before, accepted.wire);
    call.sent = accepted.wire;
  }

  private refuse(issues: readonly Issue[], problem?: string): void {
    if (issues.length === 0 && problem === undefined) return;
    const { request } = this.decided.call;
    // Without the values: errors are logged, and a user may have entered a secret.
    const lines = issues.slice(0, MOST_LINES).map((issue) => `\n- ${issueLineForLogs(issue)}`);
    const reason = lines.length === 0 ? ` ${problem ?? ''}` : lines.join('');
    const about = `The decision '${this.decided.decision.kind}' about ${request.id} ('${request.tool}') is not valid:`;
    throw new HaftError('HAFT_INVALID_DECISION', about + reason, {
      hint: 'Nothing was executed, and the request is still open: decide again.',
      issues,
    });
  }

  private isUnchanged({ request, arguments: args }: OpenCall): boolean {
    return sameFingerprint(request.fingerprint, this.fingerprintOf(args, request.tool));
  }

  private fingerprintOf(args: Readonly<Record<string, JsonValue>>, tool: string): string {
    const { call, decided } = this;
    return callFingerprint({
      definition: call.state.planned.tool.definition,
      tool,
      arguments: args,
      input: decided.call.input,
      runId: call.run.id,
      userId: call.run.options.userId,
    });
  }
}
