import type { InterceptedCall, Interceptor, Next, RunContext, ToolOutcome } from '@haft/core';
import { denyWith, failWith, succeedWith } from '@haft/runtime';
import { typedArgumentsOf } from '@haft/runtime/feedback';
import { denialText, isDenial } from '../exceptions/denial.js';
import { isHttpException } from '../exceptions/http-exception.js';
import { isHaftWord } from '../exceptions/is-haft-word.js';
import { filtered } from './exception-filters.js';
import { CallThroughNest } from './haft-call.js';
import { USER_OF_CONTEXT } from './haft-execution-context.js';
import { isPassed, pass } from './passed.js';
import type { Route } from './route.js';
import type { ToolEnhancers } from './tool-enhancers.js';

/**
 * The guards around the whole call of one tool: before the check of its arguments, before an
 * approval, before the cache.
 */
export class AroundCall implements Interceptor {
  readonly around = 'call';
  /** Denials from inside a tool, until the outcome of its call is complete. */
  private readonly denials = new WeakMap<RunContext, string>();

  constructor(
    private readonly enhancers: ToolEnhancers,
    private readonly route?: Route,
  ) {}

  /** Denies the call with this context, whatever its outcome. */
  deny(run: RunContext, text: string): void {
    this.denials.set(run, text);
  }

  async intercept(intercepted: InterceptedCall, next: Next): Promise<ToolOutcome> {
    const needsRequest = this.route !== undefined;
    const refused = needsRequest || this.enhancers.has('guards') ? await this.refusalOf(intercepted) : undefined;
    if (refused !== undefined) return refused;
    const outcome = await next();
    const denial = this.denials.get(intercepted.run);
    return denial === undefined ? outcome : denyWith(intercepted, denial);
  }

  private async refusalOf(intercepted: InterceptedCall): Promise<ToolOutcome | undefined> {
    const { definition, run } = intercepted;
    const call = new CallThroughNest(
      definition,
      run,
      () => typedArgumentsOf(intercepted) ?? intercepted.arguments,
      pass,
    ).withRequest(await this.route?.open(run));
    this.route?.fill(call, call.arguments);
    try {
      await this.enhancers.guard(call);
      return undefined;
    } catch (error) {
      return isPassed(error) ? undefined : this.refusal(intercepted, call, error);
    }
  }

  private async refusal(intercepted: InterceptedCall, call: CallThroughNest, error: unknown): Promise<ToolOutcome> {
    const result = await filtered(error, call, this.enhancers);
    const denies = isHttpException(error) && isDenial(error);
    if ('answer' in result) {
      const { text } = succeedWith(intercepted, result.answer);
      return denies ? denyWith(intercepted, text) : failWith(intercepted, text);
    }
    if (isHttpException(result.error) && isDenial(result.error)) {
      return denyWith(intercepted, denialText(result.error));
    }
    if (!isHaftWord(result.error) && !isHttpException(result.error)) warnOfGuard(call);
    throw result.error;
  }
}

/** Warns about the usual reason, which the exception does not contain. */
function warnOfGuard({ definition, run }: CallThroughNest): void {
  run.logger.warn(
    `A guard failed for a call of '${definition.name}', so that the tool did not run. A tool call has no HTTP request of its own. Let the guard check the user of the run: ${USER_OF_CONTEXT}. Pass this user where the run starts: \`startRun({ deps: { user } })\`, \`runOptions\` of HaftHttpModule.mount, or \`context\` of serveMcp. Do not return true for tool calls without a check.`,
  );
}
