import { HaftError, type DeferralRequest, type DeferredOutcome, type ToolOutcome } from '@haft/core';
import type { Decision, Run, RunEventListener, RunOptions } from '@haft/runtime';
import { wellFormedJson } from '@haft/schema/internal';
import {
  inputRequired,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { questionOf, type Question } from '../elicitation/question.js';
import { readAnswer, type Answer } from '../elicitation/read-answer.js';
import type { WaitingCall } from '../elicitation/state-seal.js';
import type { CallForm } from './call-form.js';
import { canAsk } from './client-facts.js';
import { logSender } from './log-sender.js';
import type { McpService, RunHost } from './mcp-service.js';
import { progressSender } from './progress-sender.js';

/** The context of a request and the server that received it. */
export interface ClientRequest {
  readonly server: McpServer;
  readonly ctx: ServerContext;
}

/**
 * One request that makes a call: the first one of the call, or one with an answer for a waiting
 * call.
 */
export class CallTurn<Result> {
  private readonly server: McpServer;
  private readonly ctx: ServerContext;
  private readonly progress: ((reported: unknown) => void) | undefined;

  constructor(
    private readonly service: McpService,
    { server, ctx }: ClientRequest,
    private readonly host: RunHost,
    private readonly form: CallForm<Result> & { binding(): string },
  ) {
    this.server = server;
    this.ctx = ctx;
    this.progress = progressSender(ctx);
  }

  /** Makes the call. */
  begin(): Promise<Result | InputRequiredResult> {
    const { kept } = this.host;
    const host = { kept, options: this.freshOptions() };
    const options = kept && { signal: this.ctx.mcpReq.signal, onProgress: this.progress };
    return this.service.inRun(host, async (run) =>
      this.conclude(run, await this.withInputOfRequest(run, await this.form.make(run, options))),
    );
  }

  /** Continues the waiting call. */
  async goOn(waiting: WaitingCall): Promise<Result | InputRequiredResult> {
    const pending = waiting.pending ?? this.host.kept?.pending();
    const request = pending?.requests.find(({ id }) => id === waiting.requestId);
    const question = request === undefined ? undefined : this.questionAbout(request);
    if (request === undefined || question === undefined) return this.notOpen(waiting, request);
    const answer = this.answerTo(question);
    if (answer === undefined) return this.ask(question, waiting);
    if ('cancelled' in answer)
      return this.form.refuse('interrupted', isInner(waiting, request) ? `${CANCELLED} ${UNFINISHED}` : CANCELLED);
    if ('problem' in answer) return this.ask(question, waiting, answer.problem);
    try {
      return await this.resume(request, waiting, answer.decision);
    } catch (error) {
      if (!(error instanceof HaftError)) throw error;
      if (error.code === 'HAFT_INVALID_DECISION') return this.ask(question, waiting, error.message);
      if (error.code === 'HAFT_DECISION_USED') return this.endOfDecided(waiting, request);
      if (TOO_LATE.includes(error.code)) return this.notOpen(waiting, request);
      throw error;
    }
  }

  /**
   * Answers with the end or the task of a call that was decided before. A client that lost the
   * answer, since the process died, sends its request again.
   */
  private async endOfDecided(waiting: WaitingCall, request: DeferralRequest): Promise<Result | InputRequiredResult> {
    const { pending, callId, requestId } = waiting;
    if (pending === undefined) return this.notOpen(waiting, request);
    const options = { ...this.freshOptions(), partial: true };
    const { run, outcomes } = await this.service.runtime.resumeRun(pending, {}, options);
    try {
      const outcome = outcomes.find((one) => one.callId === callId);
      if (outcome === undefined) return this.notOpen(waiting, request);
      const continues = outcome.status === 'deferred' && outcome.request.id === requestId;
      return continues ? this.form.refuse('interrupted', CONTINUES) : await this.conclude(run, outcome);
    } finally {
      await run.end();
    }
  }

  private async resume(
    request: DeferralRequest,
    waiting: WaitingCall,
    decided: Decision,
  ): Promise<Result | InputRequiredResult> {
    const decisions = { [request.id]: decided };
    const { kept } = this.host;
    if (waiting.pending === undefined) {
      const run = kept as Run;
      const outcomes = await run.resume(decisions, { partial: true });
      const outcome = outcomes.find((one) => one.callId === waiting.callId);
      return outcome === undefined ? this.notOpen(waiting, request) : this.conclude(run, outcome);
    }
    const { run, outcomes } = await this.service.runtime.resumeRun(waiting.pending, decisions, {
      ...this.freshOptions(),
      partial: true,
    });
    try {
      return await this.conclude(run, outcomes[0] as ToolOutcome);
    } finally {
      await run.end();
    }
  }

  /**
   * Uses input that a client sent with its first request, because it knew the question. An approval
   * never comes this way.
   */
  private async withInputOfRequest(run: Run, outcome: ToolOutcome): Promise<ToolOutcome> {
    if (outcome.status !== 'deferred' || outcome.request.kind !== 'input') return outcome;
    const { request, requests } = outcome;
    // The client cannot know the questions of inner calls.
    if (requests !== undefined) return outcome;
    const question = this.questionAbout(request);
    const answer = question === undefined ? undefined : this.answerTo(question);
    if (answer === undefined || !('decision' in answer)) return outcome;
    try {
      const outcomes = await run.resume({ [request.id]: answer.decision }, { partial: true });
      return outcomes.find((one) => one.callId === request.callId) ?? outcome;
    } catch (error) {
      if (error instanceof HaftError && error.code === 'HAFT_INVALID_DECISION') return outcome;
      throw error;
    }
  }

  private async conclude(run: Run, outcome: ToolOutcome): Promise<Result | InputRequiredResult> {
    return outcome.status === 'deferred' ? this.wait(run, outcome) : this.form.conclude(run, outcome);
  }

  /**
   * Asks the client's user about the first request that the user may decide. If there is none,
   * tells the host about all requests, and the model reads why there is no result.
   */
  private wait(run: Run, outcome: DeferredOutcome): Result | InputRequiredResult {
    const { callId, text, request, requests = [request] } = outcome;
    const asked = requests.map((one) => ({ request: one, question: this.questionAbout(one) }));
    const first = asked.find(({ question }) => question !== undefined);
    if (first?.question === undefined || !canAsk(this.server, this.ctx)) {
      for (const one of requests) this.service.options.onWaiting?.(one, run.pending());
      const why = first === undefined ? '' : ' This client cannot ask its user.';
      return this.form.refuse('deferred', `${text}${why} There is no result yet.${requestLines(requests)}`);
    }
    const pending = this.host.kept === undefined ? { pending: run.pending() } : {};
    return this.ask(first.question, { callId, requestId: first.request.id, ...pending });
  }

  private ask(
    { key, message, schema }: AskedQuestion,
    { callId, requestId, pending }: Omit<WaitingCall, 'binding'>,
    problem?: string,
  ): InputRequiredResult {
    const waiting = { binding: this.form.binding(), callId, requestId, ...(pending === undefined ? {} : { pending }) };
    const text = problem === undefined ? message : `${problem}\n\n${message}`;
    return inputRequired({
      inputRequests: { [key]: inputRequired.elicit({ message: text, requestedSchema: schema }) },
      requestState: this.service.seal.seal(waiting),
    });
  }

  private notOpen(waiting: WaitingCall, request: DeferralRequest | undefined): Result {
    return isInner(waiting, request)
      ? this.form.refuse('interrupted', `${NOT_OPEN} ${UNFINISHED}`)
      : this.form.refuse('retry', `${NOT_OPEN} ${this.form.again}`);
  }

  private answerTo(question: AskedQuestion): Answer {
    const responses = this.ctx.mcpReq.inputResponses;
    if (responses === undefined || !Object.hasOwn(responses, question.key)) return undefined;
    return readAnswer(question, responses[question.key]);
  }

  private questionAbout(request: DeferralRequest): AskedQuestion | undefined {
    const wording = this.service.options.ask?.(request) ?? {};
    const question = questionOf(request);
    if (question === undefined || wording === false) return undefined;
    return { ...question, message: wording.message ?? question.message, key: wording.key ?? request.kind };
  }

  /**
   * Returns the options of a new run. It ends early with the request, and all its events belong to
   * this call.
   */
  private freshOptions(): RunOptions {
    const { options } = this.host;
    const { signal } = this.ctx.mcpReq;
    const onEvent = this.listener();
    return {
      ...options,
      signal: options.signal === undefined ? signal : AbortSignal.any([signal, options.signal]),
      ...(onEvent === undefined ? {} : { onEvent }),
    };
  }

  /** Returns undefined without a listener, so that there are no events. */
  private listener(): RunEventListener | undefined {
    const { progress } = this;
    const log = this.service.options.logging === true ? logSender(this.ctx) : undefined;
    const host = this.host.options.onEvent;
    if (progress === undefined && log === undefined) return host;
    return (event) => {
      if (event.type === 'progress') progress?.(event.progress);
      log?.(event);
      host?.(event);
    };
  }
}

/** A question with the host's text, and the name for the client's answer. */
interface AskedQuestion extends Question {
  readonly key: string;
}

/** Returns the requests that the client's user is not asked about, one on each line. */
function requestLines(requests: readonly DeferralRequest[]): string {
  const shown = requests.slice(0, MOST_SHOWN).map((one) => `\nRequest: ${requestText(one)}`);
  const more = requests.length > MOST_SHOWN ? `\nand ${requests.length - MOST_SHOWN} more` : '';
  return shown.join('') + more;
}

/** Returns the text of a request without the facts for the approver. */
function requestText({ kind, id, tool, arguments: args, parent, fields, expiresAt }: DeferralRequest): string {
  return wellFormedJson(JSON.stringify({ kind, id, tool, arguments: args, parent, fields, expiresAt }));
}

const MOST_SHOWN = 10;

/** Returns whether a question is about an inner call of the client's call. */
function isInner({ callId }: WaitingCall, request: DeferralRequest | undefined): boolean {
  return request !== undefined && request.callId !== callId;
}

const NOT_OPEN = 'This question was answered before, or the time for an answer is over.';
/** Another call would do the work twice: recovery continues the call of a process that died. */
const CONTINUES =
  'This question was answered before, and the call continues elsewhere. Ask the user before you call the tool again.';
const CANCELLED = 'The user did not answer. There is no result.';
/** Another call would repeat the inner calls that have ended. */
const UNFINISHED = 'The tool had begun its work. Ask the user before you call it again.';
const TOO_LATE: readonly string[] = ['HAFT_REQUEST_EXPIRED', 'HAFT_UNKNOWN_DECISION'];
