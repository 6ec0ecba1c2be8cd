import { HaftError, type Class, type RunContext } from '@haft/core';
import { withinTime } from '../../async/within-time.js';
import { type AccessQuestion, type LimitedTool, questionsOf } from '@haft/compose/internal';
import type { RunPort } from '../../call/run-port.js';
import type { RunRuntime } from '../runtime-port.js';

/**
 * Returns whether the user of a run has a permission. If it throws, or takes longer than the
 * timeout of a call, the answer is no, and the error goes to the log and to events. You may type
 * the parameters as `Permission` of the generated module and `RunContext<YourDeps>`: TypeScript
 * compares the parameter types of methods in both directions.
 */
export type Can<Deps = unknown> = {
  can(permission: string, run: RunContext<Deps>): boolean | Promise<boolean>;
}['can'];

interface CanService<Deps> {
  can: Can<Deps>;
}

/** A class with the method `can`. The container creates its instance, like other services. */
export type CanClass<Deps = unknown> = Class<CanService<Deps>>;

/** Returns whether the option `can` is a class. */
export function isCanClass(can: Can<never> | CanClass<never>): can is CanClass<never> {
  return typeof (can.prototype as { readonly can?: unknown } | undefined)?.can === 'function';
}

/** A run, for the question which tools its user may call. */
export interface RunOfAccess extends Pick<RunPort, 'id' | 'context' | 'counts' | 'events' | 'scope'> {
  readonly runtime: RunRuntime;
  readonly options: { readonly permissions?: readonly string[] };
}

/** Decides which tools exist for the user of a run. The only place that does. */
export class Access {
  private readonly answers = new Map<AccessQuestion, boolean>();

  constructor(private readonly run: RunOfAccess) {}

  /** Returns whether the last answers allow a tool. */
  allows({ settings, visibility }: LimitedTool): boolean {
    const has = (name: AccessQuestion): boolean => this.answers.get(name) === true;
    const { requires = [] } = settings;
    const isPermitted = requires.every((one) => (typeof one === 'string' ? has(one) : one.anyOf.some(has)));
    return isPermitted && (visibility?.isLimited !== true || has(visibility));
  }

  /** The last answers with yes, as text. */
  get key(): string {
    const has = [...this.answers].filter(([, answer]) => answer).map(([question]) => question);
    // No permission has a quote in its name.
    return has
      .map((question) => (typeof question === 'string' ? question : `"${question.tool}"`))
      .sort()
      .join(' ');
  }

  /**
   * Asks each question once.
   *
   * @throws {HaftError} as {@link requirePermissions}, if there is a permission among them
   */
  async ask(given: readonly AccessQuestion[]): Promise<void> {
    if (given.some(isPermission)) requirePermissions(this.run.runtime, this.run.options);
    const questions = [...new Set(given)];
    const answers = await Promise.all(questions.map((one) => this.answerTo(one)));
    for (const [index, one] of questions.entries()) this.answers.set(one, answers[index] === true);
  }

  /** Asks again whether a tool is allowed. */
  async permits(tool: LimitedTool): Promise<boolean> {
    await this.ask(questionsOf(tool));
    return this.allows(tool);
  }

  private async answerTo(question: AccessQuestion): Promise<boolean> {
    const { timeoutMs } = this.run.runtime.limits;
    const subject = subjectOf(question);
    try {
      const asked = isPermission(question) ? this.hasPermission(question) : question.isVisible(this.run.context);
      const answer: unknown = await withinTime(asked, timeoutMs, () => tooSlow(subject, timeoutMs));
      if (typeof answer !== 'boolean') throw noBoolean(subject);
      return answer;
    } catch (error) {
      this.tellError(question, error);
      return false;
    }
  }

  private async hasPermission(name: string): Promise<unknown> {
    const { context, scope, runtime, options } = this.run;
    if (options.permissions?.includes(name) === false) return false;
    const { can } = runtime;
    if (can === undefined) return true;
    const run = context as RunContext<never>;
    if (!isCanClass(can)) return can(name, run);
    const service = (await scope.resolve(can)) as CanService<never>;
    return service.can(name, run);
  }

  private tellError(question: AccessQuestion, error: unknown): void {
    const { runtime, events, id: runId } = this.run;
    runtime.observe.logger.error(`${subjectOf(question)} was not answered. Haft takes it as no.`, { error });
    const facts = isPermission(question) ? { tool: '', permission: question } : { tool: question.tool, permission: '' };
    events.tell({ type: 'permission', runId, callId: '', ...facts, error });
  }
}

function isPermission(question: AccessQuestion): question is string {
  return typeof question === 'string';
}

function subjectOf(question: AccessQuestion): string {
  return isPermission(question)
    ? `The question to \`can\` about '${question}'`
    : `The question to guards whether '${question.tool}' exists`;
}

/**
 * Requires that the runtime or the run says which permissions a user has.
 *
 * @throws {HaftError} `HAFT_NO_PERMISSIONS`
 */
export function requirePermissions({ can }: Pick<RunRuntime, 'can'>, { permissions }: RunOfAccess['options']): void {
  if (can !== undefined || permissions !== undefined) return;
  throw new HaftError(
    'HAFT_NO_PERMISSIONS',
    'A tool requires permissions, but the runtime has no `can` and the run no `permissions`.',
    {
      hint: 'Give createRuntime `can`, or give the run its `permissions`. For a user without any, write permissions: [].',
    },
  );
}

function tooSlow(subject: string, ms: number): HaftError {
  return new HaftError('HAFT_TOOLSET_FAILED', `${subject} was not answered within ${ms / 1000} seconds.`, {
    hint: 'Look for a request that waits, or give createRuntime a longer limits.timeoutMs.',
  });
}

function noBoolean(subject: string): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `${subject} was answered with neither true nor false.`, {
    hint: 'Return a boolean, or a promise of one.',
  });
}
