import {
  HaftError,
  type InterceptedCall,
  type Interceptor,
  type Next,
  type ToolDefinition,
  type ToolOutcome,
} from '@haft/core';
import type { RunContext } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import type { JsonValue } from '@haft/schema';
import { interceptorName } from './interceptor-name.js';
import { mayRepeat } from './repeats.js';
import { showOnly } from '../../events/show-only.js';
import type { Call } from '../call.js';
import { contextOf } from '../context/context-of.js';
import { ARGUMENTS_OF, type InterceptedArguments } from './intercepted-arguments.js';
import { outcomeOfHookError, readyToAnswer } from '../outcome/outcome-of-error.js';
import { isOutcome } from '../outcome/is-outcome.js';
import { withCauseOf } from '../outcome/with-cause-of.js';
import { shownArguments } from '../arguments/shown-arguments.js';

/** Runs the interceptors around the whole call. `inner` gets the arguments after their changes. */
export async function aroundCall(call: Call, inner: (sent: unknown) => Promise<ToolOutcome>): Promise<ToolOutcome> {
  const interceptors = await interceptorsAt(call, 'call');
  return through(interceptors, new Intercepted(call, call.sent, false), (last) => inner(last.arguments));
}

/**
 * Runs the interceptors around the execution. `inner` gets the arguments, and whether an
 * interceptor changed them, so that they must be validated again.
 */
export async function aroundTool(
  call: Call,
  inner: (args: ReadArguments, isChanged: boolean) => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  const interceptors = await interceptorsAt(call, 'execution');
  return through(interceptors, new Intercepted(call, call.args, false, true), (last) => {
    if (last.isChanged) call.sending = { ...call.sending, argumentsChanged: true };
    return inner(last.arguments as ReadArguments, last.isChanged);
  });
}

async function interceptorsAt(call: Call, point: 'call' | 'execution'): Promise<readonly Interceptor[]> {
  const { interceptors } = call.state.planned;
  if (interceptors.length === 0) return interceptors as readonly [];
  const resolved = interceptors.map((one) => (typeof one === 'function' ? call.run.scope.resolve(one) : one));
  const instances = (await Promise.all(resolved)) as readonly Interceptor[];
  return instances.filter((one) => (one.around ?? 'execution') === point);
}

function through(
  [interceptor, ...others]: readonly Interceptor[],
  intercepted: Intercepted,
  inner: (last: Intercepted) => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  if (interceptor === undefined) return inner(intercepted);
  return new Interception(interceptor, intercepted, (call) => through(others, call, inner)).outcome();
}

/** One interceptor in one call. */
class Interception {
  private nextIsCalled = false;
  /** The outcome of the last execution. */
  private given: ToolOutcome | undefined;
  /** An error that `next` threw, not the interceptor. It is thrown unchanged. */
  private passing: { readonly error: unknown } | undefined;
  /** Returns the call for one more execution. */
  private again = (): Intercepted => this.intercepted;

  constructor(
    private readonly interceptor: Interceptor,
    private readonly intercepted: Intercepted,
    private readonly goOn: (call: Intercepted) => Promise<ToolOutcome>,
  ) {}

  async outcome(): Promise<ToolOutcome> {
    const { call } = this.intercepted;
    try {
      const outcome = await this.interceptor.intercept(this.intercepted, this.next);
      if (!isOutcome(outcome)) throw this.noOutcome();
      if (!this.nextIsCalled) tellSkipped(call, outcome, this.name);
      return withCauseOf(this.given, outcome);
    } catch (error) {
      if (error === this.passing?.error) throw error;
      await readyToAnswer(call, error);
      return outcomeOfHookError(call, error);
    }
  }

  private readonly next: Next = async (changed) => {
    const repeats = mayRepeat(this.interceptor, this.intercepted.definition);
    if (this.nextIsCalled && !repeats) throw this.twice();
    if (repeats && !this.nextIsCalled) this.again = this.intercepted.copier();
    const own = this.nextIsCalled ? this.again() : this.intercepted;
    this.nextIsCalled = true;
    try {
      return (this.given = await this.goOn(changed instanceof Intercepted ? changed : own));
    } catch (error) {
      this.passing = { error };
      throw error;
    }
  };

  private get name(): string {
    return interceptorName(this.interceptor);
  }

  private noOutcome(): HaftError {
    const message = `The interceptor ${this.name} returned no outcome for '${this.intercepted.call.name}'.`;
    return new HaftError('HAFT_INVALID_OPTION', message, {
      hint: 'Return what next() gives, or an outcome of your own: succeedWith, failWith, denyWith.',
    });
  }

  private twice(): HaftError {
    const message = `The interceptor ${this.name} called next() twice for '${this.intercepted.call.name}'.`;
    return new HaftError('HAFT_NEXT_TWICE', message, {
      hint: 'Call next() at most once. To try a call again, let the model make it again.',
    });
  }
}

/** The view of a call that an interceptor gets. */
class Intercepted implements InterceptedCall {
  readonly arguments: unknown;

  constructor(
    readonly call: Call,
    args: unknown,
    readonly isChanged: boolean,
    private readonly isTyped = false,
  ) {
    this.arguments = args;
  }

  get [ARGUMENTS_OF](): InterceptedArguments {
    const { call, arguments: sent } = this;
    const { run, state, origin } = call;
    const isFromModel = !this.isChanged && origin.parent === undefined;
    const typed = this.isTyped ? (sent as ReadArguments) : undefined;
    return { run, tool: state.planned.tool, sent, isFromModel, typed };
  }

  get callId(): string {
    return this.call.id;
  }
  get definition(): ToolDefinition {
    return this.call.state.planned.tool.definition;
  }
  get run(): RunContext {
    return contextOf(this.call);
  }
  /**
   * Returns a function that copies the call: a tool may change its arguments, and the next
   * execution must not get the changes. Writing the arguments as JSON before takes about a
   * microsecond.
   */
  copier(): () => Intercepted {
    const { call, isTyped, isChanged } = this;
    const text = jsonOf(isTyped ? call.wire : this.arguments);
    if (text === undefined) return () => this;
    return () => {
      const wire = JSON.parse(text) as Readonly<Record<string, JsonValue>>;
      if (!isTyped) return new Intercepted(call, wire, isChanged);
      call.wire = wire;
      return new Intercepted(call, call.state.planned.tool.check.read(wire), false, true);
    };
  }
  withArguments(args: Readonly<Record<string, JsonValue>>): InterceptedCall {
    return new Intercepted(this.call, args, true);
  }
}

showOnly(Intercepted, 'InterceptedCall', ({ call }) => ({
  callId: call.id,
  tool: call.name,
  arguments: shownArguments(call),
}));

/** Returns undefined for a value that is not JSON, which is not valid as an argument either. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function tellSkipped(call: Call, { status }: ToolOutcome, skippedBy: string): void {
  call.run.events.tell({ type: 'skipped', ...call.facts, status, skippedBy });
}
