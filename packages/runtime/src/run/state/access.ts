import { HaftError, permissionsIn, type Class, type Requirement, type RunContext } from '@haft/core';
import { withinTime } from '../../async/within-time.js';
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

/** The permissions of the user of a run. The only place that decides who may call a tool. */
export class Access {
  private readonly answers = new Map<string, boolean>();

  /** @throws {HaftError} as {@link requirePermissions} */
  constructor(private readonly run: RunOfAccess) {
    requirePermissions(run.runtime, run.options);
  }

  /** Returns whether the last answers allow a tool. */
  allows(requires: readonly Requirement[] | undefined): boolean {
    const has = (name: string): boolean => this.answers.get(name) === true;
    return requires?.every((one) => (typeof one === 'string' ? has(one) : one.anyOf.some(has))) ?? true;
  }

  /** The permissions that the user has by the last answers, as text. */
  get key(): string {
    const has = [...this.answers].filter(([, answer]) => answer).map(([name]) => name);
    return has.sort().join(' ');
  }

  /** Asks for permissions, once for each. */
  async ask(permissions: Iterable<string>): Promise<void> {
    const names = [...new Set(permissions)];
    const answers = await Promise.all(names.map((name) => this.answerTo(name)));
    for (const [index, name] of names.entries()) this.answers.set(name, answers[index] === true);
  }

  /** Asks again whether a tool is allowed. */
  async permits(requires: readonly Requirement[]): Promise<boolean> {
    await this.ask(permissionsIn(requires));
    return this.allows(requires);
  }

  private async answerTo(name: string): Promise<boolean> {
    const { runtime, options } = this.run;
    const { can, limits } = runtime;
    if (options.permissions?.includes(name) === false) return false;
    if (can === undefined) return true;
    try {
      const asked = this.asked(can, name);
      const answer: unknown = await withinTime(asked, limits.timeoutMs, () => tooSlow(name, limits.timeoutMs));
      if (typeof answer !== 'boolean') throw noBoolean(name);
      return answer;
    } catch (error) {
      this.tellError(name, error);
      return false;
    }
  }

  private async asked(can: NonNullable<RunRuntime['can']>, name: string): Promise<boolean> {
    const { context, scope } = this.run;
    const run = context as RunContext<never>;
    if (!isCanClass(can)) return can(name, run);
    const service = (await scope.resolve(can)) as CanService<never>;
    return service.can(name, run);
  }

  private tellError(permission: string, error: unknown): void {
    const { runtime, events, id: runId } = this.run;
    runtime.observe.logger.error(`\`can\` did not answer whether the user has '${permission}'. Haft takes it as no.`, {
      error,
    });
    events.tell({ type: 'permission', runId, callId: '', tool: '', permission, error });
  }
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

function tooSlow(name: string, ms: number): HaftError {
  return new HaftError('HAFT_TOOLSET_FAILED', `\`can\` did not answer about '${name}' within ${ms / 1000} seconds.`, {
    hint: 'Look for a request that waits, or give createRuntime a longer limits.timeoutMs.',
  });
}

function noBoolean(name: string): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `\`can\` returned neither true nor false about '${name}'.`, {
    hint: 'Return a boolean, or a promise of one.',
  });
}
