import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { DeferredOutcome, RunContext, ToolOutcome } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { shortened } from '../../shortened.js';
import { Slots } from '../../slots.js';
import type { Bridge, BridgeAnswer, BridgedCall } from '../code-backend.js';
import { CODE_LIMITS } from '../code-limits.js';
import { answerOf, isFailure, refusal } from './answer-of.js';

/** A call that a program made. */
export interface CodeCall {
  /** The name of the tool. */
  name: string;
  /** The status of its outcome. `refused` if it was not made. */
  status: ToolOutcome['status'] | 'refused';
}

/** Settings of a {@link ToolBridge}. */
export interface BridgeSettings {
  /** Whether a program can wait for a decision. */
  readonly suspends: boolean;
  /** Returns why a program must not call a tool. Undefined if it may. */
  readonly refuse: (name: string) => string | undefined | Promise<string | undefined>;
  /** Answers a call that is not one of a tool. Undefined for a call of a tool. */
  readonly answer?: (call: BridgedCall) => Promise<ToolOutcome | undefined>;
  /** Makes a call of a tool. Default: no code around it. */
  readonly around?: (make: () => Promise<ToolOutcome>) => Promise<ToolOutcome>;
  /** The state of the bridge of the suspended execution. */
  readonly state?: BridgeState | undefined;
}

/** The state of a bridge between two entries of a program. JSON. */
export interface BridgeState {
  /** Number, name and status of each call. */
  readonly calls: readonly (readonly [number, string, CodeCall['status']])[];
  /** Failures by tool and arguments. */
  readonly failures: readonly (readonly [string, number])[];
}

/** Characters of a text that takes milliseconds to write. */
const LARGE = 20_000;

/** Characters of a name. No tool has a longer one. */
const LONGEST_NAME = 128;

/** Makes the calls of a program as inner calls of the tool, so that all steps apply to them. */
export class ToolBridge implements Bridge {
  private readonly made: Map<number, CodeCall>;
  private readonly failures: Map<string, number>;
  private readonly outcomes = new Map<number, ToolOutcome>();
  private readonly waiting = new Map<number, DeferredOutcome>();
  private readonly slots = new Slots(CODE_LIMITS.parallelCalls);
  private cannotWait: string | undefined = undefined;

  constructor(
    private readonly run: RunContext<never>,
    private readonly settings: BridgeSettings,
  ) {
    const { calls = [], failures = [] } = settings.state ?? {};
    this.made = new Map(calls.map(([number, name, status]) => [number, { name, status }]));
    this.failures = new Map(failures);
    for (const number of this.made.keys()) this.readOutcome(number);
  }

  get decided(): ReadonlySet<number> {
    return new Set(this.outcomes.keys());
  }

  /** The outcomes of the calls that wait for a decision. */
  get waits(): readonly DeferredOutcome[] {
    return [...this.waiting.values()];
  }

  /** The calls of the program so far, in their order. */
  get calls(): CodeCall[] {
    return [...this.made].sort(([left], [right]) => left - right).map(([, call]) => ({ ...call }));
  }

  /** The text about a call that needs a decision, if the program cannot wait for it. */
  get refusedWait(): string | undefined {
    return this.cannotWait;
  }

  /** The state for the next entry. */
  get state(): BridgeState & JsonValue {
    return {
      calls: [...this.made].map(([number, { name, status }]) => [number, name, status]),
      failures: [...this.failures],
    };
  }

  async call(sent: BridgedCall): Promise<BridgeAnswer> {
    // A program can send a name of any length, and its result has all names.
    const call = { ...sent, name: shortened(sent.name, LONGEST_NAME) };
    const decided = this.outcomes.get(call.number);
    if (decided !== undefined) return this.answer(call, decided);
    const made: CodeCall = { name: call.name, status: 'refused' };
    this.made.set(call.number, made);
    const problem = this.problemOf(call);
    if (problem !== undefined) return refusal(problem);
    const own = await this.settings.answer?.(call);
    if (own !== undefined) return this.answer(call, own);
    const refused = await this.settings.refuse(call.name);
    if (refused !== undefined) return refusal(refused);
    // A call that is still open when the program ends is interrupted.
    made.status = 'interrupted';
    const outcome = await this.make(call);
    // A large result was just written for the model. Other work comes before it is written again.
    if (outcome.text.length > LARGE) await setImmediate();
    const answer = this.answer(call, outcome);
    if (outcome.text.length > LARGE) await setImmediate();
    return answer;
  }

  private async make({ number, name, arguments: args, place }: BridgedCall): Promise<ToolOutcome> {
    await this.slots.take(this.run.signal);
    try {
      const call = { id: this.idOf(number), name, arguments: args };
      const make = () => this.run.calls.call(call, { budget: 'own', place: place && { ...place } });
      return await (this.settings.around?.(make) ?? make());
    } finally {
      this.slots.give();
    }
  }

  private problemOf(call: BridgedCall): string | undefined {
    const { name, arguments: args } = call;
    if (this.made.size > CODE_LIMITS.calls) return `At most ${CODE_LIMITS.calls} calls are allowed in one execution.`;
    if ((this.failures.get(equalCalls(call)) ?? 0) >= CODE_LIMITS.failures) {
      return `Tool '${name}' failed ${CODE_LIMITS.failures} times with these arguments. Send other arguments or stop.`;
    }
    const bytes = Buffer.byteLength(args);
    if (bytes <= CODE_LIMITS.messageBytes) return undefined;
    return `The arguments of '${name}' have ${bytes} bytes. At most ${CODE_LIMITS.messageBytes} are allowed.`;
  }

  private answer(call: BridgedCall, outcome: ToolOutcome): BridgeAnswer {
    const { number, name } = call;
    this.made.set(number, { name, status: outcome.status });
    if (isFailure(outcome)) this.failures.set(equalCalls(call), (this.failures.get(equalCalls(call)) ?? 0) + 1);
    if (outcome.status !== 'deferred') {
      return answerOf(name, outcome, () => this.run.calls.tools().find((definition) => definition.name === name));
    }
    if (this.settings.suspends) {
      this.waiting.set(number, outcome);
      return { kind: 'waits' };
    }
    this.cannotWait ??= `Tool '${name}' needs approval and cannot run inside Python code. Call it directly first.`;
    return { kind: 'error', message: this.cannotWait, status: 'deferred', issues: [] };
  }

  /** Reads the outcome of a call that waited when the program was suspended. */
  private readOutcome(number: number): void {
    const outcome = this.run.calls.resumed?.outcomes[this.idOf(number)];
    if (outcome?.status === 'deferred') this.waiting.set(number, outcome);
    else if (outcome !== undefined) this.outcomes.set(number, outcome);
  }

  private idOf(number: number): string {
    return `code_${this.run.callId}_${number}`;
  }
}

/** Returns a key of equal calls. It is short, because a waiting program stores it. */
function equalCalls({ name, arguments: args }: BridgedCall): string {
  return `${name} ${createHash('sha256').update(args).digest('base64url')}`;
}
